use rand_distr::{Distribution, StandardNormal};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{
    Beam, Droop, Error, FullStep, Parameters, ReducedStep, StepPotential, Subspaces,
    round_off::NotebookStep,
};
use crate::{
    energies::momentum_target,
    linalg::norm,
    reduction::Subspace,
    solvers::{Newton, NewtonHistory, Objective, central_difference_gradient},
};

/// The projected gradient against central differences (notebook 017, *Checking the system*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientCheck {
    /// `|g_differences - g| / |g|`.
    pub relative_error: f64,
}

/// Checks the gradient in a subspace at the rest pose plus noise on its coordinates.
// ANCHOR: gradient_check
pub fn gradient_check(beam: &Beam, subspace: &Subspace, parameters: &Parameters) -> GradientCheck {
    let potential = StepPotential::new(beam, beam.rest(), parameters.time_step);
    let mut memory = ReducedStep::new(beam, subspace);
    let rest = subspace.project(&beam.unit_masses, beam.rest());
    gradient_check_of(&mut memory.objective(&potential), rest, parameters)
}

/// Checks the gradient of an objective at some coordinates plus noise.
pub(super) fn gradient_check_of(
    objective: &mut impl Objective,
    mut z: Vec<f64>,
    parameters: &Parameters,
) -> GradientCheck {
    let mut random = Pcg64::seed_from_u64(parameters.seed);
    for z in &mut z {
        let noise: f64 = StandardNormal.sample(&mut random);
        *z += parameters.gradient_check_noise * noise;
    }
    let differences =
        central_difference_gradient(|z| objective.value(z), &z, parameters.gradient_check_step);
    let mut gradient = vec![0.0; z.len()];
    objective.gradient(&z, &mut gradient);
    let error: Vec<f64> = differences.iter().zip(&gradient).map(|(d, g)| d - g).collect();
    GradientCheck { relative_error: norm(&error) / norm(&gradient) }
}
// ANCHOR_END: gradient_check

/// How Newton's method converges on the first time step from rest, in each space.
#[derive(Clone, Debug, PartialEq)]
pub struct NewtonCheck {
    /// In the full space.
    pub full: NewtonHistory,
    /// With 6k vibration modes.
    pub modal: NewtonHistory,
    /// With k skinning weights.
    pub skinning: NewtonHistory,
}

/// Solves the first time step from rest in the full space and in the two larger subspaces.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails.
pub fn newton_check(
    beam: &Beam,
    subspaces: &Subspaces,
    parameters: &Parameters,
) -> Result<NewtonCheck, Error> {
    let potential = StepPotential::new(beam, beam.rest(), parameters.time_step);
    let newton = parameters.newton();
    let first_step = |source| Error::TimeStep { step: 1, source };
    let reduced = |subspace: &Subspace| {
        let mut z = subspace.project(&beam.unit_masses, beam.rest());
        newton
            .minimize(&mut ReducedStep::new(beam, subspace).objective(&potential), &mut z)
            .map_err(first_step)
    };
    let mut x = beam.rest().to_vec();
    Ok(NewtonCheck {
        full: newton
            .minimize(&mut FullStep::new(beam).objective(&potential), &mut x)
            .map_err(first_step)?,
        modal: reduced(&subspaces.modal)?,
        skinning: reduced(&subspaces.skinning)?,
    })
}

/// Newton's method on the last step of a droop, with the exact Hessian and with the notebook's,
/// which is always projected: how the two converge where the body is bent.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvatureCheck {
    /// With the exact Hessian wherever it is positive definite.
    pub exact: NewtonHistory,
    /// With the projected one.
    pub projected: NewtonHistory,
}

/// Solves the last time step of a droop in a subspace in both ways, until the step is shorter than
/// a thousandth of the tolerance.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails.
pub fn curvature_check(
    beam: &Beam,
    subspace: &Subspace,
    droop: &Droop,
    parameters: &Parameters,
) -> Result<CurvatureCheck, Error> {
    let step = droop.states.len() - 1;
    let (current, previous) = (&droop.states[step - 1], &droop.states[step.saturating_sub(2)]);
    let target = momentum_target(current, previous);
    let potential = StepPotential::new(beam, &target, parameters.time_step);
    let start = subspace.project(&beam.unit_masses, current);
    let newton = Newton { tolerance: 1e-3 * parameters.newton_tolerance, ..parameters.newton() };
    let failed = |source| Error::TimeStep { step, source };
    let mut memory = ReducedStep::new(beam, subspace);
    Ok(CurvatureCheck {
        exact: newton
            .minimize(&mut memory.objective(&potential), &mut start.clone())
            .map_err(failed)?,
        projected: newton
            .minimize(&mut NotebookStep::new(beam, subspace, &potential), &mut start.clone())
            .map_err(failed)?,
    })
}
