//! Numbers as the notebooks print them, beside the numbers themselves.

/// A number in the text of a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The number, in the unit in which it is printed.
    pub value: f64,
    /// How it is printed.
    pub text: String,
    /// One in its last printed digit; nothing for an integer, which is not rounded.
    pub unit: Option<f64>,
}

impl Shown {
    /// How far it is from the nearest number that prints differently, in units of the last printed
    /// digit: 0 at the edge, 0.5 in the middle. Nothing for an integer.
    pub fn to_edge(&self) -> Option<f64> {
        let digits = self.value / self.unit?;
        Some(0.5 - (digits - digits.round()).abs())
    }
}

/// Text, and the numbers in it.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) text: String,
    pub(super) shown: Vec<Shown>,
}

impl Measured {
    fn rounded(value: f64, text: String, unit: f64) -> Self {
        Self { shown: vec![Shown { value, text: text.clone(), unit: Some(unit) }], text }
    }

    /// The text alone; its numbers go to the others.
    pub(super) fn into_text(self, others: &mut Vec<Shown>) -> String {
        others.extend(self.shown);
        self.text
    }
}

impl From<String> for Measured {
    fn from(text: String) -> Self {
        Self { text, shown: Vec::new() }
    }
}

impl From<&str> for Measured {
    fn from(text: &str) -> Self {
        text.to_string().into()
    }
}

impl From<usize> for Measured {
    fn from(count: usize) -> Self {
        let text = count.to_string();
        Self { shown: vec![Shown { value: count as f64, text: text.clone(), unit: None }], text }
    }
}

/// Like `format!`, of parts that may hold numbers.
macro_rules! measured {
    ($format:literal $(, $part:expr)* $(,)?) => {{
        let mut shown = Vec::new();
        let text = format!(
            $format $(, $crate::claims::format::Measured::from($part).into_text(&mut shown))*
        );
        $crate::claims::format::Measured { text, shown }
    }};
}
pub(super) use measured;

/// A number rounded to some decimals.
pub(super) fn fixed(x: f64, decimals: usize) -> Measured {
    Measured::rounded(x, format!("{x:.decimals$}"), last_digit(decimals))
}

/// A number rounded to some decimals, with its sign.
pub(super) fn signed(x: f64, decimals: usize) -> Measured {
    Measured::rounded(x, format!("{x:+.decimals$}"), last_digit(decimals))
}

/// Like Python's `%.{digits}e`: at least two digits in the exponent.
pub(super) fn scientific(x: f64, digits: usize) -> Measured {
    let text = format!("{x:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, magnitude) =
        exponent.strip_prefix('-').map_or(('+', exponent), |magnitude| ('-', magnitude));
    let unit = last_digit(digits) * exponent.parse().map_or(1.0, |power| 10_f64.powi(power));
    Measured::rounded(x, format!("{mantissa}e{sign}{magnitude:0>2}"), unit)
}

/// A number rounded to some decimals, without zeros at its end and without a negative zero.
pub(super) fn trimmed(x: f64, decimals: usize) -> Measured {
    let text = format!("{x:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let text = if text == "-0" { "0" } else { text };
    Measured::rounded(x, text.to_string(), last_digit(decimals))
}

/// Items joined by commas.
pub(super) fn list<T>(
    items: impl IntoIterator<Item = T>,
    format: impl Fn(T) -> Measured,
) -> Measured {
    let mut shown = Vec::new();
    let texts: Vec<_> = items.into_iter().map(|item| format(item).into_text(&mut shown)).collect();
    Measured { text: texts.join(", "), shown }
}

fn last_digit(decimals: usize) -> f64 {
    0.1_f64.powi(decimals as i32)
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn trimmed_is_numpys() {
        let trimmed = |x| super::trimmed(x, 3).text;
        assert_eq!([0.4799, -1e-9, 1.0, 20.0].map(trimmed), ["0.48", "0", "1", "20"]);
    }

    #[test]
    fn scientific_is_pythons() {
        let scientific = |x, digits| super::scientific(x, digits).text;
        assert_eq!(scientific(0.1026064, 3), "1.026e-01");
        assert_eq!(scientific(2.4640, 3), "2.464e+00");
        assert_eq!(scientific(-6.5e-111, 1), "-6.5e-111");
        assert_eq!(scientific(0.0, 1), "0.0e+00");
    }

    #[test]
    fn the_edge_is_where_other_digits_are_printed() {
        let to_edge = |measured: super::Measured| measured.shown[0].to_edge().unwrap();
        let cases = [
            (to_edge(super::fixed(0.342, 3)), 0.5),
            (to_edge(super::signed(-0.3424, 3)), 0.1),
            (to_edge(super::scientific(1.0261e-5, 3)), 0.4),
            (to_edge(super::scientific(1.02551e3, 3)), 0.01),
            (to_edge(super::trimmed(0.48012, 3)), 0.38),
        ];
        for (found, expected) in cases {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }

    #[test]
    fn text_keeps_its_numbers_in_order() {
        let measured =
            measured!("{} of {}; {}", 3_usize, super::fixed(0.26, 1), "no number in this");
        assert_eq!(measured.text, "3 of 0.3; no number in this");
        let shown = [(3.0, "3", None), (0.26, "0.3", Some(0.1))];
        let shown = shown.map(|(value, text, unit)| Shown { value, text: text.into(), unit });
        assert_eq!(measured.shown, shown);
    }
}
