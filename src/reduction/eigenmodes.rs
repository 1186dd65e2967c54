use faer::{Accum, Mat, MatRef, Par, Side, linalg::matmul::matmul, prelude::Reborrow};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use thiserror::Error;

use crate::linalg::{
    SparseCholesky, SymmetricSparse, add_scaled, column, column_mut, dot, mass_dot, norm, product,
};

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

/// A column of which less than this share is left, once its components along the last blocks are
/// taken out, is cleaned of all others at once.
const LITTLE: f64 = 1e-3;

/// Numbers that the largest matrices may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

/// The `count` lowest eigenmodes of `K phi = lambda M phi` for a positive semidefinite `K` and
/// diagonal masses.
///
/// Shift-invert block Lanczos: the lowest modes are the highest of `A = M^1/2 (K - sigma M)^-1
/// M^1/2`, whose spectrum is spread widely there. The shift `sigma` is small and *negative*, so
/// that `K - sigma M` is positive definite even though the rigid motions make `K` singular. When
/// most of the spectrum is wanted, or the matrix is small, a dense decomposition is both faster and
/// simpler.
///
/// Parts that no entry of `K` joins, such as the pieces of a mesh, are solved one by one. Together
/// they would have eigenvalues of any multiplicity, of which a Krylov space holds only as many
/// vectors as it begins with.
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
    let groups = stiffness.uncoupled_groups();
    if groups.len() > 1 {
        return modes_of_groups(stiffness, masses, count, &groups);
    }
    let is_dense = n <= 200 || 4 * count > n;
    check_memory(n, count, is_dense)?;
    let roots: Vec<f64> = masses.iter().map(|m| m.sqrt()).collect();
    // Lanczos needs room for its basis; a dense decomposition comes first where it is quicker.
    let has_room = 2 * count + 12 * BLOCK <= n;
    let shares = SHARES_OF_SHIFT.into_iter().filter(|_| has_room).map(Some);
    let mut failure = None;
    for share_of_shift in is_dense.then_some(None).into_iter().chain(shares) {
        let vectors = match share_of_shift {
            None => dense_modes(stiffness, &roots, count),
            Some(share) => lanczos_modes(stiffness, masses, &roots, count, share),
        };
        match vectors.and_then(|vectors| finished(stiffness, masses, &roots, vectors)) {
            Err(error @ EigenError::NotConverged { .. }) => failure = Some(error),
            // With a smaller shift round-off may make the matrix indefinite.
            Err(error) => return Err(failure.unwrap_or(error)),
            modes => return modes,
        }
    }
    Err(failure.expect("one of the two was tried: a large matrix has room for few modes"))
}

/// The lowest modes of parts that no entry of the matrix joins.
fn modes_of_groups(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    count: usize,
    groups: &[Vec<usize>],
) -> Result<Eigenmodes, EigenError> {
    let n = stiffness.dimension();
    if count.saturating_mul(n) > MAX_STORED {
        return Err(EigenError::TooLarge { requested: count, unknowns: n, most: MAX_STORED / n });
    }
    let mut parts = Vec::with_capacity(groups.len());
    for group in groups {
        let masses: Vec<f64> = group.iter().map(|&i| masses[i]).collect();
        parts.push(eigenmodes(&stiffness.block_of(group), &masses, count.min(group.len()))?);
    }
    let mut lowest: Vec<(f64, usize, usize)> = parts
        .iter()
        .enumerate()
        .flat_map(|(part, modes)| {
            modes.values.iter().enumerate().map(move |(k, &value)| (value, part, k))
        })
        .collect();
    lowest.sort_by(|a, b| a.0.total_cmp(&b.0));
    lowest.truncate(count);
    let mut vectors = Mat::zeros(n, count);
    for (mode, &(_, part, k)) in lowest.iter().enumerate() {
        let vector = column_mut(&mut vectors, mode);
        for (&i, x) in groups[part].iter().zip(column(&parts[part].vectors, k)) {
            vector[i] = *x;
        }
    }
    Ok(Eigenmodes { values: lowest.into_iter().map(|(value, ..)| value).collect(), vectors })
}

