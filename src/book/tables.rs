use serde::{Deserialize, Serialize};

use super::sources::{Kind, Sources};
use crate::claims::{Agreement, Verdict};

/// A claim with its verdict, as a row of a table.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub id: String,
    pub statement: String,
    /// What the notebook prints; empty where it prints nothing.
    pub printed: String,
    pub measured: String,
    /// What stands in the notebook's column.
    notebook: String,
    agreement: String,
    reason: String,
    class: String,
    word: String,
}

impl From<&Verdict> for Row {
    fn from(verdict: &Verdict) -> Self {
        let claim = verdict.claim;
        let (class, word) = match (verdict.agrees, claim.agreement) {
            (_, Agreement::Timing { ratio: "" }) => ("shown", "shown"),
            (true, _) if claim.is_tighter() => ("agrees", "✓ agrees, tighter"),
            (true, _) => ("agrees", "✓ agrees"),
            (false, _) => ("differs", "✗ differs"),
        };
        let notebook = match claim.printed {
            "" if claim.is_ours() => "not there",
            "" => "in words",
            printed => printed,
        };
        Self {
            id: claim.id.to_string(),
            statement: claim.statement.to_string(),
            printed: claim.printed.to_string(),
            measured: verdict.measured.clone(),
            notebook: notebook.to_string(),
            agreement: claim.agreement.to_string(),
            reason: claim.reason.to_string(),
            class: class.to_string(),
            word: word.to_string(),
        }
    }
}

/// Claims as an HTML table without blank lines, so that Markdown leaves it alone. Cells carry their
/// heading, which a narrow screen shows in front of them; names lead to the code that checks.
pub(super) fn claims_table(rows: &[&Row], sources: &Sources, to_root: &str) -> String {
    let mut html = String::from(
        "<table class=\"claims\"><thead><tr><th>claim</th><th>notebook</th><th>here</th><th>agreement</th></tr></thead>\n<tbody>\n",
    );
    for row in rows {
        let Row { id, statement, measured, notebook, agreement, reason, class, word, .. } = row;
        let name = format!("<code>{}</code>", escape(id));
        let name = match sources.place(Kind::Claim, id) {
            Some(place) => {
                format!("<a href=\"{to_root}{place}\" title=\"the code that checks it\">{name}</a>")
            }
            None => name,
        };
        html += &format!(
            "<tr class=\"{class}\"><td data-heading=\"claim\">{name} {}</td><td data-heading=\"notebook\">{}</td>\
             <td data-heading=\"here\">{}</td><td data-heading=\"agreement\" title=\"{}\"><span class=\"verdict\">{word}</span> ({})</td></tr>\n",
            unbroken_numbers(statement),
            unbroken_numbers(notebook),
            unbroken_numbers(measured),
            escape(reason),
            unbroken_numbers(agreement),
        );
    }
    html + "</tbody></table>"
}

/// Text as HTML in which no line breaks within a number, such as at the hyphen of 1e-13.
pub(super) fn unbroken_numbers(text: &str) -> String {
    let word = |word: &str| match word.contains(|c: char| c.is_ascii_digit()) {
        true => format!("<span class=\"number\">{}</span>", escape(word)),
        false => escape(word),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Text as HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
