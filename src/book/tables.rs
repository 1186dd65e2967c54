use crate::claims::{Agreement, Verdict};

/// Claims as an HTML table without blank lines, so that Markdown leaves it alone. Cells carry their
/// heading, which a narrow screen shows in front of them.
pub(super) fn claims_table(verdicts: &[&Verdict]) -> String {
    let mut html = String::from(
        "<table class=\"claims\"><thead><tr><th>claim</th><th>notebook</th><th>here</th><th>agreement</th></tr></thead>\n<tbody>\n",
    );
    for verdict in verdicts {
        let claim = verdict.claim;
        let (class, word) = match (verdict.agrees, claim.agreement) {
            (_, Agreement::Timing { ratio: "" }) => ("shown", "shown"),
            (true, _) if claim.is_tighter() => ("agrees", "✓ agrees, tighter"),
            (true, _) => ("agrees", "✓ agrees"),
            (false, _) => ("differs", "✗ differs"),
        };
        let printed = match claim.printed {
            "" if claim.is_ours() => "not there",
            "" => "in words",
            printed => printed,
        };
        html += &format!(
            "<tr class=\"{class}\"><td data-heading=\"claim\"><code>{}</code> {}</td><td data-heading=\"notebook\">{}</td>\
             <td data-heading=\"here\">{}</td><td data-heading=\"agreement\" title=\"{}\"><span class=\"verdict\">{word}</span> ({})</td></tr>\n",
            escape(claim.id),
            escape(claim.statement),
            unbroken_numbers(printed),
            unbroken_numbers(&verdict.measured),
            escape(claim.reason),
            unbroken_numbers(&claim.agreement.to_string()),
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
