use faer::Mat;

use super::BestRotations;
use crate::linalg::{accumulate, add_scaled, dense_times_vector, dot, pairwise_sum};

/// Clustered as-rigid-as-possible energy towards a target, in reduced coordinates:
///
/// `min_R s/2 sum_e v_e |F_e(z) - R_l(e) Y_e|^2`,
///
/// with a rotation for every cluster of triangles. Passive flesh wants its rest shape back, `Y_e =
/// I`; flesh that is driven by muscles wants the shape of the activation, `Y_e(a)`, with one
/// rotation for the whole body. Notebook 025, *The modal-muscle system*; Jacobson et al., *Fast
/// Automatic Skinning Transformations*, 2012, for the clusters; Benchekroun et al., *Actuators à la
/// Mode*, 2024, for the target.
///
/// The arrays that do not change in a run are shared: energies are put together anew for every
/// state of the muscles.
#[derive(Clone, Copy, Debug)]
pub struct ClusteredArap<'a> {
    /// Stiffness s, in N/m.
    pub stiffness: f64,
    /// Rest areas v_e, in m^2.
    pub areas: &'a [f64],
    /// Cluster of every triangle.
    pub labels: &'a [usize],
    /// JB: deformation gradients of every triangle as a function of z, four rows each.
    pub JB: &'a Mat<f64>,
    /// The targets Y_e, stacked row-major.
    pub targets: &'a [f64],
    /// The reduced stiffness `L_B = (JB)' V (JB)`.
    pub L_B: &'a Mat<f64>,
    /// The best fit to `sum_e v_e F_e(z) Y_e'` over each cluster.
    pub rotations: &'a BestRotations,
}

// ANCHOR: clustered_arap
impl ClusteredArap<'_> {
    /// The energy, in J.
    pub fn energy(&self, z: &[f64]) -> f64 {
        let mut R = vec![0.0; self.rotations.map().nrows()];
        self.rotations.fit(z, &mut R);
        self.energy_with(&R, &self.deformation_gradients(z))
    }

    /// The deformation gradients, stacked row-major: the dear part of the energy.
    pub fn deformation_gradients(&self, z: &[f64]) -> Vec<f64> {
        let mut F = vec![0.0; self.JB.nrows()];
        dense_times_vector(self.JB.as_ref(), z, &mut F);
        F
    }

    /// The energy of some deformation gradients, with rotations, as (cos, sin), that need not be
    /// the best ones.
    pub fn energy_with(&self, R: &[f64], F: &[f64]) -> f64 {
        let (F, Y, R) =
            (F.as_chunks::<4>().0, self.targets.as_chunks::<4>().0, R.as_chunks::<2>().0);
        let misfits = self.areas.iter().zip(self.labels).zip(F.iter().zip(Y));
        let energies = misfits.map(|((v, &label), (F, Y))| {
            let [cos, sin] = R[label];
            let misfit = [
                F[0] - (cos * Y[0] - sin * Y[2]),
                F[1] - (cos * Y[1] - sin * Y[3]),
                F[2] - (sin * Y[0] + cos * Y[2]),
                F[3] - (sin * Y[1] + cos * Y[3]),
            ];
            v * dot(&misfit, &misfit)
        });
        0.5 * self.stiffness * pairwise_sum(&energies.collect::<Vec<_>>())
    }

    /// Adds the gradient `s (L_B z - W' R(z))`.
    pub fn add_gradient(&self, z: &[f64], gradient: &mut [f64]) {
        let mut L_z = vec![0.0; z.len()];
        accumulate(self.L_B, z, &mut L_z);
        add_scaled(gradient, self.stiffness, &L_z);
        self.rotations.add_gradient(-self.stiffness, z, gradient);
    }

    /// Adds the second derivative. Less than `s L_B`, the Hessian with the rotations frozen, by
    /// what the rotations give way.
    pub fn add_hessian(&self, z: &[f64], hessian: &mut Mat<f64>) {
        *hessian += faer::Scale(self.stiffness) * self.L_B;
        self.rotations.add_hessian(-self.stiffness, z, hessian);
    }
}
// ANCHOR_END: clustered_arap
