use thiserror::Error;

use super::{LineSearch, backtrack};
use crate::linalg::{add_scaled, dot, norm};

/// A twice differentiable function to minimize.
pub trait Objective {
    /// The value at `x`.
    fn value(&mut self, x: &[f64]) -> f64;

    /// Writes the gradient at `x`.
    fn gradient(&mut self, x: &[f64], gradient: &mut [f64]);

    /// Writes `-H^-1 g`, Newton's direction, for a positive definite Hessian `H` at `x`, exact or
    /// modified; `false` if `H` cannot be factored.
    fn direction(&mut self, x: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool;
}

/// Newton's method with a backtracking line search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    /// Largest number of iterations.
    pub iterations: usize,
    /// Converged when a step is shorter than this.
    pub tolerance: f64,
    /// Constants of the line search.
    pub line_search: LineSearch,
}

/// One Newton iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonStep {
    /// Gradient norm before the step.
    pub gradient_norm: f64,
    /// Length of the step taken.
    pub step_norm: f64,
    /// Share of the full Newton step that the line search accepted.
    pub step_length: f64,
}

/// What Newton's method did, one entry per iteration.
pub type NewtonHistory = Vec<NewtonStep>;

/// Why Newton's method failed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NewtonError {
    /// Still moving after the last iteration.
    #[error(
        "Newton's method has not converged after {iterations} iterations: the last step was {step_norm:e} long (tolerance \
         {tolerance:e}), the gradient norm {gradient_norm:e}; allow more iterations, a larger tolerance or a smaller step"
    )]
    NotConverged {
        /// Iterations made.
        iterations: usize,
        /// Length of the last step.
        step_norm: f64,
        /// The tolerance on it.
        tolerance: f64,
        /// Gradient norm before the last step.
        gradient_norm: f64,
    },
    /// No step along the direction decreases the function.
    #[error(
        "Newton iteration {iteration}: no step along the direction decreases the energy (gradient norm {gradient_norm:e}): round-off \
         hides what there is to gain; allow a larger tolerance"
    )]
    NoDecrease {
        /// Index of the iteration.
        iteration: usize,
        /// Gradient norm there.
        gradient_norm: f64,
    },
    /// The Hessian cannot be factored.
    #[error(
        "Newton iteration {iteration}: the Hessian is not positive definite (gradient norm {gradient_norm:e}): its terms differ by \
         more than double precision holds; take stiffnesses, masses, a mesh and a time step whose sizes differ less"
    )]
    Indefinite {
        /// Index of the iteration.
        iteration: usize,
        /// Gradient norm there.
        gradient_norm: f64,
    },
    /// The energy or its gradient is not a number.
    #[error(
        "Newton iteration {iteration}: the energy or its gradient is not a finite number; take a state, loads and stiffnesses of \
         a more usual size"
    )]
    NotFinite {
        /// Index of the iteration.
        iteration: usize,
    },
}

impl Newton {
    /// Minimizes an objective from `x`, which is overwritten by the minimizer; returns what each
    /// iteration did.
    ///
    /// # Errors
    /// [`NewtonError`] if the last iteration still moves, no step decreases the objective, the
    /// Hessian cannot be factored, or a value is not finite. `x` is then the last iterate.
    // ANCHOR: newton
    pub fn minimize(
        &self,
        objective: &mut impl Objective,
        x: &mut [f64],
    ) -> Result<NewtonHistory, NewtonError> {
        let mut gradient = vec![0.0; x.len()];
        let mut direction = vec![0.0; x.len()];
        let mut trial = vec![0.0; x.len()];
        let mut history = NewtonHistory::new();
        let mut value = objective.value(x);
        for iteration in 0..self.iterations {
            objective.gradient(x, &mut gradient);
            let gradient_norm = norm(&gradient);
            if !(value.is_finite() && gradient_norm.is_finite()) {
                return Err(NewtonError::NotFinite { iteration });
            }
            if !objective.direction(x, &gradient, &mut direction) {
                return Err(NewtonError::Indefinite { iteration, gradient_norm });
            }
            let step_length;
            (step_length, value) =
                backtrack(&self.line_search, value, dot(&gradient, &direction), |t| {
                    trial.copy_from_slice(x);
                    add_scaled(&mut trial, t, &direction);
                    objective.value(&trial)
                })
                .ok_or(NewtonError::NoDecrease { iteration, gradient_norm })?;
            x.copy_from_slice(&trial);
            let step_norm = step_length * norm(&direction);
            history.push(NewtonStep { gradient_norm, step_norm, step_length });
            if step_norm < self.tolerance {
                return Ok(history);
            }
        }
        let (step_norm, gradient_norm) =
            history.last().map_or((f64::NAN, f64::NAN), |s| (s.step_norm, s.gradient_norm));
        Err(NewtonError::NotConverged {
            iterations: self.iterations,
            step_norm,
            tolerance: self.tolerance,
            gradient_norm,
        })
    }
    // ANCHOR_END: newton
}
