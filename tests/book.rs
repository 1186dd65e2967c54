//! The book cannot go stale: every name on a page exists, no number is typed into prose, and what
//! is built is whole.

#[path = "book/notation.rs"]
mod notation;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use mdbook_driver::book::BookItem;
use modebook::{
    book::{self, Builder, Contents, Demos, Expander, Results, Sources},
    claims::{self, Agreement},
    experiments::own_creature,
    figures,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

static RESULTS: LazyLock<Results> =
    LazyLock::new(|| Results::compute().expect("the notebooks' parameters are sound"));

static CONTENTS: LazyLock<Contents> = LazyLock::new(|| Contents::from(&*RESULTS));

/// A page of a chapter with its directives expanded.
fn expand(page: &str) -> Result<String, book::DirectiveError> {
    expand_with(&Demos::default(), page)
}

/// The same where demos have been built.
fn expand_with(demos: &Demos, page: &str) -> Result<String, book::DirectiveError> {
    let sources = Sources::read(&root(), None).expect("the sources can be read");
    let expander = Expander { contents: &CONTENTS, sources: &sources, demos };
    expander.expand(Path::new("chapter/page.md"), page)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book")
}

/// All pages, by their path below `book/src`.
static PAGES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut pages = BTreeMap::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.ends_with("generated") {
                // What a build adds is not written by hand.
            } else if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let name = path
                    .strip_prefix(root().join("src"))
                    .expect("below")
                    .to_string_lossy()
                    .into_owned();
                pages.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    pages
});

/// The arguments of every use of a directive, with the page.
fn uses<'a>(directive: &'a str) -> impl Iterator<Item = (&'static str, &'static str)> + 'a {
    PAGES.iter().flat_map(move |(page, text)| {
        let open = format!("{{{{#{directive} ");
        let starts: Vec<_> =
            text.match_indices(&open).map(|(start, open)| start + open.len()).collect();
        starts.into_iter().map(move |start| {
            let rest = &text[start..];
            (page.as_str(), rest[..rest.find("}}").expect("a closed directive")].trim())
        })
    })
}

#[test]
fn no_page_is_an_orphan() {
    let summary = &PAGES["SUMMARY.md"];
    let listed: BTreeSet<_> = Parser::new(summary)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                Some(dest_url.trim_start_matches("./").to_string())
            }
            _ => None,
        })
        .collect();
    let written: BTreeSet<_> = PAGES.keys().filter(|page| *page != "SUMMARY.md").cloned().collect();
    assert_eq!(listed, written);
}

/// mdBook renders an unknown anchor as nothing, without a word.
#[test]
fn every_listing_has_its_code() {
    let mut count = 0;
    for (page, argument) in uses("include") {
        let (file, anchor) = argument
            .split_once(':')
            .unwrap_or_else(|| panic!("{page}: {argument} names no anchor"));
        let path = root().join("src").join(page).parent().expect("a folder").join(file);
        let code =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {argument}: {error}"));
        let marks = |line: &str, mark: &str| {
            line.trim().strip_prefix("// ").is_some_and(|rest| rest == mark)
        };
        let (open, close) = (format!("ANCHOR: {anchor}"), format!("ANCHOR_END: {anchor}"));
        let listed = code
            .lines()
            .skip_while(|l| !marks(l, &open))
            .skip(1)
            .take_while(|l| !marks(l, &close))
            .count();
        assert!(listed > 2, "{page}: the anchor {anchor} of {file} is missing or empty");
        assert_eq!(
            code.lines().filter(|l| marks(l, &close)).count(),
            1,
            "{page}: the anchor {anchor} is not closed"
        );
        count += 1;
    }
    assert!(count > 10, "the pages show code: {count}");
}

#[test]
fn every_claim_stands_on_the_page_of_its_step() {
    let mut pages = BTreeMap::<&str, Vec<&str>>::new();
    for (page, argument) in uses("claim").chain(uses("claims")) {
        if page.contains('/') && !page.ends_with("index.md") {
            let (prefix, suffix) = argument.split_once('*').unwrap_or((argument, "no star"));
            let matching = claims::ledger().filter(|claim| {
                if suffix == "no star" {
                    claim.id == prefix
                } else {
                    claim.id.starts_with(prefix) && claim.id.ends_with(suffix)
                }
            });
            matching.for_each(|claim| pages.entry(claim.id).or_default().push(page));
        }
    }
    for claim in claims::ledger() {
        let on = pages.get(claim.id).map_or(&[][..], Vec::as_slice);
        assert_eq!(on.len(), 1, "{} should stand on one page, stands on {on:?}", claim.id);
    }
}

