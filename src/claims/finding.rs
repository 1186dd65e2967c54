use std::ops::RangeInclusive;

use super::{
    Agreement::AtMost,
    Claim,
    format::{Measured, Shown},
};

/// What a verdict hangs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Condition {
    /// A yes or no, without a number to it.
    Fact(bool),
    /// A number against a limit.
    Compared {
        /// The number.
        value: f64,
        /// On which side of the limit it has to be.
        side: Side,
        /// The limit.
        limit: f64,
    },
}

/// A side of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "app",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Side {
    /// Less than it.
    Below,
    /// Less than it, or equal.
    #[cfg_attr(feature = "app", serde(rename = "at most"))]
    AtMost,
    /// Greater than it, or equal.
    #[cfg_attr(feature = "app", serde(rename = "at least"))]
    AtLeast,
    /// Greater than it.
    Above,
}

impl Side {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
            Self::Above => "above",
        }
    }
}

impl Condition {
    /// Whether it is met.
    pub fn is_met(&self) -> bool {
        match *self {
            Self::Fact(is_so) => is_so,
            Self::Compared { value, side, limit } => match side {
                Side::Below => value < limit,
                Side::AtMost => value <= limit,
                Side::AtLeast => value >= limit,
                Side::Above => value > limit,
            },
        }
    }

    /// How much of the limit is used up: 0 far from it, 1 at the limit, where the verdict changes.
    /// Nothing for a fact, and where one of the two is zero or they differ in sign, so that
    /// nothing can be a share of the other.
    pub fn used(&self) -> Option<f64> {
        let Self::Compared { value, side, limit } = *self else { return None };
        let is_upper = matches!(side, Side::Below | Side::AtMost) == (limit > 0.0);
        let share = if is_upper { value / limit } else { limit / value };
        (share.is_finite() && share >= 0.0 && limit != 0.0).then_some(share)
    }
}

pub(super) fn fact(is_so: bool) -> Condition {
    Condition::Fact(is_so)
}

pub(super) fn below(value: f64, limit: f64) -> Condition {
    Condition::Compared { value, side: Side::Below, limit }
}

pub(super) fn up_to(value: f64, limit: f64) -> Condition {
    Condition::Compared { value, side: Side::AtMost, limit }
}

pub(super) fn at_least(value: f64, limit: f64) -> Condition {
    Condition::Compared { value, side: Side::AtLeast, limit }
}

pub(super) fn above(value: f64, limit: f64) -> Condition {
    Condition::Compared { value, side: Side::Above, limit }
}

pub(super) fn within(value: f64, range: RangeInclusive<f64>) -> [Condition; 2] {
    [at_least(value, *range.start()), up_to(value, *range.end())]
}

/// What a check finds: what we computed, and the conditions under which it agrees with the claim.
pub(super) struct Finding {
    pub(super) measured: Measured,
    pub(super) conditions: Vec<Condition>,
}

impl Finding {
    /// The same, under more conditions.
    pub(super) fn and(mut self, conditions: impl IntoIterator<Item = Condition>) -> Self {
        self.conditions.extend(conditions);
        self
    }

    /// The same, with numbers that its text does not show, but whose printed digits it is about.
    pub(super) fn with(mut self, numbers: impl IntoIterator<Item = Shown>) -> Self {
        self.measured.shown.extend(numbers);
        self
    }
}

/// Agrees if the computed value, as text, is the printed one.
pub(super) fn printed(claim: &Claim, measured: impl Into<Measured>) -> Finding {
    let measured = measured.into();
    let is_the_same = fact(measured.text == claim.printed);
    holds([is_the_same], measured)
}

/// Agrees if a value, relative to what the claim names, is within the claim's bound.
pub(super) fn at_most(claim: &Claim, value: f64, measured: Measured) -> Finding {
    let condition = match claim.agreement {
        AtMost { bound, .. } => up_to(value, bound),
        _ => fact(false),
    };
    holds([condition], measured)
}

/// Agrees if all conditions are met.
pub(super) fn holds(
    conditions: impl IntoIterator<Item = Condition>,
    measured: impl Into<Measured>,
) -> Finding {
    Finding { measured: measured.into(), conditions: conditions.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_used_up_where_the_verdict_changes() {
        for limit in [2.0, -2.0] {
            for make in [below, up_to, at_least, above] {
                for (toward, is_met) in [(0.999, true), (1.001, false)] {
                    let used = |condition: &Condition| condition.used().unwrap();
                    let values = [limit * toward, limit / toward];
                    let condition = values
                        .map(|value| make(value, limit))
                        .into_iter()
                        .find(|condition| condition.is_met() == is_met)
                        .unwrap();
                    assert!((used(&condition) - toward).abs() < 1e-12, "{condition:?}");
                }
            }
        }
    }

    #[test]
    fn only_strict_sides_refuse_the_limit_itself() {
        let met = [below, up_to, at_least, above].map(|make| make(1.0, 1.0).is_met());
        assert_eq!(met, [false, true, true, false]);
    }

    #[test]
    fn not_a_number_meets_nothing() {
        assert!([below, up_to, at_least, above].iter().all(|make| !make(f64::NAN, 1.0).is_met()));
    }

    #[test]
    fn without_a_scale_there_is_no_share() {
        assert_eq!(fact(true).used(), None);
        assert_eq!(above(3.0, 0.0).used(), None);
        assert_eq!(above(3.0, -1.0).used(), None);
    }
}
