//! Linear algebra that faer does not give in one call: a symmetric sparse matrix whose pattern is
//! built once, and Cholesky factorizations that reuse their symbolic work and their memory.
//!
//! Knows nothing of meshes or physics.

mod cholesky;
mod symmetric;

pub use cholesky::{DenseCholesky, NotPositiveDefinite, SparseCholesky};
pub use symmetric::SymmetricSparse;

use faer::{Accum, Mat, MatRef, Par, linalg::matmul::matmul};

/// Inner product `a . b`.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Inner product in the norm of a diagonal mass matrix, `a' M b`.
pub fn mass_dot(masses: &[f64], a: &[f64], b: &[f64]) -> f64 {
    masses.iter().zip(a).zip(b).map(|((m, a), b)| m * a * b).sum()
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

/// `y = A' x` for a dense matrix.
pub fn transposed_times_vector(a: MatRef<'_, f64>, x: &[f64], y: &mut [f64]) {
    dense_times_vector(a.transpose(), x, y);
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
