//! How far the numbers of the claims spread from one configuration to another, as it was recorded.

use serde::Deserialize;

use super::Side;

/// All claims but those about time in several configurations: what `reference/spread.py --json`
/// wrote.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Spread {
    /// The day, as year, month and day.
    pub date: String,
    /// The processor, as it calls itself.
    pub processor: String,
    /// What compiled, emulated and ran them.
    pub versions: Vec<String>,
    /// The configurations.
    pub configurations: Vec<String>,
    /// The claims, in the ledger's order.
    pub claims: Vec<Recorded>,
}

/// A claim in all configurations.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Recorded {
    /// Its id.
    pub id: String,
    /// What each configuration computed, as text.
    pub measured: Vec<String>,
    /// The numbers of a verdict that are [`Shown`](super::Shown).
    pub shown: Vec<Printed>,
    /// The [`Condition`](super::Condition)s of a verdict.
    pub conditions: Vec<Held>,
}

/// A number that is printed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Printed {
    /// How the first configuration prints it.
    pub text: String,
    /// One in its last printed digit; nothing for an integer.
    pub unit: Option<f64>,
    /// The nearest that any configuration comes to printing it otherwise, in units of its last digit.
    pub to_edge: Option<f64>,
    /// The largest value less the smallest.
    pub spread: f64,
    /// The value in each configuration.
    pub values: Vec<f64>,
}

/// A condition; of a fact nothing is kept.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Held {
    /// The number and its limit, unless it is a fact.
    #[serde(flatten)]
    pub comparison: Option<Comparison>,
}

/// A number that is held to a limit.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Comparison {
    /// On which side of the limit it has to be.
    pub side: Side,
    /// The limit.
    pub limit: f64,
    /// The most of the limit that any configuration uses up.
    pub used: Option<f64>,
    /// The largest value less the smallest.
    pub spread: f64,
    /// The value in each configuration.
    pub values: Vec<f64>,
}

/// So many times the spread a number has to be away from where it would print otherwise, to count
/// as stable.
pub const SAFETY: f64 = 10.0;

impl Spread {
    /// The configurations that the book shows.
    ///
    /// # Errors
    /// If `reference/spread.json` is not what `spread.py` writes.
    pub fn of_the_book() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../reference/spread.json"))
    }
}

impl Printed {
    /// Whether other machines can be expected to print the same: all configurations do, and stay
    /// [`SAFETY`] spreads away from other digits. An integer has to be the same everywhere.
    pub fn is_stable(&self) -> bool {
        match self.unit.zip(self.to_edge) {
            Some((unit, to_edge)) => SAFETY * self.spread <= unit * to_edge,
            None => self.spread == 0.0,
        }
    }
}

impl Comparison {
    /// The least distance of a value from the limit.
    pub fn distance(&self) -> f64 {
        self.values.iter().map(|value| (value - self.limit).abs()).fold(f64::INFINITY, f64::min)
    }

    /// The value nearest to the limit.
    pub fn nearest(&self) -> f64 {
        let nearer = |a: f64, &b: &f64| {
            if (a - self.limit).abs() <= (b - self.limit).abs() { a } else { b }
        };
        self.values.iter().fold(f64::INFINITY, nearer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Agreement, ledger};

    fn record() -> Spread {
        Spread::of_the_book().unwrap()
    }

    /// What the book shows is the ledger of now.
    #[test]
    fn the_record_covers_the_ledger() {
        let ours = record();
        let ids: Vec<_> = ours.claims.iter().map(|claim| &claim.id[..]).collect();
        let untimed = ledger().filter(|claim| !matches!(claim.agreement, Agreement::Timing { .. }));
        assert_eq!(ids, untimed.map(|claim| claim.id).collect::<Vec<_>>());
        for claim in &ours.claims {
            let all = ours.configurations.len();
            assert_eq!(claim.measured.len(), all, "{}", claim.id);
            assert!(claim.shown.iter().all(|number| number.values.len() == all), "{}", claim.id);
        }
    }

    /// Every number in a snapshot is one that other machines print too.
    #[test]
    fn snapshots_hold_stable_numbers_only() {
        let record = record();
        let snapshots = [
            include_str!("../../snapshots/notebook_017.snap"),
            include_str!("../../snapshots/notebook_025.snap"),
        ];
        let mut checked = 0;
        for line in snapshots.iter().flat_map(|snapshot| snapshot.lines()) {
            let Some((head, text)) = line.split_once(": ") else { continue };
            let id = match head.split_once(' ') {
                Some(("agrees", id)) => id.to_string(),
                Some((study @ ("signs" | "ties" | "labels"), _)) => format!("25.{study}"),
                _ => continue,
            };
            let claim = ledger().find(|claim| claim.id == id).unwrap();
            if matches!(claim.agreement, Agreement::AtMost { .. }) {
                continue; // The snapshot has the bound.
            }
            let recorded = record.claims.iter().find(|recorded| recorded.id == id).unwrap();
            for word in text.split([' ', ',', ';', '(', ')', '[', ']', '%']) {
                if word.parse::<f64>().is_ok() {
                    let is_it = |number: &&Printed| number.text == word;
                    let known: Vec<_> = recorded.shown.iter().filter(is_it).collect();
                    let is_said = recorded.measured.iter().all(|measured| measured == text);
                    assert!(!known.is_empty() || is_said, "{line}: {word} is not recorded");
                    assert!(known.iter().all(|number| number.is_stable()), "{line}: {known:?}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 200, "{checked} numbers");
    }

    #[test]
    fn stable_is_far_from_other_digits() {
        let printed = |unit, to_edge, spread| Printed {
            text: String::new(),
            unit,
            to_edge,
            spread,
            values: Vec::new(),
        };
        assert!(printed(Some(0.1), Some(0.5), 0.004).is_stable());
        assert!(!printed(Some(0.1), Some(0.5), 0.006).is_stable());
        assert!(printed(None, None, 0.0).is_stable());
        assert!(!printed(None, None, 1.0).is_stable());
    }
}
