use std::ops::Range;

use pulldown_cmark::Event;

use super::{markup::markdown, maths::protect_from_markdown, tables::escape};

/// Inline code with hyphens, such as a command with its options, as HTML in which lines break at
/// spaces only: a browser would also break them behind the hyphens of `--young`.
pub(super) fn unbroken_options(page: &str) -> Vec<(Range<usize>, String)> {
    markdown(page)
        .filter_map(|(event, range)| match event {
            Event::Code(code) if code.contains('-') => Some((range, html(&code))),
            _ => None,
        })
        .collect()
}

fn html(code: &str) -> String {
    let word = |word: &str| {
        let text = protect_from_markdown(&escape(word));
        if word.contains('-') { format!("<span class=\"word\">{text}</span>") } else { text }
    };
    let words: Vec<_> = code.split(' ').map(word).collect();
    format!("<code>{}</code>", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::unbroken_options;

    #[test]
    fn options_are_words() {
        let found = unbroken_options("Run `beam --young 3` or `cargo` or `a - b*c`.");
        let [(range, options), (_, minus)] = &found[..] else { panic!("{found:?}") };
        assert_eq!(range, &(4..20));
        assert_eq!(options, "<code>beam <span class=\"word\">--young</span> 3</code>");
        assert_eq!(minus, "<code>a <span class=\"word\">-</span> b&#42;c</code>");
    }
}
