//! An axis: what it measures, over which range, and where its ticks are.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use super::numbers;

/// A linear, logarithmic or named axis with labelled ticks; for plotters, a coordinate.
#[derive(Clone)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    scale: Scale,
    /// Ends of the axis; logarithms of them, if it is logarithmic.
    range: [f64; 2],
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// A linear axis that holds all values and ends at the extreme ones.
    pub fn linear(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let range = numbers::extent(values);
        let (ticks, step) = numbers::round_ticks(range[0], range[1], 6);
        let ticks = ticks.into_iter().map(|t| (t, numbers::tick(t, step))).collect();
        Self { label: label.into(), scale: Scale::Linear, range, ticks }
    }

    /// A logarithmic axis from a round value below the positive values to one above them. Its ticks
    /// are at powers of ten, or at 1, 2 and 5 times powers of ten (at all multiples, if that makes
    /// too few) if the values span little and read well without.
    pub fn logarithmic(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let [low, high] = numbers::extent(values.into_iter().filter(|x| *x > 0.0).map(f64::log10));
        let (first, last) = (low.floor() as i32, high.ceil() as i32);
        let (range, ticks) = if high - low > 2.2 || low < -3.0 || high > 4.0 {
            let every = (last - first + 7) / 8;
            let powers = (first..=last).filter(|e| e % every == 0);
            let ticks = powers.map(|e| (10_f64.powi(e), numbers::power_of_ten(e))).collect();
            ([f64::from(first), f64::from(last)], ticks)
        } else {
            let around = |multiples: &[f64]| {
                let round: Vec<f64> = (first..=last)
                    .flat_map(|e| multiples.iter().map(move |m| m * 10_f64.powi(e)))
                    .collect();
                let below = round.iter().rposition(|t| t.log10() <= low + 1e-9).unwrap_or(0);
                let above =
                    round.iter().position(|t| t.log10() >= high - 1e-9).unwrap_or(round.len() - 1);
                round[below..=above].to_vec()
            };
            // Two ticks do not say what kind of axis it is.
            let ticks = match around(&[1.0, 2.0, 5.0]) {
                ticks if ticks.len() > 2 => ticks,
                _ => around(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
            };
            let range = [ticks[0].log10(), ticks[ticks.len() - 1].log10()];
            (range, ticks.into_iter().map(|t| (t, numbers::significant(t, 1))).collect())
        };
        Self { label: label.into(), scale: Scale::Logarithmic, range, ticks }
    }

    /// An axis with a place for each of some names, at 0, 1, 2 and so on.
    pub fn names<'a>(label: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let ticks: Vec<(f64, String)> =
            names.into_iter().enumerate().map(|(i, name)| (i as f64, name.into())).collect();
        let range = [-0.5, ticks.len().max(1) as f64 - 0.5];
        Self { label: label.into(), scale: Scale::Names, range, ticks }
    }

    /// The same axis ending at the extreme ones of some values, with ticks at them; those are left
    /// out that would come too close to an earlier one.
    pub fn with_ticks(mut self, values: &[f64]) -> Self {
        self.range = numbers::extent(values.iter().map(|value| self.at(*value)));
        let apart = 0.05 * (self.range[1] - self.range[0]);
        self.ticks.clear();
        for &value in values {
            if self.ticks.iter().all(|(tick, _)| (self.at(*tick) - self.at(value)).abs() >= apart) {
                self.ticks.push((value, format!("{value}")));
            }
        }
        self
    }

    /// The values at both ends.
    pub fn ends(&self) -> [f64; 2] {
        self.range.map(|at| if self.is_logarithmic() { 10_f64.powf(at) } else { at })
    }

    /// The labels of the ticks.
    pub fn tick_labels(&self) -> impl Iterator<Item = &str> {
        self.ticks.iter().map(|(_, label)| label.as_str())
    }

    /// Whether its places have names.
    pub fn has_names(&self) -> bool {
        self.scale == Scale::Names
    }

    fn is_logarithmic(&self) -> bool {
        self.scale == Scale::Logarithmic
    }

    /// Whether a value has a place on the axis.
    pub fn shows(&self, value: f64) -> bool {
        self.at(value).is_finite()
    }

    fn at(&self, value: f64) -> f64 {
        if self.is_logarithmic() { value.log10() } else { value }
    }

    /// The same axis with a little room at both ends.
    pub fn padded(self) -> Self {
        self.with_room([0.05, 0.05])
    }

    /// The same axis with room before and after, as shares of its length.
    pub fn with_room(mut self, room: [f64; 2]) -> Self {
        let length = self.range[1] - self.range[0];
        self.range = [self.range[0] - room[0] * length, self.range[1] + room[1] * length];
        self
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Linear,
    Logarithmic,
    Names,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let [low, high] = self.range;
        let at = self.at(*value);
        first + (f64::from(last - first) * (at - low) / (high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.iter().map(|(t, _)| *t).collect()
        }
    }

    fn range(&self) -> Range<f64> {
        let [low, high] = self.ends();
        low..high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks
            .iter()
            .find(|(t, _)| t == value)
            .map_or_else(String::new, |(_, label)| label.clone())
    }
}
