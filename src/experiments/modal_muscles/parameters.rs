use std::f64::consts::TAU;

use crate::{experiments::ParameterError, mesh::Caterpillar, solvers::BlockCoordinateDescent};

/// Every parameter of notebook 025; the default is the notebook's value, given in brackets.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "app", derive(serde::Serialize))]
pub struct Parameters {
    /// The creature's shape.
    pub caterpillar: Caterpillar,
    /// Vibration modes that serve as muscles, from the first that is not rigid \[4\].
    pub muscles: usize,
    /// The sign that each muscle mode is multiplied by \[-1, 1, 1, -1\].
    ///
    /// The sign of an eigenvector is arbitrary; the notebook's are those that its eigensolver
    /// happened to return. Ours are oriented first (the component of largest magnitude is
    /// positive), so that these four say the same on every machine.
    pub signs: Vec<f64>,
    /// Skinning weights of the subspace \[8\].
    pub skinning_modes: usize,
    /// Clusters of triangles that share a passive rotation \[20\].
    pub clusters: usize,
    /// Seed of the draws that the clusters begin with \[0\].
    pub cluster_seed: u32,
    /// A muscle's ceiling is the amplitude at which its steepest triangle reaches this
    /// displacement gradient \[2\].
    pub largest_gradient: f64,
    /// Density, in kg/m^2 \[1000\].
    pub density: f64,
    /// Local/global iterations per time step \[10\].
    pub iterations: usize,
    /// Fewer, once an iteration moves the coordinates by less than this, in the mass norm at unit
    /// density \[1e-6\].
    pub tolerance: f64,
    /// The floating run.
    pub floating: Motion,
    /// The crawl.
    pub crawling: Motion,
    /// Acceleration along y while crawling, in m/s^2 \[-9.8\].
    pub gravity: f64,
    /// Boundary vertices that can touch the floor \[30\].
    pub contact_points: usize,
    /// Height of the feet at rest above the floor, in m \[0.15\].
    pub ground_gap: f64,
    /// Share of a touching point's sliding velocity that is removed, in \[0, 1\] \[1\].
    pub friction: f64,
    /// Seed of the gradient check's state \[0\].
    pub seed: u64,
    /// Standard deviation of the noise on the coordinates at which the gradient is checked, and on
    /// their last change \[0.05\].
    pub gradient_check_noise: f64,
    /// Step of the central differences \[1e-6\].
    pub gradient_check_step: f64,
    /// Local/global iterations of the descent study \[30\].
    pub descent_iterations: usize,
    /// Activation of every muscle in it, as a share of its ceiling \[0.5\].
    pub descent_amplitude: f64,
    /// The gait search.
    pub search: Search,
}

/// How the muscles drive the body through a run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "app", derive(serde::Serialize))]
pub struct Motion {
    /// Stiffness of the passive flesh, in N/m.
    pub passive_stiffness: f64,
    /// Stiffness of the muscles, in N/m.
    pub active_stiffness: f64,
    /// Time step, in s.
    pub time_step: f64,
    /// Number of time steps.
    pub steps: usize,
    /// What the muscles do.
    pub gait: Gait,
}

/// A sinusoid for every muscle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "app", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "app", serde(deny_unknown_fields))]
pub struct Gait {
    /// Amplitudes, as shares of each muscle's ceiling; a negative one turns the mode around.
    pub amplitudes: Vec<f64>,
    /// Periods, in s.
    pub periods: Vec<f64>,
    /// Phases, as shares of a period.
    pub phases: Vec<f64>,
}

