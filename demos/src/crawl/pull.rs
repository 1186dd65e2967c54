//! What a reader does to the body: a soft spring from a vertex to the pointer, and a push on all of
//! it. Both are external forces on the reduced coordinates.

use modebook::{
    experiments::modal_muscles::{Parameters, Stepper, centre_of_mass},
    linalg::dot,
};

use super::parts::Body;

/// Stiffness of the spring over the body's mass, in 1/s^2: half a metre of it holds the weight.
const SPRING: f64 = 20.0;

/// Acceleration of a push, in m/s^2: half as much again as gravity.
const PUSH: f64 = 15.0;

/// How far from a vertex the body can still be grabbed, in m.
const REACH: f64 = 0.15;

/// A spring from a vertex to a point, and a drag on the body as long as it is held.
///
/// The spring is so soft that its force at the beginning of a time step does for all of it. The
/// drag, on the velocity of the centre of mass, is the least that keeps the body on its spring from
/// swinging.
pub(super) struct Pull {
    /// The vertex as a function of z.
    rows: [Vec<f64>; 2],
    /// From the vertex to where it was grabbed, in m.
    offset: [f64; 2],
    target: [f64; 2],
}

impl Pull {
    /// Grabs the vertex that is nearest to a point, if one is within reach.
    pub fn new(body: &Body, z: &[f64], point: [f64; 2]) -> Option<Self> {
        let state = body.state(z);
        let distance = |[x, y]: &[f64; 2]| (x - point[0]).hypot(y - point[1]);
        let vertices = state.as_chunks::<2>().0.iter().enumerate();
        let (vertex, position) = vertices
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)))
            .filter(|(_, position)| distance(position) < REACH)?;
        let basis = body.model.subspace.basis();
        let row = |axis: usize| (0..basis.ncols()).map(|j| basis[(2 * vertex + axis, j)]).collect();
        let offset = [point[0] - position[0], point[1] - position[1]];
        Some(Self { rows: [row(0), row(1)], offset, target: point })
    }

    /// Moves the end of the spring.
    pub fn to(&mut self, point: [f64; 2]) {
        self.target = point;
    }

    fn position(&self, z: &[f64]) -> [f64; 2] {
        [0, 1].map(|axis| dot(&self.rows[axis], z) + self.offset[axis])
    }

    /// Both ends of the spring: where the body is grabbed, and where it is pulled to.
    pub fn ends(&self, z: &[f64]) -> [f64; 4] {
        let [[x, y], [to_x, to_y]] = [self.position(z), self.target];
        [x, y, to_x, to_y]
    }

    /// Adds its force for the next step.
    pub fn add_force(
        &self,
        body: &Body,
        parameters: &Parameters,
        stepper: &Stepper,
        force: &mut [f64],
    ) {
        let stiffness = SPRING * body.mass(parameters);
        let position = self.position(&stepper.current);
        for (axis, row) in self.rows.iter().enumerate() {
            let pull = stiffness * (self.target[axis] - position[axis]);
            force.iter_mut().zip(row).for_each(|(force, b)| *force += pull * b);
        }
        let [now, before] = [&stepper.current, &stepper.previous]
            .map(|coordinates| centre_of_mass(&body.operators, coordinates));
        let drag = 2.0 * SPRING.sqrt() / parameters.crawling.time_step;
        let slowed = [0, 1].map(|axis| drag * (before[axis] - now[axis]));
        body.add_acceleration(parameters, slowed, force);
    }
}

/// A push on the whole body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Push {
    acceleration: [f64; 2],
}

impl Push {
    /// A push along a direction, of which each component counts from -1 to 1.
    pub fn along(direction: [f64; 2]) -> Self {
        Self { acceleration: direction.map(|x| PUSH * x.clamp(-1.0, 1.0)) }
    }

    pub fn is_on(&self) -> bool {
        self.acceleration != [0.0; 2]
    }

    /// Adds its force.
    pub fn add_force(&self, body: &Body, parameters: &Parameters, force: &mut [f64]) {
        body.add_acceleration(parameters, self.acceleration, force);
    }
}
