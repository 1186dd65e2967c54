use faer::Mat;

use super::{Model, Motion, Operators};
use crate::{
    energies::{BestRotations, ClusteredArap, Energy, Gravity, Inertia, momentum_target},
    linalg::dense_times_vector,
};

/// The objective of one backward-Euler step in reduced coordinates (notebook 025, *The
/// modal-muscle system*):
///
/// `E(z) = min_R mu/2 sum_e v_e |F_e - R_l(e)|^2 + gamma/2 sum_e v_e |F_e - R^a Y_e(a)|^2 + 1/(2h^2)
/// |z - z~|^2_M - f' z`.
///
/// For looking at the descent and for checking it; the time steps only need what
/// [`MuscleSystem`](super::MuscleSystem) precomputes.
#[derive(Clone, Debug)]
pub struct StepEnergy<'a> {
    model: &'a Model,
    operators: &'a Operators,
    motion: &'a Motion,
    /// Mass of every coordinate: the basis is mass-orthonormal.
    masses: Vec<f64>,
    force: &'a [f64],
    target: Vec<f64>,
    passive: BestRotations,
    active: BestRotations,
    passive_targets: Vec<f64>,
    active_targets: Vec<f64>,
    one_label: Vec<usize>,
}

// ANCHOR: step_energy
impl<'a> StepEnergy<'a> {
    /// The objective of the step from `current`, with `previous` one step before, an activation
    /// `a` and an external force (N, in reduced coordinates).
    pub fn new(
        model: &'a Model,
        operators: &'a Operators,
        motion: &'a Motion,
        density: f64,
        force: &'a [f64],
        [current, previous]: [&[f64]; 2],
        a: &[f64],
    ) -> Self {
        let [passive, active] = best_rotations(operators, a);
        let triangles = model.creature.triangles.count();
        let mut active_targets = vec![0.0; 4 * triangles];
        dense_times_vector(operators.JY.as_ref(), a, &mut active_targets);
        Self {
            masses: vec![density; current.len()],
            target: momentum_target(current, previous),
            passive_targets: [1.0, 0.0, 0.0, 1.0].repeat(triangles),
            active_targets,
            one_label: vec![0; triangles],
            model,
            operators,
            motion,
            force,
            passive,
            active,
        }
    }

    fn elasticity(&self) -> [ClusteredArap<'_>; 2] {
        let Operators { JB, L_B, .. } = self.operators;
        let passive = ClusteredArap {
            stiffness: self.motion.passive_stiffness,
            areas: self.model.creature.triangles.areas(),
            labels: &self.model.clusters.labels,
            JB,
            targets: &self.passive_targets,
            L_B,
            rotations: &self.passive,
        };
        let active = ClusteredArap {
            stiffness: self.motion.active_stiffness,
            labels: &self.one_label,
            targets: &self.active_targets,
            rotations: &self.active,
            ..passive
        };
        [passive, active]
    }

    fn others(&self) -> (Inertia<'_>, Gravity<'_>) {
        let time_step = self.motion.time_step;
        (
            Inertia { masses: &self.masses, target: &self.target, time_step },
            Gravity { force: self.force, rest: &self.model.z_rest },
        )
    }

    /// The objective, in J; the potential of the external force is zero in the rest shape.
    pub fn energy(&self, z: &[f64]) -> f64 {
        let [passive, active] = [&self.passive, &self.active].map(|rotations| {
            let mut best = vec![0.0; rotations.map().nrows()];
            rotations.fit(z, &mut best);
            best
        });
        self.energy_with([&passive, &active], z)
    }

    /// What the objective is with other rotations than the best, those of the flesh and of the
    /// muscles as [`MuscleSystem::rotations`](super::MuscleSystem::rotations) gives them: a bound
    /// from above, that a global step lowers with the rotations held.
    pub fn energy_with(&self, rotations: [&[f64]; 2], z: &[f64]) -> f64 {
        let (inertia, external) = self.others();
        let elasticity = self.elasticity();
        let F = elasticity[0].deformation_gradients(z);
        let elastic: f64 =
            elasticity.iter().zip(rotations).map(|(energy, R)| energy.energy_with(R, &F)).sum();
        elastic + inertia.energy(z) + external.energy(z)
    }

    /// Its gradient.
    pub fn gradient(&self, z: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; z.len()];
        let (inertia, external) = self.others();
        self.elasticity().iter().for_each(|energy| energy.add_gradient(z, &mut gradient));
        inertia.add_gradient(z, &mut gradient);
        external.add_gradient(z, &mut gradient);
        gradient
    }

    /// Its second derivative.
    pub fn hessian(&self, z: &[f64]) -> Mat<f64> {
        let mut hessian = Mat::zeros(z.len(), z.len());
        self.elasticity().iter().for_each(|energy| energy.add_hessian(z, &mut hessian));
        for (i, mass) in self.masses.iter().enumerate() {
            hessian[(i, i)] += mass / self.motion.time_step.powi(2);
        }
        hessian
    }
}
// ANCHOR_END: step_energy

/// The Hessian with the rotations frozen, the same for every state: `H = (mu + gamma) L_B + M /
/// h^2`.
// ANCHOR: frozen_hessian
pub fn frozen_hessian(operators: &Operators, motion: &Motion, density: f64) -> Mat<f64> {
    let stiffness = motion.passive_stiffness + motion.active_stiffness;
    let mut H = faer::Scale(stiffness) * &operators.L_B;
    for i in 0..H.nrows() {
        H[(i, i)] += density / motion.time_step.powi(2);
    }
    H
}
// ANCHOR_END: frozen_hessian

/// Passive and active rotations; the active ones fit the targets of an activation.
pub(super) fn best_rotations(operators: &Operators, a: &[f64]) -> [BestRotations; 2] {
    let parts = active_parts(operators);
    let mut active = parts[0].clone();
    active.combine(a, &parts);
    [BestRotations::new(operators.C_passive.as_ref()), active]
}

/// The rotations that fit the targets of each entry of an activation alone.
pub(super) fn active_parts(operators: &Operators) -> Vec<BestRotations> {
    operators.K_active.iter().map(|K| BestRotations::new(K.as_ref())).collect()
}
