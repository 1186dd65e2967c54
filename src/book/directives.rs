use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};
use thiserror::Error;

use super::{
    MathsError, Results, exercises,
    inline_code::unbroken_options,
    maths::{protect_from_markdown, to_mathml},
    result_tables::result_table,
    tables::{claims_table, escape},
    values::parameters,
};
use crate::claims::Verdict;

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
    /// No claim or parameter has the name.
    #[error("{{{{#value {0}}}}}: there is no claim or parameter of this name")]
    UnknownValue(String),
    /// No figure has the name.
    #[error("{{{{#figure {0}}}}}: there is no figure of this name")]
    UnknownFigure(String),
    /// No table has the name.
    #[error("{{{{#table {0}}}}}: there is no table of this name")]
    UnknownTable(String),
    /// No exercise has the name.
    #[error("{{{{#check {0}}}}}: there is no exercise of this name")]
    UnknownExercise(String),
    /// A formula cannot be read.
    #[error(transparent)]
    Maths(#[from] MathsError),
}

/// A page with its directives and formulas expanded. Code is left alone, and so are the directives
/// of mdBook itself.
///
/// # Errors
/// [`DirectiveError`] for a name that does not exist or a formula that cannot be read.
pub fn expand(page: &str, results: &Results) -> Result<String, DirectiveError> {
    let mut replacements = formulas(page)?;
    let verbatim = verbatim_ranges(page);
    let is_code = |at: usize| verbatim.iter().any(|code| code.contains(&at));
    let mut claims: Option<(Range<usize>, Vec<&Verdict>)> = None;
    for (range, directive, argument) in directives(page).filter(|(range, ..)| !is_code(range.start))
    {
        if directive == "claim" {
            // Claims that follow one another share a table.
            let verdict = find_verdict(directive, argument, results)?;
            match &mut claims {
                Some((run, verdicts)) if page[run.end..range.start].trim().is_empty() => {
                    run.end = range.end;
                    verdicts.push(verdict);
                }
                _ => {
                    let finished = claims.replace((range, vec![verdict]));
                    replacements
                        .extend(finished.map(|(run, verdicts)| (run, claims_table(&verdicts))));
                }
            }
        } else if let Some(html) = expand_directive(directive, argument, results)? {
            replacements.push((range, html));
        }
    }
    replacements.extend(claims.map(|(run, verdicts)| (run, claims_table(&verdicts))));
    replacements.extend(unbroken_options(page));
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

/// The verdict that a directive names.
fn find_verdict<'a>(
    directive: &str,
    id: &str,
    results: &'a Results,
) -> Result<&'a Verdict, DirectiveError> {
    let verdict = results.verdicts.iter().find(|verdict| verdict.claim.id == id);
    verdict.ok_or_else(|| unknown_claim(directive, id))
}

fn unknown_claim(directive: &str, id: &str) -> DirectiveError {
    DirectiveError::UnknownClaim { directive: directive.to_string(), id: id.to_string() }
}

/// The HTML of one directive; nothing for a directive that is not ours.
fn expand_directive(
    directive: &str,
    argument: &str,
    results: &Results,
) -> Result<Option<String>, DirectiveError> {
    let verdict = find_verdict(directive, argument, results);
    Ok(Some(match directive {
        "claims" => {
            let matching: Vec<_> =
                results.verdicts.iter().filter(|v| matches_glob(argument, v.claim.id)).collect();
            if matching.is_empty() {
                return Err(unknown_claim(directive, argument));
            }
            claims_table(&matching)
        }
        "printed" => escape(verdict?.claim.printed),
        "value" => match verdict {
            Ok(verdict) => escape(&verdict.measured),
            Err(_) => parameters(results)
                .into_iter()
                .chain(results.answers.iter().cloned())
                .find(|(id, _)| *id == argument)
                .map(|(_, text)| escape(&text))
                .ok_or_else(|| DirectiveError::UnknownValue(argument.to_string()))?,
        },
        "figure" => {
            let figure = results.figures.iter().find(|figure| figure.name == argument);
            let figure =
                figure.ok_or_else(|| DirectiveError::UnknownFigure(argument.to_string()))?;
            let svg: Vec<&str> =
                figure.svg.lines().filter(|line| !line.trim().is_empty()).collect();
            format!(
                "<figure id=\"figure-{}\">\n{}\n<figcaption>{}</figcaption>\n</figure>",
                figure.name,
                svg.join("\n"),
                escape(&figure.caption)
            )
        }
        "table" => result_table(argument, results)
            .ok_or_else(|| DirectiveError::UnknownTable(argument.to_string()))?,
        "check" => {
            let answer = results.answers.iter().find(|(id, _)| *id == argument);
            exercises()
                .find(|exercise| exercise.id == argument)
                .zip(answer)
                .map(|(exercise, (_, answer))| exercise.html(answer))
                .ok_or_else(|| DirectiveError::UnknownExercise(argument.to_string()))?
        }
        _ => return Ok(None),
    }))
}

