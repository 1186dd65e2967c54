use faer::{
    ColMut, Conj, Mat, MatMut, MatRef, Par, Side,
    dyn_stack::{MemBuffer, MemStack},
    linalg::cholesky::llt,
    prelude::default,
    sparse::{
        SymbolicSparseColMat,
        linalg::{
            SupernodalThreshold,
            cholesky::{
                CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
                factorize_symbolic_cholesky,
            },
        },
    },
};
use thiserror::Error;

use super::SymmetricSparse;

/// A matrix that should be positive definite is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the matrix is not positive definite: elimination met a non-positive pivot")]
pub struct NotPositiveDefinite;

/// Sparse Cholesky factorization `P A P' = L L'`, ordered by approximate minimum degree.
///
/// The ordering, the pattern of `L` and all working memory are set up once per sparsity pattern;
/// [`factor`](Self::factor) and [`solve_in_place`](Self::solve_in_place) then allocate nothing.
pub struct SparseCholesky {
    symbolic: SymbolicCholesky<usize>,
    values: Vec<f64>,
    memory: MemBuffer,
}

impl SparseCholesky {
    /// Symbolic analysis of a lower triangle's pattern.
    pub fn new(pattern: &SymbolicSparseColMat<usize>) -> Self {
        // faer would choose the simplicial variant here; on meshes of a few thousand unknowns it
        // takes 2.7 times as long.
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..default()
        };
        let symbolic = factorize_symbolic_cholesky(
            pattern.as_ref(),
            Side::Lower,
            SymmetricOrdering::Amd,
            params,
        )
        .expect("the indices of a mesh fit into memory");
        let memory =
            MemBuffer::new(symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, default()));
        let values = vec![0.0; symbolic.len_val()];
        Self { symbolic, values, memory }
    }

    /// Numeric factorization of a matrix with the pattern that was analysed.
    ///
    /// # Errors
    /// [`NotPositiveDefinite`] if a pivot is not positive, or not a number.
    pub fn factor(&mut self, matrix: &SymmetricSparse) -> Result<(), NotPositiveDefinite> {
        let stack = MemStack::new(&mut self.memory);
        self.symbolic
            .factorize_numeric_llt(
                &mut self.values,
                matrix.lower(),
                Side::Lower,
                default(),
                Par::Seq,
                stack,
                default(),
            )
            .map_err(|_| NotPositiveDefinite)?;
        Ok(())
    }

    /// Overwrites `rhs` by `A^-1 rhs`, with the factor of the last [`factor`](Self::factor).
    pub fn solve_in_place(&mut self, rhs: MatMut<'_, f64>) {
        let needed = self.symbolic.solve_in_place_scratch::<f64>(rhs.ncols(), Par::Seq);
        if self.memory.len() < needed.unaligned_bytes_required() {
            self.memory = MemBuffer::new(needed);
        }
        let factor = LltRef::new(&self.symbolic, &self.values);
        factor.solve_in_place_with_conj(Conj::No, rhs, Par::Seq, MemStack::new(&mut self.memory));
    }

    /// Overwrites one right-hand side by the solution.
    pub fn solve_vector_in_place(&mut self, rhs: &mut [f64]) {
        self.solve_in_place(ColMut::from_slice_mut(rhs).as_mat_mut());
    }
}

/// Dense Cholesky factorization `A = L L'` of a small matrix, with its memory kept.
pub struct DenseCholesky {
    factor: Mat<f64>,
    memory: MemBuffer,
}

impl DenseCholesky {
    /// Memory for matrices of `dimension` rows.
    pub fn new(dimension: usize) -> Self {
        let needed = llt::factor::cholesky_in_place_scratch::<f64>(dimension, Par::Seq, default());
        Self { factor: Mat::zeros(dimension, dimension), memory: MemBuffer::new(needed) }
    }

    /// Factors the lower triangle of `matrix`.
    ///
    /// # Errors
    /// [`NotPositiveDefinite`] if a pivot is not positive, or not a number.
    pub fn factor(&mut self, matrix: MatRef<'_, f64>) -> Result<(), NotPositiveDefinite> {
        self.factor.copy_from_triangular_lower(matrix);
        let stack = MemStack::new(&mut self.memory);
        llt::factor::cholesky_in_place(self.factor.as_mut(), default(), Par::Seq, stack, default())
            .map_err(|_| NotPositiveDefinite)?;
        Ok(())
    }

    /// Overwrites `rhs` by `A^-1 rhs`, with the factor of the last [`factor`](Self::factor).
    pub fn solve_in_place(&self, rhs: MatMut<'_, f64>) {
        llt::solve::solve_in_place(self.factor.as_ref(), rhs, Par::Seq, MemStack::new(&mut []));
    }

    /// Overwrites one right-hand side by the solution.
    pub fn solve_vector_in_place(&self, rhs: &mut [f64]) {
        self.solve_in_place(ColMut::from_slice_mut(rhs).as_mat_mut());
    }
}
