use super::{Error, Model, Motion, MuscleSystem};
use crate::solvers::BlockCoordinateDescent;

/// The coordinates of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The coordinates z after every step.
    pub coordinates: Vec<Vec<f64>>,
    /// The amplitude that every muscle was told to take, in every step.
    pub commands: Vec<Vec<f64>>,
    /// Local/global iterations of the whole run.
    pub iterations: usize,
}

/// A run in progress: what the next time step starts from.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    /// The coordinates z now.
    pub current: Vec<f64>,
    /// The coordinates one step before.
    pub previous: Vec<f64>,
    /// Number of steps made.
    pub steps: usize,
}

// ANCHOR: simulate
impl Stepper {
    /// A body at rest at the coordinates `start`.
    pub fn at_rest(start: &[f64]) -> Self {
        Self { current: start.to_vec(), previous: start.to_vec(), steps: 0 }
    }

    /// Makes a time step under an activation; returns the number of local/global iterations.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the step leaves the numbers.
    ///
    /// # Panics
    /// If there are not as many coordinates as the system has.
    pub fn step(
        &mut self,
        system: &mut MuscleSystem,
        descent: BlockCoordinateDescent,
        a: &[f64],
    ) -> Result<usize, Error> {
        system.begin_step(&self.current, &self.previous, a);
        self.previous.copy_from_slice(&self.current);
        let iterations = descent.descend(system, &mut self.current);
        self.steps += 1;
        if self.current.iter().all(|z| z.is_finite()) {
            Ok(iterations)
        } else {
            Err(Error::NotFinite { step: self.steps })
        }
    }
}

/// Steps a system from rest at the coordinates `start` (notebook 025, *Floating in space*).
/// `on_step` is told the number of steps done.
///
/// # Errors
/// [`Error::Parameter`] for a gait that does not suit the muscles, [`Error::NotFinite`] if a step
/// leaves the numbers.
///
/// # Panics
/// If `start` has not as many coordinates as the subspace.
pub fn simulate(
    system: &mut MuscleSystem,
    model: &Model,
    motion: &Motion,
    descent: BlockCoordinateDescent,
    start: &[f64],
    mut on_step: impl FnMut(usize),
) -> Result<Trajectory, Error> {
    let mut run = Trajectory {
        coordinates: Vec::with_capacity(motion.steps),
        commands: Vec::with_capacity(motion.steps),
        iterations: 0,
    };
    let mut body = Stepper::at_rest(start);
    let mut a = model.a_rest.clone();
    let muscles = model.ceilings.len();
    motion.gait.check(muscles)?;
    for step in 0..motion.steps {
        motion.gait.command(&model.ceilings, step as f64 * motion.time_step, &mut a[..muscles]);
        run.iterations += body.step(system, descent, &a)?;
        run.coordinates.push(body.current.clone());
        run.commands.push(a[..muscles].to_vec());
        on_step(step + 1);
    }
    Ok(run)
}
// ANCHOR_END: simulate