#[test]
fn every_figure_is_shown_once() {
    let mut shown: Vec<_> = uses("figure").map(|(_, name)| name).collect();
    shown.sort_unstable();
    let mut drawn = [
        &figures::primer::NAMES[..],
        &figures::notebook_017::NAMES,
        &figures::notebook_025::NAMES,
        &figures::own_creature::NAMES,
        &figures::speed::NAMES,
    ]
    .concat();
    drawn.sort_unstable();
    assert_eq!(shown, drawn);
    for figure in &RESULTS.figures {
        assert!(!figure.caption.is_empty() && !figure.alt.is_empty(), "{}", figure.name);
        assert!(figure.svg.len() < 400_000, "{} takes {} bytes", figure.name, figure.svg.len());
    }
}

#[test]
fn every_animation_is_shown_once() {
    let mut shown: Vec<_> = uses("demo").map(|(_, name)| name).collect();
    shown.sort_unstable();
    let mut drawn = figures::ANIMATIONS.to_vec();
    drawn.sort_unstable();
    assert_eq!(shown, drawn);
}

/// Where a demo has been built its place on the page names the script; elsewhere the page is the
/// same but for that.
#[test]
fn demos_that_have_been_built_are_named_in_their_places() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for script in ["025-crawl.js", "025-descent.js"] {
        fs::write(folder.path().join(script), "").expect("written");
    }
    let demos = Demos::in_folder(Some(folder.path().to_path_buf()));
    for (name, is_built) in [("025-crawl", true), ("025-descent", true), ("017-sag", false)] {
        let page = format!("{{{{#demo {name}}}}}");
        let [still, live] =
            [&Demos::default(), &demos].map(|demos| expand_with(demos, &page).expect("known"));
        let slot = format!("id=\"demo-{name}\" data-demo=\"{name}\"");
        assert!(still.contains(&format!("{slot}>")), "{name}: {still}");
        let script = format!(" data-live=\"../generated/demos/{name}.js\"");
        assert_eq!(live.contains(&format!("{slot}{script}>")), is_built, "{name}");
        assert_eq!(live.replace(&script, ""), still, "{name}");
    }
}

#[test]
fn every_table_is_shown_once() {
    let mut shown: Vec<_> = uses("table").map(|(_, name)| name).collect();
    shown.sort_unstable();
    let mut known = book::TABLES.to_vec();
    known.sort_unstable();
    assert_eq!(shown, known);
    for name in known {
        let html = expand(&format!("{{{{#table {name}}}}}")).expect("a known table");
        assert!(html.lines().all(|line| !line.trim().is_empty()), "{name} has a blank line");
        let columns = html.matches("<th>").count();
        let rows = html.matches("<tr").count() - 1;
        assert!(columns >= 3 && rows >= 3, "{name}: {rows} rows of {columns}");
        assert_eq!(html.matches("<td>").count(), rows * columns, "{name} has cells missing");
    }
}

/// What a page asks the reader to run prints the answer that the page knows.
#[test]
fn every_exercise_is_asked_once_and_its_command_answers_it() {
    let mut asked: Vec<_> = uses("check").map(|(_, id)| id).collect();
    asked.sort_unstable();
    let mut known: Vec<_> = book::exercises().map(|exercise| exercise.id).collect();
    known.sort_unstable();
    assert_eq!(asked, known);
    for exercise in book::exercises() {
        let output = Command::new(env!("CARGO_BIN_EXE_modebook"))
            .args(exercise.command.split_whitespace())
            .arg("--json")
            .output()
            .expect("the binary runs");
        let json: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}", exercise.command));
        let printed = json.pointer(exercise.pointer).and_then(Value::as_f64);
        let printed = printed.unwrap_or_else(|| panic!("{}: {}", exercise.id, exercise.pointer));
        let (_, answer) =
            RESULTS.answers.iter().find(|(id, _)| *id == exercise.id).expect("an answer");
        assert_eq!(&format!("{printed:.*}", exercise.decimals), answer, "{}", exercise.id);
    }
}

