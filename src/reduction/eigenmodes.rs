use faer::{Mat, MatRef, Side};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use thiserror::Error;

use crate::linalg::{SparseCholesky, SymmetricSparse, column, column_mut, mass_dot, norm, product};

/// The lowest eigenpairs of `K phi = lambda M phi`, in ascending order.
#[derive(Clone, Debug)]
pub struct Eigenmodes {
    /// Eigenvalues; for a vibrating body, squared angular frequencies.
    pub values: Vec<f64>,
    /// Eigenvectors as columns, M-orthonormal, each oriented so that its component of largest
    /// magnitude is positive.
    pub vectors: Mat<f64>,
}

/// Why eigenmodes cannot be had.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EigenError {
    /// Asked for none.
    #[error("0 modes were asked for: ask for at least 1")]
    NoModes,
    /// Asked for more than there are.
    #[error(
        "{requested} modes were asked for, but there are only {available} degrees of freedom: ask for at most {available}"
    )]
    TooMany {
        /// Number of modes asked for.
        requested: usize,
        /// Number that exists.
        available: usize,
    },
    /// Asked for more than fit into memory.
    #[error(
        "{requested} modes of {unknowns} unknowns were asked for, which would not fit into memory: ask for at most {most}, \
         or take a coarser mesh"
    )]
    TooLarge {
        /// Number of modes asked for.
        requested: usize,
        /// Number of unknowns.
        unknowns: usize,
        /// Number that fits.
        most: usize,
    },
    /// A mass is zero, negative or not a number.
    #[error("degree of freedom {dof} has the mass {mass}: every mass must be positive")]
    BadMass {
        /// Index of the degree of freedom.
        dof: usize,
        /// Its mass.
        mass: f64,
    },
    /// The matrix is not positive semidefinite, or holds something that is not a number.
    #[error(
        "the stiffness matrix is not positive semidefinite, so it has no lowest modes of vibration"
    )]
    Indefinite,
    /// A mode is not accurate enough.
    #[error(
        "mode {mode} has the residual {residual:e} |K|, above the tolerance of {tolerance:e} |K|: the triangles are too thin, or \
         too different in size, for double precision; mesh the shape again with more even ones"
    )]
    NotConverged {
        /// Index of the mode.
        mode: usize,
        /// Its residual relative to |K|_1.
        residual: f64,
        /// The residual that was to be reached.
        tolerance: f64,
    },
}

/// Residual `|K phi - lambda M phi|`, relative to `|K|_1 |phi|`, that every mode reaches.
const TOLERANCE: f64 = 1e-12;

/// Vectors that the Lanczos iteration advances together, so that eigenvalues up to this
/// multiplicity (three rigid motions) are found at once.
const BLOCK: usize = 4;

/// The shift is tried as it should be for a body as wide as it is high, then smaller: in a slender
/// body the lowest eigenvalues lie far below what its mesh suggests.
const SHARES_OF_SHIFT: [f64; 3] = [1.0, 1e-2, 1e-4];

/// Numbers that the largest matrices may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

