use faer::Mat;

use super::{
    Error, Floor, Motion, Operators,
    contact::GroundContact,
    step_energy::{active_parts, frozen_hessian},
};
use crate::{
    energies::BestRotations,
    linalg::{DenseCholesky, accumulate, column_mut, combine},
    solvers::LocalGlobal,
};

/// One backward-Euler step after another, for local/global descent.
///
/// With the rotations held, the minimizer of the step is `z = H^-1 (M z~ / h^2 + f + mu W_p' R_p +
/// gamma W_a' R_a)`. H does not change in a run: it is factored once, and multiplied into
/// everything that depends on nothing but the run. What is left of an iteration is the product that
/// finds the rotations, and the one that adds up what they contribute.
pub struct MuscleSystem {
    cholesky: DenseCholesky,
    mass_over_h_squared: f64,
    force: Vec<f64>,
    momentum: Momentum,
    passive: BestRotations,
    /// `mu H^-1 W_p'`
    passive_response: Mat<f64>,
    active: BestRotations,
    active_parts: Vec<BestRotations>,
    /// `gamma H^-1 W_a'`
    active_response: Mat<f64>,
    active_response_parts: Vec<Mat<f64>>,
    contact: Option<GroundContact>,
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
struct Momentum {
    centre_of_mass: Mat<f64>,
    /// The coordinates of a unit translation along x and along y.
    translations: Mat<f64>,
}

impl Momentum {
    fn new(operators: &Operators) -> Self {
        let centre_of_mass = operators.centre_of_mass.clone();
        // In mass-orthonormal coordinates the rows of the centre of mass are the translations
        // themselves, over the body's mass.
        let scale = |i: usize| 1.0 / centre_of_mass.row(i).squared_norm_l2();
        let translations =
            Mat::from_fn(centre_of_mass.ncols(), 2, |j, i| centre_of_mass[(i, j)] * scale(i));
        Self { centre_of_mass, translations }
    }

    fn centre(&self, z: &[f64]) -> [f64; 2] {
        let mut position = [0.0; 2];
        accumulate(&self.centre_of_mass, z, &mut position);
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
impl MuscleSystem {
    /// Factors H and precomputes everything that does not change in a run, with an external force
    /// (N, in reduced coordinates) that may.
    ///
    /// # Errors
    /// [`Error::Singular`] if H is not positive definite.
    pub fn new(
        operators: &Operators,
        motion: &Motion,
        density: f64,
        force: &[f64],
        floor: Option<Floor<'_>>,
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
            contact: floor.map(|floor| GroundContact::new(floor, &cholesky)),
            mass_over_h_squared: density / motion.time_step.powi(2),
            force: force.to_vec(),
            momentum,
            cholesky,
            current: vec![0.0; r],
            inertial: vec![0.0; r],
            next: vec![0.0; r],
        })
    }

    /// Lets another external force (N, in reduced coordinates) act from the next step on.
    ///
    /// # Panics
    /// If it has not as many entries as the subspace has coordinates.
    pub fn set_force(&mut self, force: &[f64]) {
        self.force.copy_from_slice(force);
    }

    /// The rotations of the last local step: one for each cluster of the flesh, then the one of the
    /// muscles, each as (cos, sin).
    pub fn rotations(&self) -> [&[f64]; 2] {
        [&self.passive_rotations, &self.active_rotations]
    }

    /// The contact points that the floor has held in this time step, as indices into those of its
    /// setup. In some iterations only: a foot that stands is above the floor after every other one.
    pub fn touching(&self) -> impl Iterator<Item = usize> {
        self.contact.iter().flat_map(GroundContact::held)
    }

    /// Turns to the step from `current`, with `previous` one step before, under an activation.
    pub fn begin_step(&mut self, current: &[f64], previous: &[f64], a: &[f64]) {
        self.current.copy_from_slice(current);
        self.contact.iter_mut().for_each(GroundContact::begin_step);
        for (i, f) in self.inertial.iter_mut().enumerate() {
            *f = self.mass_over_h_squared * (2.0 * current[i] - previous[i]) + self.force[i];
        }
        let ballistic = self.momentum.centre(&self.inertial).map(|f| f / self.mass_over_h_squared);
        self.cholesky.solve_vector_in_place(&mut self.inertial);
        self.momentum.place(&mut self.inertial, ballistic);
        self.active.combine(a, &self.active_parts);
        combine(&mut self.active_response, a, self.active_response_parts.iter());
    }
}

// ANCHOR: iteration
impl LocalGlobal for MuscleSystem {
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
