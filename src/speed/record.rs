use std::collections::BTreeMap;

use serde::Deserialize;

/// A comparison with simkit that was made once, on one machine: what `reference/compare.py --json`
/// wrote.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Record {
    /// The day, as year, month and day.
    pub date: String,
    /// The machine.
    pub machine: Host,
    /// What simkit ran with.
    pub versions: String,
    /// How often everything was timed; times and ratios are medians.
    pub rounds: usize,
    /// How fast one core of the machine computes and moves numbers.
    pub rates: Rates,
    /// All work that was timed.
    pub rows: Vec<Compared>,
    /// What work takes on meshes of many sizes.
    pub sizes: Vec<Grown>,
    /// The changes that gained most.
    pub gains: Vec<Gain>,
}

/// A machine, and what compiled for it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Host {
    /// Its processor, as it calls itself.
    pub processor: String,
    /// Its cores.
    pub cores: usize,
    /// The compiler.
    pub rustc: String,
}

/// The rates of a [`Machine`](super::Machine).
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Rates {
    /// Operations per second in a product of dense matrices, in units of 10^9.
    pub gemm_gflops: f64,
    /// Bytes read and written per second by copying, in units of 10^9, by the bytes that are read
    /// and written together.
    pub copy_gb_per_s: BTreeMap<usize, f64>,
}

/// Work that was timed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Compared {
    /// The id of the [`HotPath`](super::HotPath), or one of the comparison's own.
    pub id: String,
    /// What is done.
    pub name: String,
    /// How large it is.
    pub size: Option<usize>,
    /// What the size counts.
    pub unit: Option<String>,
    /// Threads that shared it.
    pub threads: usize,
    /// simkit's time, in milliseconds, where it has a counterpart.
    pub simkit_ms: Option<f64>,
    /// Our time, in milliseconds.
    pub ours_ms: f64,
    /// How many times as long simkit takes; of two threads alone, how many times as long one.
    pub ratio: Option<f64>,
    /// The operations counted.
    pub flops: Option<f64>,
    /// The bytes counted.
    pub bytes: Option<f64>,
    /// The least time that it could take, in milliseconds.
    pub limit_ms: Option<f64>,
}

/// What work takes at one size.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Grown {
    /// The id of the [`SizeSweep`](super::SizeSweep).
    pub id: String,
    /// The size.
    pub size: usize,
    /// What it counts.
    pub unit: String,
    /// The time, in milliseconds.
    pub ms: f64,
}

/// A change that made something faster.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Gain {
    /// The id of the work.
    pub id: String,
    /// What was changed.
    pub what: String,
    /// The time before, in milliseconds.
    pub before_ms: f64,
    /// The time after, in milliseconds.
    pub after_ms: f64,
}

impl Record {
    /// The comparison that the book shows.
    ///
    /// # Errors
    /// If `reference/speed.json` is not what `compare.py` writes.
    pub fn of_the_book() -> Result<Self, serde_json::Error> {
        serde_json::from_str(include_str!("../../reference/speed.json"))
    }

    /// The row of some work.
    pub fn row(&self, id: &str) -> Option<&Compared> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// What one kind of work takes at its sizes, the smallest first.
    pub fn grown(&self, id: &str) -> impl Iterator<Item = &Grown> {
        self.sizes.iter().filter(move |grown| grown.id == id)
    }

    /// The power of the size with which the time of one kind of work grows from its smallest size to
    /// its largest.
    pub fn growth(&self, id: &str) -> Option<f64> {
        let (first, last) = (self.grown(id).next()?, self.grown(id).last()?);
        Some((last.ms / first.ms).ln() / (last.size as f64 / first.size as f64).ln())
    }
}

impl Compared {
    /// How many times the least possible time it takes.
    pub fn times_the_limit(&self) -> Option<f64> {
        self.limit_ms.map(|limit| self.ours_ms / limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::{hot_paths, size_sweeps};

    /// What the book shows is all that is timed now.
    #[test]
    fn the_record_has_all_work() {
        let record = Record::of_the_book().unwrap();
        for path in hot_paths() {
            let row = record.row(path.id).unwrap_or_else(|| panic!("{} is missing", path.id));
            assert_eq!((&row.name[..], row.unit.as_deref()), (path.name, Some(path.unit)));
            assert!(row.ours_ms > 0.0 && row.simkit_ms.is_none_or(|ms| ms > 0.0), "{}", path.id);
        }
        for sweep in size_sweeps() {
            assert_eq!(record.grown(sweep.id).count(), sweep.sizes.len(), "{}", sweep.id);
            assert!(record.growth(sweep.id).is_some_and(|power| power > 0.5), "{}", sweep.id);
        }
        assert_eq!(record.gains.len(), 3);
        assert!(record.gains.iter().all(|gain| record.row(&gain.id).is_some()));
    }

    #[test]
    fn growth_is_a_power_of_the_size() {
        let grown = |size: usize, ms| Grown { id: "x".into(), size, unit: String::new(), ms };
        let sizes = vec![grown(10, 2.0), grown(20, 5.0), grown(1000, 2000.0)];
        let record = Record { sizes, ..Record::of_the_book().unwrap() };
        assert!((record.growth("x").unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(record.growth("y"), None);
    }
}
