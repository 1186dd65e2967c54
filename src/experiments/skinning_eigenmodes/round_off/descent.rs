use super::{
    super::{Beam, Error, Parameters, ReducedStep, StepPotential, Subspaces},
    PinForm,
    forms::{WrittenPotential, without_pin},
};
use crate::{
    energies::Energy,
    linalg::{add_scaled, extremes},
    solvers::{Newton, NewtonError},
};

/// The potential of the first time step along its second Newton step, with the pin written in both
/// ways: what a line search sees. In the orthonormal skinning subspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// Shares of the step, from none to twice as far as Newton's method goes.
    pub shares: Vec<f64>,
    /// The potential less its value at the start, in J, with the pin as a residual.
    pub residual: Vec<f64>,
    /// The same with the pin multiplied out.
    pub expanded: Vec<f64>,
    /// The largest number that is added up to the potential, in J, with the pin as a residual.
    pub largest_of_residual: f64,
    /// The same with the pin multiplied out.
    pub largest_of_expanded: f64,
    /// By how much the whole first time step lowers the potential, in J.
    pub whole_fall: f64,
}

impl Descent {
    /// By how much the second Newton step lowers the potential, in J.
    pub fn fall(&self) -> f64 {
        -self.residual.iter().copied().fold(0.0, f64::min)
    }

    /// How far the two ways of writing the same function differ along the step, in J.
    pub fn noise(&self) -> f64 {
        let differences = self.expanded.iter().zip(&self.residual).map(|(a, b)| a - b);
        let [low, high] = extremes(differences);
        high - low
    }
}

/// Samples the potential along the second Newton step.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails.
pub fn descent(
    beam: &Beam,
    subspaces: &Subspaces,
    parameters: &Parameters,
) -> Result<Descent, Error> {
    let subspace = &subspaces.skinning;
    let potential = StepPotential::new(beam, beam.rest(), parameters.time_step);
    let mut memory = ReducedStep::new(beam, subspace);
    let rest = subspace.project(&beam.unit_masses, beam.rest());
    let mut after = |iterations: usize| -> Result<Vec<f64>, Error> {
        let mut z = rest.clone();
        let newton = Newton { iterations, tolerance: 0.0, ..parameters.newton() };
        match newton.minimize(&mut memory.objective(&potential), &mut z) {
            Ok(_) | Err(NewtonError::NotConverged { .. }) => Ok(z),
            Err(source) => Err(Error::TimeStep { step: 1, source }),
        }
    };
    let (start, end) = (after(1)?, after(2)?);
    let mut step = end;
    add_scaled(&mut step, -1.0, &start);

    let shares: Vec<f64> = (0..=SAMPLES).map(|i| 2.0 * i as f64 / SAMPLES as f64).collect();
    let mut state = vec![0.0; beam.mesh.dofs()];
    let loose = without_pin(beam);
    let mut along = |form| {
        let potential = WrittenPotential::new(&loose, beam, form, parameters);
        let mut energies = Vec::new();
        for share in &shares {
            let mut z = start.clone();
            add_scaled(&mut z, *share, &step);
            subspace.state(&z, &mut state);
            energies.push(potential.energy(&state));
        }
        let first = energies[0];
        let whole_fall = potential.energy(beam.rest()) - first;
        energies.iter_mut().for_each(|energy| *energy -= first);
        (energies, potential.largest_number(&state), whole_fall)
    };
    let (expanded, largest_of_expanded, _) = along(PinForm::Expanded);
    let (residual, largest_of_residual, whole_fall) = along(PinForm::Residual);
    Ok(Descent { shares, residual, expanded, largest_of_residual, largest_of_expanded, whole_fall })
}

/// Intervals that the step is divided into.
const SAMPLES: usize = 100;
