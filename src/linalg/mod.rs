//! Linear algebra that faer does not give in one call: a symmetric sparse matrix whose pattern is
//! built once, and Cholesky factorizations and Galerkin products that reuse their symbolic work and
//! their memory.
//!
//! Knows nothing of meshes or physics.

mod cholesky;
mod galerkin;
mod supernodal_solve;
mod symmetric;

pub use cholesky::{DenseCholesky, NotPositiveDefinite, SparseCholesky};
pub use galerkin::GalerkinProduct;
pub use symmetric::SymmetricSparse;

use faer::{Accum, Mat, MatRef, Par, linalg::matmul::matmul};

/// Inner product `a . b`.
///
/// Eight sums side by side, on every machine: in a single one each addition would wait for the one
/// before it, four times as long.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_chunks, a_rest) = a.as_chunks::<8>();
    let (b_chunks, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest = a_rest.iter().zip(b_rest).map(|(a, b)| a * b);
    sums.into_iter().chain(rest).sum()
}

/// Inner product in the norm of a diagonal mass matrix, `a' M b`; summed as [`dot`] is.
pub fn mass_dot(masses: &[f64], a: &[f64], b: &[f64]) -> f64 {
    let (mass_chunks, mass_rest) = masses.as_chunks::<8>();
    let (a_chunks, a_rest) = a.as_chunks::<8>();
    let (b_chunks, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for ((m, a), b) in mass_chunks.iter().zip(a_chunks).zip(b_chunks) {
        for k in 0..8 {
            sums[k] += m[k] * a[k] * b[k];
        }
    }
    let rest = mass_rest.iter().zip(a_rest).zip(b_rest).map(|((m, a), b)| m * a * b);
    sums.into_iter().chain(rest).sum()
}

/// The sum of many terms, halves first: its round-off grows with the logarithm of their number. An
/// energy summed in a row is off by ten times as much, which shows when it is differenced.
pub fn pairwise_sum(terms: &[f64]) -> f64 {
    if terms.len() <= 8 {
        return terms.iter().sum();
    }
    let (first, second) = terms.split_at(terms.len() / 2);
    pairwise_sum(first) + pairwise_sum(second)
}

/// Smallest and largest of some values; infinity and its negative if there are none.
pub fn extremes(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let widened = |[low, high]: [f64; 2], x: f64| [low.min(x), high.max(x)];
    values.into_iter().fold([f64::INFINITY, f64::NEG_INFINITY], widened)
}

/// Euclidean norm.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// `y += scale x`.
pub fn add_scaled(y: &mut [f64], scale: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += scale * x;
    }
}

/// The product of two dense matrices on one thread, whatever the global setting, so that its bits
/// do not depend on the number of cores.
pub fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut c = Mat::zeros(a.nrows(), b.ncols());
    matmul(c.as_mut(), Accum::Replace, a, b, 1.0, Par::Seq);
    c
}

/// `y = A x` for a dense matrix.
pub fn dense_times_vector(a: MatRef<'_, f64>, x: &[f64], y: &mut [f64]) {
    let x = faer::ColRef::from_slice(x).as_mat();
    let y = faer::ColMut::from_slice_mut(y).as_mat_mut();
    matmul(y, Accum::Replace, a, x, 1.0, Par::Seq);
}

/// `y += A x` for a small dense matrix, a column at a time: a call of faer's product would take
/// longer than the product. Each entry is summed in the order of the columns, so the bits do not
/// depend on the width of the machine's vectors.
pub fn accumulate(a: &Mat<f64>, x: &[f64], y: &mut [f64]) {
    for (j, x) in x.iter().enumerate() {
        add_scaled(y, *x, column(a, j));
    }
}

/// `A = sum_k weights_k A_k`, for matrices of one shape.
pub fn combine<'a>(sum: &mut Mat<f64>, weights: &[f64], parts: impl Iterator<Item = &'a Mat<f64>>) {
    sum.fill(0.0);
    for (weight, part) in weights.iter().zip(parts) {
        for j in 0..part.ncols() {
            add_scaled(column_mut(sum, j), *weight, column(part, j));
        }
    }
}

/// `y = A' x` for a dense matrix.
pub fn transposed_times_vector(a: MatRef<'_, f64>, x: &[f64], y: &mut [f64]) {
    dense_times_vector(a.transpose(), x, y);
}

/// The pseudo-inverse of a matrix: `A^+ b` is the shortest of the vectors that minimize `|A x -
/// b|`. Singular values below round-off, `eps max(m, n)` times the largest, count as zero, as in
/// NumPy's `lstsq`. `None` if the decomposition fails, which takes a matrix with NaN or infinity.
pub fn pseudo_inverse(a: MatRef<'_, f64>) -> Option<Mat<f64>> {
    let svd = a.thin_svd().ok()?;
    let singular_values = svd.S().column_vector();
    let largest = singular_values.iter().copied().fold(0.0, f64::max);
    let threshold = f64::EPSILON * a.nrows().max(a.ncols()) as f64 * largest;
    let mut scaled_V = svd.V().to_owned();
    for (j, &s) in singular_values.iter().enumerate() {
        let inverse = if s > threshold { 1.0 / s } else { 0.0 };
        column_mut(&mut scaled_V, j).iter_mut().for_each(|v| *v *= inverse);
    }
    Some(product(scaled_V.as_ref(), svd.U().transpose()))
}

/// Column `j` of a matrix as a slice.
///
/// # Panics
/// If the matrix is not stored by contiguous columns; every `Mat` of this crate is.
pub fn column(a: &Mat<f64>, j: usize) -> &[f64] {
    a.col(j).try_as_col_major().expect("an owned matrix is stored by columns").as_slice()
}

/// Column `j` of a matrix as a mutable slice; see [`column()`].
///
/// # Panics
/// As [`column()`].
pub fn column_mut(a: &mut Mat<f64>, j: usize) -> &mut [f64] {
    a.col_mut(j)
        .try_as_col_major_mut()
        .expect("an owned matrix is stored by columns")
        .as_slice_mut()
}
