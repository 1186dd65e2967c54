//! Numbers on pictures: where axes have ticks, and how numbers and lists of them read.

use crate::linalg::extremes;

/// Round values, at most about `count` of them, between `low` and `high`, and their spacing.
pub fn round_ticks(low: f64, high: f64, count: usize) -> (Vec<f64>, f64) {
    let coarse = (high - low) / count.max(1) as f64;
    let decade = 10_f64.powf(coarse.log10().floor());
    let step = [1.0, 2.0, 5.0]
        .map(|m| m * decade)
        .into_iter()
        .find(|s| *s >= (1.0 - 1e-9) * coarse)
        .unwrap_or(10.0 * decade);
    let slack = 1e-9 * step;
    let first = ((low - slack) / step).ceil();
    let ticks = (0..=2 * count)
        .map(|i| (first + i as f64) * step)
        .take_while(|t| *t <= high + slack)
        .collect();
    (ticks, step)
}

/// Smallest and largest of the finite values, forced apart if they are one; 0 and 1 if there are
/// none.
pub fn extent(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let [low, high] = extremes(values.into_iter().filter(|x| x.is_finite()));
    if low > high {
        [0.0, 1.0]
    } else if high - low <= 1e-9 * high.abs().max(low.abs()) {
        let half = if low == 0.0 { 0.5 } else { 0.5 * low.abs() };
        [low - half, high + half]
    } else {
        [low, high]
    }
}

/// A tick label with the digits that a spacing needs.
pub fn tick(value: f64, step: f64) -> String {
    let digits = -step.log10().floor();
    if (-6.0..=9.0).contains(&digits) {
        signed(format!("{:.*}", digits.max(0.0) as usize, value + 0.0))
    } else {
        scientific(value, 1)
    }
}

/// A number with a few significant digits: `3.91`, `0.00049`, `30.4`, `1 100`.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let after_point = digits as f64 - 1.0 - value.abs().log10().floor();
    signed(format!("{:.*}", after_point.clamp(0.0, 12.0) as usize, value))
}

/// `2.1 × 10⁻⁵`, with some digits after the point.
pub fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    match text
        .split_once('e')
        .and_then(|(mantissa, exponent)| Some((mantissa, exponent.parse().ok()?)))
    {
        Some((mantissa, exponent)) if value != 0.0 => {
            format!("{} × {}", signed(mantissa.to_string()), power_of_ten(exponent))
        }
        _ => signed(text.replace("e0", "")),
    }
}

/// A signed length or height with two digits after the point: `−3.47`.
pub fn two_digits(value: f64) -> String {
    signed(format!("{value:.2}"))
}

/// The same with a plus sign where it is positive: `+3.66`.
pub fn with_sign(value: f64) -> String {
    let number = two_digits(value);
    if value > 0.0 && number.contains(|c| ('1'..='9').contains(&c)) {
        format!("+{number}")
    } else {
        number
    }
}

/// How fast something is shown that takes some time (s) in reality and some on the screen: `at 50%
/// of its real speed`.
pub fn speed(real: f64, shown: f64) -> String {
    match significant(100.0 * real / shown, 2).as_str() {
        "100" => "at its real speed".into(),
        percent => format!("at {percent}% of its real speed"),
    }
}

/// An eigenvalue with three digits; zero if it is round-off beside the largest.
pub fn eigenvalue(value: f64, largest: f64) -> String {
    if value.abs() <= 1e-9 * largest { "0".into() } else { significant(value, 3) }
}

/// A relative error: three digits after the point, or, when it is round-off, only the power of ten
/// that it is below.
pub fn error(value: f64) -> String {
    if value >= 1e-3 || value == 0.0 {
        format!("{value:.3}")
    } else {
        format!("below {}", power_of_ten(value.log10().ceil() as i32))
    }
}

/// `10⁻³` for -3.
pub fn power_of_ten(exponent: i32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    format!("10{}", with_digits(&exponent.to_string(), digits).replace('-', "⁻"))
}

/// `₁₂` for 12.
pub fn subscript(index: usize) -> String {
    with_digits(&index.to_string(), ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'])
}

fn with_digits(number: &str, digits: [char; 10]) -> String {
    number.chars().map(|c| c.to_digit(10).map_or(c, |d| digits[d as usize])).collect()
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", init.join(", "), last.as_ref())
        }
    }
}

/// With a minus sign instead of a hyphen, and none on zero.
fn signed(number: String) -> String {
    match number.strip_prefix('-') {
        Some(magnitude) if magnitude.chars().all(|c| "0.".contains(c)) => magnitude.to_string(),
        Some(magnitude) => format!("−{}", magnitude.replace('-', "−")),
        None => number.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(round_ticks(0.0, 1.6, 5), (vec![0.0, 0.5, 1.0, 1.5], 0.5));
        assert_eq!(round_ticks(-3.47, -0.25, 6).0, vec![-3.0, -2.0, -1.0]);
        assert_eq!(round_ticks(0.7, 1.3, 6).0.len(), 7);
    }

    #[test]
    fn ranges_are_never_empty() {
        assert_eq!(extent([]), [0.0, 1.0]);
        assert_eq!(extent([f64::NAN, 2.0, 2.0]), [1.0, 3.0]);
        assert_eq!(extent([0.0]), [-0.5, 0.5]);
        assert_eq!(extent([3.0, -1.0]), [-1.0, 3.0]);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(tick(-0.0, 0.5), "0.0");
        assert_eq!(tick(-3.0, 1.0), "−3");
        assert_eq!(significant(0.00048884, 2), "0.00049");
        assert_eq!(significant(30.4089, 3), "30.4");
        assert_eq!(two_digits(-0.001), "0.00");
        assert_eq!([3.66, -1.0, 0.001].map(with_sign), ["+3.66", "−1.00", "0.00"]);
        assert_eq!([1e-12, -1e-12, 0.12521].map(|x| eigenvalue(x, 0.8)), ["0", "0", "0.125"]);
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(
            [0.02, 0.04, 0.002].map(|real| speed(real, 0.04)),
            ["at 50% of its real speed", "at its real speed", "at 5.0% of its real speed"]
        );
        assert_eq!(error(0.3421), "0.342");
        assert_eq!(error(3e-15), "below 10⁻¹⁴");
        assert_eq!(scientific(-2.14e-5, 1), "−2.1 × 10⁻⁵");
        assert_eq!(scientific(0.0, 1), "0.0");
        assert_eq!(subscript(12), "₁₂");
    }
}
