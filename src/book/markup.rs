//! What stands where in a page of Markdown.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{
    MathsError,
    maths::{protect_from_markdown, to_mathml},
};

/// The directives `{{#name argument}}` of a page.
pub(super) fn directives(page: &str) -> impl Iterator<Item = (Range<usize>, &str, &str)> {
    page.match_indices("{{#").filter_map(|(start, open)| {
        let inside = &page[start + open.len()..];
        let length = inside.find("}}")?;
        let (name, argument) = inside[..length].split_once(char::is_whitespace)?;
        Some((start..start + open.len() + length + 2, name, argument.trim()))
    })
}

/// The events of a page, formulas and tables among them.
pub(super) fn markdown(page: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(page, Options::ENABLE_MATH | Options::ENABLE_TABLES).into_offset_iter()
}

/// Where code stands in a page.
pub(super) fn verbatim_ranges(page: &str) -> Vec<Range<usize>> {
    let is_code = |event: &Event| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
    markdown(page).filter(|(event, _)| is_code(event)).map(|(_, range)| range).collect()
}

/// What stands behind a formula without a space.
const CLOSING: [char; 9] = [',', '.', ';', ':', '?', '!', ')', '-', '\''];

/// Where formulas stand in a page, and their MathML. A browser may break a line on either side of
/// `<math>`. So punctuation that touches a formula goes with it, lest a line begin with a comma, and
/// a formula that ends in an empty group, as in `$k = {}$ 12`, is joined to what comes next.
pub(super) fn formulas(page: &str) -> Result<Vec<(Range<usize>, String)>, MathsError> {
    markdown(page)
        .filter_map(|(event, range)| match event {
            Event::InlineMath(formula) => Some(to_mathml(&formula, false).map(|mathml| {
                let (before, after) = (&page[..range.start], &page[range.end..]);
                let opening = before.len() - before.trim_end_matches('(').len();
                let closing = after.len() - after.trim_start_matches(CLOSING).len();
                let mathml = protect_from_markdown(&mathml);
                let space = after.len() - after.trim_start().len();
                if formula.trim_end().ends_with("{}") && space > 0 {
                    return (range.start..range.end + space, mathml + "&#8288;");
                }
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
pub(super) fn matches_glob(pattern: &str, text: &str) -> bool {
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
        let joined = &formulas("$k = {}$\n{{#value 17.k}}").expect("a formula")[0];
        assert_eq!(joined.0, 0..9);
        assert!(joined.1.ends_with("</math>&#8288;"), "{}", joined.1);
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
