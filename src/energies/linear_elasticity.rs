use nalgebra::{Matrix2, Vector2};

use super::{DensityHessian, Material};

/// Linear elasticity, `psi = mu |eps|^2 + lambda/2 tr(eps)^2` with the small strain `eps = (F +
/// F')/2 - I`.
///
/// Quadratic in the state, so its Hessian is the constant stiffness matrix of modal analysis. It is
/// not invariant under rotation, which is why modal analysis cannot rotate. Sifakis and Barbic,
/// *FEM Simulation of 3D Deformable Solids*, 2012, section 3.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearElasticity {
    /// Shear modulus, in N/m.
    pub mu: f64,
    /// First Lame parameter, in N/m.
    pub lambda: f64,
}

impl LinearElasticity {
    /// The material of linear modal analysis: both Lame parameters 1. Only ratios of eigenvalues
    /// and the shapes matter there, and modes of this material serve any other.
    pub const UNIT: Self = Self { mu: 1.0, lambda: 1.0 };
}

// ANCHOR: linear_elasticity
impl Material for LinearElasticity {
    #[inline(always)]
    fn density(&self, F: &Matrix2<f64>) -> f64 {
        let strain = 0.5 * (F + F.transpose()) - Matrix2::identity();
        self.mu * strain.norm_squared() + 0.5 * self.lambda * strain.trace().powi(2)
    }

    #[inline(always)]
    fn stress(&self, F: &Matrix2<f64>) -> Matrix2<f64> {
        let strain = 0.5 * (F + F.transpose()) - Matrix2::identity();
        2.0 * self.mu * strain + self.lambda * strain.trace() * Matrix2::identity()
    }

    #[inline(always)]
    fn hessian(&self, _: &Matrix2<f64>) -> DensityHessian {
        // Uniform scaling costs both moduli, rotation nothing, the two shears 2 mu each.
        let along =
            Matrix2::from_diagonal(&Vector2::new(2.0 * (self.mu + self.lambda), 2.0 * self.mu));
        DensityHessian::new(Vector2::x(), Vector2::x(), along, [0.0, 2.0 * self.mu])
    }
}
// ANCHOR_END: linear_elasticity
