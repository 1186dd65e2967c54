//! The gait lab (notebook 025): the caterpillar on its floor, crawling for as long as it is watched.

mod parts;
mod pull;
mod search;
#[cfg(test)]
mod tests;
mod trace;

use modebook::experiments::modal_muscles::{
    Error, MuscleSystem, Parameters, RIGID_MODES, Stepper, centre_of_mass,
};
use modebook::mesh::boundary_edges;

use crate::{
    Action, Demo, DemoError,
    arrays::Arrays,
    settings::{Setting, Settings},
};
use parts::{Body, Surroundings, parameters};
use pull::{Pull, Push};
use search::Search;
use trace::Trace;

/// What can be done with the body.
const ACTIONS: &[&str] = &["reset", "flip", "orient", "grab", "drag", "release", "push", "search"];

/// A caterpillar that crawls with any gait, on any floor, and can be pulled and pushed meanwhile.
///
/// Its steps are those of [`Crawler`](modebook::experiments::modal_muscles::Crawler): left alone,
/// it travels as far as the command says, to the last bit.
pub struct GaitLab {
    settings: Settings,
    parameters: Parameters,
    body: Body,
    surroundings: Surroundings,
    system: MuscleSystem,
    run: Run,
    pull: Option<Pull>,
    push: Push,
    search: Option<Search>,
}

/// What has happened since the body was put to its start.
struct Run {
    stepper: Stepper,
    /// The activation of the last step.
    activation: Vec<f64>,
    /// Local/global iterations of the last step.
    iterations: usize,
    trace: Trace,
    /// Whether the settings were the same all the time, and nobody pulled or pushed.
    is_plain: bool,
}

impl Run {
    fn new(body: &Body) -> Self {
        Self {
            stepper: Stepper::at_rest(&body.model.z_rest),
            activation: body.model.a_rest.clone(),
            iterations: 0,
            trace: Trace::default(),
            is_plain: true,
        }
    }
}

impl GaitLab {
    /// The notebook's caterpillar with its gait, above its floor.
    ///
    /// # Errors
    /// [`DemoError`] if it cannot be set up.
    pub fn new() -> Result<Self, DemoError> {
        let settings = settings();
        let parameters = parameters(&settings);
        let body = Body::new(&parameters)?;
        let surroundings = Surroundings::new(&body, &parameters)?;
        let system = body.system(&surroundings, &parameters)?;
        let run = Run::new(&body);
        Ok(Self {
            settings,
            parameters,
            body,
            surroundings,
            system,
            run,
            pull: None,
            push: Push::default(),
            search: None,
        })
    }

    fn reset(&mut self) {
        self.run = Run::new(&self.body);
        self.pull = None;
        self.push = Push::default();
    }

    fn muscles(&self) -> usize {
        self.parameters.muscles
    }

    // ANCHOR: demo_step
    fn step(&mut self) -> Result<(), DemoError> {
        let Self { parameters, body, surroundings, system, run, .. } = self;
        let (motion, muscles) = (&parameters.crawling, parameters.muscles);
        let time = run.stepper.steps as f64 * motion.time_step;
        let mut a = run.activation.clone();
        motion.gait.command(&body.model.ceilings, time, &mut a[..muscles]);
        let mut force = surroundings.weight.clone();
        if let Some(pull) = &self.pull {
            pull.add_force(body, parameters, &run.stepper, &mut force);
            run.is_plain = false;
        }
        if self.push.is_on() {
            self.push.add_force(body, parameters, &mut force);
            run.is_plain = false;
        }
        system.set_force(&force);
        let before = run.stepper.clone();
        match run.stepper.step(system, parameters.descent(), &a) {
            Ok(iterations) => (run.iterations, run.activation) = (iterations, a),
            Err(error) => {
                run.stepper = before;
                return Err(error.into());
            }
        }
        run.trace.push(centre_of_mass(&body.operators, &run.stepper.current));
        Ok(())
    }
    // ANCHOR_END: demo_step