/// The search for a gait that travels far.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "app", derive(serde::Serialize))]
pub struct Search {
    /// Time steps of each candidate's crawl \[150\].
    pub steps: usize,
    /// Generations \[4\].
    pub generations: usize,
    /// Candidates per generation \[6\].
    pub population: usize,
    /// Standard deviation of the first generation's parameters \[0.2\].
    pub sigma: f64,
    /// Shortest and longest period, in s \[0.4, 1.5\].
    pub period_range: [f64; 2],
    /// Seed of the draws \[0\].
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            caterpillar: Caterpillar::default(),
            muscles: 4,
            signs: vec![-1.0, 1.0, 1.0, -1.0],
            skinning_modes: 8,
            clusters: 20,
            cluster_seed: 0,
            largest_gradient: 2.0,
            density: 1e3,
            iterations: 10,
            tolerance: 1e-6,
            floating: Motion {
                passive_stiffness: 1e5,
                active_stiffness: 1e5,
                time_step: 0.02,
                steps: 180,
                gait: Gait {
                    amplitudes: vec![0.9, 0.6, 0.0, 0.0],
                    periods: vec![1.0, 0.7, 1.0, 1.0],
                    phases: vec![0.0, 0.25, 0.0, 0.0],
                },
            },
            crawling: Motion {
                passive_stiffness: 1e6,
                active_stiffness: 1e6,
                time_step: 0.01,
                steps: 450,
                gait: Gait {
                    amplitudes: vec![0.45, 0.35, 0.25, 0.15],
                    periods: vec![1.2, 0.8, 1.0, 0.6],
                    phases: vec![0.0, 0.25, 0.5, 0.1],
                },
            },
            gravity: -9.8,
            contact_points: 30,
            ground_gap: 0.15,
            friction: 1.0,
            seed: 0,
            gradient_check_noise: 0.05,
            gradient_check_step: 1e-6,
            descent_iterations: 30,
            descent_amplitude: 0.5,
            search: Search {
                steps: 150,
                generations: 4,
                population: 6,
                sigma: 0.2,
                period_range: [0.4, 1.5],
                seed: 0,
            },
        }
    }
}

impl Parameters {
    /// Checks the ranges that no later step checks by itself.
    ///
    /// # Errors
    /// [`ParameterError`] naming the parameter and what is allowed.
    pub fn check(&self) -> Result<(), ParameterError> {
        for (name, value) in [
            ("largest-gradient", self.largest_gradient),
            ("density", self.density),
            ("gradient-check-step", self.gradient_check_step),
        ] {
            ParameterError::check_positive(name, value)?;
        }
        for (name, value) in
            [("tolerance", self.tolerance), ("gradient-check-noise", self.gradient_check_noise)]
        {
            ParameterError::check_not_negative(name, value)?;
        }
        for (name, value) in [
            ("gravity", self.gravity),
            ("ground-gap", self.ground_gap),
            ("amplitude", self.descent_amplitude),
        ] {
            ParameterError::check_finite(name, value)?;
        }
        let is_share = (0.0..=1.0).contains(&self.friction);
        let allowed = "between 0 (slides) and 1 (sticks)";
        ParameterError::check(is_share, "friction", self.friction, allowed)?;
        for (name, value) in [
            ("muscles", self.muscles),
            ("skinning-modes", self.skinning_modes),
            ("clusters", self.clusters),
            ("iterations", self.iterations),
            ("contact-points", self.contact_points),
            ("iterations", self.descent_iterations),
        ] {
            ParameterError::check_at_least(name, value, 1)?;
        }
        for (name, value, most) in [
            ("skinning-modes", self.skinning_modes, MAX_SKINNING_MODES),
            ("iterations", self.iterations, MAX_ITERATIONS),
            ("iterations", self.descent_iterations, MAX_DESCENT_ITERATIONS),
        ] {
            ParameterError::check(value <= most, name, value, format!("at most {most}"))?;
        }
        check_length("signs", &self.signs, self.muscles)?;
        let are_signs = self.signs.iter().all(|sign| sign.abs() == 1.0);
        ParameterError::check(are_signs, "signs", listed(&self.signs), "1 or -1 for each muscle")?;
        let most_steps = MAX_STORED / (6 * self.skinning_modes);
        self.floating.check(self.muscles, most_steps)?;
        self.crawling.check(self.muscles, most_steps)?;
        self.search.check(most_steps)
    }

    /// The same with a quarter of the time step in the floating run, over the same time.
    pub fn with_finer_floating(&self) -> Self {
        let mut finer = self.clone();
        finer.floating.time_step /= 4.0;
        finer.floating.steps *= 4;
        finer
    }

    /// Local/global descent as the time steps use it.
    pub fn descent(&self) -> BlockCoordinateDescent {
        BlockCoordinateDescent { iterations: self.iterations, tolerance: self.tolerance }
    }
}

