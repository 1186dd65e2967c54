use super::{Crawl, Crawler, Error, Floor, MuscleSystem, weight};
use crate::{
    linalg::{column, dot},
    solvers::LocalGlobal,
};

/// A foot on the floor within one time step of a crawl.
#[derive(Clone, Debug, PartialEq)]
pub struct PlantedFoot {
    /// The time step, counted from 1.
    pub step: usize,
    /// Height of the foot above the floor before the first iteration and after each, in m.
    pub heights: Vec<f64>,
}

impl PlantedFoot {
    /// Whether each iteration brings the foot to the other side of the floor.
    pub fn alternates(&self) -> bool {
        self.heights.windows(2).all(|pair| (pair[0] < 0.0) != (pair[1] < 0.0))
    }
}

/// A foot that stands is one that did not move, up or down, by more than this in a step, in m.
const STILL: f64 = 1e-9;

/// Takes the steps of a crawl once more, each from the state that it began with but with another
/// number of iterations, and follows the contact point that the first iteration leaves lowest. The
/// first step in which that point stands above the floor at the beginning, and is on the other side
/// of the floor after every iteration; none if there is no such step.
///
/// # Errors
/// [`Error::Singular`] if the system of a step cannot be solved.
pub fn planted_foot(
    crawler: &Crawler,
    crawl: &Crawl,
    iterations: usize,
) -> Result<Option<PlantedFoot>, Error> {
    let Crawler { model, operators, contact, parameters: p } = *crawler;
    let weight = weight(model, p);
    let floor = Floor { setup: contact, friction: p.friction };
    let mut system = MuscleSystem::new(operators, &p.crawling, p.density, &weight, Some(floor))?;
    let height = |z: &[f64], point: usize| {
        dot(column(&contact.positions, 2 * point + 1), z) - contact.ground
    };
    let states = &crawl.trajectory.coordinates;
    let mut a = model.a_rest.clone();
    for (step, command) in crawl.trajectory.commands.iter().enumerate() {
        let before = |steps: usize| step.checked_sub(steps).map_or(&model.z_rest, |i| &states[i]);
        a[..command.len()].copy_from_slice(command);
        system.begin_step(before(1), before(2), &a);
        let mut z = before(1).clone();
        let mut iterate = || {
            system.local_step(&z);
            system.global_step(&mut z);
            z.clone()
        };
        let iterates: Vec<Vec<f64>> = (0..iterations).map(|_| iterate()).collect();
        let lowest = (0..contact.vertices.len())
            .min_by(|&a, &b| height(&iterates[0], a).total_cmp(&height(&iterates[0], b)));
        let Some(point) = lowest else { break };
        let heights = std::iter::once(before(1)).chain(&iterates).map(|z| height(z, point));
        let foot = PlantedFoot { step: step + 1, heights: heights.collect() };
        let stands = (height(before(2), point) - foot.heights[0]).abs() <= STILL;
        if stands && foot.heights[0] >= 0.0 && foot.alternates() {
            return Ok(Some(foot));
        }
    }
    Ok(None)
}
