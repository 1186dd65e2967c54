use faer::{Mat, Side};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{
    EigenError,
    eigenmodes::{ShiftInvert, orthonormalize_block, remove_components, scale_rows},
};
use crate::linalg::{SymmetricSparse, product};

/// Share of the usual shift: so near to zero that the rigid motions stand far above all other modes,
/// as they do with a shift of zero.
const SHARE_OF_SHIFT: f64 = 1e-2;

/// The Ritz vectors of a plain Lanczos iteration from each of some start vectors: as
/// [`eigenmodes`](super::eigenmodes()), but from one vector that the caller chooses, over a fixed
/// number of steps, M-orthonormal, with signs as they come and the lowest modes last.
///
/// For seeing what a start vector does to the signs.
///
/// # Errors
/// [`EigenError::Indefinite`] if the matrix is not positive semidefinite.
pub fn ritz_vectors<const N: usize>(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    starts: [&[f64]; N],
    steps: usize,
) -> Result<[Mat<f64>; N], EigenError> {
    let n = masses.len();
    let roots: Vec<f64> = masses.iter().map(|m| m.sqrt()).collect();
    let inverse = ShiftInvert::new(stiffness, masses, &roots, 1, SHARE_OF_SHIFT)?;
    let mut random = Pcg64::seed_from_u64(0);
    let mut V = starts.map(|_| Mat::<f64>::zeros(n, steps));
    let mut T = starts.map(|_| Mat::<f64>::zeros(steps, steps));
    let mut next = starts.map(|start| Mat::from_fn(n, 1, |i, _| roots[i] * start[i]));
    // All iterations in step: solving for two at once takes hardly longer than for one.
    let mut block = Mat::zeros(n, N);
    for step in 0..steps {
        for (k, next) in next.iter_mut().enumerate() {
            orthonormalize_block(next, V[k].subcols(0, step), &mut random);
            V[k].subcols_mut(step, 1).copy_from(&*next);
            block.subcols_mut(k, 1).copy_from(&*next);
        }
        inverse.apply(&mut block);
        for (k, next) in next.iter_mut().enumerate() {
            next.copy_from(block.subcols(k, 1));
            let coefficients = remove_components(next, V[k].subcols(0, step + 1));
            T[k].submatrix_mut(0, step, step + 1, 1).copy_from(&coefficients);
        }
    }
    let mut vectors = starts.map(|_| Mat::new());
    for (vectors, (V, T)) in vectors.iter_mut().zip(V.iter().zip(&T)) {
        let ritz = T.self_adjoint_eigen(Side::Upper).map_err(|_| EigenError::Indefinite)?;
        *vectors = product(V.as_ref(), ritz.U());
        scale_rows(vectors, &roots, |x, root| x / root);
    }
    Ok(vectors)
}
