use faer::Mat;

use super::{Error, GroundContact, Model, Motion, Operators};
use crate::{
    energies::{BestRotations, ClusteredArap, Energy, Gravity, Inertia, momentum_target},
    linalg::{DenseCholesky, accumulate, add_scaled, column, column_mut, dense_times_vector},
    solvers::LocalGlobal,
};

/// The objective of one backward-Euler step in reduced coordinates (notebook 025, *The
/// modal-muscle system*):
///
/// `E(z) = min_R mu/2 sum_e v_e |F_e - R_l(e)|^2 + gamma/2 sum_e v_e |F_e - R^a Y_e(a)|^2 + 1/(2h^2)
/// |z - z~|^2_M - f' z`.
///
/// For looking at the descent and for checking it; the time steps only need what
/// [`MuscleSystem`] precomputes.
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
        let (inertia, external) = self.others();
        let elastic: f64 = self.elasticity().iter().map(|energy| energy.energy(z)).sum();
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
fn best_rotations(operators: &Operators, a: &[f64]) -> [BestRotations; 2] {
    let parts = active_parts(operators);
    let mut active = parts[0].clone();
    active.combine(a, &parts);
    [BestRotations::new(operators.C_passive.as_ref()), active]
}

fn active_parts(operators: &Operators) -> Vec<BestRotations> {
    operators.K_active.iter().map(|K| BestRotations::new(K.as_ref())).collect()
}

/// One backward-Euler step after another, for local/global descent.
///
/// With the rotations held, the minimizer of the step is `z = H^-1 (M z~ / h^2 + f + mu W_p' R_p +
/// gamma W_a' R_a)`. H does not change in a run: it is factored once, and multiplied into
/// everything that depends on nothing but the run. What is left of an iteration is the product that
/// finds the rotations, and the one that adds up what they contribute.
pub struct MuscleSystem<'a> {
    cholesky: DenseCholesky,
    mass_over_h_squared: f64,
    force: &'a [f64],
    momentum: Momentum<'a>,
    passive: BestRotations,
    /// `mu H^-1 W_p'`
    passive_response: Mat<f64>,
    active: BestRotations,
    active_parts: Vec<BestRotations>,
    /// `gamma H^-1 W_a'`
    active_response: Mat<f64>,
    active_response_parts: Vec<Mat<f64>>,
    contact: Option<GroundContact<'a>>,
    passive_rotations: Vec<f64>,
    active_rotations: [f64; 2],
    current: Vec<f64>,
    /// `H^-1 (M z~ / h^2 + f)`
    inertial: Vec<f64>,
    next: Vec<f64>,
}

/// The centre of mass moves as if the body were a point: elastic forces cannot push it. In the
/// precomputed responses, round-off can, and always the same way, which adds up over a run; so
/// their centre of mass is put where it belongs.
struct Momentum<'a> {
    centre_of_mass: &'a Mat<f64>,
    /// The coordinates of a unit translation along x and along y.
    translations: Mat<f64>,
}

impl<'a> Momentum<'a> {
    fn new(operators: &'a Operators) -> Self {
        let centre_of_mass = &operators.centre_of_mass;
        // In mass-orthonormal coordinates the rows of the centre of mass are the translations
        // themselves, over the body's mass.
        let scale = |i: usize| 1.0 / centre_of_mass.row(i).squared_norm_l2();
        let translations =
            Mat::from_fn(centre_of_mass.ncols(), 2, |j, i| centre_of_mass[(i, j)] * scale(i));
        Self { centre_of_mass, translations }
    }

    fn centre(&self, z: &[f64]) -> [f64; 2] {
        let mut position = [0.0; 2];
        accumulate(self.centre_of_mass, z, &mut position);
        position
    }

    // ANCHOR: place
    /// Moves `z` by a translation that puts its centre of mass at `position`.
    fn place(&self, z: &mut [f64], position: [f64; 2]) {
        let centre = self.centre(z);
        let shift = [position[0] - centre[0], position[1] - centre[1]];
        accumulate(&self.translations, &shift, z);
    }
    // ANCHOR_END: place
}

