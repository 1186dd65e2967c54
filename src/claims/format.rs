//! Numbers as the notebooks print them.

/// Like Python's `%.{digits}e`: at least two digits in the exponent.
pub(super) fn scientific(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, magnitude) =
        exponent.strip_prefix('-').map_or(('+', exponent), |magnitude| ('-', magnitude));
    format!("{mantissa}e{sign}{magnitude:0>2}")
}

/// Items joined by commas.
pub(super) fn list<T>(items: impl IntoIterator<Item = T>, format: impl Fn(T) -> String) -> String {
    items.into_iter().map(format).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn scientific_is_pythons() {
        assert_eq!(super::scientific(0.1026064, 3), "1.026e-01");
        assert_eq!(super::scientific(2.4640, 3), "2.464e+00");
        assert_eq!(super::scientific(-6.5e-111, 1), "-6.5e-111");
        assert_eq!(super::scientific(0.0, 1), "0.0e+00");
    }
}
