use rayon::prelude::*;

use super::{
    super::{
        Beam, Error, Parameters, ReducedStep, StepPotential, Subspaces, checks::gradient_check_of,
    },
    notebook_step::{NotebookStep, solve_with_pivots},
};
use crate::{
    energies::{Curvature, Energy, ExpandedPin, Pin},
    linalg::{SymmetricSparse, mass_dot},
    reduction::{Subspace, skinning_fields},
    solvers::{LineSearch, Newton, NewtonError, Slack},
};

/// How the energy of the pin is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinForm {
    /// `1/2 x'Qx + b'x`, as in the notebook.
    Expanded,
    /// `K/2 |x - X|^2`.
    Residual,
}

/// The columns of the skinning basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// As the weights give them, as in the notebook.
    Plain,
    /// Mass-orthonormal.
    Orthonormal,
}

/// What the notebook's checks (*Checking the system*) find in the skinning subspace when the first
/// time step is written in one of four ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepForm {
    /// How the pin is written.
    pub pin: PinForm,
    /// The basis.
    pub columns: Columns,
    /// Relative error of the gradient against central differences.
    pub gradient_error: f64,
    /// Newton iterations of the first step.
    pub iterations: usize,
    /// How far from the minimizer they end, in m: the root of the mean square over the body.
    pub distance: f64,
}

/// Checks the gradient and solves the first time step in each form. Newton's method is the
/// notebook's in all of them: the Hessian always projected, elimination with pivots, and a line
/// search that takes a rise of 1e-12 J for round-off, whatever the size of the energy.
///
/// # Errors
/// [`Error::TimeStep`] if the step has no minimizer.
pub fn step_forms(
    beam: &Beam,
    subspaces: &Subspaces,
    parameters: &Parameters,
) -> Result<[StepForm; 4], Error> {
    let minimizer = minimizer(beam, &subspaces.skinning, parameters)?;
    let plain = Subspace::of_fields(&skinning_fields(&beam.mesh, &subspaces.weights.vectors));
    let line_search = LineSearch { slack: Slack::Absolute(1e-12), ..LineSearch::default() };
    let newton = Newton { line_search, ..parameters.newton() };
    let loose = without_pin(beam);
    let form = |(pin, columns)| {
        let subspace = if columns == Columns::Plain { &plain } else { &subspaces.skinning };
        let rest = coordinates(beam, subspace, beam.rest());
        let potential = WrittenPotential::new(&loose, beam, pin, parameters);
        let mut step = NotebookStep::new(beam, subspace, &potential);
        let gradient_error = gradient_check_of(&mut step, rest.clone(), parameters).relative_error;
        let mut z = rest;
        let iterations = match newton.minimize(&mut step, &mut z) {
            Ok(history) => history.len(),
            // The notebook's line search gives up with a step of zero, which then counts as
            // convergence.
            Err(
                NewtonError::NoDecrease { iteration, .. }
                | NewtonError::Indefinite { iteration, .. }
                | NewtonError::NotFinite { iteration },
            ) => iteration + 1,
            Err(NewtonError::NotConverged { iterations, .. }) => iterations,
        };
        let mut lost = vec![0.0; beam.mesh.dofs()];
        subspace.state(&z, &mut lost);
        lost.iter_mut().zip(&minimizer).for_each(|(x, exact)| *x -= exact);
        let distance = root_mean_square(beam, &lost);
        StepForm { pin, columns, gradient_error, iterations, distance }
    };
    let forms: Vec<StepForm> = [
        (PinForm::Expanded, Columns::Plain),
        (PinForm::Expanded, Columns::Orthonormal),
        (PinForm::Residual, Columns::Plain),
        (PinForm::Residual, Columns::Orthonormal),
    ]
    .into_par_iter()
    .map(form)
    .collect();
    Ok(forms.try_into().expect("four forms give four results"))
}

/// The state that minimizes the potential of the first step over a subspace, to round-off.
fn minimizer(beam: &Beam, subspace: &Subspace, parameters: &Parameters) -> Result<Vec<f64>, Error> {
    let potential = StepPotential::new(beam, beam.rest(), parameters.time_step);
    let mut z = subspace.project(&beam.unit_masses, beam.rest());
    Newton { tolerance: 1e-11, ..parameters.newton() }
        .minimize(&mut ReducedStep::new(beam, subspace).objective(&potential), &mut z)
        .map_err(|source| Error::TimeStep { step: 1, source })?;
    let mut state = vec![0.0; beam.mesh.dofs()];
    subspace.state(&z, &mut state);
    Ok(state)
}

/// Coordinates of the best fit of a state with any columns, orthonormal or not: `B'MB z = B'M x`.
fn coordinates(beam: &Beam, subspace: &Subspace, state: &[f64]) -> Vec<f64> {
    let mut masses = beam.assembly.zeros();
    masses.add_diagonal(1.0, &beam.unit_masses);
    let mut z = subspace.project(&beam.unit_masses, state);
    solve_with_pivots(subspace.galerkin_product().of(&masses), &mut z);
    z
}

fn root_mean_square(beam: &Beam, displacement: &[f64]) -> f64 {
    let area: f64 = beam.unit_masses.iter().step_by(2).sum();
    (mass_dot(&beam.unit_masses, displacement, displacement) / area).sqrt()
}

/// The beam without its springs: what the pin, however it is written, is added to.
pub(super) fn without_pin(beam: &Beam) -> Beam {
    Beam { pin_stiffness: 0.0, ..beam.clone() }
}

/// The potential of the first time step with the pin written in one way or the other.
pub(super) struct WrittenPotential<'a> {
    loose: StepPotential<'a>,
    pin: Pin<'a>,
    form: PinForm,
}

impl<'a> WrittenPotential<'a> {
    pub(super) fn new(
        loose: &'a Beam,
        beam: &'a Beam,
        form: PinForm,
        parameters: &Parameters,
    ) -> Self {
        Self {
            loose: StepPotential::new(loose, beam.rest(), parameters.time_step),
            pin: Pin { vertices: &beam.pinned, rest: beam.rest(), stiffness: beam.pin_stiffness },
            form,
        }
    }

    /// The largest number that the energy of a state is summed from, in J.
    pub(super) fn largest_number(&self, x: &[f64]) -> f64 {
        let pin = match self.form {
            PinForm::Expanded => ExpandedPin(self.pin).terms(x),
            PinForm::Residual => [self.pin.energy(x), 0.0],
        };
        pin.into_iter().chain([self.loose.energy(x)]).fold(0.0, |most, term| term.abs().max(most))
    }
}

impl Energy for WrittenPotential<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        self.loose.energy(x)
            + match self.form {
                PinForm::Expanded => ExpandedPin(self.pin).energy(x),
                PinForm::Residual => self.pin.energy(x),
            }
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        self.loose.add_gradient(x, gradient);
        match self.form {
            PinForm::Expanded => ExpandedPin(self.pin).add_gradient(x, gradient),
            PinForm::Residual => self.pin.add_gradient(x, gradient),
        }
    }

    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse) {
        self.loose.add_hessian(x, curvature, hessian);
        self.pin.add_hessian(x, curvature, hessian);
    }
}