/// The `count` lowest eigenmodes of `K phi = lambda M phi` for a positive semidefinite `K` and
/// diagonal masses.
///
/// Shift-invert block Lanczos: the lowest modes are the highest of `A = M^1/2 (K - sigma M)^-1
/// M^1/2`, whose spectrum is spread widely there. The shift `sigma` is small and *negative*, so
/// that `K - sigma M` is positive definite even though the rigid motions make `K` singular. Every
/// new block is orthogonalized against all earlier ones, twice; nothing is restarted. When most of
/// the spectrum is wanted, or the matrix is small, a dense decomposition is both faster and
/// simpler.
///
/// # Errors
/// [`EigenError`] for a count of zero or above the dimension, a mass that is not positive, a `K`
/// that is not positive semidefinite, or a mode whose residual is above `1e-12 |K|`.
pub fn eigenmodes(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    count: usize,
) -> Result<Eigenmodes, EigenError> {
    let n = stiffness.dimension();
    if count == 0 {
        return Err(EigenError::NoModes);
    }
    if count > n {
        return Err(EigenError::TooMany { requested: count, available: n });
    }
    if let Some((dof, &mass)) =
        masses.iter().enumerate().find(|(_, m)| !(m.is_finite() && **m > 0.0))
    {
        return Err(EigenError::BadMass { dof, mass });
    }
    let is_dense = n <= 200 || 4 * count > n;
    check_memory(n, count, is_dense)?;
    let roots: Vec<f64> = masses.iter().map(|m| m.sqrt()).collect();
    let attempts = is_dense.then_some(None).into_iter().chain(SHARES_OF_SHIFT.map(Some));
    let mut failure = EigenError::NoModes;
    for share_of_shift in attempts {
        let vectors = match share_of_shift {
            None => dense_modes(stiffness, &roots, count)?,
            Some(share) => lanczos_modes(stiffness, masses, &roots, count, share)?,
        };
        match finished(stiffness, masses, &roots, vectors) {
            Err(error @ EigenError::NotConverged { .. }) => failure = error,
            other => return other,
        }
    }
    Err(failure)
}

/// Whether the matrices of a solve fit into memory.
fn check_memory(n: usize, count: usize, is_dense: bool) -> Result<(), EigenError> {
    let most_by_lanczos = (MAX_STORED / (2 * n)).saturating_sub(20 * BLOCK) / 6;
    let fits = if is_dense {
        n.saturating_mul(n).saturating_mul(3) <= MAX_STORED
    } else {
        count <= most_by_lanczos
    };
    if fits {
        return Ok(());
    }
    Err(EigenError::TooLarge { requested: count, unknowns: n, most: most_by_lanczos.min(n / 4) })
}

/// Modes from the eigenvectors of the scaled problem: sorted, oriented, and checked.
fn finished(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    roots: &[f64],
    mut vectors: Mat<f64>,
) -> Result<Eigenmodes, EigenError> {
    let (n, count) = (vectors.nrows(), vectors.ncols());
    scale_rows(&mut vectors, roots, |x, root| x / root);
    let mut pairs: Vec<(f64, usize)> = (0..count)
        .map(|j| (stiffness.bilinear(column(&vectors, j), column(&vectors, j)), j))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let values: Vec<f64> = pairs.iter().map(|&(value, _)| value).collect();
    let mut vectors = Mat::from_fn(n, count, |i, j| vectors[(i, pairs[j].1)]);
    orient(&mut vectors);
    check_residuals(stiffness, masses, &values, &vectors)?;
    Ok(Eigenmodes { values, vectors })
}

// ANCHOR: dense_modes
/// Modes of the symmetric matrix `M^-1/2 K M^-1/2` by a dense decomposition.
fn dense_modes(
    stiffness: &SymmetricSparse,
    roots: &[f64],
    count: usize,
) -> Result<Mat<f64>, EigenError> {
    let mut scaled = stiffness.to_dense();
    for j in 0..scaled.ncols() {
        for i in 0..scaled.nrows() {
            scaled[(i, j)] /= roots[i] * roots[j];
        }
    }
    let decomposition =
        scaled.self_adjoint_eigen(Side::Lower).map_err(|_| EigenError::Indefinite)?;
    let (lowest, highest) = (decomposition.S()[0], decomposition.S()[roots.len() - 1]);
    if lowest.is_nan() || lowest < -1e-10 * highest {
        return Err(EigenError::Indefinite);
    }
    Ok(decomposition.U().subcols(0, count).to_owned())
}
// ANCHOR_END: dense_modes

