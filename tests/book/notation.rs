//! The tables of symbols: every name in them is in the source, every page the first with its symbol.

use std::{fs, path::Path, sync::LazyLock};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{PAGES, root};

const SYMBOLS: [&str; 6] = ["symbol", "meaning", "shape", "unit", "Rust name", "first page"];
const INDICES: [&str; 4] = ["symbol", "runs over", "Rust name", "first page"];

/// Pages that use a letter for something of their own, which they define; there it is another
/// symbol.
const OWN_USES: [(&str, &str); 8] = [
    ("k", "primer/modes.md"),
    ("y", "primer/modes.md"),
    (r"\sigma", "primer/deformation.md"),
    (r"\sigma", "primer/elastic-energy.md"),
    (r"\Delta", "017-skinning-eigenmodes/what-we-found.md"),
    ("l", "017-skinning-eigenmodes/checking.md"),
    ("y", "017-skinning-eigenmodes/two-subspaces.md"),
    (r"\omega", "017-skinning-eigenmodes/two-subspaces.md"),
];

/// What stands in a cell of a table.
#[derive(Default)]
struct Cell {
    text: String,
    formulas: Vec<String>,
    code: Vec<String>,
    links: Vec<String>,
}

struct Row {
    is_index: bool,
    cells: Vec<Cell>,
}

fn markdown(page: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(page, Options::ENABLE_MATH | Options::ENABLE_TABLES)
}

/// The rows of all tables of the page, each of which has the columns that it should.
fn rows() -> Vec<Row> {
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    let mut cell = Cell::default();
    let mut is_index = false;
    for event in markdown(&PAGES["notation.md"]) {
        match event {
            Event::Start(Tag::TableCell) => cell = Cell::default(),
            Event::Text(text) => cell.text += &text,
            Event::InlineMath(formula) => cell.formulas.push(formula.to_string()),
            Event::Code(code) => cell.code.push(code.to_string()),
            Event::Start(Tag::Link { dest_url, .. }) => cell.links.push(dest_url.to_string()),
            Event::End(TagEnd::TableCell) => cells.push(std::mem::take(&mut cell)),
            Event::End(TagEnd::TableHead) => {
                let headings: Vec<_> = cells.drain(..).map(|cell: Cell| cell.text).collect();
                is_index = headings == INDICES;
                assert!(is_index || headings == SYMBOLS, "notation.md: the columns {headings:?}");
            }
            Event::End(TagEnd::TableRow) => {
                rows.push(Row { is_index, cells: std::mem::take(&mut cells) });
            }
            _ => {}
        }
    }
    assert!(rows.len() > 40, "{} rows", rows.len());
    rows
}

/// The pages of the chapters in reading order, with their titles.
static ORDER: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut pages = Vec::new();
    let mut page = None;
    for event in markdown(&PAGES["SUMMARY.md"]) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                page = Some((dest_url.to_string(), String::new()))
            }
            Event::Text(text) => page.iter_mut().for_each(|(_, title)| *title += &text),
            Event::End(TagEnd::Link) => pages.extend(page.take()),
            _ => {}
        }
    }
    pages.retain(|(page, _)| page.contains('/'));
    pages
});

/// A piece of a formula: a letter, a sign, a command, or a word in upright letters. Braces and
/// spaces are left out.
struct Token<'a> {
    text: &'a str,
    is_script: bool,
}

fn tokens(formula: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    // For every open brace, whether it is below or above the line.
    let mut groups: Vec<bool> = Vec::new();
    let mut script_follows = false;
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => {
                let name =
                    rest[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - 1);
                let is_word = [r"\text", r"\mathrm", r"\operatorname", r"\begin", r"\end"]
                    .contains(&&rest[..=name]);
                match rest.find('}') {
                    Some(end) if is_word => end + 1,
                    _ => 1 + name.max(rest[1..].chars().next().map_or(0, char::len_utf8)),
                }
            }
            _ => first.len_utf8(),
        };
        let (text, tail) = rest.split_at(length);
        rest = tail;
        let is_script = groups.last().is_some_and(|script| *script);
        match text {
            "{" => groups.push(is_script || std::mem::take(&mut script_follows)),
            "}" => drop(groups.pop()),
            r"\," | r"\;" | r"\ " | r"\quad" | r"\qquad" => {}
            _ if first.is_whitespace() => {}
            "_" | "^" => {
                tokens.push(Token { text, is_script });
                script_follows = true;
            }
            _ => {
                let is_script = is_script || std::mem::take(&mut script_follows);
                tokens.push(Token { text, is_script });
            }
        }
    }
    tokens
}

