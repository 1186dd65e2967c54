//! A hand that holds the tip of the beam.

use modebook::{energies::Pin, experiments::skinning_eigenmodes::Beam};

/// Stiffness of the spring between the hand and the tip, in N/m: the weight of the whole beam would
/// stretch it by half a metre.
const STIFFNESS: f64 = 40.0;

/// A soft spring from the tip to a point.
///
/// It is part of the potential that a step minimizes; so no pull is too strong for the time step.
pub(super) struct Hand {
    tip: [usize; 1],
    /// From the hand to what it pulls the tip to: where the tip was grabbed, it is not moved.
    offset: [f64; 2],
    /// A state with the tip where it is pulled to.
    pulled: Vec<f64>,
}

impl Hand {
    /// A hand at a point, which grabs the tip of a beam in some state.
    pub fn new(beam: &Beam, state: &[f64], point: [f64; 2]) -> Self {
        let tip = &state[2 * beam.tip..][..2];
        let offset = [tip[0] - point[0], tip[1] - point[1]];
        Self { tip: [beam.tip], offset, pulled: state.to_vec() }
    }

    /// Goes to another point.
    pub fn to(&mut self, point: [f64; 2]) {
        for (axis, x) in self.pulled[2 * self.tip[0]..][..2].iter_mut().enumerate() {
            *x = point[axis] + self.offset[axis];
        }
    }

    /// Where it pulls the tip to.
    pub fn target(&self) -> [f64; 2] {
        let [x, y] = [0, 1].map(|axis| self.pulled[2 * self.tip[0] + axis]);
        [x, y]
    }

    /// Its spring.
    pub fn spring(&self) -> Pin<'_> {
        Pin { vertices: &self.tip, rest: &self.pulled, stiffness: STIFFNESS }
    }
}
