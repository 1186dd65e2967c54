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
                CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw,
                SymmetricOrdering, factorize_symbolic_cholesky, supernodal::SupernodalLltRef,
            },
        },
    },
};
use pulp::Arch;
use thiserror::Error;

use super::{SymmetricSparse, supernodal_solve::SupernodalSolve};

/// A matrix that should be positive definite is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the matrix is not positive definite: elimination met a non-positive pivot")]
pub struct NotPositiveDefinite;

/// Sparse Cholesky factorization `P A P' = L L'`, ordered by approximate minimum degree.
///
/// The ordering, the pattern of `L` and the working memory of [`factor`](Self::factor) are set up
/// once per sparsity pattern.
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
    pub fn solve_in_place(&self, mut rhs: MatMut<'_, f64>) {
        let SymbolicCholeskyRaw::Supernodal(symbolic) = self.symbolic.raw() else {
            // Of a matrix without entries off the diagonal faer makes the simplicial variant.
            let needed = self.symbolic.solve_in_place_scratch::<f64>(rhs.ncols(), Par::Seq);
            let mut memory = MemBuffer::new(needed);
            let (factor, stack) =
                (LltRef::new(&self.symbolic, &self.values), MemStack::new(&mut memory));
            factor.solve_in_place_with_conj(Conj::No, rhs, Par::Seq, stack);
            return;
        };
        let factor = SupernodalLltRef::new(symbolic, &self.values);
        let order = self.symbolic.perm().expect("the elimination is ordered").arrays().0;
        let count = rhs.ncols();
        let whole = count - count % 4;
        for j in (0..whole).step_by(4) {
            solve_columns::<4>(factor, order, rhs.as_mut().subcols_mut(j, 4));
        }
        for j in whole..count {
            solve_columns::<1>(factor, order, rhs.as_mut().subcols_mut(j, 1));
        }
    }

    /// Overwrites one right-hand side by the solution.
    pub fn solve_vector_in_place(&self, rhs: &mut [f64]) {
        self.solve_in_place(ColMut::from_slice_mut(rhs).as_mat_mut());
    }
}

/// Solves for W right-hand sides at once: in the order of elimination, a row of W numbers per
/// unknown.
fn solve_columns<const W: usize>(
    factor: SupernodalLltRef<'_, usize, f64>,
    order: &[usize],
    mut rhs: MatMut<'_, f64>,
) {
    let mut x: Vec<[f64; W]> =
        order.iter().map(|&i| std::array::from_fn(|k| rhs[(i, k)])).collect();
    Arch::new().dispatch(SupernodalSolve { factor, x: &mut x });
    for (x, &i) in x.iter().zip(order) {
        for k in 0..W {
            rhs[(i, k)] = x[k];
        }
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