    /// Multiplies the amplitudes by signs; zero stays zero without a sign.
    fn multiply_amplitudes(&mut self, factor: impl Fn(usize, f64) -> f64) -> Result<(), DemoError> {
        let amplitudes = self.settings.numbers("amplitudes").iter().enumerate();
        let amplitudes = amplitudes.map(|(k, &a)| if a == 0.0 { 0.0 } else { a * factor(k, a) });
        let mut settings = self.settings.clone();
        settings.set("amplitudes", amplitudes.collect())?;
        self.configure(settings)
    }

    fn flip(&mut self, muscle: f64) -> Result<(), DemoError> {
        let muscles = self.muscles();
        if muscle.fract() != 0.0 || !(0.0..muscles as f64).contains(&muscle) {
            let allowed = format!("the index of a muscle, from 0 to {}", muscles - 1);
            return Err(DemoError::ActionRange { action: "flip", value: muscle, allowed });
        }
        self.multiply_amplitudes(|k, _| if k as f64 == muscle { -1.0 } else { 1.0 })
    }

    /// Gives every mode a sign, counted as in the table of sixteen: +1 is the orientation whose
    /// component of largest magnitude is positive.
    fn orient(&mut self, signs: &[f64]) -> Result<(), DemoError> {
        if let Some(&value) = signs.iter().find(|sign| sign.abs() != 1.0) {
            let allowed = "1 or -1 for each muscle".into();
            return Err(DemoError::ActionRange { action: "orient", value, allowed });
        }
        let own = self.parameters.signs.clone();
        self.multiply_amplitudes(|k, a| a.signum() * signs[k] * own[k])
    }

    /// Runs the next generation of the search for a gait; after the last one the body starts anew
    /// with the best.
    fn search_on(&mut self) -> Result<(), DemoError> {
        let going = self.search.take().filter(|search| !search.is_done());
        let search = Search::next(going, &self.body, &self.surroundings, &self.parameters)?;
        if search.is_done() {
            let mut settings = self.settings.clone();
            settings.set("amplitudes", search.best.gait.amplitudes.clone())?;
            settings.set("periods", search.best.gait.periods.clone())?;
            settings.set("phases", search.best.gait.phases.clone())?;
            self.configure(settings)?;
            self.reset();
        }
        self.search = Some(search);
        Ok(())
    }
}

/// What can be set; the names are those of `modebook crawl`, the defaults those of the notebook.
fn settings() -> Settings {
    let p = Parameters::default();
    let (motion, gait) = (&p.crawling, &p.crawling.gait);
    let stiffnesses = [1e4, 1e8];
    Settings::new(vec![
        Setting::numbers("amplitudes", &gait.amplitudes, [-1.0, 1.0]),
        Setting::numbers("periods", &gait.periods, [0.2, 10.0]),
        Setting::numbers("phases", &gait.phases, [-10.0, 10.0]),
        Setting::number("friction", p.friction, [0.0, 1.0]),
        Setting::number("ground-gap", p.ground_gap, [0.0, 2.0]),
        Setting::number("gravity", p.gravity, [-30.0, 0.0]),
        Setting::number("passive-stiffness", motion.passive_stiffness, stiffnesses),
        Setting::number("active-stiffness", motion.active_stiffness, stiffnesses),
        Setting::count("iterations", p.iterations, [1, 100]),
    ])
}

impl Demo for GaitLab {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn configure(&mut self, settings: Settings) -> Result<(), DemoError> {
        let parameters = parameters(&settings);
        parameters.check().map_err(Error::from)?;
        // A gait is told to the system step by step; everything else is built into it.
        let mut with_this_gait = self.parameters.clone();
        with_this_gait.crawling.gait = parameters.crawling.gait.clone();
        if parameters != with_this_gait {
            let surroundings = Surroundings::new(&self.body, &parameters)?;
            self.system = self.body.system(&surroundings, &parameters)?;
            self.surroundings = surroundings;
            // What was travelled on another floor tells nothing of this one.
            self.search = self.search.take().filter(Search::is_done);
        }
        if self.run.stepper.steps > 0 {
            self.run.is_plain = false;
        }
        (self.settings, self.parameters) = (settings, parameters);
        Ok(())
    }

