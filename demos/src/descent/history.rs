//! What a descent has come through.

use modebook::experiments::modal_muscles::Measured;

/// A half of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Half {
    /// The best rotations are found.
    Local,
    /// The best coordinates for the rotations are found.
    Global,
}

impl Half {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Local => Self::Global,
            Self::Global => Self::Local,
        }
    }
}

/// The objective after every half-step.
pub(super) struct History {
    start: Measured,
    /// Halves by turns: the same half twice is the same as once.
    halves: Vec<(Half, Measured)>,
    minimum: f64,
}

impl History {
    /// Before the first half-step of a descent that goes to an energy.
    pub fn new(start: Measured, minimum: f64) -> Self {
        Self { start, halves: Vec::new(), minimum }
    }

    pub fn push(&mut self, half: Half, measured: Measured) {
        if self.last() != Some(half) {
            self.halves.push((half, measured));
        }
    }

    /// The half that came last.
    pub fn last(&self) -> Option<Half> {
        self.halves.last().map(|(half, _)| *half)
    }

    /// The half that came first.
    pub fn first(&self) -> Option<Half> {
        self.halves.first().map(|(half, _)| *half)
    }

    /// The objective now.
    pub fn now(&self) -> Measured {
        self.halves.last().map_or(self.start, |(_, measured)| *measured)
    }

    /// An energy above the minimum.
    pub fn above(&self, energy: f64) -> f64 {
        energy - self.minimum
    }

    /// What round-off may make of differences of energies.
    pub fn round_off(&self) -> f64 {
        8.0 * f64::EPSILON * self.start.held_energy.abs().max(self.minimum.abs())
    }

    /// Number of global steps.
    pub fn iterations(&self) -> usize {
        self.halves.iter().filter(|(half, _)| *half == Half::Global).count()
    }

    /// The energies above the minimum after every half of a kind, over iterations; the start is no
    /// half.
    pub fn energies(&self, kind: Half) -> impl Iterator<Item = [f64; 2]> {
        let halves = self.halves.iter().enumerate();
        let halves = halves.filter(move |(_, (half, _))| *half == kind);
        halves.map(|(i, (_, measured))| self.energy_at(i + 1, measured))
    }

    /// The same at the start and after every half.
    pub fn path(&self) -> impl Iterator<Item = [f64; 2]> {
        let all = std::iter::once(&self.start).chain(self.halves.iter().map(|(_, m)| m));
        all.enumerate().map(|(i, measured)| self.energy_at(i, measured))
    }

    fn energy_at(&self, halves: usize, measured: &Measured) -> [f64; 2] {
        [0.5 * halves as f64, self.above(measured.held_energy)]
    }

    /// The gradient norms at the start and after every global step, over iterations.
    pub fn norms(&self) -> impl DoubleEndedIterator<Item = [f64; 2]> {
        let halves = self.halves.iter().enumerate();
        let globals = halves.filter(|(_, (half, _))| *half == Half::Global);
        let norms = globals.map(|(i, (_, m))| [0.5 * (i + 1) as f64, m.gradient_norm]);
        std::iter::once([0.0, self.start.gradient_norm]).chain(norms)
    }

    /// The factor by which the last global step and what came before it changed the gradient norm,
    /// if that is more than round-off.
    pub fn factor(&self) -> Option<f64> {
        let mut norms = self.norms().rev().map(|[_, norm]| norm);
        let (last, before) = (norms.next()?, norms.next()?);
        (last > 1e-9 * self.start.gradient_norm).then_some(last / before)
    }
}
