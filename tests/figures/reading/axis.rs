//! An axis as a reader uses it: values by the labels of its ticks.

use super::svg::{Point, is_power_of_ten, number};

/// Units of a chart's coordinates that rounding may be off: they are whole numbers.
const ROUNDING: f64 = 1.0;

/// An axis of a chart, or of a colour bar.
#[derive(Debug)]
pub struct Axis {
    /// What it says it measures.
    pub label: String,
    /// Where the ticks are, and what they say.
    pub ticks: Vec<(f64, String)>,
    scale: Scale,
    /// Where zero (on a logarithmic axis: one) is, and the length of a unit (a decade).
    zero: f64,
    unit: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    Linear,
    Logarithmic,
}

impl Scale {
    fn of(self, value: f64) -> f64 {
        if self == Scale::Logarithmic { value.log10() } else { value }
    }
}

impl Axis {
    /// The axis with some ticks: the scale, linear or logarithmic, that puts all of them where they
    /// are. Labels that are no numbers are names, at 0, 1, 2 and so on.
    pub fn new(label: String, ticks: Vec<(f64, String)>) -> Self {
        assert!(ticks.len() >= 2, "{label:?} has too few ticks to be read: {ticks:?}");
        let values: Vec<f64> = match ticks.iter().map(|(_, text)| number(text)).collect() {
            Some(values) => values,
            None => (0..ticks.len()).map(|i| i as f64).collect(),
        };
        let has_powers = ticks.iter().any(|(_, text)| is_power_of_ten(text));
        let scales: &[Scale] = match has_powers {
            true => &[Scale::Logarithmic],
            false => &[Scale::Linear, Scale::Logarithmic],
        };
        let mut fits = scales.iter().map(|&scale| {
            let points: Vec<Point> =
                ticks.iter().zip(&values).map(|((at, _), v)| [scale.of(*v), *at]).collect();
            let ([zero, unit], largest) = line_through(&points);
            (scale, zero, unit, largest)
        });
        let fit = fits.find(|(.., largest)| *largest <= ROUNDING);
        let (scale, zero, unit, _) =
            fit.unwrap_or_else(|| panic!("the ticks of {label:?} are on no scale: {ticks:?}"));
        Self { label, ticks, scale, zero, unit }
    }

    /// The value at a place.
    pub fn value(&self, at: f64) -> f64 {
        let scaled = (at - self.zero) / self.unit;
        if self.scale == Scale::Logarithmic { 10_f64.powf(scaled) } else { scaled }
    }

    /// The place of a value.
    pub fn place(&self, value: f64) -> f64 {
        self.zero + self.unit * self.scale.of(value)
    }

    /// Whether it is logarithmic.
    pub fn is_logarithmic(&self) -> bool {
        self.scale == Scale::Logarithmic
    }
}

/// Intercept and slope of the line through some points, by least squares, and how far the farthest
/// is off.
pub fn line_through(points: &[Point]) -> ([f64; 2], f64) {
    let count = points.len() as f64;
    let mean = [0, 1].map(|axis| points.iter().map(|p| p[axis]).sum::<f64>() / count);
    let moment = |axis: usize| -> f64 {
        points.iter().map(|p| (p[0] - mean[0]) * (p[axis] - mean[axis])).sum()
    };
    let slope = moment(1) / moment(0);
    let zero = mean[1] - slope * mean[0];
    let off = points.iter().map(|[x, y]| (zero + slope * x - y).abs());
    // An infinite or missing value fits no line.
    ([zero, slope], off.fold(0.0, |most, off| if off <= most { most } else { off }))
}
