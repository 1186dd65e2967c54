//! Times and their ratios as tables tell them.

/// Milliseconds, to three digits: `305 µs`.
pub fn duration(ms: f64) -> String {
    match ms {
        _ if ms >= 1e3 => format!("{} s", three_digits(1e-3 * ms)),
        _ if ms >= 1.0 => format!("{} ms", three_digits(ms)),
        _ if ms >= 1e-3 => format!("{} µs", three_digits(1e3 * ms)),
        _ => format!("{} ns", three_digits(1e6 * ms)),
    }
}

/// A ratio: with a decimal while it is small.
pub fn ratio(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

/// Three digits of a number from one to a thousand.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        _ if value >= 99.95 => 0,
        _ if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_ratios_two() {
        let times = [1234.0, 999.6, 99.96, 9.996, 1.0, 0.305, 1e-4].map(duration);
        let expected = ["1.23 s", "1000 ms", "100 ms", "10.0 ms", "1.00 ms", "305 µs", "100 ns"];
        assert_eq!(times, expected);
        assert_eq!([0.96, 9.5, 96.4].map(ratio), ["1.0", "9.5", "96"]);
    }
}