impl Motion {
    fn check(&self, muscles: usize, most_steps: usize) -> Result<(), ParameterError> {
        ParameterError::check_positive("time-step", self.time_step)?;
        ParameterError::check_not_negative("passive-stiffness", self.passive_stiffness)?;
        ParameterError::check_not_negative("active-stiffness", self.active_stiffness)?;
        check_steps(self.steps, most_steps)?;
        self.gait.check(muscles)
    }
}

/// A subspace of more coordinates would be slower than the full space.
const MAX_SKINNING_MODES: usize = 10_000;

/// Far more than a step needs to converge; with contact it may never do so.
const MAX_ITERATIONS: usize = 1_000_000;

/// Every iterate of the descent study is kept.
const MAX_DESCENT_ITERATIONS: usize = 100_000;

/// Coordinates that the states of one run may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

impl Gait {
    /// Reads a gait for so many muscles from JSON with the lists amplitudes, periods and phases.
    ///
    /// # Errors
    /// What the parser says, or what [`Gait::check`] does.
    #[cfg(feature = "app")]
    pub fn from_json(bytes: &[u8], muscles: usize) -> Result<Self, GaitError> {
        let gait: Self = serde_json::from_slice(bytes)
            .map_err(|error| GaitError::NotAGait { reason: error.to_string() })?;
        gait.check(muscles)?;
        Ok(gait)
    }

    /// Checks that there is a sinusoid for each of so many muscles.
    ///
    /// # Errors
    /// [`ParameterError`] for lists of another length, a period that is not positive, or a number
    /// that is not finite.
    pub fn check(&self, muscles: usize) -> Result<(), ParameterError> {
        for (name, values) in
            [("amplitudes", &self.amplitudes), ("periods", &self.periods), ("phases", &self.phases)]
        {
            check_length(name, values, muscles)?;
            let are_finite = values.iter().all(|x| x.is_finite());
            ParameterError::check(are_finite, name, listed(values), "finite numbers")?;
        }
        let are_positive = self.periods.iter().all(|period| *period > 0.0);
        let allowed = "positive numbers of seconds";
        ParameterError::check(are_positive, "periods", listed(&self.periods), allowed)
    }

    /// Writes the amplitude of every muscle at a time (s), `a_i(t) = A_i c_i sin(2 pi (t / T_i +
    /// phi_i))` with the ceilings c.
    // ANCHOR: command
    pub fn command(&self, ceilings: &[f64], time: f64, amplitudes: &mut [f64]) {
        for (i, a) in amplitudes.iter_mut().enumerate() {
            let cycles = time / self.periods[i] + self.phases[i];
            *a = self.amplitudes[i] * ceilings[i] * (TAU * cycles).sin();
        }
    }
    // ANCHOR_END: command
}

/// Why some text is no gait.
#[cfg(feature = "app")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GaitError {
    /// No JSON, or other JSON.
    #[error("it must be JSON with the lists amplitudes, periods and phases: {reason}")]
    NotAGait {
        /// What the parser says.
        reason: String,
    },
    /// A list that is not a list of so many numbers in range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Far more than a search gains from; each candidate is a crawl.
const MAX_POPULATION: usize = 10_000;

impl Search {
    fn check(&self, most_steps: usize) -> Result<(), ParameterError> {
        check_steps(self.steps, most_steps)?;
        ParameterError::check_at_least("generations", self.generations, 1)?;
        let holds = (2..=MAX_POPULATION).contains(&self.population);
        let allowed = format!("between 2 and {MAX_POPULATION}");
        ParameterError::check(holds, "population", self.population, allowed)?;
        let [shortest, longest] = self.period_range;
        let in_order = 0.0 < shortest && shortest <= longest && longest.is_finite();
        let given = listed(&self.period_range);
        ParameterError::check(in_order, "period-range", given, "two positive numbers in order")
    }
}

fn check_steps(steps: usize, most: usize) -> Result<(), ParameterError> {
    let allowed = format!("between 1 and {most}, or a run would not fit into memory");
    ParameterError::check((1..=most).contains(&steps), "steps", steps, allowed)
}

fn check_length(name: &'static str, values: &[f64], muscles: usize) -> Result<(), ParameterError> {
    let allowed = format!("{muscles} numbers, one for each muscle");
    ParameterError::check(values.len() == muscles, name, listed(values), allowed)
}

fn listed(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}
