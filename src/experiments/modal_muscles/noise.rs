use rand_distr::{Distribution, StandardNormal};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

/// A few units in the last place of a coordinate, in m: what decides between equally far points.
pub(super) const LAST_PLACES: f64 = 1e-14;

/// Some numbers, each with normal noise of a standard deviation added.
pub(super) fn with_noise(numbers: &[f64], size: f64, seed: u64) -> Vec<f64> {
    let mut random = Pcg64::seed_from_u64(seed);
    let noisy = |x: &f64| {
        let noise: f64 = StandardNormal.sample(&mut random);
        x + size * noise
    };
    numbers.iter().map(noisy).collect()
}