// ANCHOR: muscle_system
impl<'a> MuscleSystem<'a> {
    /// Factors H and precomputes everything that does not change in a run.
    ///
    /// # Errors
    /// [`Error::Singular`] if H is not positive definite.
    pub fn new(
        operators: &'a Operators,
        motion: &Motion,
        density: f64,
        force: &'a [f64],
        contact: Option<GroundContact<'a>>,
    ) -> Result<Self, Error> {
        let r = operators.L_B.nrows();
        let H = frozen_hessian(operators, motion, density);
        let mut cholesky = DenseCholesky::new(r);
        cholesky.factor(H.as_ref())?;
        let momentum = Momentum::new(operators);
        // ANCHOR: response
        let response = |stiffness: f64, rotations: &BestRotations| {
            let mut response = faer::Scale(stiffness) * rotations.map().transpose();
            cholesky.solve_in_place(response.as_mut());
            for j in 0..response.ncols() {
                momentum.place(column_mut(&mut response, j), [0.0, 0.0]);
            }
            response
        };
        // ANCHOR_END: response
        let passive = BestRotations::new(operators.C_passive.as_ref());
        let active_parts = active_parts(operators);
        let active_response_parts: Vec<_> =
            active_parts.iter().map(|part| response(motion.active_stiffness, part)).collect();
        Ok(Self {
            passive_response: response(motion.passive_stiffness, &passive),
            passive_rotations: vec![0.0; passive.map().nrows()],
            passive,
            active: active_parts[0].clone(),
            active_parts,
            active_response: active_response_parts[0].clone(),
            active_response_parts,
            active_rotations: [0.0; 2],
            contact: contact.map(|contact| contact.prepared(&cholesky)),
            mass_over_h_squared: density / motion.time_step.powi(2),
            force,
            momentum,
            cholesky,
            current: vec![0.0; r],
            inertial: vec![0.0; r],
            next: vec![0.0; r],
        })
    }

    /// Turns to the step from `current`, with `previous` one step before, under an activation.
    pub fn begin_step(&mut self, current: &[f64], previous: &[f64], a: &[f64]) {
        self.current.copy_from_slice(current);
        for (i, f) in self.inertial.iter_mut().enumerate() {
            *f = self.mass_over_h_squared * (2.0 * current[i] - previous[i]) + self.force[i];
        }
        let ballistic = self.momentum.centre(&self.inertial).map(|f| f / self.mass_over_h_squared);
        self.cholesky.solve_vector_in_place(&mut self.inertial);
        self.momentum.place(&mut self.inertial, ballistic);
        self.active.combine(a, &self.active_parts);
        self.active_response.fill(0.0);
        for j in 0..self.active_response.ncols() {
            for (a, part) in a.iter().zip(&self.active_response_parts) {
                add_scaled(column_mut(&mut self.active_response, j), *a, column(part, j));
            }
        }
    }
}

// ANCHOR: iteration
impl LocalGlobal for MuscleSystem<'_> {
    fn local_step(&mut self, z: &[f64]) {
        self.passive.fit(z, &mut self.passive_rotations);
        self.active.fit(z, &mut self.active_rotations);
    }

    fn global_step(&mut self, z: &mut [f64]) -> f64 {
        self.next.copy_from_slice(&self.inertial);
        accumulate(&self.passive_response, &self.passive_rotations, &mut self.next);
        accumulate(&self.active_response, &self.active_rotations, &mut self.next);
        if let Some(contact) = &mut self.contact {
            contact.correct(z, &self.current, &mut self.next);
        }
        let moved: f64 = z.iter().zip(&self.next).map(|(z, next)| (next - z) * (next - z)).sum();
        z.copy_from_slice(&self.next);
        moved.sqrt()
    }
}
// ANCHOR_END: iteration
// ANCHOR_END: muscle_system
