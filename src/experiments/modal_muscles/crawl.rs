use super::{
    ContactSetup, Error, Floor, Gait, Model, Motion, MuscleSystem, Operators, Parameters,
    Trajectory, simulate,
};
use crate::{
    fem::gravity_force,
    linalg::{dense_times_vector, extremes, transposed_times_vector},
};

/// A creature that falls to the floor and crawls (notebook 025, *Dial in a gait*).
#[derive(Clone, Debug, PartialEq)]
pub struct Crawl {
    /// Coordinates and commands.
    pub trajectory: Trajectory,
    /// Centre of mass after every step, in m.
    pub centre_of_mass: Vec<[f64; 2]>,
    /// Height of the lowest contact point above the floor after every step, in m.
    pub lowest_contact_height: Vec<f64>,
}

impl Crawl {
    /// Horizontal travel of the centre of mass from the first step to the last, in m.
    pub fn travel(&self) -> f64 {
        let [first, last] = [0, self.centre_of_mass.len() - 1].map(|i| self.centre_of_mass[i][0]);
        last - first
    }

    /// Lowest and highest position of the centre of mass, in m.
    pub fn height_range(&self) -> [f64; 2] {
        extremes(self.centre_of_mass.iter().map(|position| position[1]))
    }

    /// Deepest penetration of the floor by a contact point, in m; zero if there is none.
    pub fn deepest_penetration(&self) -> f64 {
        self.lowest_contact_height.iter().fold(0.0, |deepest, height| f64::max(deepest, -height))
    }

    /// The force of the floor on the body in every step from the third on, along x and y, over the
    /// body's mass, in m/s^2.
    ///
    /// Nothing but the floor and the weight moves the centre of mass, so it is what the centre's
    /// acceleration has over gravity.
    // ANCHOR: floor_accelerations
    pub fn floor_accelerations(&self, time_step: f64, gravity: f64) -> Vec<[f64; 2]> {
        self.centre_of_mass
            .windows(3)
            .map(|x| {
                let [along, up] =
                    [0, 1].map(|c| (x[2][c] - 2.0 * x[1][c] + x[0][c]) / (time_step * time_step));
                [along, up - gravity]
            })
            .collect()
    }
    // ANCHOR_END: floor_accelerations
}

/// A creature with everything that a crawl needs, for any gait and any start.
#[derive(Clone, Copy, Debug)]
pub struct Crawler<'a> {
    /// The reduced model.
    pub model: &'a Model,
    /// Its operators.
    pub operators: &'a Operators,
    /// The floor and the contact points.
    pub contact: &'a ContactSetup,
    /// Stiffness, time step, gravity, friction, iterations.
    pub parameters: &'a Parameters,
}

// ANCHOR: crawl
impl Crawler<'_> {
    /// Crawls with the parameters' own gait from the rest shape.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a step leaves the numbers.
    pub fn crawl(&self, on_step: impl FnMut(usize)) -> Result<Crawl, Error> {
        self.crawl_from(&self.model.z_rest, &self.parameters.crawling, on_step)
    }

    /// Crawls with another gait, over other steps, from the rest shape.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a step leaves the numbers.
    pub fn crawl_with(&self, gait: Gait, steps: usize) -> Result<Crawl, Error> {
        let motion = Motion { gait, steps, ..self.parameters.crawling.clone() };
        self.crawl_from(&self.model.z_rest, &motion, |_| ())
    }

    /// Crawls from rest at the coordinates `start`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a parameter out of range, [`Error::NotFinite`] if a step leaves the
    /// numbers.
    ///
    /// # Panics
    /// If `start` has not as many coordinates as the subspace.
    // ANCHOR: crawl_from
    pub fn crawl_from(
        &self,
        start: &[f64],
        motion: &Motion,
        on_step: impl FnMut(usize),
    ) -> Result<Crawl, Error> {
        let p = self.parameters;
        p.check()?;
        let weight = weight(self.model, p);
        let floor = Floor { setup: self.contact, friction: p.friction };
        let mut system =
            MuscleSystem::new(self.operators, motion, p.density, &weight, Some(floor))?;
        let trajectory = simulate(&mut system, self.model, motion, p.descent(), start, on_step)?;
        let states = &trajectory.coordinates;
        Ok(Crawl {
            centre_of_mass: states.iter().map(|z| centre_of_mass(self.operators, z)).collect(),
            lowest_contact_height: states.iter().map(|z| self.contact.lowest_height(z)).collect(),
            trajectory,
        })
    }
    // ANCHOR_END: crawl_from
}
// ANCHOR_END: crawl

/// The weight of the body in reduced coordinates, in N.
pub fn weight(model: &Model, parameters: &Parameters) -> Vec<f64> {
    let masses: Vec<f64> =
        model.creature.unit_masses.iter().step_by(2).map(|m| parameters.density * m).collect();
    let mut weight = vec![0.0; model.subspace.dimension()];
    let force = gravity_force(&masses, parameters.gravity);
    transposed_times_vector(model.subspace.basis(), &force, &mut weight);
    weight
}

/// Centre of mass of a state, in m.
pub fn centre_of_mass(operators: &Operators, z: &[f64]) -> [f64; 2] {
    let mut position = [0.0; 2];
    dense_times_vector(operators.centre_of_mass.as_ref(), z, &mut position);
    position
}
