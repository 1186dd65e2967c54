use faer::{
    Side,
    prelude::default,
    sparse::{
        SymbolicSparseColMat,
        linalg::{
            SupernodalThreshold,
            cholesky::{
                CholeskySymbolicParams, SymbolicCholeskyRaw, SymmetricOrdering,
                factorize_symbolic_cholesky,
            },
        },
    },
};

/// What a piece of work takes at least.
///
/// An operation is an addition, a multiplication, a division or a square root of two doubles; a
/// multiplication and an addition that the machine does in one instruction are two. The bytes are
/// those of the numbers that the work is given and of those that it hands back, each moved once:
/// numbers on the way could stay in registers. So neither count depends on how the work is done,
/// but for the algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Floating-point operations.
    pub flops: f64,
    /// Bytes.
    pub bytes: f64,
}

/// Bytes of a double.
const DOUBLE: f64 = 8.0;

/// Bytes of an index into a mesh or a matrix.
const INDEX: f64 = 4.0;

// ANCHOR: assembly
/// Gradient and projected Hessian of a mesh's elastic energy, as a sparse matrix with so
/// many entries in its lower triangle.
pub(super) fn assembly(triangles: usize, vertices: usize, entries: usize) -> Counts {
    let deformation_gradient = 20.0; // three products of a position with a gradient, added up
    let forces = 22.0 + 18.0; // the stress times the area; its products with three gradients
    let density_hessian = 28.0; // in similarity coordinates: a 2x2 block, and two eigenvalues
    let projection = 17.0; // the eigenvalues of the block, and what is left of it
    let corner_block = 10.0 + 36.0 + 36.0 + 99.0 + 18.0; // C, S, isotropic, S C S', sum
    let additions = 6.0 + 21.0; // to the gradient and to the matrix
    let of_triangle =
        deformation_gradient + forces + density_hessian + projection + corner_block + additions;
    // In: three corners, and six places in the matrix, one for each pair of corners; where
    // each vertex is, and where it is at rest. Out: the gradient and the matrix.
    let (triangles, vertices, entries) = (triangles as f64, vertices as f64, entries as f64);
    Counts {
        flops: of_triangle * triangles,
        bytes: 9.0 * INDEX * triangles + 6.0 * DOUBLE * vertices + DOUBLE * entries,
    }
}
// ANCHOR_END: assembly

// ANCHOR: sparse_solve
/// Cholesky factorization of a sparse matrix, given by the pattern of its lower triangle, and one
/// solve, with the factor's columns ordered by approximate minimum degree.
pub(super) fn sparse_solve(pattern: &SymbolicSparseColMat<usize>) -> Counts {
    let columns = factor_columns(pattern);
    // A column with l entries divides l and updates l (l - 1) / 2 entries of later columns.
    let factorization: f64 = columns.iter().map(|l| l * l).sum();
    let entries: f64 = columns.iter().sum();
    // In: the matrix. The factor is written once and read twice, by the two triangular solves.
    Counts {
        flops: factorization + 4.0 * entries,
        bytes: DOUBLE * (pattern.compute_nnz() as f64 + 3.0 * entries),
    }
}
// ANCHOR_END: sparse_solve

/// The number of entries in every column of the factor.
fn factor_columns(pattern: &SymbolicSparseColMat<usize>) -> Vec<f64> {
    let params = CholeskySymbolicParams {
        supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SIMPLICIAL,
        ..default()
    };
    let (pattern, order) = (pattern.as_ref(), SymmetricOrdering::Amd);
    let symbolic = factorize_symbolic_cholesky(pattern, Side::Lower, order, params)
        .expect("the indices of a mesh fit into memory");
    match symbolic.raw() {
        SymbolicCholeskyRaw::Simplicial(columns) => {
            columns.col_ptr().windows(2).map(|ends| (ends[1] - ends[0]) as f64).collect()
        }
        SymbolicCholeskyRaw::Supernodal(_) => unreachable!("the other kind was asked for"),
    }
}

// ANCHOR: dense_solve
/// Cholesky factorization of a dense matrix of r rows, and one solve.
pub(super) fn dense_solve(rows: usize) -> Counts {
    let r = rows as f64;
    // In: the lower triangle. Its factor is written once and read twice.
    Counts { flops: r.powi(3) / 3.0 + 2.0 * r * r, bytes: DOUBLE * 4.0 * 0.5 * r * r }
}
// ANCHOR_END: dense_solve

// ANCHOR: galerkin
/// The product B'HB of a Hessian on so many vertices, with so many entries in its lower triangle,
/// and a skinning basis with r columns, which are r/2 fields in both components.
pub(super) fn galerkin(vertices: usize, entries: usize, coordinates: usize) -> Counts {
    let (n, lower, r) = (vertices as f64, entries as f64, coordinates as f64);
    let fields = 0.5 * r;
    // H B: every entry of the matrix, off the diagonal twice, times a row of fields.
    let image = 2.0 * (2.0 * lower - 2.0 * n) * fields;
    // B' (H B): the lower triangle, an inner product over the vertices for each of its entries.
    let product = 2.0 * n * 0.5 * r * (r + 1.0);
    Counts { flops: image + product, bytes: DOUBLE * (lower + n * fields + r * r) }
}
// ANCHOR_END: galerkin

// ANCHOR: iteration
/// A local/global iteration of a body with so many coordinates, clusters, and points that could
/// touch the floor.
pub(super) fn iteration(coordinates: usize, clusters: usize, points: usize) -> Counts {
    let (r, points) = (coordinates as f64, points as f64);
    let rotations = clusters as f64 + 1.0; // those of the flesh, and that of the muscles
    let numbers = 2.0 * rotations; // a rotation is two
    // Local: two numbers to each rotation as products with z, and their length divided out. Global:
    // the product of the responses with them, and how far z moved. On a floor: the heights.
    Counts {
        flops: 4.0 * numbers * r + 6.0 * rotations + 3.0 * r + 2.0 * points * r,
        bytes: DOUBLE * ((2.0 * numbers + points) * r + 3.0 * r),
    }
}
// ANCHOR_END: iteration

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fem::Assembly;

    /// Three unknowns that are all connected, as in the one triangle of a mesh, fill the whole
    /// lower triangle, so that the sparse solve is a dense one.
    #[test]
    fn a_sparse_solve_counts_the_entries_of_its_factor() {
        let hessian = Assembly::new(&[[0, 1, 2]], 3, 1).zeros();
        assert_eq!(factor_columns(hessian.pattern()).iter().sum::<f64>(), 3.0 + 2.0 + 1.0);
        let Counts { flops, bytes } = sparse_solve(hessian.pattern());
        assert_eq!(flops, 9.0 + 4.0 + 1.0 + 4.0 * 6.0);
        assert_eq!(bytes, 8.0 * 4.0 * 6.0);
    }

    /// Elimination leaves no entry on a path of triangles that is taken from its ends.
    #[test]
    fn a_strip_fills_nothing_in() {
        let strip: Vec<[usize; 3]> = (0..20).map(|v| [v, v + 1, v + 2]).collect();
        let hessian = Assembly::new(&strip, 22, 1).zeros();
        let entries: f64 = factor_columns(hessian.pattern()).iter().sum();
        assert_eq!(entries, hessian.pattern().compute_nnz() as f64);
    }
}
