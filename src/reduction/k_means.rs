use faer::{Mat, MatRef};
use rand_mt::Mt;

/// Lloyd iterations, as many as SciPy's `kmeans2` makes.
const LLOYD_ITERATIONS: usize = 10;

/// Divides points, the rows of a matrix, into `k` groups and returns the group of each.
///
/// k-means with the seeding of Arthur and Vassilvitskii, *k-means++: The Advantages of Careful
/// Seeding*, 2007: each new centre is a point drawn with a probability proportional to its squared
/// distance from the centres taken before. Then ten Lloyd iterations. Another clustering would do
/// as well for the simulation but gives other numbers, so the draws are those of SciPy's
/// `kmeans2(minit="++")`: the generator is NumPy's `RandomState(seed)`. A group that loses all
/// its points keeps its centre.
// ANCHOR: k_means
pub(super) fn k_means(points: MatRef<'_, f64>, k: usize, seed: u32) -> Vec<usize> {
    // ANCHOR: seeding
    let mut random = RandomState(Mt::new(seed));
    let mut centres = Mat::<f64>::zeros(k, points.ncols());
    let mut distances = vec![f64::INFINITY; points.nrows()];
    for taken in 0..k {
        let point = match taken {
            0 => random.below(points.nrows()),
            _ => index_at_share(&distances, random.uniform()),
        };
        centres.row_mut(taken).copy_from(points.row(point));
        for (i, distance) in distances.iter_mut().enumerate() {
            *distance = distance.min(squared_distance(points, i, centres.as_ref(), taken));
        }
    }
    // ANCHOR_END: seeding

    let mut labels = vec![0; points.nrows()];
    for _ in 0..LLOYD_ITERATIONS {
        for (i, label) in labels.iter_mut().enumerate() {
            *label = nearest(points, i, centres.as_ref());
        }
        let mut sums = Mat::<f64>::zeros(k, points.ncols());
        let mut sizes = vec![0_usize; k];
        for (i, &label) in labels.iter().enumerate() {
            sizes[label] += 1;
            for j in 0..points.ncols() {
                sums[(label, j)] += points[(i, j)];
            }
        }
        for (label, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            for j in 0..points.ncols() {
                centres[(label, j)] = sums[(label, j)] / size as f64;
            }
        }
    }
    labels
}
// ANCHOR_END: k_means

/// Index of the first centre that no other is nearer than.
fn nearest(points: MatRef<'_, f64>, i: usize, centres: MatRef<'_, f64>) -> usize {
    let mut best = (0, f64::INFINITY);
    for centre in 0..centres.nrows() {
        let distance = squared_distance(points, i, centres, centre);
        if distance < best.1 {
            best = (centre, distance);
        }
    }
    best.0
}

fn squared_distance(a: MatRef<'_, f64>, i: usize, b: MatRef<'_, f64>, j: usize) -> f64 {
    (0..a.ncols()).map(|c| (a[(i, c)] - b[(j, c)]) * (a[(i, c)] - b[(j, c)])).sum()
}

/// The first index at which the running sum of the weights reaches a share of their total. Where
/// all weights are zero (fewer different points than centres) that is the first point, as in SciPy.
fn index_at_share(weights: &[f64], share: f64) -> usize {
    let total: f64 = weights.iter().sum();
    let mut sum = 0.0;
    let reached = weights.iter().position(|weight| {
        sum += weight / total;
        sum >= share || sum.is_nan()
    });
    reached.unwrap_or(weights.len() - 1)
}

/// The two draws of NumPy's legacy generator that k-means++ makes.
struct RandomState(Mt);

impl RandomState {
    /// `randint(0, bound)`: 32 random bits, masked to the smallest power of two that holds the
    /// bound, drawn again until they lie below it.
    fn below(&mut self, bound: usize) -> usize {
        let mask = bound.next_power_of_two() - 1;
        loop {
            let bits = self.0.next_u32() as usize & mask;
            if bits < bound {
                return bits;
            }
        }
    }

    /// `uniform()`: 53 random bits of two draws, in \[0, 1).
    fn uniform(&mut self) -> f64 {
        let high = f64::from(self.0.next_u32() >> 5);
        let low = f64::from(self.0.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by NumPy: `RandomState(0)`, then `randint(0, 3014)`, three times `uniform()`.
    #[test]
    fn draws_are_numpys() {
        let mut random = RandomState(Mt::new(0));
        assert_eq!(random.below(3014), 2732);
        assert_eq!(random.uniform(), 0.5928446182250183);
    }

    /// One point for every centre, and more centres than different points.
    #[test]
    fn few_points() {
        let points = Mat::from_fn(3, 1, |i, _| i as f64);
        let mut labels = k_means(points.as_ref(), 3, 0);
        labels.sort_unstable();
        assert_eq!(labels, [0, 1, 2]);
        let equal = Mat::from_fn(4, 2, |_, _| 1.0);
        assert!(k_means(equal.as_ref(), 3, 0).iter().all(|&label| label == 0));
    }
}
