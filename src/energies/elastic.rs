use nalgebra::Matrix2;

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
        let mut energy = 0.0;
        self.triangles.for_each(
            x,
            #[inline(always)]
            |F, _, area| [area * self.material.density(&F)],
            |_, [of_triangle]| energy += of_triangle,
        );
        energy
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        self.triangles.for_each(
            x,
            #[inline(always)]
            |F, [ga, gb, gc], area| {
                let P = area * self.material.stress(&F);
                let [a, b, c] = [P * ga, P * gb, P * gc];
                [a.x, a.y, b.x, b.y, c.x, c.y]
            },
            |e, forces| {
                for (v, force) in self.triangles.corners()[e].iter().zip(forces.as_chunks().0) {
                    let [fx, fy] = *force;
                    gradient[2 * v] += fx;
                    gradient[2 * v + 1] += fy;
                }
            },
        );
    }

    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse) {
        let project = curvature == Curvature::Projected;
        self.triangles.for_each(
            x,
            #[inline(always)]
            |F, shape_gradients, area| {
                let density_hessian = self.material.hessian(&F);
                let density_hessian =
                    if project { density_hessian.projected() } else { density_hessian };
                density_hessian.corner_block(&shape_gradients, area)
            },
            |e, block| self.assembly.add_block(hessian, e, &block),
        );
    }
}
// ANCHOR_END: elastic_energy