/// Whether a symbol stands in a formula: the same pieces in a row, neither under an accent, which
/// makes it another symbol, nor with an index or a prime behind it, which does too. A single letter
/// does not count in a script, where it is an index, unless it is one.
fn stands_in(symbol: &str, formula: &str, is_index: bool) -> bool {
    let (symbol, formula) = (tokens(symbol), tokens(formula));
    let is_letter = symbol.len() == 1 && symbol[0].text.len() == 1;
    formula.windows(symbol.len()).enumerate().any(|(start, window)| {
        let before = start.checked_sub(1).map(|i| formula[i].text);
        let behind = formula.get(start + symbol.len()).map(|token| token.text);
        window.iter().zip(&symbol).all(|(a, b)| a.text == b.text)
            && !before
                .is_some_and(|text| [r"\tilde", r"\bar", r"\hat", r"\mathcal"].contains(&text))
            && !behind.is_some_and(|text| ["_", "'"].contains(&text))
            && (is_index || !is_letter || !window[0].is_script)
    })
}

/// The first page of the chapters whose text, without its exercises, has the symbol in a formula.
fn first_page(symbol: &str, is_index: bool) -> Option<usize> {
    ORDER.iter().position(|(page, _)| {
        let text = &PAGES[page];
        let text = text.split_once("\n## What to try").map_or(text.as_str(), |(text, _)| text);
        let is_there = markdown(text).any(|event| match event {
            Event::InlineMath(formula) | Event::DisplayMath(formula) => {
                stands_in(symbol, &formula, is_index)
            }
            _ => false,
        });
        is_there && !OWN_USES.contains(&(symbol, page))
    })
}

#[test]
fn every_symbol_names_its_first_page() {
    let mut wrong = Vec::new();
    for row in rows() {
        let symbols = &row.cells[0].formulas;
        assert!(!symbols.is_empty(), "notation.md: {} is no symbol", row.cells[0].text);
        // Of several symbols, the first that the reader meets.
        let first = symbols.iter().filter_map(|symbol| first_page(symbol, row.is_index)).min();
        let first = first.unwrap_or_else(|| panic!("notation.md: {symbols:?} is on no page"));
        let (page, title) = &ORDER[first];
        let cell = row.cells.last().expect("cells");
        if (&cell.text, &cell.links[..]) != (title, std::slice::from_ref(page)) {
            wrong.push(format!("| {} | [{title}]({page}) |", symbols.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "the first pages should be\n{}", wrong.join("\n"));
}

#[test]
fn a_symbol_is_found_where_it_stands() {
    for (symbol, formula) in [
        ("x", "x^2 + 1"),
        ("X_i", "X_{i,1}"),
        (r"x_{\text{cur}}", r"2 x_{\text{cur}}"),
        (r"\mathcal{P}", r"\sum_{i \in \mathcal{P}} m_i"),
        (r"\xi_j^{\max}", r"\xi_{j}^{\max}"),
        ("l", "R_{l(e)}"),
    ] {
        assert!(stands_in(symbol, formula, symbol == "l"), "{symbol} in {formula}");
    }
    for (symbol, formula) in [
        ("x", r"\tilde x"),
        ("x", "x_i"),
        ("x", r"n_x + \ell_{x}"),
        ("E", "E' / 2"),
        ("d", r"\mathrm{d} U"),
        ("P", r"\mathcal{P}"),
        ("H", "H_R"),
    ] {
        assert!(!stands_in(symbol, formula, false), "{symbol} in {formula}");
    }
}

#[test]
fn every_rust_name_of_the_notation_exists() {
    let mut source = String::new();
    add_source(&root().join("../src"), &mut source);
    for row in rows() {
        for name in &row.cells[row.cells.len() - 2].code {
            assert!(has_word(&source, name), "notation.md: {name} is not in src/");
        }
    }
    assert!(has_word("let x = y;", "x") && !has_word("let xy = y;", "x"));
}

fn add_source(folder: &Path, source: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_source(&path, source);
        } else {
            source.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !(text[..at].ends_with(goes_on) || text[at + word.len()..].starts_with(goes_on))
    })
}
