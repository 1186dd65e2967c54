use std::{hint::black_box, time::Instant};

use faer::{Accum, Mat, Par, linalg::matmul::matmul};

use super::Counts;

/// How fast one core of the machine computes and moves numbers, measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Floating-point operations per second in a product of dense matrices, in units of 10^9.
    pub product_rate: f64,
    /// Bytes read and written per second by copying, in units of 10^9, at some sizes of what is
    /// read and written together (bytes, ascending). Small ones lie in a cache near the core.
    pub copy_rates: Vec<(usize, f64)>,
}

/// Rows of the matrices whose product is timed: three of them fill a cache, not the memory.
const ROWS: usize = 512;

/// Sizes, in bytes, at which copying is timed.
const WORKING_SETS: [usize; 7] = [1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26];

/// Seconds for which each rate is measured, in batches of which the best counts.
const DURATION: f64 = 0.05;

impl Machine {
    /// Measures the rates, in half a second.
    // ANCHOR: measure
    pub fn measure() -> Self {
        let entry = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64);
        let (a, b) = (Mat::from_fn(ROWS, ROWS, entry), Mat::from_fn(ROWS, ROWS, entry));
        let mut c = Mat::zeros(ROWS, ROWS);
        let per_product = least_time(|| {
            matmul(&mut c, Accum::Replace, black_box(&a), &b, 1.0, Par::Seq);
        });
        let copy_rate = |bytes: usize| {
            let source = vec![1.0; bytes / 16];
            let mut target = vec![0.0; bytes / 16];
            let per_copy = least_time(|| {
                target.copy_from_slice(black_box(&source));
                black_box(&mut target);
            });
            (bytes, 1e-9 * bytes as f64 / per_copy)
        };
        Self {
            product_rate: 1e-9 * 2.0 * (ROWS as f64).powi(3) / per_product,
            copy_rates: WORKING_SETS.into_iter().map(copy_rate).collect(),
        }
    }
    // ANCHOR_END: measure

    /// The least time for some work, in milliseconds: its operations at the rate of the product, or
    /// its bytes at the rate of copying, whichever takes longer. The rate is that of the largest
    /// measured working set that is not larger than the work's, so that it is no lower than its own.
    // ANCHOR: limit
    pub fn limit(&self, counts: Counts) -> f64 {
        let is_nearer = |(size, _): &&(usize, f64)| *size as f64 <= counts.bytes;
        let copy_rate = self.copy_rates.iter().rev().find(is_nearer).or(self.copy_rates.first());
        let computing = counts.flops / self.product_rate;
        let moving = copy_rate.map_or(0.0, |(_, rate)| counts.bytes / rate);
        1e-6 * computing.max(moving)
    }
    // ANCHOR_END: limit
}

/// Seconds per call: the best of batches of about a millisecond.
fn least_time(mut work: impl FnMut()) -> f64 {
    let timed = |work: &mut dyn FnMut(), calls: usize| {
        let start = Instant::now();
        (0..calls).for_each(|_| work());
        start.elapsed().as_secs_f64() / calls as f64
    };
    work();
    let calls = (1e-3 / timed(&mut work, 1)).ceil() as usize;
    let start = Instant::now();
    let mut best = f64::INFINITY;
    while start.elapsed().as_secs_f64() < DURATION {
        best = best.min(timed(&mut work, calls));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_slower_of_computing_and_moving() {
        let machine = Machine { product_rate: 50.0, copy_rates: vec![(1000, 100.0), (9000, 10.0)] };
        let is_limit = |flops, bytes, ms: f64| {
            let limit = machine.limit(Counts { flops, bytes });
            assert!((limit / ms - 1.0).abs() < 1e-12, "{limit} ms");
        };
        is_limit(5e6, 1e2, 0.1); // computing
        is_limit(0.0, 1000.0, 1e-5); // moving within a near cache
        is_limit(0.0, 8999.0, 8.999e-5); // perhaps still within it
        is_limit(0.0, 9000.0, 9e-4); // moving within a far one
        is_limit(0.0, 1e6, 0.1); // further than what was measured
    }

    #[test]
    fn the_rates_of_this_machine_are_numbers() {
        let machine = Machine::measure();
        let rates = machine.copy_rates.iter().map(|(_, rate)| *rate);
        assert!(rates.chain([machine.product_rate]).all(|rate| rate.is_finite() && rate > 0.0));
    }
}
