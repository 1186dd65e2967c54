//! What one linear triangle gives: area, deformation gradient, lumped mass, and the assembly of
//! per-triangle blocks into a sparse matrix.
//!
//! Knows the mesh, and nothing of materials or of time.

mod assembly;
mod deformation;
mod lanes;
mod mass;

pub use assembly::Assembly;
pub use deformation::LinearTriangles;
pub use mass::{gravity_force, lumped_masses, per_dof};
