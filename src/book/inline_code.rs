use super::{maths::protect_from_markdown, tables::escape};

/// Inline code as HTML that breaks into lines where a reader would: within a command at its spaces
/// and commas only (a browser would also break behind the hyphens of `--young`), within a path
/// behind its separators.
pub(super) fn inline_code(code: &str) -> String {
    let words: Vec<_> = code.split(' ').map(word).collect();
    format!("<code>{}</code>", words.join(" "))
}

fn word(word: &str) -> String {
    // Longer than this, a name fills half a line of a phone.
    const LONG: usize = 24;
    let text = protect_from_markdown(&escape(word));
    if word.contains('-') {
        let parts = text.split_inclusive(',');
        let parts: Vec<_> =
            parts.map(|part| format!("<span class=\"word\">{part}</span>")).collect();
        return parts.join("<wbr>");
    }
    let text = text.replace('/', "/<wbr>").replace("::", "::<wbr>");
    let underscore = protect_from_markdown("_");
    if word.len() > LONG { text.replace(&underscore, &format!("{underscore}<wbr>")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::inline_code;

    #[test]
    fn lines_break_where_a_reader_would() {
        for (code, html) in [
            ("beam --young 3", "beam <span class=\"word\">--young</span> 3"),
            ("a - b*c", "a <span class=\"word\">-</span> b&#42;c"),
            ("-1,2", "<span class=\"word\">-1,</span><wbr><span class=\"word\">2</span>"),
            ("src/lib.rs", "src/<wbr>lib.rs"),
            ("f64::EPSILON", "f64::<wbr>EPSILON"),
            ("unit_masses", "unit&#95;masses"),
            ("a</b", "a&lt;/<wbr>b"),
        ] {
            assert_eq!(inline_code(code), format!("<code>{html}</code>"));
        }
        assert!(inline_code("a_name_that_is_as_long_as_a_line").contains("as&#95;<wbr>a"));
    }
}
