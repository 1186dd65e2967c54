use std::{ops::Range, path::Path};

use pulldown_cmark::{Event, Tag, TagEnd};
use thiserror::Error;

use super::{
    Contents, Demos, MathsError, Sources,
    inline_code::inline_code,
    markup::{directives, formulas, markdown, matches_glob, verbatim_ranges},
    sources::{Kind, below_project},
    tables::{Row, claims_table, escape, unbroken_numbers},
};

/// Why a page cannot be expanded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DirectiveError {
    /// No claim has the id, or matches the pattern.
    #[error("{{{{#{directive} {id}}}}}: there is no such claim; `modebook verify` lists them all")]
    UnknownClaim {
        /// The directive.
        directive: String,
        /// Its argument.
        id: String,
    },
    /// Nothing that the directive can show has the name.
    #[error("{{{{#{directive} {name}}}}}: there is no {directive} of this name")]
    Unknown {
        /// The directive.
        directive: String,
        /// Its argument.
        name: String,
    },
    /// A formula cannot be read.
    #[error(transparent)]
    Maths(#[from] MathsError),
}

/// Expands pages: fills in what their directives name, sets their formulas, and adds the links from
/// numbers, listings and names of files to the code. Code is left alone, and so are the directives
/// of mdBook itself.
pub struct Expander<'a> {
    /// What the directives expand to.
    pub contents: &'a Contents,
    /// The code that pages lead to.
    pub sources: &'a Sources,
    /// What runs live in them.
    pub demos: &'a Demos,
}

impl Expander<'_> {
    /// A page, named by its path below the book's source folder, with its directives and formulas
    /// expanded.
    ///
    /// # Errors
    /// [`DirectiveError`] for a name that does not exist or a formula that cannot be read.
    pub fn expand(&self, path: &Path, page: &str) -> Result<String, DirectiveError> {
        let place = PageIn { expander: self, path, to_root: to_root(path) };
        let mut replacements = formulas(page)?;
        let verbatim = verbatim_ranges(page);
        let is_code = |at: usize| verbatim.iter().any(|code| code.contains(&at));
        replacements.extend(place.code(page, &verbatim));
        let mut claims: Option<(Range<usize>, Vec<&Row>)> = None;
        for (range, directive, argument) in
            directives(page).filter(|(range, ..)| !is_code(range.start))
        {
            if directive == "claim" {
                // Claims that follow one another share a table.
                let row = self.find_claim(directive, argument)?;
                match &mut claims {
                    Some((run, rows)) if page[run.end..range.start].trim().is_empty() => {
                        run.end = range.end;
                        rows.push(row);
                    }
                    _ => {
                        let finished = claims.replace((range, vec![row]));
                        replacements
                            .extend(finished.map(|(run, rows)| (run, place.claims_table(&rows))));
                    }
                }
            } else if let Some(html) = place.expand_directive(directive, argument)? {
                replacements.push((range, html));
            }
        }
        replacements.extend(claims.map(|(run, rows)| (run, place.claims_table(&rows))));
        replacements.sort_by_key(|(range, _)| range.start);

        let mut expanded = String::new();
        let mut end = 0;
        for (range, html) in replacements {
            expanded += &page[end..range.start];
            expanded += &html;
            end = range.end;
        }
        Ok(expanded + &page[end..])
    }

    fn find_claim(&self, directive: &str, id: &str) -> Result<&Row, DirectiveError> {
        let unknown = || DirectiveError::UnknownClaim {
            directive: directive.to_string(),
            id: id.to_string(),
        };
        self.contents.claims.iter().find(|row| row.id == id).ok_or_else(unknown)
    }
}

/// The way from a page to the book's root: `../` for each folder that it is in.
fn to_root(path: &Path) -> String {
    "../".repeat(path.components().count().saturating_sub(1))
}

/// A page that is being expanded.
struct PageIn<'a> {
    expander: &'a Expander<'a>,
    path: &'a Path,
    to_root: String,
}

