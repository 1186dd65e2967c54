//! What has happened since the beams were let go.

use std::collections::VecDeque;

use modebook::experiments::skinning_eigenmodes::{Beam, BeamMotion, Parameters, Space};

use super::hand::Hand;
use crate::{DemoError, clock};

/// Steps whose heights are kept, for the curves.
const KEPT: usize = 400;

/// The time of a step is the mean over so many: a single one is below what some clocks resolve.
const MEASURED: usize = 30;

/// The spaces, in the order of everything that comes in threes.
pub(super) const SPACES: [&str; 3] = ["full", "modal", "skinning"];

/// The beam in the three spaces, let go at the same moment.
pub(super) struct Run {
    pub beams: [Moving; 3],
    pub steps: usize,
    /// Whether the material was the same all the time, and nobody pulled.
    pub is_plain: bool,
    /// Why it does not go on.
    failure: Option<DemoError>,
}

/// The beam in one space.
pub(super) struct Moving {
    pub motion: BeamMotion,
    /// Newton iterations of the last step.
    pub iterations: usize,
    /// Milliseconds that the last steps took.
    times: VecDeque<f64>,
    /// Heights of the tip, in m, of the last states.
    heights: VecDeque<f64>,
}

impl Run {
    pub fn new(beam: &Beam, spaces: &[Space; 3]) -> Self {
        let moving = |space: &Space| {
            let motion = BeamMotion::at_rest(beam, space);
            let heights = VecDeque::from([motion.state()[2 * beam.tip + 1]]);
            Moving { motion, iterations: 0, times: VecDeque::new(), heights }
        };
        let beams = spaces.each_ref().map(moving);
        Self { beams, steps: 0, is_plain: true, failure: None }
    }

    // ANCHOR: sag_step
    /// Makes a step in each space.
    ///
    /// # Errors
    /// [`DemoError::BeamStep`] if one cannot be solved. The spaces are no longer at the same time then,
    /// and the run does not go on.
    pub fn step(
        &mut self,
        beam: &Beam,
        parameters: &Parameters,
        hand: Option<&Hand>,
    ) -> Result<(), DemoError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.is_plain &= hand.is_none();
        for (moving, space) in self.beams.iter_mut().zip(SPACES) {
            let start = clock::now();
            let step = moving.motion.step(beam, parameters, hand.map(Hand::spring));
            let time = clock::now() - start;
            match step {
                Ok(history) => moving.iterations = history.len(),
                Err(source) => {
                    let failure = DemoError::BeamStep { space, step: self.steps + 1, source };
                    self.failure = Some(failure.clone());
                    return Err(failure);
                }
            }
            push(&mut moving.times, time, MEASURED);
        }
        self.steps += 1;
        for Moving { motion, heights, .. } in &mut self.beams {
            push(heights, motion.state()[2 * beam.tip + 1], KEPT);
        }
        Ok(())
    }
    // ANCHOR_END: sag_step
}

impl Moving {
    /// Height of the tip now, in m.
    pub fn height(&self) -> f64 {
        self.heights[self.heights.len() - 1]
    }

    /// Milliseconds per step; not a number before the first.
    pub fn time(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    /// Time and height of the last states, of which the newest is the one after so many steps.
    pub fn curve(&self, steps: usize, time_step: f64) -> impl Iterator<Item = f64> {
        let first = steps + 1 - self.heights.len();
        let heights = self.heights.iter().enumerate();
        heights.flat_map(move |(i, height)| [(first + i) as f64 * time_step, *height])
    }
}

/// Adds a value; the oldest goes if there are too many.
fn push(values: &mut VecDeque<f64>, value: f64, most: usize) {
    if values.len() == most {
        values.pop_front();
    }
    values.push_back(value);
}
