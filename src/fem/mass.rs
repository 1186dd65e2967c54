use crate::mesh::Mesh;

use super::LinearTriangles;

/// Lumped mass of every vertex, in kg: each triangle gives a third of its mass to each corner.
///
/// `density` is in kg/m^2. Notebook 017, *Constant operators*.
// ANCHOR: lumped_masses
pub fn lumped_masses(mesh: &Mesh, triangles: &LinearTriangles, density: f64) -> Vec<f64> {
    let mut masses = vec![0.0; mesh.vertex_count()];
    for (corners, area) in triangles.corners().iter().zip(triangles.areas()) {
        for &v in corners {
            masses[v] += density * area / 3.0;
        }
    }
    masses
}
// ANCHOR_END: lumped_masses

/// Repeats a value per vertex for its two degrees of freedom.
pub fn per_dof(per_vertex: &[f64]) -> Vec<f64> {
    per_vertex.iter().flat_map(|&m| [m, m]).collect()
}

/// The weight of every vertex as a force vector (N): its mass times `acceleration` (m/s^2) along y.
pub fn gravity_force(vertex_masses: &[f64], acceleration: f64) -> Vec<f64> {
    vertex_masses.iter().flat_map(|&m| [0.0, m * acceleration]).collect()
}
