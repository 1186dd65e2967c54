use faer::{Mat, MatRef};

use crate::linalg::{accumulate, add_scaled, column, combine, dot};

/// The rotations that fit best to matrices which depend linearly on some coordinates, `A_l(z) =
/// sum_j A_lj z_j`.
///
/// The rotation that maximizes `<R, A>` is the polar factor of A. In the plane it needs neither a
/// singular value decomposition nor all four numbers: with `R = (c, -s; s, c)`,
///
/// `<R, A> = c w_0 + s w_1`, where `w = (A_00 + A_11, A_10 - A_01)`,
///
/// so that `(c, s) = w / |w|` and the maximum is `|w|`. A rotation is kept as (c, s), and of the
/// matrices only the two combinations, as the linear map `w = W z`.
#[derive(Clone, Debug)]
pub struct BestRotations {
    W: Mat<f64>,
    W_transposed: Mat<f64>,
}

// ANCHOR: best_rotations
impl BestRotations {
    /// From the matrices, stacked row-major: four rows each, a column per coordinate.
    pub fn new(stacked: MatRef<'_, f64>) -> Self {
        let A = |l: usize, k: usize, j: usize| stacked[(4 * l + k, j)];
        let W_transposed =
            Mat::from_fn(stacked.ncols(), stacked.nrows() / 2, |j, i| match (i / 2, i % 2) {
                (l, 0) => A(l, 0, j) + A(l, 3, j),
                (l, _) => A(l, 2, j) - A(l, 1, j),
            });
        Self { W: W_transposed.transpose().to_owned(), W_transposed }
    }

    /// Sets the map to a weighted sum of others, `W = sum_k weights_k W_k`.
    pub fn combine(&mut self, weights: &[f64], maps: &[Self]) {
        combine(&mut self.W, weights, maps.iter().map(|map| &map.W));
        combine(&mut self.W_transposed, weights, maps.iter().map(|map| &map.W_transposed));
    }

    /// The map W, two rows for each rotation.
    pub fn map(&self) -> &Mat<f64> {
        &self.W
    }

    // ANCHOR: fit
    /// Writes the rotations that fit best at `z`, as (c, s) one after the other.
    pub fn fit(&self, z: &[f64], rotations: &mut [f64]) {
        rotations.fill(0.0);
        accumulate(&self.W, z, rotations);
        for w in rotations.as_chunks_mut().0 {
            let [cos, sin] = *w;
            let length = (cos * cos + sin * sin).sqrt();
            // No rotation fits better than another to the zero matrix.
            *w = if length > 0.0 { [cos / length, sin / length] } else { [1.0, 0.0] };
        }
    }
    // ANCHOR_END: fit

    // ANCHOR: gradient
    /// Adds `scale` times the gradient of `sum_l max_R <R, A_l(z)>`: with the rotations held at
    /// the best ones it is `W' R`, because at a maximum the rotations' own change counts nothing.
    pub fn add_gradient(&self, scale: f64, z: &[f64], gradient: &mut [f64]) {
        let mut rotations = vec![0.0; self.W.nrows()];
        self.fit(z, &mut rotations);
        for (i, rotation) in rotations.iter().enumerate() {
            add_scaled(gradient, scale * rotation, column(&self.W_transposed, i));
        }
    }
    // ANCHOR_END: gradient

    // ANCHOR: second_derivative
    /// Adds `scale` times the second derivative of the same: across the best fit `w / |w|` a
    /// rotation turns, with curvature `1 / |w|`; along it nothing bends.
    pub fn add_hessian(&self, scale: f64, z: &[f64], hessian: &mut Mat<f64>) {
        for l in 0..self.W.nrows() / 2 {
            let [row_0, row_1] = [0, 1].map(|k| column(&self.W_transposed, 2 * l + k));
            let (w_0, w_1) = (dot(row_0, z), dot(row_1, z));
            let length = w_0.hypot(w_1);
            if length > 0.0 {
                let across = |j: usize| (row_1[j] * w_0 - row_0[j] * w_1) / length;
                let n = z.len();
                *hessian += Mat::from_fn(n, n, |i, j| scale * across(i) * across(j) / length);
            }
        }
    }
    // ANCHOR_END: second_derivative
}
// ANCHOR_END: best_rotations