/// Whether the matrices of a solve fit into memory.
fn check_memory(n: usize, count: usize, is_dense: bool) -> Result<(), EigenError> {
    let most_by_lanczos = (MAX_STORED / n).saturating_sub(20 * BLOCK) / 5;
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
    let scale = stiffness.one_norm();
    let mut image = vec![0.0; n];
    let mut modes: Vec<(f64, f64, usize)> = (0..count)
        .map(|j| {
            let vector = column(&vectors, j);
            stiffness.multiply(vector, &mut image);
            let value = dot(vector, &image);
            for ((r, m), x) in image.iter_mut().zip(masses).zip(vector) {
                *r -= value * m * x;
            }
            let is_normalized = (mass_dot(masses, vector, vector) - 1.0).abs() < 1e-10;
            let residual = norm(&image) / (scale * norm(vector));
            (value, if is_normalized { residual } else { f64::INFINITY }, j)
        })
        .collect();
    modes.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (mode, &(_, residual, _)) in modes.iter().enumerate() {
        if residual.is_nan() || residual > TOLERANCE {
            return Err(EigenError::NotConverged { mode, residual, tolerance: TOLERANCE });
        }
    }
    let values = modes.iter().map(|&(value, ..)| value).collect();
    let mut sorted = Mat::zeros(n, count);
    for (mode, &(.., j)) in modes.iter().enumerate() {
        column_mut(&mut sorted, mode).copy_from_slice(column(&vectors, j));
    }
    orient(&mut sorted);
    Ok(Eigenmodes { values, vectors: sorted })
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
///
/// Now and then the basis of the Krylov space is replaced by its `kept` leading Ritz vectors, and the
/// iteration goes on from there: a thick restart (Wu and Simon, *Thick-restart Lanczos method for
/// large symmetric eigenvalue problems*, 2000). With a quarter more than are wanted, and at least
/// eight, it takes as many steps as without, on half as many vectors. Those that have converged are
/// locked: later blocks are orthogonal to them, and T goes on without them.
// ANCHOR: lanczos
fn lanczos_modes(
    stiffness: &SymmetricSparse,
    masses: &[f64],
    roots: &[f64],
    count: usize,
    share_of_shift: f64,
) -> Result<Mat<f64>, EigenError> {
    let n = stiffness.dimension();
    let inverse = ShiftInvert::new(stiffness, masses, roots, count, share_of_shift)?;

    // An orthonormal basis V of the Krylov space, and the projection T = V'AV of the operator on the
    // columns after the locked ones.
    let largest = 2 * count + 12 * BLOCK;
    let mut V = Mat::<f64>::zeros(n, largest + BLOCK);
    let mut T = Mat::<f64>::zeros(largest, largest);
    let kept = count + (count / 4).max(2 * BLOCK);
    let mut next_check = 2 * count + 6 * BLOCK;

    let mut random = Pcg64::seed_from_u64(0);
    let mut block = Mat::from_fn(n, BLOCK, |_, _| StandardNormal.sample(&mut random));
    orthonormalize_block(&mut block, V.subcols(0, 0), &mut random);
    V.subcols_mut(0, BLOCK).copy_from(&block);
    let (mut locked, mut size) = (0, BLOCK);
    // A new block has components along the columns of V from this one on, but for round-off: those
    // of the last two blocks, or all that are not locked just after a restart.
    let mut coupled = 0;
    for step in 0.. {
        inverse.apply(&mut block);
        let before = column_norms(&block);
        let coefficients = remove_components(&mut block, V.subcols(coupled, size - coupled));
        T.submatrix_mut(coupled - locked, size - locked - BLOCK, size - coupled, BLOCK)
            .copy_from(&coefficients);
        coupled = size - BLOCK;
        // Round-off along the earlier columns may wait for one step, in which it grows less than a
        // hundredfold. With a smaller shift the eigenvalues of the rigid motions would be too large.
        let is_check = size >= next_check;
        let may_wait = step % 2 == 0 && !is_check && share_of_shift == 1.0;
        let basis = if may_wait { 0 } else { size };
        let mut R = orthonormalize_block(&mut block, V.subcols(0, basis), &mut random);
        // Where next to nothing is left of a column (the Krylov space is nearly exhausted), round-off
        // is a large share of that, and cannot wait.
        if may_wait && before.iter().enumerate().any(|(j, before)| R[(j, j)] < LITTLE * before) {
            let again = orthonormalize_block(&mut block, V.subcols(0, size), &mut random);
            R = product(again.as_ref(), R.as_ref());
        }

        if is_check {
            // Ritz pairs: eigenpairs of T, the leading ones first. The residual of each is the last
            // block of its vector, times R.
            let dimension = size - locked;
            let ritz = T
                .submatrix(0, 0, dimension, dimension)
                .self_adjoint_eigen(Side::Upper)
                .map_err(|_| EigenError::Indefinite)?;
            let theta = ritz.S().column_vector().reverse_rows();
            let leading = ritz.U().reverse_cols().subcols(0, kept - locked);
            let wanted = count - locked;
            let tails = product(R.as_ref(), leading.subrows(dimension - BLOCK, BLOCK));
            let residual = |j: usize| norm(column(&tails, j)) / theta[j];
            let worst = (0..wanted).map(residual).fold(0.0, f64::max);

            let vectors = product(V.subcols(locked, dimension), leading);
            V.subcols_mut(locked, kept - locked).copy_from(&vectors);
            if worst <= TOLERANCE || step > 2 * count + 10 * BLOCK {
                return Ok(V.subcols(0, count).to_owned());
            }
            let converged = (0..wanted).take_while(|&j| residual(j) <= TOLERANCE).count();
            T.fill(0.0);
            for j in converged..kept - locked {
                T[(j - converged, j - converged)] = theta[j];
            }
            locked += converged;
            (size, coupled) = (kept, locked);
            // What a block gains, seen on several meshes; a wrong guess costs a check more.
            let decades_per_block = 2.3 / (count as f64).cbrt();
            let decades = (worst / TOLERANCE).log10().min(16.0);
            let blocks = (decades / decades_per_block) as usize + 1;
            next_check = (size + blocks * BLOCK).min(largest - BLOCK);
        }
        V.subcols_mut(size, BLOCK).copy_from(&block);
        size += BLOCK;
    }
    unreachable!("the steps are limited")
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

    pub(super) fn apply(&self, block: &mut Mat<f64>) {
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

fn column_norms(block: &Mat<f64>) -> Vec<f64> {
    (0..block.ncols()).map(|j| norm(column(block, j))).collect()
}

/// Makes `block` orthogonal to the columns of `basis` and returns the coefficients removed.
pub(super) fn remove_components(block: &mut Mat<f64>, basis: MatRef<'_, f64>) -> Mat<f64> {
    // In this order faer copies the few columns of the block to where it wants them, and not the
    // many of the basis: half the time.
    let transposed = product(block.transpose(), basis);
    let coefficients = transposed.transpose().to_owned();
    matmul(block.as_mut(), Accum::Add, basis, coefficients.as_ref(), -1.0, Par::Seq);
    coefficients
}

/// Makes the columns of `block` orthonormal, to each other and to those of `basis`, and returns the
/// triangular `R` of `old block = new block R + basis C`. A column that vanishes (the Krylov space
/// is exhausted) is replaced by a random one, with zeros in `R`.
///
/// What is left of a column after a pass is orthogonal up to round-off of what there was before; so
/// where little is left, another pass follows. Two are enough (Giraud et al., *Rounding error
/// analysis of the classical Gram-Schmidt orthogonalization process*, 2005), and two more for a
/// column that was found to be round-off in the second of them, and replaced.
pub(super) fn orthonormalize_block(
    block: &mut Mat<f64>,
    basis: MatRef<'_, f64>,
    random: &mut Pcg64,
) -> Mat<f64> {
    let width = block.ncols();
    let mut R = Mat::<f64>::identity(width, width);
    for _ in 0..4 {
        let before = column_norms(block);
        if basis.ncols() > 0 {
            remove_components(block, basis);
        }
        let mut of_pass = Mat::<f64>::zeros(width, width);
        let mut is_done = true;
        for (j, before) in before.into_iter().enumerate() {
            let (earlier, rest) = block.as_mut().split_at_col_mut(j);
            let earlier = earlier.rb();
            let x =
                rest.col_mut(0).try_as_col_major_mut().expect("stored by columns").as_slice_mut();
            for i in 0..j {
                let q = earlier.col(i).try_as_col_major().expect("stored by columns").as_slice();
                of_pass[(i, j)] = dot(q, x);
                add_scaled(x, -of_pass[(i, j)], q);
            }
            let size = norm(x);
            if size > 1e-14 * before && size.is_normal() {
                of_pass[(j, j)] = size;
                x.iter_mut().for_each(|x| *x /= size);
                is_done &= size > 0.1 * before;
            } else {
                x.fill_with(|| StandardNormal.sample(random));
                let size = norm(x);
                x.iter_mut().for_each(|x| *x /= size);
                is_done = false;
            }
        }
        R = product(of_pass.as_ref(), R.as_ref());
        if is_done {
            break;
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