impl PageIn<'_> {
    fn claims_table(&self, rows: &[&Row]) -> String {
        claims_table(rows, self.expander.sources, &self.to_root)
    }

    /// The HTML of one directive; nothing for a directive that is not ours.
    fn expand_directive(
        &self,
        directive: &str,
        argument: &str,
    ) -> Result<Option<String>, DirectiveError> {
        let Expander { contents, sources, demos } = self.expander;
        let unknown = || DirectiveError::Unknown {
            directive: directive.to_string(),
            name: argument.to_string(),
        };
        let claim = self.expander.find_claim(directive, argument);
        Ok(Some(match directive {
            "claims" => {
                let matching: Vec<_> =
                    contents.claims.iter().filter(|row| matches_glob(argument, &row.id)).collect();
                if matching.is_empty() {
                    return Err(DirectiveError::UnknownClaim {
                        directive: directive.to_string(),
                        id: argument.to_string(),
                    });
                }
                self.claims_table(&matching)
            }
            "printed" => unbroken_numbers(&claim?.printed),
            "value" => {
                let (text, kind) = match claim {
                    Ok(row) => (&row.measured, Kind::Claim),
                    Err(_) => {
                        let text = contents.values.get(argument).ok_or_else(unknown)?;
                        let is_exercise = contents.exercises.contains_key(argument);
                        (text, if is_exercise { Kind::Exercise } else { Kind::Parameter })
                    }
                };
                match sources.place(kind, argument) {
                    Some(place) => format!(
                        "<a class=\"value\" href=\"{}{place}\" title=\"{argument}\">{}</a>",
                        self.to_root,
                        unbroken_numbers(text)
                    ),
                    None => unbroken_numbers(text),
                }
            }
            "figure" => {
                let picture = contents.figures.get(argument).ok_or_else(unknown)?;
                let svg: Vec<&str> =
                    picture.svg.lines().filter(|line| !line.trim().is_empty()).collect();
                format!(
                    "<figure id=\"figure-{argument}\">\n{}\n<figcaption>{}{}</figcaption>\n</figure>",
                    svg.join("\n"),
                    escape(&picture.caption),
                    self.code_of(Kind::Figure, argument, "how it is drawn"),
                )
            }
            "demo" => {
                let film = contents.films.get(argument).ok_or_else(unknown)?;
                let live = demos.script(argument, &self.to_root);
                let live = live.map_or(String::new(), |file| format!(" data-live=\"{file}\""));
                let code = self.code_of(Kind::Animation, argument, "how it is drawn");
                film.html(argument, &self.to_root, &live, &code)
            }
            "table" => format!(
                "{}\n<p class=\"source\">{}</p>",
                contents.tables.get(argument).ok_or_else(unknown)?,
                self.code_of(Kind::Table, argument, "where this table comes from")
            ),
            "check" => contents.exercises.get(argument).ok_or_else(unknown)?.clone(),
            _ => return Ok(None),
        }))
    }

    /// A link to the code behind a figure or a table.
    fn code_of(&self, kind: Kind, name: &str, words: &str) -> String {
        match self.expander.sources.place(kind, name) {
            Some(place) => {
                format!(" <a class=\"code\" href=\"{}{place}\">{words}</a>", self.to_root)
            }
            None => String::new(),
        }
    }

    /// The code on a page: listings, with a link below to their lines and their documentation, and
    /// inline code, with a link if it names a file or an item.
    fn code(&self, page: &str, verbatim: &[Range<usize>]) -> Vec<(Range<usize>, String)> {
        let sources = self.expander.sources;
        let mut code = Vec::new();
        for (range, directive, argument) in directives(page) {
            let block = verbatim.iter().find(|code| code.contains(&range.start));
            if let ("include", Some(block)) = (directive, block)
                && let Some((file, anchor)) = argument.split_once(':')
            {
                let file = below_project(self.path, file);
                let end = page[..block.end].trim_end().len();
                code.extend(sources.listing(&file, anchor).map(|text| (range, text)));
                code.extend(self.below_listing(&file, anchor).map(|html| (end..end, html)));
            }
        }
        let mut in_link = false;
        for (event, range) in markdown(page) {
            match event {
                Event::Start(Tag::Link { .. }) => in_link = true,
                Event::End(TagEnd::Link) => in_link = false,
                Event::Code(name) => {
                    let address = sources.page(&name).or_else(|| {
                        name.starts_with("modebook::")
                            .then(|| sources.documentation_of_path(&name))?
                    });
                    let html = inline_code(&name);
                    code.push(match address.filter(|_| !in_link) {
                        Some(address) => {
                            (range, format!("<a href=\"{}{address}\">{html}</a>", self.to_root))
                        }
                        None => (range, html),
                    });
                }
                _ => {}
            }
        }
        code
    }

    /// What stands below a listing of what an anchor in a file marks.
    fn below_listing(&self, path: &str, anchor: &str) -> Option<String> {
        let sources = self.expander.sources;
        let page = sources.page(path)?;
        let lines = sources.anchor(path, anchor)?;
        let name = inline_code(path);
        let (first, last, to_root) = (lines.start(), lines.end(), &self.to_root);
        let documentation = sources.documentation_of(path, &lines).map_or(String::new(), |page| {
            format!(" · <a href=\"{to_root}{page}\">documentation</a>")
        });
        Some(format!(
            "\n\n<p class=\"source\"><a href=\"{to_root}{page}#L{first}\">{name}, <span class=\"word\">lines {first} to {last}</span></a>{documentation}</p>\n"
        ))
    }
}