/// The directives `{{#name argument}}` of a page.
fn directives(page: &str) -> impl Iterator<Item = (Range<usize>, &str, &str)> {
    page.match_indices("{{#").filter_map(|(start, open)| {
        let inside = &page[start + open.len()..];
        let length = inside.find("}}")?;
        let (name, argument) = inside[..length].split_once(char::is_whitespace)?;
        Some((start..start + open.len() + length + 2, name, argument.trim()))
    })
}

pub(super) fn markdown(page: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(page, Options::ENABLE_MATH | Options::ENABLE_TABLES).into_offset_iter()
}

fn verbatim_ranges(page: &str) -> Vec<Range<usize>> {
    let is_code = |event: &Event| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
    markdown(page).filter(|(event, _)| is_code(event)).map(|(_, range)| range).collect()
}

/// What stands behind a formula without a space.
const CLOSING: [char; 9] = [',', '.', ';', ':', '?', '!', ')', '-', '\''];

/// Where formulas stand in a page, and their MathML. Punctuation that touches a formula goes with
/// it, so that no line begins with a comma: a browser may break a line on either side of `<math>`.
fn formulas(page: &str) -> Result<Vec<(Range<usize>, String)>, MathsError> {
    markdown(page)
        .filter_map(|(event, range)| match event {
            Event::InlineMath(formula) => Some(to_mathml(&formula, false).map(|mathml| {
                let (before, after) = (&page[..range.start], &page[range.end..]);
                let opening = before.len() - before.trim_end_matches('(').len();
                let closing = after.len() - after.trim_start_matches(CLOSING).len();
                let mathml = protect_from_markdown(&mathml);
                if opening + closing == 0 {
                    return (range, mathml);
                }
                let (opening, closing) = (&before[before.len() - opening..], &after[..closing]);
                (
                    range.start - opening.len()..range.end + closing.len(),
                    format!("<span class=\"word\">{opening}{mathml}{closing}</span>"),
                )
            })),
            Event::DisplayMath(formula) => Some(
                to_mathml(&formula, true)
                    .map(|mathml| (range, format!("<div class=\"equation\">{mathml}</div>"))),
            ),
            _ => None,
        })
        .collect()
}

/// Whether a pattern in which `*` stands for any text matches.
fn matches_glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((prefix, rest)) => text.strip_prefix(prefix).is_some_and(|tail| {
            tail.char_indices()
                .map(|(i, _)| i)
                .chain([tail.len()])
                .any(|i| matches_glob(rest, &tail[i..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{directives, formulas, matches_glob, verbatim_ranges};

    #[test]
    fn globs() {
        assert!(matches_glob("*", "17.droop.full"));
        assert!(matches_glob("17.droop.*", "17.droop.full"));
        assert!(matches_glob("17.*.full", "17.droop.full"));
        assert!(!matches_glob("17.droop", "17.droop.full"));
        assert!(!matches_glob("25.*", "17.droop.full"));
    }

    #[test]
    fn punctuation_goes_with_its_formula() {
        let page = "with $a$, ($b$). And [$c$](d.md) and *$e$*";
        let found = formulas(page).expect("formulas");
        let places: Vec<_> = found.iter().map(|(range, _)| &page[range.clone()]).collect();
        assert_eq!(places, ["$a$,", "($b$).", "$c$", "$e$"]);
        assert!(found[1].1.starts_with("<span class=\"word\">(<math"), "{}", found[1].1);
        assert!(found[1].1.ends_with("</math>).</span>"), "{}", found[1].1);
    }

    #[test]
    fn directives_are_found_and_code_is_not() {
        let page = "{{#claim 17.a}} and `{{#claim 17.b}}`\n\n```\n{{#claim 17.c}}\n```\n{{#title}}";
        let code = verbatim_ranges(page);
        let found: Vec<_> = directives(page)
            .filter(|(range, ..)| !code.iter().any(|c| c.contains(&range.start)))
            .map(|(_, name, argument)| (name, argument))
            .collect();
        assert_eq!(found, [("claim", "17.a")]);
    }
}
