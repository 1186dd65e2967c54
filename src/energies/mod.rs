//! Energies: value, gradient and Hessian of each, over a state (x0, y0, x1, y1, ...).
//!
//! A *material* gives an energy density as a function of the deformation gradient;
//! [`ElasticEnergy`] sums it over the triangles of a mesh. The other energies act on the state
//! directly; [`ClusteredArap`] on reduced coordinates. Knows nothing of solvers or of how a subspace
//! is found.

mod best_rotations;
mod clustered_arap;
mod density_hessian;
mod elastic;
mod gravity;
mod inertia;
mod linear_elasticity;
mod neo_hookean;
mod pin;

pub use best_rotations::BestRotations;
pub use clustered_arap::ClusteredArap;
pub use density_hessian::DensityHessian;
pub use elastic::{ElasticEnergy, Material};
pub use gravity::Gravity;
pub use inertia::{Inertia, momentum_target};
pub use linear_elasticity::LinearElasticity;
pub use neo_hookean::{MaterialError, NeoHookean};
pub use pin::{ExpandedPin, Pin};

use crate::linalg::SymmetricSparse;

/// An energy of the state `x`, with its first two derivatives. Derivatives are *added* to what is
/// passed in, so that a sum of energies needs no temporary.
pub trait Energy {
    /// The energy, in joules.
    fn energy(&self, x: &[f64]) -> f64;

    /// Adds the gradient at `x` to `gradient`.
    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]);

    /// Adds the Hessian at `x` to `hessian`, made positive semidefinite where `curvature` asks for
    /// it.
    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse);
}

/// Which Hessian an energy gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curvature {
    /// The second derivative as it is, possibly indefinite.
    Exact,
    /// Each triangle's density Hessian replaced by the nearest positive semidefinite one, so that
    /// Newton's direction descends.
    Projected,
}
