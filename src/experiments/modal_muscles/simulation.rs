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

/// Steps a system from rest at the coordinates `start` (notebook 025, *Floating in space*).
/// `on_step` is told the number of steps done.
///
/// # Errors
/// [`Error::Parameter`] for a gait that does not suit the muscles, [`Error::NotFinite`] if a step
/// leaves the numbers.
///
/// # Panics
/// If `start` has not as many coordinates as the subspace.
// ANCHOR: simulate
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
    let mut z = start.to_vec();
    let mut a = model.a_rest.clone();
    let muscles = model.ceilings.len();
    motion.gait.check(muscles)?;
    for step in 0..motion.steps {
        motion.gait.command(&model.ceilings, step as f64 * motion.time_step, &mut a[..muscles]);
        let current = run.coordinates.last().map_or(start, Vec::as_slice);
        let previous = step.checked_sub(2).map_or(start, |i| &run.coordinates[i]);
        system.begin_step(current, previous, &a);
        run.iterations += descent.descend(system, &mut z);
        if !z.iter().all(|z| z.is_finite()) {
            return Err(Error::NotFinite { step: step + 1 });
        }
        run.coordinates.push(z.clone());
        run.commands.push(a[..muscles].to_vec());
        on_step(step + 1);
    }
    Ok(run)
}
// ANCHOR_END: simulate
