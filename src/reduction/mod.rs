//! Subspaces: the lowest eigenmodes of a mesh, the two bases made of them, and the map x = B z + q.
//!
//! Knows energies only as the stiffness of linear elasticity; nothing of time or of solvers.

mod actuation;
mod clusters;
mod eigenmodes;
mod k_means;
mod modal_analysis;
mod single_start;
mod skinning;
mod subspace;

pub use actuation::{amplitude_ceilings, displacement_gradients};
pub use clusters::{ClusterError, Clusters};
pub use eigenmodes::{EigenError, Eigenmodes, eigenmodes};
pub use modal_analysis::{linear_modal_analysis, stiffness_and_masses};
pub use single_start::ritz_vectors;
pub use skinning::{skinning_basis, skinning_eigenmodes, skinning_fields};
pub use subspace::{Subspace, mass_orthonormalize};