/// The eigenvectors of `A = M^1/2 (K - sigma M)^-1 M^1/2` with the `count` largest eigenvalues.
// ANCHOR: lanczos
fn lanczos_modes(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    roots: &[f64],
    count: usize,
    share_of_shift: f64,
) -> Result<Mat<f64>, EigenError> {
    let n = stiffness.dimension();
    let mut inverse = ShiftInvert::new(stiffness, masses, roots, count, share_of_shift)?;

    // An orthonormal basis V of the Krylov space, and the projection T = V'AV of the operator.
    let largest = n.min(6 * count + 20 * BLOCK);
    let mut V = Mat::<f64>::zeros(n, largest + BLOCK);
    let mut T = Mat::<f64>::zeros(largest + BLOCK, largest + BLOCK);
    let mut random = Pcg64::seed_from_u64(0);
    let mut size = BLOCK;
    let mut start = Mat::from_fn(n, BLOCK, |_, _| StandardNormal.sample(&mut random));
    orthonormalize_block(&mut start, V.subcols(0, 0), &mut random);
    V.subcols_mut(0, BLOCK).copy_from(&start);
    let mut next_check = 2 * count + 4 * BLOCK;
    loop {
        let mut block = V.subcols(size - BLOCK, BLOCK).to_owned();
        inverse.apply(&mut block);
        let coefficients = remove_components(&mut block, V.subcols(0, size));
        T.submatrix_mut(0, size - BLOCK, size, BLOCK).copy_from(&coefficients);
        let R = orthonormalize_block(&mut block, V.subcols(0, size), &mut random);

        if size >= next_check || size + BLOCK > largest {
            // Ritz pairs: eigenpairs of T. The residual of each is the last block of its vector,
            // times R.
            let ritz = T
                .submatrix(0, 0, size, size)
                .self_adjoint_eigen(Side::Upper)
                .map_err(|_| EigenError::Indefinite)?;
            let leading = ritz.U().subcols(size - count, count);
            let tails = product(R.as_ref(), leading.subrows(size - BLOCK, BLOCK));
            let converged = (0..count).all(|j| {
                let theta = ritz.S()[size - count + j];
                norm(column(&tails, j)) <= 0.1 * TOLERANCE * theta
            });
            if converged || size + BLOCK > largest {
                return Ok(product(V.subcols(0, size), leading));
            }
            next_check = size + (size / 8).max(2 * BLOCK);
        }
        V.subcols_mut(size, BLOCK).copy_from(&block);
        size += BLOCK;
    }
}
// ANCHOR_END: lanczos

/// The operator `M^1/2 (K - sigma M)^-1 M^1/2`.
pub(super) struct ShiftInvert<'a> {
    roots: &'a [f64],
    cholesky: SparseCholesky,
}

impl<'a> ShiftInvert<'a> {
    pub(super) fn new(
        stiffness: &SymmetricSparse,
        masses: &[f64],
        roots: &'a [f64],
        count: usize,
        share_of_shift: f64,
    ) -> Result<Self, EigenError> {
        // trace(K) / trace(M) is near the mean eigenvalue, and in the plane eigenvalues grow in
        // proportion to their index: divided by their number it is near the lowest elastic one, on
        // any mesh of the shape, and times `count` near the highest that is wanted. The shift is a
        // small part of that: the operator's round-off is relative to 1 / |shift|, so a shift far
        // below the wanted eigenvalues would cost the higher modes their accuracy.
        let lowest =
            stiffness.diagonal().sum::<f64>() / masses.iter().sum::<f64>() / masses.len() as f64;
        if !(lowest.is_finite() && lowest > 0.0) {
            return Err(EigenError::Indefinite);
        }
        let shift = -0.05 * share_of_shift * lowest * count as f64;
        let mut shifted = stiffness.clone();
        shifted.add_diagonal(-shift, masses);
        let mut cholesky = SparseCholesky::new(shifted.pattern());
        cholesky.factor(&shifted).map_err(|_| EigenError::Indefinite)?;
        Ok(Self { roots, cholesky })
    }

