use super::{
    Error, Model, Motion, MuscleSystem, Operators, Parameters, Trajectory, centre_of_mass, simulate,
};
use crate::linalg::{add_scaled, dot};

/// A creature that floats in space, moved by its muscles alone (notebook 025, *Floating in space*).
#[derive(Clone, Debug, PartialEq)]
pub struct Floating {
    /// Coordinates and commands.
    pub trajectory: Trajectory,
    /// Centre of mass after every step, in m.
    pub centre_of_mass: Vec<[f64; 2]>,
    /// The amplitude of every muscle mode in the shape after every step.
    pub realized: Vec<Vec<f64>>,
}

impl Floating {
    /// Largest distance of a coordinate of the centre of mass from where it was after the first
    /// step, in m.
    pub fn drift(&self) -> f64 {
        let first = self.centre_of_mass[0];
        let moved = self.centre_of_mass.iter().flat_map(|p| [p[0] - first[0], p[1] - first[1]]);
        moved.fold(0.0, |largest: f64, x| largest.max(x.abs()))
    }

    /// How far the amplitude of a muscle trails its command, in s: the delay, within half a
    /// period, at which the two are correlated best.
    ///
    /// The command of a step is given at its beginning, the state is that at its end: that they
    /// match best in the same step is a delay of one time step.
    // ANCHOR: lag
    pub fn lag(&self, muscle: usize, motion: &Motion) -> f64 {
        let commands = &self.trajectory.commands;
        let correlation = |delay: isize| {
            let pairs = commands.iter().enumerate().filter_map(|(step, command)| {
                let state = self.realized.get(step.checked_add_signed(delay)?)?;
                Some(command[muscle] * state[muscle])
            });
            let products: Vec<f64> = pairs.collect();
            products.iter().sum::<f64>() / products.len() as f64
        };
        // No two steps of the run are farther apart.
        let most = commands.len().min(self.realized.len()).saturating_sub(1) as f64;
        let half_period = (0.5 * motion.gait.periods[muscle] / motion.time_step).min(most) as isize;
        let best = (-half_period..=half_period)
            .max_by(|a, b| correlation(*a).total_cmp(&correlation(*b)))
            .unwrap_or(0);
        (best + 1) as f64 * motion.time_step
    }
    // ANCHOR_END: lag
}

/// Runs the floating experiment: no weight, no floor.
///
/// # Errors
/// [`Error::Parameter`] for a parameter out of range, [`Error::NotFinite`] if a step leaves the
/// numbers.
// ANCHOR: floating
pub fn floating(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
    on_step: impl FnMut(usize),
) -> Result<Floating, Error> {
    let (p, motion) = (parameters, &parameters.floating);
    p.check()?;
    let no_force = vec![0.0; model.subspace.dimension()];
    let mut system = MuscleSystem::new(operators, motion, p.density, &no_force, None)?;
    let trajectory = simulate(&mut system, model, motion, p.descent(), &model.z_rest, on_step)?;

    let mut displacement = vec![0.0; model.creature.mesh.dofs()];
    let mut amplitudes = vec![0.0; model.ceilings.len()];
    let realized = trajectory.coordinates.iter().map(|z| {
        model.subspace.state(z, &mut displacement);
        add_scaled(&mut displacement, -1.0, model.creature.rest());
        model.amplitudes_of(&displacement, &mut amplitudes);
        amplitudes.clone()
    });
    Ok(Floating {
        realized: realized.collect(),
        centre_of_mass: trajectory
            .coordinates
            .iter()
            .map(|z| centre_of_mass(operators, z))
            .collect(),
        trajectory,
    })
}
// ANCHOR_END: floating

/// By how much a body has turned in each of some states, in radians: the angle of the rotation that
/// takes its rest shape nearest to its shape in the mass norm, both about their centres of mass.
// ANCHOR: turns
pub fn turns(model: &Model, operators: &Operators, states: &[Vec<f64>]) -> Vec<f64> {
    let masses = &model.creature.unit_masses;
    let centre = centre_of_mass(operators, &model.z_rest);
    let rest = about(model.creature.rest(), centre);
    let along = model.subspace.project(masses, &rest);
    let across = model.subspace.project(masses, &quarter_turned(&rest));
    states.iter().map(|z| dot(&across, z).atan2(dot(&along, z))).collect()
}
// ANCHOR_END: turns

/// The positions of a state seen from a point.
fn about(state: &[f64], point: [f64; 2]) -> Vec<f64> {
    state.iter().enumerate().map(|(i, x)| x - point[i % 2]).collect()
}

/// A state turned by a right angle about the origin.
fn quarter_turned(state: &[f64]) -> Vec<f64> {
    state.as_chunks::<2>().0.iter().flat_map(|[x, y]| [-y, *x]).collect()
}

/// The shapes of a run with the turn of the body taken out.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnedBack {
    /// By how much the body has turned after every step.
    pub angles: Vec<f64>,
    /// The amplitude of every muscle mode in the shape that is moved back to the rest centre of
    /// mass and turned back by that angle.
    pub amplitudes: Vec<Vec<f64>>,
}

/// Takes the body's turn out of the shapes of a run.
// ANCHOR: turned_back
pub fn turned_back(model: &Model, operators: &Operators, trajectory: &Trajectory) -> TurnedBack {
    let states = &trajectory.coordinates;
    let rest = about(model.creature.rest(), centre_of_mass(operators, &model.z_rest));
    let mut x = vec![0.0; rest.len()];
    let mut realized = vec![0.0; model.ceilings.len()];
    let mut back = |(z, angle): (&Vec<f64>, &f64)| {
        model.subspace.state(z, &mut x);
        let shape = about(&x, centre_of_mass(operators, z));
        let mut displacement: Vec<f64> = shape.iter().map(|x| angle.cos() * x).collect();
        add_scaled(&mut displacement, -angle.sin(), &quarter_turned(&shape));
        add_scaled(&mut displacement, -1.0, &rest);
        model.amplitudes_of(&displacement, &mut realized);
        realized.clone()
    };
    let angles = turns(model, operators, states);
    TurnedBack { amplitudes: states.iter().zip(&angles).map(&mut back).collect(), angles }
}
// ANCHOR_END: turned_back
