use nalgebra::Matrix2;
use thiserror::Error;

use super::{
    DensityHessian, Material,
    density_hessian::{anti_similarity, similarity},
};

/// The stable neo-Hookean material of notebook 017,
/// `psi = mu/2 (|F|^2 - 2) + mu (1 - J) + lambda/2 (1 - J)^2` with `J = det F`.
///
/// In the plane this is `mu |v|^2 + lambda/2 (J - 1)^2` with the anti-similarity part v of F. So
/// for small strains it is linear elasticity with `lambda - mu` in the place of `lambda`. Finite
/// for every F, inverted or not. Macklin and Mueller, *A Constraint-based Formulation of Stable
/// Neo-Hookean Materials*, 2021; also Kim and Eberle, *Dynamic Deformables*, 2022, equation 6.9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookean {
    /// Shear modulus, in N/m.
    pub mu: f64,
    /// First Lame parameter, in N/m.
    pub lambda: f64,
}

/// Elastic constants out of their range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MaterialError {
    /// Young's modulus is not positive.
    #[error("young is {0}: Young's modulus must be a positive finite number")]
    Young(f64),
    /// Poisson's ratio lies outside its range.
    #[error(
        "poisson is {0}: Poisson's ratio must be 0 or above and below 0.5; with a negative one this material gains energy \
         by swelling, without end"
    )]
    Poisson(f64),
}

impl NeoHookean {
    /// The material with a Young's modulus (N/m in the plane) and a Poisson ratio.
    ///
    /// `mu = E / (2 (1 + nu))`, `lambda = E nu / ((1 + nu)(1 - 2 nu))`.
    ///
    /// # Errors
    /// [`MaterialError`] unless the modulus is positive and the ratio lies in \[0, 0.5). A negative
    /// ratio makes `lambda` negative: the energy `lambda/2 (J - 1)^2` of a body that swells evenly
    /// then has no lower bound, and the rest shape is no minimum.
    pub fn from_young_poisson(young: f64, poisson: f64) -> Result<Self, MaterialError> {
        if !(young.is_finite() && young > 0.0) {
            return Err(MaterialError::Young(young));
        }
        if !(0.0..0.5).contains(&poisson) {
            return Err(MaterialError::Poisson(poisson));
        }
        let mu = young / (2.0 * (1.0 + poisson));
        let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        Ok(Self { mu, lambda })
    }
}

// ANCHOR: neo_hookean
impl Material for NeoHookean {
    #[inline(always)]
    fn density(&self, F: &Matrix2<f64>) -> f64 {
        let J = F.determinant();
        0.5 * self.mu * (F.norm_squared() - 2.0)
            + self.mu * (1.0 - J)
            + 0.5 * self.lambda * (1.0 - J).powi(2)
    }

    #[inline(always)]
    fn stress(&self, F: &Matrix2<f64>) -> Matrix2<f64> {
        let cofactor = Matrix2::new(F.m22, -F.m21, -F.m12, F.m11);
        self.mu * F + (self.lambda * (F.determinant() - 1.0) - self.mu) * cofactor
    }

    #[inline(always)]
    fn hessian(&self, F: &Matrix2<f64>) -> DensityHessian {
        let (u, v) = (similarity(F), anti_similarity(F));
        let (mu, lambda) = (self.mu, self.lambda);
        let pressure = lambda * (F.determinant() - 1.0) - mu;
        // J = (|u|^2 - |v|^2) / 2, so dJ = (u, -v) and d2J = diag(1, 1, -1, -1).
        let mixed = -lambda * u.norm() * v.norm();
        let along = Matrix2::new(
            mu + pressure + lambda * u.norm_squared(),
            mixed,
            mixed,
            mu - pressure + lambda * v.norm_squared(),
        );
        DensityHessian::new(u, v, along, [mu + pressure, mu - pressure])
    }
}
// ANCHOR_END: neo_hookean
