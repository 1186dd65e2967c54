use faer::Mat;

use super::{Error, Parameters};
use crate::{
    experiments::modal_muscles::{
        self, Model, MuscleSystem, Operators, StepEnergy, contraction, frozen_hessian, weight,
    },
    linalg::{DenseCholesky, norm},
    solvers::{LineSearch, LocalGlobal, Newton, NewtonHistory, Objective},
};

/// Newton's method and local/global descent on one time step from rest, every muscle half driven.
#[derive(Clone, Debug)]
pub struct TwoSolvers {
    /// Distance from the minimizer, in the mass norm at unit density (m^2), before the first
    /// iteration of Newton's method and after each.
    pub newton: Vec<f64>,
    /// The same of local/global descent.
    pub local_global: Vec<f64>,
    /// What Newton's method did.
    pub history: NewtonHistory,
    /// Its iterations that found the exact Hessian indefinite, and took the one with the rotations
    /// frozen.
    pub frozen: usize,
    /// The factor by which theory has the error of local/global descent shrink in the end.
    pub predicted_rate: f64,
    /// Multiplications of an iteration of Newton's method (the Hessian, its factorization and the
    /// solve) and of local/global descent, to leading order.
    pub multiplications: [usize; 2],
}

impl TwoSolvers {
    /// Iterations after which each is this close; all of them if it never is.
    pub fn iterations_to(&self, distance: f64) -> [usize; 2] {
        [&self.newton, &self.local_global].map(|errors| {
            errors.iter().position(|error| *error <= distance).unwrap_or(errors.len())
        })
    }

    /// The factor by which the last iterations of local/global descent shrank the error, before
    /// round-off.
    pub fn measured_rate(&self) -> f64 {
        let errors = &self.local_global;
        let last = errors.iter().rposition(|error| *error > 1e-9 * errors[0]).unwrap_or(1);
        errors[last] / errors[last - 1]
    }
}

/// Runs both solvers on the step of the descent study of notebook 025.
///
/// # Errors
/// [`Error::Newton`] or [`Error::ModalMuscles`] if the step cannot be solved.
pub fn two_solvers(
    parameters: &Parameters,
    model: &Model,
    operators: &Operators,
    notebook: &modal_muscles::Parameters,
) -> Result<TwoSolvers, Error> {
    let a = model.evenly_driven(notebook.descent_amplitude);
    let force = weight(model, notebook);
    let rest = &model.z_rest[..];
    let (motion, density) = (&notebook.crawling, notebook.density);
    let step = StepEnergy::new(model, operators, motion, density, &force, [rest, rest], &a);

    // ANCHOR: both
    let frozen = frozen_hessian(operators, motion, density);
    let mut objective = Exact::new(&step, &frozen);
    let newton = Newton {
        iterations: parameters.iterations,
        tolerance: 1e-11,
        line_search: LineSearch::default(),
    };
    let mut minimizer = rest.to_vec();
    let history = newton.minimize(&mut objective, &mut minimizer)?;

    let mut system = MuscleSystem::new(operators, motion, density, &force, None)?;
    system.begin_step(rest, rest, &a);
    let mut z = rest.to_vec();
    let mut iterates = vec![z.clone()];
    for _ in 0..parameters.iterations {
        system.local_step(&z);
        system.global_step(&mut z);
        iterates.push(z.clone());
    }
    // ANCHOR_END: both

    let distance = |z: &Vec<f64>| {
        norm(&z.iter().zip(&minimizer).map(|(z, best)| z - best).collect::<Vec<_>>())
    };
    let r = rest.len();
    let rotations = model.clusters.count + 1;
    Ok(TwoSolvers {
        newton: objective.iterates.iter().map(distance).collect(),
        local_global: iterates.iter().map(distance).collect(),
        history,
        frozen: objective.frozen_steps,
        predicted_rate: contraction(&frozen, &step.hessian(&minimizer))?,
        multiplications: [rotations * r * r / 2 + r * r * r / 6 + r * r, 4 * r * rotations],
    })
}

/// The potential of the step with its exact Hessian, for Newton's method.
struct Exact<'a> {
    step: &'a StepEnergy<'a>,
    frozen: &'a Mat<f64>,
    frozen_steps: usize,
    cholesky: DenseCholesky,
    iterates: Vec<Vec<f64>>,
}

impl<'a> Exact<'a> {
    fn new(step: &'a StepEnergy<'a>, frozen: &'a Mat<f64>) -> Self {
        let cholesky = DenseCholesky::new(frozen.nrows());
        Self { step, frozen, frozen_steps: 0, cholesky, iterates: Vec::new() }
    }
}

// ANCHOR: exact
impl Objective for Exact<'_> {
    fn value(&mut self, z: &[f64]) -> f64 {
        self.step.energy(z)
    }

    fn gradient(&mut self, z: &[f64], gradient: &mut [f64]) {
        self.iterates.push(z.to_vec());
        gradient.copy_from_slice(&self.step.gradient(z));
    }

    fn direction(&mut self, z: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        let exact = self.step.hessian(z);
        let is_definite = self.cholesky.factor(exact.as_ref()).is_ok();
        if !is_definite {
            self.frozen_steps += 1;
            if self.cholesky.factor(self.frozen.as_ref()).is_err() {
                return false;
            }
        }
        direction.iter_mut().zip(gradient).for_each(|(d, g)| *d = -g);
        self.cholesky.solve_vector_in_place(direction);
        true
    }
}
// ANCHOR_END: exact