    pub(super) fn apply(&mut self, block: &mut Mat<f64>) {
        scale_rows(block, self.roots, |x, root| x * root);
        self.cholesky.solve_in_place(block.as_mut());
        scale_rows(block, self.roots, |x, root| x * root);
    }
}

pub(super) fn scale_rows(matrix: &mut Mat<f64>, roots: &[f64], scale: impl Fn(f64, f64) -> f64) {
    for j in 0..matrix.ncols() {
        for (x, root) in column_mut(matrix, j).iter_mut().zip(roots) {
            *x = scale(*x, *root);
        }
    }
}

/// Makes `block` orthogonal to the columns of `basis` and returns the coefficients removed; done
/// twice, so that round-off of the first pass is removed too.
pub(super) fn remove_components(block: &mut Mat<f64>, basis: MatRef<'_, f64>) -> Mat<f64> {
    let mut pass = || {
        let coefficients = product(basis.transpose(), block.as_ref());
        *block -= product(basis, coefficients.as_ref());
        coefficients
    };
    pass() + pass()
}

/// Orthonormalizes the columns of `block`, already orthogonal to `basis`, and returns the
/// triangular `R` with `old block = new block R`. A column that vanishes (the Krylov space is
/// exhausted) is replaced by a random one, with zeros in `R`.
pub(super) fn orthonormalize_block(
    block: &mut Mat<f64>,
    basis: MatRef<'_, f64>,
    random: &mut Pcg64,
) -> Mat<f64> {
    let width = block.ncols();
    let mut R = Mat::<f64>::zeros(width, width);
    for j in 0..width {
        let mut x = block.subcols(j, 1).to_owned();
        let size_before = norm(column(&x, 0));
        let removed = remove_components(&mut x, block.subcols(0, j));
        R.subcols_mut(j, 1).subrows_mut(0, j).copy_from(&removed);
        let mut size = norm(column(&x, 0));
        R[(j, j)] = size;
        while size <= 1e-14 * size_before || !size.is_normal() {
            R[(j, j)] = 0.0;
            x = Mat::from_fn(block.nrows(), 1, |_, _| StandardNormal.sample(random));
            remove_components(&mut x, basis);
            remove_components(&mut x, block.subcols(0, j));
            size = norm(column(&x, 0));
            if size > 1e-6 {
                break;
            }
        }
        for (new, x) in column_mut(block, j).iter_mut().zip(column(&x, 0)) {
            *new = x / size;
        }
    }
    R
}

/// Gives each column the sign that makes its component of largest magnitude positive. Among
/// components within 1e-6 of the largest, the first decides, so that round-off does not.
fn orient(vectors: &mut Mat<f64>) {
    for j in 0..vectors.ncols() {
        let vector = column_mut(vectors, j);
        let largest = vector.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let first = vector.iter().find(|x| x.abs() >= (1.0 - 1e-6) * largest);
        if first.is_some_and(|x| *x < 0.0) {
            vector.iter_mut().for_each(|x| *x = -*x);
        }
    }
}

fn check_residuals(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    values: &[f64],
    vectors: &Mat<f64>,
) -> Result<(), EigenError> {
    let scale = stiffness.one_norm();
    let mut residual = vec![0.0; masses.len()];
    for (mode, lambda) in values.iter().enumerate() {
        let vector = column(vectors, mode);
        stiffness.multiply(vector, &mut residual);
        for ((r, m), x) in residual.iter_mut().zip(masses).zip(vector) {
            *r -= lambda * m * x;
        }
        let relative = norm(&residual) / (scale * norm(vector));
        let orthonormal = (mass_dot(masses, vector, vector) - 1.0).abs() < 1e-10;
        if !(relative <= TOLERANCE && orthonormal) {
            return Err(EigenError::NotConverged {
                mode,
                residual: relative,
                tolerance: TOLERANCE,
            });
        }
    }
    Ok(())
}
