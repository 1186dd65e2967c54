use nalgebra::{Matrix2, Vector2};

use super::{Curvature, DensityHessian, Energy};
use crate::{
    fem::{Assembly, LinearTriangles},
    linalg::SymmetricSparse,
};

/// A homogeneous isotropic material: an energy density as a function of the deformation gradient.
pub trait Material {
    /// Energy density psi(F), in J/m^2.
    fn density(&self, F: &Matrix2<f64>) -> f64;

    /// First Piola-Kirchhoff stress, the derivative of the density.
    fn stress(&self, F: &Matrix2<f64>) -> Matrix2<f64>;

    /// Second derivative of the density.
    fn hessian(&self, F: &Matrix2<f64>) -> DensityHessian;
}

/// The elastic energy of a mesh: the material's density, summed over the triangles with their
/// areas.
#[derive(Clone, Copy, Debug)]
pub struct ElasticEnergy<'a, M> {
    /// The material of every triangle.
    pub material: M,
    /// Rest areas and shape-function gradients.
    pub triangles: &'a LinearTriangles,
    /// Where each triangle's block goes in the Hessian.
    pub assembly: &'a Assembly,
}

// ANCHOR: elastic_energy
impl<M: Material> Energy for ElasticEnergy<'_, M> {
    fn energy(&self, x: &[f64]) -> f64 {
        self.triangles
            .areas()
            .iter()
            .enumerate()
            .map(|(e, area)| {
                area * self.material.density(&self.triangles.deformation_gradient(e, x))
            })
            .sum()
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        for (e, area) in self.triangles.areas().iter().enumerate() {
            let P = self.material.stress(&self.triangles.deformation_gradient(e, x));
            for (v, g) in
                self.triangles.corners()[e].iter().zip(&self.triangles.shape_gradients()[e])
            {
                let force: Vector2<f64> = P * g * *area;
                gradient[2 * v] += force.x;
                gradient[2 * v + 1] += force.y;
            }
        }
    }

    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse) {
        for (e, area) in self.triangles.areas().iter().enumerate() {
            let mut density_hessian =
                self.material.hessian(&self.triangles.deformation_gradient(e, x));
            if curvature == Curvature::Projected {
                density_hessian = density_hessian.projected();
            }
            let block = density_hessian.corner_block(&self.triangles.shape_gradients()[e], *area);
            self.assembly.add_block(hessian, e, &block);
        }
    }
}
// ANCHOR_END: elastic_energy
