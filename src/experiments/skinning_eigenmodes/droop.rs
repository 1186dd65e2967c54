use rayon::prelude::*;

use super::{Beam, Error, FullStep, Parameters, ReducedStep, StepPotential, Subspaces};
use crate::{
    energies::momentum_target,
    experiments::ParameterError,
    reduction::{Subspace, linear_modal_analysis, skinning_basis, skinning_eigenmodes},
    solvers::NewtonError,
};

/// The space that a simulation runs in.
#[derive(Clone, Debug)]
pub enum Space {
    /// All degrees of freedom.
    Full,
    /// A subspace x = B z + q.
    Reduced(Subspace),
}

/// The bases to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// B = I.
    Full,
    /// Displacement modes of linear modal analysis.
    Modal,
    /// Skinning weights, each with an affine map: six coordinates per weight.
    Skinning,
}

/// The space of a basis with some number of modes (displacement modes, or skinning weights).
///
/// # Errors
/// [`Error::Parameter`] if there are no modes, or more coordinates than degrees of freedom.
pub fn space(beam: &Beam, basis: Basis, modes: usize) -> Result<Space, Error> {
    let per_mode = match basis {
        Basis::Full => return Ok(Space::Full),
        Basis::Modal => 1,
        Basis::Skinning => 6,
    };
    let most = beam.mesh.dofs() / per_mode;
    let allowed =
        format!("between 1 and {most} on a mesh of {} degrees of freedom", beam.mesh.dofs());
    ParameterError::check((1..=most).contains(&modes), "modes", modes, allowed)?;
    Ok(Space::Reduced(match basis {
        Basis::Skinning => {
            skinning_basis(&beam.mesh, &skinning_eigenmodes(&beam.mesh, modes)?.vectors)?
        }
        _ => Subspace::of_displacements(
            &linear_modal_analysis(&beam.mesh, modes)?.vectors,
            beam.rest(),
        ),
    }))
}

/// A cantilever dropped from rest under its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Droop {
    /// Number of unknowns of each time step.
    pub dofs: usize,
    /// The state after every step, the rest pose first.
    pub states: Vec<Vec<f64>>,
    /// Position of the tracked tip in every state.
    pub tip: Vec<[f64; 2]>,
    /// Newton iterations of every step.
    pub newton_iterations: Vec<usize>,
}

impl Droop {
    /// The state after the last step.
    pub fn last_state(&self) -> &[f64] {
        &self.states[self.states.len() - 1]
    }

    /// Height of the tip at the end, in m.
    pub fn final_tip_height(&self) -> f64 {
        self.tip[self.tip.len() - 1][1]
    }
}

/// Simulates the droop in one space, one Newton solve per backward-Euler step (notebook 017, *Fast
/// solve, but does it look right?*). `on_step` is told the number of steps done.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails in a step, [`Error::Parameter`] if there are more
/// steps than memory.
// ANCHOR: droop
pub fn droop(
    beam: &Beam,
    space: &Space,
    parameters: &Parameters,
    on_step: impl FnMut(usize),
) -> Result<Droop, Error> {
    let most = MAX_STORED / beam.mesh.dofs();
    let allowed = format!("at most {most} on a mesh of {} degrees of freedom", beam.mesh.dofs());
    ParameterError::check(parameters.steps <= most, "steps", parameters.steps, allowed)?;
    let newton = parameters.newton();
    match space {
        Space::Full => {
            let mut memory = FullStep::new(beam);
            let minimize = |potential: &StepPotential, x: &mut Vec<f64>| {
                newton.minimize(&mut memory.objective(potential), x).map(|history| history.len())
            };
            march(beam, parameters, beam.rest().to_vec(), <[f64]>::to_vec, minimize, on_step)
        }
        Space::Reduced(subspace) => {
            let mut memory = ReducedStep::new(beam, subspace);
            let state = |z: &[f64]| {
                let mut x = vec![0.0; beam.mesh.dofs()];
                subspace.state(z, &mut x);
                x
            };
            let minimize = |potential: &StepPotential, z: &mut Vec<f64>| {
                newton.minimize(&mut memory.objective(potential), z).map(|history| history.len())
            };
            march(
                beam,
                parameters,
                subspace.project(&beam.unit_masses, beam.rest()),
                state,
                minimize,
                on_step,
            )
        }
    }
}

/// Coordinates that the states of one run may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

/// Time stepping over coordinates `z`, whatever they are: `state` maps them to positions,
/// `minimize` solves one step.
fn march(
    beam: &Beam,
    parameters: &Parameters,
    mut z: Vec<f64>,
    state: impl Fn(&[f64]) -> Vec<f64>,
    mut minimize: impl FnMut(&StepPotential, &mut Vec<f64>) -> Result<usize, NewtonError>,
    mut on_step: impl FnMut(usize),
) -> Result<Droop, Error> {
    let mut states = vec![state(&z)];
    let mut newton_iterations = Vec::new();
    for step in 1..=parameters.steps {
        let current = &states[step - 1];
        let previous = &states[step.saturating_sub(2)];
        let target = momentum_target(current, previous);
        let potential = StepPotential::new(beam, &target, parameters.time_step);
        let iterations =
            minimize(&potential, &mut z).map_err(|source| Error::TimeStep { step, source })?;
        newton_iterations.push(iterations);
        states.push(state(&z));
        on_step(step);
    }
    let tip = states.iter().map(|x| [x[2 * beam.tip], x[2 * beam.tip + 1]]).collect();
    Ok(Droop { dofs: z.len(), states, tip, newton_iterations })
}
// ANCHOR_END: droop

/// The notebook's four droops, in its order: the full space, k modes, 6k modes, k skinning weights.
/// They run in parallel.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails in a step.
pub fn four_droops(
    beam: &Beam,
    subspaces: &Subspaces,
    parameters: &Parameters,
) -> Result<[Droop; 4], Error> {
    let spaces = [
        Space::Full,
        Space::Reduced(subspaces.small_modal.clone()),
        Space::Reduced(subspaces.modal.clone()),
        Space::Reduced(subspaces.skinning.clone()),
    ];
    let droops: Vec<Droop> = spaces
        .par_iter()
        .map(|space| droop(beam, space, parameters, |_| ()))
        .collect::<Result<_, _>>()?;
    Ok(droops.try_into().expect("four spaces give four droops"))
}
