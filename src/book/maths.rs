use pulldown_latex::{Parser, RenderConfig, Storage, config::DisplayMode, mathml::push_mathml};
use thiserror::Error;

/// A formula that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the formula `{formula}` cannot be read: {message}")]
pub struct MathsError {
    /// The formula, in LaTeX.
    pub formula: String,
    /// What the parser says.
    pub message: String,
}

/// A LaTeX formula as MathML, which browsers draw without a script; the formula itself stands in it
/// as an annotation.
///
/// # Errors
/// [`MathsError`] if it is not LaTeX that can be read.
pub fn to_mathml(formula: &str, display: bool) -> Result<String, MathsError> {
    let failed = |message: String| MathsError { formula: formula.trim().to_string(), message };
    let storage = Storage::new();
    for event in Parser::new(formula, &storage) {
        event.map_err(|error| failed(error.to_string()))?;
    }
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let config =
        RenderConfig { display_mode, annotation: Some(formula.trim()), ..RenderConfig::default() };
    let mut mathml = String::new();
    push_mathml(&mut mathml, Parser::new(formula, &storage), config)
        .map_err(|error| failed(error.to_string()))?;
    // The parser writes its spaces as an entity, sometimes escaped twice; and for mu it writes the
    // micro sign, which has no italic form.
    let mathml = mathml.replace("&amp;nbsp;", "\u{a0}").replace("&nbsp;", "\u{a0}");
    let mathml = mathml.replace('µ', "𝜇");
    // And it forgets a space between two attributes.
    let mathml = mathml.replace("\"minsize=", "\" minsize=");
    // The thin space in front of an operator with a script, such as \sin^2, lands inside the script.
    let space = r#"<mspace width="0.1667em" />"#;
    let mathml = ["msup", "msub", "msubsup", "munder", "mover", "munderover"]
        .iter()
        .fold(mathml, |mathml, tag| {
            mathml.replace(&format!("<{tag}>{space}"), &format!("{space}<{tag}>"))
        });
    // Browsers put the space of a binary operator around these two, and TeX none.
    let mathml = ["|", "/"].iter().fold(mathml, |mathml, operator| {
        let text = format!(">{operator}</mo>");
        mathml.replace(&text, &format!(" lspace=\"0\" rspace=\"0\"{text}"))
    });
    Ok(mathml.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

/// MathML between words of a paragraph: characters of its text that Markdown would take for markup
/// are written as entities.
pub(super) fn protect_from_markdown(mathml: &str) -> String {
    let mut inside_tag = false;
    let mut protected = String::with_capacity(mathml.len());
    for c in mathml.chars() {
        match c {
            '<' => inside_tag = true,
            '>' => inside_tag = false,
            _ => {}
        }
        if !inside_tag && r"*_[]()`~!|\#$^{}".contains(c) {
            protected += &format!("&#{};", c as u32);
        } else {
            protected.push(c);
        }
    }
    protected
}

#[cfg(test)]
mod tests {
    use super::to_mathml;

    #[test]
    fn letters_and_spaces_survive() {
        let mathml = to_mathml(r"\mu \ \text{ kg}", false).expect("a formula");
        assert!(mathml.contains('𝜇') && !mathml.contains('µ'), "{mathml}");
        assert!(!mathml.contains("nbsp"), "{mathml}");
    }

    #[test]
    fn scripts_of_operators_have_one_base() {
        for formula in [r"2 \sin^2 x", r"\frac12 \min_x f", r"a \max_x^y f"] {
            let mathml = to_mathml(formula, true).expect("a formula");
            assert!(mathml.contains("<mspace"), "{mathml}");
            assert!(!mathml.contains("sup><mspace") && !mathml.contains("er><mspace"), "{mathml}");
        }
    }

    #[test]
    fn bars_and_slashes_stand_close() {
        let mathml = to_mathml(r"\lvert a \rvert / b", false).expect("a formula");
        assert_eq!(mathml.matches("lspace=\"0\" rspace=\"0\">|</mo>").count(), 2, "{mathml}");
        assert!(mathml.contains("lspace=\"0\" rspace=\"0\">/</mo>"), "{mathml}");
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        assert!(to_mathml(r"\nothing", false).is_err());
        assert!(to_mathml(r"\frac{1", true).is_err());
    }
}
