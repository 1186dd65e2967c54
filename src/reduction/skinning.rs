use faer::Mat;

use super::{EigenError, Eigenmodes, Subspace, eigenmodes};
use crate::{
    fem::{Assembly, LinearTriangles, lumped_masses},
    mesh::Mesh,
};

/// Skinning weights: the `count` lowest eigenmodes of the mesh Laplacian, `L w = lambda M w`.
///
/// The first is constant, with eigenvalue zero; higher ones vary faster. Benchekroun et al., *Fast
/// Complementary Dynamics via Skinning Eigenmodes*, 2023; notebook 017, *Two subspaces*.
///
/// # Errors
/// [`EigenError`] if the mesh has fewer vertices than weights are asked for.
// ANCHOR: skinning_eigenmodes
pub fn skinning_eigenmodes(mesh: &Mesh, count: usize) -> Result<Eigenmodes, EigenError> {
    let triangles = LinearTriangles::new(mesh);
    let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 1);
    let mut L = assembly.zeros();
    for (e, (area, [a, b, c])) in
        triangles.areas().iter().zip(triangles.shape_gradients()).enumerate()
    {
        let block =
            [a.dot(a), b.dot(a), b.dot(b), c.dot(a), c.dot(b), c.dot(c)].map(|entry| area * entry);
        assembly.add_block(&mut L, e, &block);
    }
    let M = lumped_masses(mesh, &triangles, 1.0);
    eigenmodes(&L, &M, count)
}
// ANCHOR_END: skinning_eigenmodes

/// The skinning subspace of some weights: each carries an affine map of the plane, six degrees of
/// freedom.
///
/// Vertex i moves to `sum_k w_k(i) T_k (X_i, 1)` with 2x3 matrices `T_k`, which is linear in the
/// entries of the maps: `x = B z`, and `q = 0`. The columns of `B` are the fields `w_k X`, `w_k Y`
/// and `w_k`, once in each component; here they are made mass-orthonormal, in this order, so that
/// the first columns span the basis of fewer weights. Columns that depend on earlier ones are
/// dropped.
///
/// # Errors
/// [`EigenError::TooMany`] if there are more columns than degrees of freedom.
// ANCHOR: skinning_basis
pub fn skinning_basis(mesh: &Mesh, weights: &Mat<f64>) -> Result<Subspace, EigenError> {
    let columns = 6 * weights.ncols();
    if columns > mesh.dofs() {
        return Err(EigenError::TooMany { requested: columns, available: mesh.dofs() });
    }
    let M = lumped_masses(mesh, &LinearTriangles::new(mesh), 1.0);
    let fields = super::mass_orthonormalize(&skinning_fields(mesh, weights), &M);
    Ok(Subspace::of_fields(&fields))
}

/// The fields `w_k X`, `w_k Y` and `w_k` of some weights, three columns each, as they are.
pub fn skinning_fields(mesh: &Mesh, weights: &Mat<f64>) -> Mat<f64> {
    let homogeneous = |i: usize, c: usize| if c == 2 { 1.0 } else { mesh.positions()[i][c] };
    Mat::from_fn(mesh.vertex_count(), 3 * weights.ncols(), |i, j| {
        weights[(i, j / 3)] * homogeneous(i, j % 3)
    })
}
// ANCHOR_END: skinning_basis
