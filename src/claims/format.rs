//! Numbers as the notebooks print them.

/// Like Python's `%.{digits}e`: at least two digits in the exponent.
pub(super) fn scientific(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, magnitude) =
        exponent.strip_prefix('-').map_or(('+', exponent), |magnitude| ('-', magnitude));
    format!("{mantissa}e{sign}{magnitude:0>2}")
}

/// A number rounded to some decimals, without zeros at its end and without a negative zero.
pub(super) fn trimmed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

/// Items joined by commas.
pub(super) fn list<T>(items: impl IntoIterator<Item = T>, format: impl Fn(T) -> String) -> String {
    items.into_iter().map(format).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn trimmed_is_numpys() {
        let trimmed = |x| super::trimmed(x, 3);
        assert_eq!([0.4799, -1e-9, 1.0, 20.0].map(trimmed), ["0.48", "0", "1", "20"]);
    }

    #[test]
    fn scientific_is_pythons() {
        assert_eq!(super::scientific(0.1026064, 3), "1.026e-01");
        assert_eq!(super::scientific(2.4640, 3), "2.464e+00");
        assert_eq!(super::scientific(-6.5e-111, 1), "-6.5e-111");
        assert_eq!(super::scientific(0.0, 1), "0.0e+00");
    }
}