    fn act(&mut self, action: &Action) -> Result<(), DemoError> {
        match action.name.as_str() {
            "reset" => {
                action.take::<0>()?;
                self.reset();
            }
            "flip" => self.flip(action.take::<1>()?[0])?,
            "orient" => self.orient(&action.take::<4>()?)?,
            "grab" => {
                let z = &self.run.stepper.current;
                self.pull = Pull::new(&self.body, z, action.take()?);
            }
            "drag" => {
                let point = action.take()?;
                self.pull.iter_mut().for_each(|pull| pull.to(point));
            }
            "release" => {
                action.take::<0>()?;
                self.pull = None;
            }
            "push" => self.push = Push::along(action.take()?),
            "search" => {
                action.take::<0>()?;
                self.search_on()?;
            }
            _ => return Err(DemoError::unknown_action(action, ACTIONS)),
        }
        Ok(())
    }

    fn advance(&mut self, steps: usize) -> Result<(), DemoError> {
        (0..steps).try_for_each(|_| self.step())
    }

    fn scene(&self, arrays: &mut Arrays) {
        let mesh = &self.body.model.creature.mesh;
        arrays.push_indices("triangles", mesh.triangles().iter().flatten().copied());
        arrays.push_indices("boundary", boundary_edges(mesh).into_flattened());
        arrays.push_indices("contacts", self.surroundings.contact.vertices.iter().copied());
        arrays.push_indices("modes", RIGID_MODES..RIGID_MODES + self.muscles());
        arrays.push("ground", [self.surroundings.contact.ground]);
    }

    fn frame(&self, arrays: &mut Arrays) {
        let Self { body, surroundings, run, .. } = self;
        let z = &run.stepper.current;
        let centre = centre_of_mass(&body.operators, z);
        let vertices = &surroundings.contact.vertices;
        let time_step = self.parameters.crawling.time_step;
        let commands = run.activation.iter().zip(&body.model.ceilings);
        let signs = self.settings.numbers("amplitudes").iter().zip(&self.parameters.signs);
        arrays.push("positions", body.state(z));
        arrays.push("centre", centre);
        arrays.push("height", [centre[1] - surroundings.contact.ground]);
        arrays.push("steps", [run.stepper.steps as f64]);
        arrays.push("time", [run.stepper.steps as f64 * time_step]);
        arrays.push("travel", [run.trace.travel()]);
        arrays.push("speed", [run.trace.speed(time_step)]);
        arrays.push("iterations", [run.iterations as f64]);
        // The system knows of its last step also where the body is back at its start.
        let touching = self.system.touching().filter(|_| run.stepper.steps > 0);
        arrays.push_indices("touching", touching.map(|point| vertices[point]));
        // Shares of the ceilings; at rest there is nothing told yet.
        arrays.push("commands", commands.map(|(a, ceiling)| a / ceiling));
        arrays.push("orientation", signs.map(|(a, sign)| a.signum() * sign));
        arrays.push("trace", run.trace.points(time_step));
        arrays.push("pull", self.pull.iter().flat_map(|pull| pull.ends(z)));
        arrays.push("search", self.search.iter().flat_map(Search::progress));
    }

    fn command(&self) -> String {
        let options = self.settings.options();
        let (steps, travel) = (self.run.stepper.steps, self.run.trace.travel());
        if steps == 0 {
            let steps = self.parameters.crawling.steps;
            return format!(
                "modebook crawl{options}\nIt makes {steps} steps with these settings; here none is made yet."
            );
        }
        let note = if self.run.is_plain {
            format!("It prints the travel shown here, {travel:+.3} m.")
        } else {
            "It computes the run from the start with the present settings. Here they were changed on the way, or the body was \
             pulled or pushed; so its travel is another."
                .into()
        };
        format!("modebook crawl{options} --steps {steps}\n{note}")
    }
}
