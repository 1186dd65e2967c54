use faer::Mat;

use super::{
    Error, Model, MuscleSystem, Operators, Parameters, Rotations, StepEnergy, frozen_hessian,
    rotations, weight,
};
use crate::{
    linalg::{DenseCholesky, NotPositiveDefinite, norm},
    solvers::{BlockCoordinateDescent, LocalGlobal},
};

/// Local/global descent on one time step from rest, every muscle at the same share of its ceiling,
/// half an iteration at a time.
pub struct HalfSteps {
    activation: Vec<f64>,
    force: Vec<f64>,
    system: MuscleSystem,
    z: Vec<f64>,
}

impl HalfSteps {
    /// Before the first step of the crawl. The rotations held are those of the body at rest before
    /// its muscles are driven.
    ///
    /// # Errors
    /// [`Error::Singular`] if H is not positive definite.
    pub fn at_rest(
        model: &Model,
        operators: &Operators,
        parameters: &Parameters,
    ) -> Result<Self, Error> {
        let activation = model.evenly_driven(parameters.descent_amplitude);
        let force = weight(model, parameters);
        let (motion, density) = (&parameters.crawling, parameters.density);
        let mut system = MuscleSystem::new(operators, motion, density, &force, None)?;
        let rest = &model.z_rest[..];
        system.begin_step(rest, rest, &model.a_rest);
        system.local_step(rest);
        system.begin_step(rest, rest, &activation);
        Ok(Self { activation, force, system, z: rest.to_vec() })
    }

    /// What is minimized; of the model, operators and parameters that this was made from.
    pub fn objective<'a>(
        &'a self,
        model: &'a Model,
        operators: &'a Operators,
        parameters: &'a Parameters,
    ) -> StepEnergy<'a> {
        let (motion, density) = (&parameters.crawling, parameters.density);
        let rest = &model.z_rest[..];
        let (force, activation) = (&self.force, &self.activation);
        StepEnergy::new(model, operators, motion, density, force, [rest, rest], activation)
    }

    /// The present coordinates.
    pub fn coordinates(&self) -> &[f64] {
        &self.z
    }

    /// The rotations that are held.
    pub fn held_rotations(&self) -> Rotations {
        Rotations::from(self.system.rotations())
    }

    /// The rotations that would fit best now.
    pub fn best_rotations(&self, operators: &Operators) -> Rotations {
        rotations(operators, &self.z, &self.activation)
    }

    /// Takes the best rotations for the present coordinates.
    pub fn local_step(&mut self) {
        self.system.local_step(&self.z);
    }

    /// Takes the best coordinates for the rotations that are held.
    pub fn global_step(&mut self) {
        self.system.global_step(&mut self.z);
    }

    /// What the objective is now.
    pub fn measure(
        &self,
        model: &Model,
        operators: &Operators,
        parameters: &Parameters,
    ) -> Measured {
        let objective = self.objective(model, operators, parameters);
        Measured {
            held_energy: objective.energy_with(self.system.rotations(), &self.z),
            energy: objective.energy(&self.z),
            gradient_norm: norm(&objective.gradient(&self.z)),
        }
    }

    /// Goes on until an iteration moves the coordinates by round-off alone, or very slowly.
    pub fn converge(&mut self) {
        const TO_THE_END: BlockCoordinateDescent =
            BlockCoordinateDescent { iterations: 100_000, tolerance: 1e-13 };
        TO_THE_END.descend(&mut self.system, &mut self.z);
    }

    /// The factor by which theory has the error shrink with each iteration around the present
    /// coordinates: the largest eigenvalue of `I - H^-1 E''`.
    ///
    /// # Errors
    /// [`Error::Singular`] if H is not positive definite, [`Error::NotFinite`] if the step has left
    /// the numbers.
    pub fn predicted_rate(
        &self,
        model: &Model,
        operators: &Operators,
        parameters: &Parameters,
    ) -> Result<f64, Error> {
        let H = frozen_hessian(operators, &parameters.crawling, parameters.density);
        let hessian = self.objective(model, operators, parameters).hessian(&self.z);
        let energy = self.measure(model, operators, parameters).energy;
        if !(energy.is_finite() && hessian.is_all_finite()) {
            return Err(Error::NotFinite { step: 1 });
        }
        contraction(&H, &hessian)
    }
}

/// The objective at some coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The energy with the rotations that are held, in J. Neither half of an iteration raises it.
    pub held_energy: f64,
    /// The energy with the best rotations, in J.
    pub energy: f64,
    /// The norm of its gradient.
    pub gradient_norm: f64,
}

/// How local/global descent converges on one time step from rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// The coordinates before the first iteration and after each.
    pub coordinates: Vec<Vec<f64>>,
    /// The rotations that are held there until a local step finds better ones.
    pub held_rotations: Vec<Rotations>,
    /// The energy with those rotations, in J.
    pub held_energies: Vec<f64>,
    /// The energy with the best rotations, in J.
    pub energies: Vec<f64>,
    /// The gradient norm.
    pub gradient_norms: Vec<f64>,
    /// The energy that the descent converges to, in J.
    pub minimum: f64,
    /// The factor by which theory has the error shrink with each iteration, in the end: the
    /// largest eigenvalue of `I - H^-1 E''` at the minimum.
    pub predicted_rate: f64,
}

impl Descent {
    /// The factor by which the last iteration that ends above round-off changes the gradient norm.
    pub fn measured_rate(&self) -> Option<f64> {
        let norms = &self.gradient_norms;
        let last = norms.iter().rposition(|norm| *norm > 1e-9 * norms[0])?;
        (last > 0).then(|| norms[last] / norms[last - 1])
    }
}

/// Descends on the first step of the crawl, every muscle half driven.
///
/// # Errors
/// [`Error::Singular`] if H is not positive definite, [`Error::NotFinite`] if the step leaves the
/// numbers.
// ANCHOR: descent
pub fn descent(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
) -> Result<Descent, Error> {
    let mut steps = HalfSteps::at_rest(model, operators, parameters)?;
    let mut run = Descent {
        coordinates: Vec::new(),
        held_rotations: Vec::new(),
        held_energies: Vec::new(),
        energies: Vec::new(),
        gradient_norms: Vec::new(),
        minimum: 0.0,
        predicted_rate: 0.0,
    };
    for iteration in 0..=parameters.descent_iterations {
        if iteration > 0 {
            steps.local_step();
            steps.global_step();
        }
        let Measured { held_energy, energy, gradient_norm } =
            steps.measure(model, operators, parameters);
        run.coordinates.push(steps.coordinates().to_vec());
        run.held_rotations.push(steps.held_rotations());
        run.held_energies.push(held_energy);
        run.energies.push(energy);
        run.gradient_norms.push(gradient_norm);
    }
    steps.converge();
    run.minimum = steps.measure(model, operators, parameters).energy;
    run.predicted_rate = steps.predicted_rate(model, operators, parameters)?;
    Ok(run)
}
// ANCHOR_END: descent

// ANCHOR: contraction
/// Largest eigenvalue of `I - H^-1 E''`.
pub(crate) fn contraction(H: &Mat<f64>, hessian: &Mat<f64>) -> Result<f64, Error> {
    let mut cholesky = DenseCholesky::new(H.nrows());
    cholesky.factor(H.as_ref())?;
    let mut iteration = H - hessian;
    cholesky.solve_in_place(iteration.as_mut());
    let eigenvalues = iteration.eigenvalues().map_err(|_| NotPositiveDefinite)?;
    Ok(eigenvalues.iter().map(|value| value.re).fold(f64::NEG_INFINITY, f64::max))
}
// ANCHOR_END: contraction
