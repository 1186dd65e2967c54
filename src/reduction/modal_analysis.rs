use super::{EigenError, Eigenmodes, eigenmodes};
use crate::{
    energies::{Curvature, ElasticEnergy, Energy, LinearElasticity},
    fem::{Assembly, LinearTriangles, lumped_masses, per_dof},
    linalg::SymmetricSparse,
    mesh::Mesh,
};

/// Linear modal analysis: the `count` lowest vibration modes of a free body, `K phi = lambda M
/// phi`.
///
/// `K` is the stiffness of linear elasticity with unit moduli and `M` the lumped mass at unit
/// density; stiffness and density scale the eigenvalues and leave the modes as they are. The first
/// three are the rigid motions, with eigenvalue zero. Notebook 017, *Two subspaces*; notebook 025,
/// *How does this shape naturally move?*
///
/// # Errors
/// [`EigenError`] if the mesh has fewer degrees of freedom than modes are asked for.
// ANCHOR: linear_modal_analysis
pub fn linear_modal_analysis(mesh: &Mesh, count: usize) -> Result<Eigenmodes, EigenError> {
    let (K, M) = stiffness_and_masses(mesh);
    eigenmodes(&K, &M, count)
}

/// The matrices of that eigenvalue problem.
pub fn stiffness_and_masses(mesh: &Mesh) -> (SymmetricSparse, Vec<f64>) {
    let triangles = LinearTriangles::new(mesh);
    let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
    let elasticity = ElasticEnergy {
        material: LinearElasticity::UNIT,
        triangles: &triangles,
        assembly: &assembly,
    };
    let mut K = assembly.zeros();
    elasticity.add_hessian(mesh.rest_state(), Curvature::Exact, &mut K);
    (K, per_dof(&lumped_masses(mesh, &triangles, 1.0)))
}
// ANCHOR_END: linear_modal_analysis
