//! What a reader does to the body: a soft spring from a vertex to the pointer, and a push on all of
//! it. Both are external forces on the reduced coordinates.

use modebook::{
    experiments::modal_muscles::{Error, Parameters, Stepper, frozen_hessian},
    linalg::{DenseCholesky, dot},
};

use super::parts::Body;

/// Acceleration that the spring gives the body per metre of its length, in 1/s^2: pulled over half a
/// metre it holds the body's weight.
const SPRING: f64 = 20.0;

/// Acceleration of a push, in m/s^2: half as much again as gravity.
const PUSH: f64 = 15.0;

/// How far from the body it can still be grabbed, in m.
const REACH: f64 = 0.15;

/// A spring with a damper from a vertex to a point.
///
/// Its force is that of the end of the time step, as far as the spring itself and inertia decide:
/// with the compliance C of the vertex within a step, `f = (k (target - p - h v) - c v) / (1 + C (k
/// + c / h))`. So it stays calm however light what it pulls is.
pub(super) struct Pull {
    /// The vertex as a function of z.
    rows: [Vec<f64>; 2],
    /// From the vertex to where it was grabbed, in m.
    offset: [f64; 2],
    target: [f64; 2],
    /// In N/m.
    stiffness: f64,
    /// In N s/m.
    damping: f64,
    /// In m/N.
    compliance: f64,
}

impl Pull {
    /// Grabs the vertex that is nearest to a point, if one is within reach.
    pub fn new(
        body: &Body,
        parameters: &Parameters,
        z: &[f64],
        point: [f64; 2],
    ) -> Result<Option<Self>, Error> {
        let state = body.state(z);
        let distance = |[x, y]: &[f64; 2]| (x - point[0]).hypot(y - point[1]);
        let vertices = state.as_chunks::<2>().0.iter().enumerate();
        let nearest = vertices.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        let Some((vertex, position)) = nearest.filter(|(_, p)| distance(p) < REACH) else {
            return Ok(None);
        };
        let basis = body.model.subspace.basis();
        let rows = [0, 1].map(|c| (0..basis.ncols()).map(|j| basis[(2 * vertex + c, j)]).collect());
        let mass = body.mass(parameters);
        let stiffness = SPRING * mass;
        Ok(Some(Self {
            compliance: compliance(body, parameters, &rows)?,
            rows,
            offset: [point[0] - position[0], point[1] - position[1]],
            target: point,
            stiffness,
            // As much as keeps the whole body on its spring from swinging.
            damping: 2.0 * (stiffness * mass).sqrt(),
        }))
    }

    /// Moves the end of the spring.
    pub fn to(&mut self, point: [f64; 2]) {
        self.target = point;
    }

    fn position(&self, z: &[f64]) -> [f64; 2] {
        [0, 1].map(|c| dot(&self.rows[c], z) + self.offset[c])
    }

    /// Both ends of the spring: where the body is grabbed, and where it is pulled to.
    pub fn ends(&self, z: &[f64]) -> [f64; 4] {
        let [[x, y], [to_x, to_y]] = [self.position(z), self.target];
        [x, y, to_x, to_y]
    }

    /// Adds its force for the next step.
    pub fn add_force(&self, stepper: &Stepper, time_step: f64, force: &mut [f64]) {
        let [now, before] = [&stepper.current, &stepper.previous].map(|state| self.position(state));
        let (k, c) = (self.stiffness, self.damping);
        for (axis, row) in self.rows.iter().enumerate() {
            let v = (now[axis] - before[axis]) / time_step;
            let stretch = self.target[axis] - now[axis] - time_step * v;
            let f = (k * stretch - c * v) / (1.0 + self.compliance * (k + c / time_step));
            force.iter_mut().zip(row).for_each(|(force, b)| *force += f * b);
        }
    }
}

/// How far a unit force on a vertex moves it within a time step, in m/N, along the axis that gives
/// way more: `b' H^-1 b`.
fn compliance(body: &Body, parameters: &Parameters, rows: &[Vec<f64>; 2]) -> Result<f64, Error> {
    let H = frozen_hessian(&body.operators, &parameters.crawling, parameters.density);
    let mut cholesky = DenseCholesky::new(H.nrows());
    cholesky.factor(H.as_ref())?;
    let along = rows.each_ref().map(|row| {
        let mut moved = row.clone();
        cholesky.solve_vector_in_place(&mut moved);
        dot(row, &moved)
    });
    Ok(along[0].max(along[1]))
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
        if !self.is_on() {
            return;
        }
        // In mass-orthonormal coordinates the force of a uniform acceleration along an axis is the
        // mass times that row of the centre of mass.
        let centre_of_mass = &body.operators.centre_of_mass;
        let mass = body.mass(parameters);
        for (axis, acceleration) in self.acceleration.iter().enumerate() {
            for (j, force) in force.iter_mut().enumerate() {
                *force += mass * acceleration * centre_of_mass[(axis, j)];
            }
        }
    }
}
