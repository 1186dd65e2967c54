use rayon::prelude::*;

use super::{Beam, Error, FullStep, Parameters, ReducedStep, StepPotential, Subspaces};
use crate::{
    energies::{Pin, momentum_target},
    experiments::ParameterError,
    reduction::{Subspace, linear_modal_analysis, skinning_basis, skinning_eigenmodes},
    solvers::{NewtonError, NewtonHistory},
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

// ANCHOR: droop
/// A beam that moves in one space, one Newton solve per backward-Euler step.
pub struct BeamMotion {
    solver: Solver,
    z: Vec<f64>,
    current: Vec<f64>,
    previous: Vec<f64>,
}

enum Solver {
    Full(FullStep),
    Reduced(ReducedStep),
}

impl BeamMotion {
    /// A beam at rest, in the space's best fit to the rest shape.
    pub fn at_rest(beam: &Beam, space: &Space) -> Self {
        let (solver, z) = match space {
            Space::Full => (Solver::Full(FullStep::new(beam)), beam.rest().to_vec()),
            Space::Reduced(subspace) => (
                Solver::Reduced(ReducedStep::new(beam, subspace)),
                subspace.project(&beam.unit_masses, beam.rest()),
            ),
        };
        let mut motion = Self { solver, z, current: Vec::new(), previous: Vec::new() };
        motion.current = motion.position();
        motion.previous.clone_from(&motion.current);
        motion
    }

    /// The state x now.
    pub fn state(&self) -> &[f64] {
        &self.current
    }

    /// Number of unknowns of each time step.
    pub fn dofs(&self) -> usize {
        self.z.len()
    }

    /// Makes a step, under the pull of springs if there are any; returns what Newton's iterations
    /// did. The beam must be the one that the motion began with; its material may have changed.
    ///
    /// # Errors
    /// [`NewtonError`] if the step cannot be solved. The state is then as it was.
    pub fn step(
        &mut self,
        beam: &Beam,
        parameters: &Parameters,
        pull: Option<Pin>,
    ) -> Result<NewtonHistory, NewtonError> {
        let target = momentum_target(&self.current, &self.previous);
        let potential = StepPotential::new(beam, &target, parameters.time_step).pulled(pull);
        let newton = parameters.newton();
        let mut z = self.z.clone();
        let history = match &mut self.solver {
            Solver::Full(memory) => newton.minimize(&mut memory.objective(&potential), &mut z),
            Solver::Reduced(memory) => newton.minimize(&mut memory.objective(&potential), &mut z),
        }?;
        self.z = z;
        let next = self.position();
        self.previous = std::mem::replace(&mut self.current, next);
        Ok(history)
    }

    /// The state of the coordinates.
    fn position(&self) -> Vec<f64> {
        match &self.solver {
            Solver::Full(_) => self.z.clone(),
            Solver::Reduced(memory) => memory.state(&self.z),
        }
    }
}

/// Simulates the droop in one space (notebook 017, *Fast solve, but does it look right?*).
/// `on_step` is told the number of steps done.
///
/// # Errors
/// [`Error::TimeStep`] if Newton's method fails in a step, [`Error::Parameter`] if there are more
/// steps than memory or the tolerance of Newton's method is no small part of the body's size.
pub fn droop(
    beam: &Beam,
    space: &Space,
    parameters: &Parameters,
    mut on_step: impl FnMut(usize),
) -> Result<Droop, Error> {
    let most = MAX_STORED / beam.mesh.dofs();
    let allowed = format!("at most {most} on a mesh of {} degrees of freedom", beam.mesh.dofs());
    ParameterError::check(parameters.steps <= most, "steps", parameters.steps, allowed)?;
    check_tolerance(beam, space, parameters)?;
    let mut motion = BeamMotion::at_rest(beam, space);
    let mut states = vec![motion.state().to_vec()];
    let mut newton_iterations = Vec::new();
    for step in 1..=parameters.steps {
        let history = motion
            .step(beam, parameters, None)
            .map_err(|source| Error::TimeStep { step, source })?;
        newton_iterations.push(history.len());
        states.push(motion.state().to_vec());
        on_step(step);
    }
    let tip = states.iter().map(|x| [x[2 * beam.tip], x[2 * beam.tip + 1]]).collect();
    Ok(Droop { dofs: motion.dofs(), states, tip, newton_iterations })
}
// ANCHOR_END: droop

/// Newton's method must not take a step as long as the body for round-off.
fn check_tolerance(
    beam: &Beam,
    space: &Space,
    parameters: &Parameters,
) -> Result<(), ParameterError> {
    let size = [0, 1].map(|axis| beam.mesh.extent(axis)).map(|[low, high]| high - low);
    let size = size[0].max(size[1]);
    let (length, unit) = match space {
        Space::Full => (size, "m"),
        // As long as a displacement by the body's size is in the mass norm.
        Space::Reduced(_) => (size * beam.triangles.areas().iter().sum::<f64>().sqrt(), "m^2"),
    };
    let (tolerance, most) = (parameters.newton_tolerance, LARGEST_TOLERANCE * length);
    let allowed = format!("at most {most:e} {unit}, a hundredth of the body's own size");
    ParameterError::check(tolerance <= most, "newton-tolerance", tolerance, allowed)
}

/// Share of the body's size that the tolerance of Newton's method may reach.
const LARGEST_TOLERANCE: f64 = 1e-2;

/// Coordinates that the states of one run may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

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