/// Claims, values, figures, tables and formulas: every name exists, every formula can be read.
#[test]
fn every_page_expands() {
    for (page, text) in PAGES.iter() {
        let expanded = expand(text).unwrap_or_else(|error| panic!("{page}: {error}"));
        for directive in
            ["claim ", "claims ", "value ", "printed ", "figure ", "demo ", "table ", "check "]
        {
            let left = expanded.lines().filter(|line| line.contains(&format!("{{{{#{directive}")));
            assert_eq!(left.filter(|line| !line.contains('`')).count(), 0, "{page}: {directive}");
        }
    }
    for broken in [
        "{{#claim 17.nothing}}",
        "{{#claims 99.*}}",
        "{{#value 017.nothing}}",
        "{{#figure 017-nothing}}",
        "{{#demo 025-nothing}}",
        "{{#table 025-nothing}}",
        "{{#check try.nothing}}",
        r"$\nothing{1}$",
    ] {
        assert!(expand(broken).is_err(), "{broken}");
    }
}

/// Every page of a chapter has the same parts in the same order.
#[test]
fn pages_have_one_shape() {
    for (page, text) in PAGES.iter().filter(|(page, _)| page.contains('/')) {
        if ["index.md", "takeaways.md", "what-we-found.md"].iter().any(|end| page.ends_with(end)) {
            continue;
        }
        let parts: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(parts, ["Idea", "Code", "Figure", "Result", "What to try"], "{page}");
    }
}

/// Every exercise has an answer, behind a fold.
#[test]
fn every_exercise_has_an_answer() {
    for (page, text) in PAGES.iter() {
        let Some((_, exercises)) = text.split_once("## What to try\n") else { continue };
        let items: Vec<_> = exercises.split("\n- ").skip(1).collect();
        assert!(!items.is_empty(), "{page}: nothing to try");
        for item in items {
            let question: String = item.chars().take(60).collect();
            let folds = item.matches("<details><summary>Answer</summary>").count();
            let closed = item.matches("</details>").count();
            assert_eq!((folds, closed), (1, 1), "{page}: {question}");
        }
    }
}

/// A number in prose that a result or a parameter could give goes stale; `{{#value}}`,
/// `{{#printed}}` and claims do not.
#[test]
fn no_number_is_typed_into_prose() {
    for (page, text) in PAGES.iter().filter(|(page, _)| *page != "SUMMARY.md") {
        for word in numbers_in_prose(text) {
            let is_year = page == "references.md" && word.len() == 4;
            let is_name = ["017", "025", "2D", "3D"].contains(&word.as_str());
            assert!(is_year || is_name, "{page}: the number {word:?} is typed into prose");
        }
    }
    assert_eq!(
        numbers_in_prose("about 3.47 m, 86% and 12, but `12`, $12$ and {{#value 17.x}}"),
        ["3.47", "86%", "12"]
    );
    assert_eq!(numbers_in_prose("three modes, x2, 1 and 2"), Vec::<String>::new());
}

/// Words of prose that are decimals, percentages, or integers of more than one digit.
fn numbers_in_prose(page: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut skipped = 0;
    for event in Parser::new_ext(page, Options::ENABLE_MATH | Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Link { .. }) => skipped += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::Link) => skipped -= 1,
            Event::Text(text) if skipped == 0 => prose += &text,
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => prose.push(' '),
            Event::End(_) | Event::SoftBreak | Event::HardBreak => prose.push('\n'),
            _ => {}
        }
    }
    let mut text = String::new();
    let mut rest = prose.as_str();
    while let Some((before, after)) = rest.split_once("{{#") {
        text += before;
        rest = after.split_once("}}").map_or("", |(_, tail)| tail);
    }
    text += rest;
    let is_separator = |c: char| c.is_whitespace() || "()[]{},;:/–—\"'“”’·×=<>+".contains(c);
    text.split(is_separator)
        .map(|word| word.trim_matches(|c: char| ".-?!".contains(c)))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.len() > 1)
        .map(str::to_string)
        .collect()
}

