//! The way of the centre of mass.

use std::collections::VecDeque;

/// Steps whose centres are kept.
const KEPT: usize = 6000;

/// Of these, one in so many is drawn.
const DRAWN: usize = 4;

/// The speed is the mean over so much time, in s: within a stride the body comes and goes.
const SPEED_OVER: f64 = 1.0;

/// The centre of mass after every step since the start; what is long past is forgotten.
#[derive(Default)]
pub(super) struct Trace {
    centres: VecDeque<[f64; 2]>,
    steps: usize,
    first: f64,
}

impl Trace {
    pub fn push(&mut self, centre: [f64; 2]) {
        if self.steps == 0 {
            self.first = centre[0];
        }
        if self.centres.len() == KEPT {
            self.centres.pop_front();
        }
        self.centres.push_back(centre);
        self.steps += 1;
    }

    /// Travel along x from the first step on, in m, as the command counts it.
    pub fn travel(&self) -> f64 {
        self.centres.back().map_or(0.0, |[x, _]| x - self.first)
    }

    /// Mean speed along x over the last second, in m/s.
    pub fn speed(&self, time_step: f64) -> f64 {
        let count = self.centres.len();
        let back = ((SPEED_OVER / time_step).round() as usize).min(count.saturating_sub(1));
        if back == 0 {
            return 0.0;
        }
        (self.centres[count - 1][0] - self.centres[count - 1 - back][0]) / (back as f64 * time_step)
    }

    /// Time, x and y, from the oldest step that is kept to the last, every few steps.
    pub fn points(&self, time_step: f64) -> impl Iterator<Item = f64> {
        let oldest = self.steps - self.centres.len();
        let last = self.centres.len().saturating_sub(1);
        // Which steps are drawn does not depend on how many there are, or the line would tremble.
        self.centres
            .iter()
            .enumerate()
            .filter_map(move |(i, &[x, y])| {
                let step = oldest + i + 1;
                let is_drawn = step % DRAWN == 1 || i == last;
                is_drawn.then_some([step as f64 * time_step, x, y])
            })
            .flatten()
    }
}
