//! What the library makes of the settings.

use modebook::experiments::modal_muscles::{
    ContactSetup, Error, Floor, Gait, Model, Motion, MuscleSystem, Operators, Parameters,
    contact_setup, creature, weight,
};

use crate::settings::Settings;

/// The parameters of the notebook with those that are set.
pub(super) fn parameters(settings: &Settings) -> Parameters {
    let p = Parameters::default();
    let list = |name| settings.numbers(name).to_vec();
    Parameters {
        friction: settings.number("friction"),
        ground_gap: settings.number("ground-gap"),
        gravity: settings.number("gravity"),
        iterations: settings.count("iterations"),
        crawling: Motion {
            passive_stiffness: settings.number("passive-stiffness"),
            active_stiffness: settings.number("active-stiffness"),
            gait: Gait {
                amplitudes: list("amplitudes"),
                periods: list("periods"),
                phases: list("phases"),
            },
            ..p.crawling
        },
        ..p
    }
}

/// The caterpillar.
pub(super) struct Body {
    pub model: Model,
    pub operators: Operators,
}

/// The floor below it, and its weight.
pub(super) struct Surroundings {
    pub contact: ContactSetup,
    pub weight: Vec<f64>,
}

impl Surroundings {
    pub fn new(body: &Body, parameters: &Parameters) -> Result<Self, Error> {
        let contact = contact_setup(&body.model, parameters)?;
        Ok(Self { contact, weight: weight(&body.model, parameters) })
    }
}

impl Body {
    pub fn new(parameters: &Parameters) -> Result<Self, Error> {
        let model = Model::new(creature(parameters)?, parameters)?;
        let operators = Operators::new(&model);
        Ok(Self { model, operators })
    }

    /// What makes time steps with it.
    pub fn system(
        &self,
        surroundings: &Surroundings,
        parameters: &Parameters,
    ) -> Result<MuscleSystem, Error> {
        let floor = Floor { setup: &surroundings.contact, friction: parameters.friction };
        let (motion, density) = (&parameters.crawling, parameters.density);
        MuscleSystem::new(&self.operators, motion, density, &surroundings.weight, Some(floor))
    }

    /// Positions of the vertices.
    pub fn state(&self, z: &[f64]) -> Vec<f64> {
        let mut state = vec![0.0; self.model.creature.mesh.dofs()];
        self.model.subspace.state(z, &mut state);
        state
    }

    /// Mass, in kg.
    pub fn mass(&self, parameters: &Parameters) -> f64 {
        parameters.density * self.model.creature.unit_masses.iter().step_by(2).sum::<f64>()
    }

    /// Adds the force that accelerates the whole body alike, in m/s^2 along x and y.
    pub fn add_acceleration(
        &self,
        parameters: &Parameters,
        acceleration: [f64; 2],
        force: &mut [f64],
    ) {
        // In mass-orthonormal coordinates the force of a unit acceleration along an axis is the mass
        // times that row of the centre of mass.
        let centre_of_mass = &self.operators.centre_of_mass;
        for (axis, acceleration) in acceleration.iter().enumerate() {
            let along = self.mass(parameters) * acceleration;
            for (j, force) in force.iter_mut().enumerate() {
                *force += along * centre_of_mass[(axis, j)];
            }
        }
    }
}