/// The README's table of results is that of the run, and its picture shows the run's final heights.
#[test]
fn the_readme_is_true() {
    let read = |file: &str| fs::read_to_string(root().join("..").join(file)).expect("readable");
    let mut rows = 0;
    for row in
        read("README.md").lines().filter(|line| line.starts_with("| ") && line.contains("(`17."))
    {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [what, notebook, here] = cells[..] else { panic!("three cells: {row}") };
        let (_, id) = what.split_once("(`").expect("an id");
        let id = id.trim_end_matches("`)");
        let verdict =
            RESULTS.verdicts.iter().find(|verdict| verdict.claim.id == id).expect("a claim");
        let bound = match verdict.claim.agreement {
            Agreement::AtMost { bound, .. } => format!("at most {bound:e}"),
            _ => verdict.measured.clone(),
        };
        assert!(verdict.agrees, "{id}");
        assert_eq!((notebook, here), (verdict.claim.printed, bound.as_str()), "{id}");
        rows += 1;
    }
    assert!(rows >= 5, "the README has a table of results");

    let label = |svg: &str| attribute_values(svg, "aria-label");
    let droop = RESULTS.figures.iter().find(|figure| figure.name == "017-droop").expect("drawn");
    assert_eq!(
        label(&read("assets/droop.svg")),
        label(&droop.svg),
        "copy results/figures/017-droop.svg"
    );
}

/// Builds the book and follows every link of every page.
#[test]
fn the_built_book_is_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let builder = Builder::new(&root(), Some(&*RESULTS)).expect("there is a book");
    let built = builder.into_folder(Some(folder.path())).build().expect("the book builds");
    let summary = mdbook_driver::MDBook::load(root()).expect("the book loads");
    let pages: Vec<PathBuf> = summary
        .iter()
        .filter_map(|item| match item {
            BookItem::Chapter(chapter) => {
                chapter.path.as_ref().map(|path| path.with_extension("html"))
            }
            _ => None,
        })
        .collect();
    assert!(pages.len() > 10, "{pages:?}");
    for page in pages {
        let file = built.join(&page);
        let html =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let (_, body) = html.split_once("<main>").expect("a page has a main part");
        let (body, _) = body.split_once("</main>").expect("closed");
        for left_over in ["{{#", "$$", "<merror", "amp;nbsp"] {
            assert!(
                !outside_code(body).contains(left_over),
                "{}: {left_over} is left over",
                page.display()
            );
        }
        for attribute in ["href", "src", "data-live"] {
            for target in attribute_values(&html, attribute) {
                check_link(&built, &page, &target);
            }
        }
    }
}

fn outside_code(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<code") {
        text += before;
        rest = after.split_once("</code>").map_or("", |(_, tail)| tail);
    }
    text + rest
}

fn attribute_values(html: &str, attribute: &str) -> Vec<String> {
    let open = format!(" {attribute}=\"");
    let mut parts = html.split(open.as_str());
    parts.next();
    parts.filter_map(|part| part.split_once('"').map(|(value, _)| value.to_string())).collect()
}

fn check_link(built: &Path, page: &Path, target: &str) {
    if target.starts_with("http")
        || target.starts_with("data:")
        || target.starts_with("mailto:")
        || target.is_empty()
    {
        return;
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() {
        built.join(page)
    } else {
        built.join(page).parent().expect("a folder").join(file)
    };
    assert!(path.exists(), "{}: the link {target} leads nowhere", page.display());
    if !fragment.is_empty() && path.extension().is_some_and(|extension| extension == "html") {
        let html = fs::read_to_string(&path).expect("a page");
        assert!(
            html.contains(&format!("id=\"{fragment}\"")),
            "{}: the link {target} has no target",
            page.display()
        );
    }
}

/// The page writes the search as a command, the program as constants.
#[test]
fn the_page_searches_the_gait_that_it_shows() {
    let page = &PAGES["own-creature/index.md"];
    let search = own_creature::parameters().search;
    let (generations, population, steps) = (search.generations, search.population, search.steps);
    for options in [
        format!("--generations {generations} --population {population} --steps {steps} "),
        format!("--gait gait.json --steps {steps} "),
    ] {
        assert!(page.contains(&options), "{options} is missing");
    }
}
