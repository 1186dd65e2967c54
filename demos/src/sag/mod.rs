//! Let it sag (notebook 017): the cantilever in the full space and in two subspaces, live.

mod hand;
mod run;
#[cfg(test)]
mod tests;

use modebook::{
    energies::NeoHookean,
    experiments::skinning_eigenmodes::{
        Basis, Beam, Error, Parameters, Space, dynamics_beam, space,
    },
    mesh::boundary_edges,
};

use crate::{
    Action, Demo, DemoError,
    arrays::Arrays,
    settings::{Setting, Settings},
};
use hand::Hand;
use run::{Moving, Run, SPACES};

/// What can be done with the beams.
const ACTIONS: &[&str] = &["reset", "grab", "drag", "release"];

/// The largest number of weights.
const MOST: usize = 20;

/// The largest number of Newton iterations per step: a hand that jerks at the tip asks for more than
/// the weight alone, which takes half a dozen.
const NEWTON_ITERATIONS: usize = 300;

/// A cantilever that sags in three spaces side by side: the full one, 6k displacement modes, and k
/// skinning weights.
///
/// Each runs as the library's [`droop`](modebook::experiments::skinning_eigenmodes::droop): left
/// alone, its tip is where the command says, to the last bit.
pub struct Cantilevers {
    settings: Settings,
    parameters: Parameters,
    beam: Beam,
    spaces: [Space; 3],
    run: Run,
    hand: Option<Hand>,
}

impl Cantilevers {
    /// The notebook's beam, at rest.
    ///
    /// # Errors
    /// [`DemoError`] if it cannot be set up.
    pub fn new() -> Result<Self, DemoError> {
        let settings = settings();
        let parameters = parameters(&settings);
        let beam = dynamics_beam(&parameters)?;
        let spaces = spaces(&beam, parameters.modes)?;
        let run = Run::new(&beam, &spaces);
        Ok(Self { settings, parameters, beam, spaces, run, hand: None })
    }

    fn reset(&mut self) {
        self.run = Run::new(&self.beam, &self.spaces);
        self.hand = None;
    }

    /// Grabs the tip of the beam in one of the spaces; the hand then pulls at all of them.
    fn grab(&mut self, [space, x, y]: [f64; 3]) -> Result<(), DemoError> {
        let index = SPACES.iter().enumerate().position(|(i, _)| i as f64 == space);
        let index = index.ok_or_else(|| DemoError::ActionRange {
            action: "grab",
            value: space,
            allowed: format!("the index of a space, from 0 to {}", SPACES.len() - 1),
        })?;
        self.hand = Some(Hand::new(&self.beam, self.run.beams[index].motion.state(), [x, y]));
        Ok(())
    }

    /// The commands, one for each space, with an option for the number of steps.
    fn commands(&self, steps: &str) -> String {
        let modes = self.parameters.modes;
        let options = self.settings.options_of(&["young", "poisson"]);
        let lma = format!(" --basis lma --modes {}", 6 * modes);
        let skinning = format!(" --basis skinning --modes {modes}");
        ["", &lma, &skinning]
            .map(|basis| format!("modebook beam{basis}{options}{steps}\n"))
            .concat()
    }
}

/// What can be set; the names are those of `modebook beam`, the defaults those of the notebook.
///
/// A Poisson's ratio near zero lets this material swell for nothing, and it falls apart; a beam that is
/// stiffer hardly moves.
fn settings() -> Settings {
    let p = Parameters::default();
    Settings::new(vec![
        Setting::number("young", p.young, [1000.0, 1e6]),
        Setting::number("poisson", p.poisson, [0.2, 0.49]),
        Setting::count("modes", p.modes, [1, MOST]),
    ])
}

/// The notebook's parameters with the settings, and patience.
fn parameters(settings: &Settings) -> Parameters {
    Parameters {
        young: settings.number("young"),
        poisson: settings.number("poisson"),
        modes: settings.count("modes"),
        newton_iterations: NEWTON_ITERATIONS,
        ..Parameters::default()
    }
}

fn spaces(beam: &Beam, modes: usize) -> Result<[Space; 3], Error> {
    Ok([
        space(beam, Basis::Full, modes)?,
        space(beam, Basis::Modal, 6 * modes)?,
        space(beam, Basis::Skinning, modes)?,
    ])
}

impl Demo for Cantilevers {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Goes on with another material, and starts again with another number of modes.
    fn configure(&mut self, settings: Settings) -> Result<(), DemoError> {
        let parameters = parameters(&settings);
        let material = NeoHookean::from_young_poisson(parameters.young, parameters.poisson)
            .map_err(Error::from)?;
        if parameters.modes != self.parameters.modes {
            self.spaces = spaces(&self.beam, parameters.modes)?;
            self.reset();
        }
        self.beam.material = material;
        self.run.is_plain &= self.run.steps == 0;
        (self.settings, self.parameters) = (settings, parameters);
        Ok(())
    }

    fn act(&mut self, action: &Action) -> Result<(), DemoError> {
        match action.name.as_str() {
            "reset" => {
                action.take::<0>()?;
                self.reset();
            }
            "grab" => self.grab(action.take()?)?,
            "drag" => {
                let point = action.take()?;
                self.hand.iter_mut().for_each(|hand| hand.to(point));
            }
            "release" => {
                action.take::<0>()?;
                self.hand = None;
            }
            _ => return Err(DemoError::unknown_action(action, ACTIONS)),
        }
        Ok(())
    }

    fn advance(&mut self, steps: usize) -> Result<(), DemoError> {
        let Self { beam, parameters, run, hand, .. } = self;
        (0..steps).try_for_each(|_| run.step(beam, parameters, hand.as_ref()))
    }

    fn scene(&self, arrays: &mut Arrays) {
        let Self { beam, run, .. } = self;
        arrays.push_indices("triangles", beam.mesh.triangles().iter().flatten().copied());
        arrays.push_indices("boundary", boundary_edges(&beam.mesh).into_flattened());
        arrays.push("rest", beam.rest().iter().copied());
        arrays.push_indices("pinned", beam.pinned.iter().copied());
        arrays.push_indices("tip", [beam.tip]);
        arrays.push_indices("unknowns", run.beams.iter().map(|moving| moving.motion.dofs()));
    }

    fn frame(&self, arrays: &mut Arrays) {
        let Self { run, parameters, .. } = self;
        let time_step = parameters.time_step;
        for (moving, name) in run.beams.iter().zip(SPACES) {
            arrays.push(name, moving.motion.state().iter().copied());
            arrays.push(&format!("{name}-curve"), moving.curve(run.steps, time_step));
        }
        arrays.push("time", [run.steps as f64 * time_step]);
        arrays.push("heights", run.beams.iter().map(Moving::height));
        arrays.push("iterations", run.beams.iter().map(|moving| moving.iterations as f64));
        arrays.push("milliseconds", run.beams.iter().map(Moving::time));
        arrays.push("hand", self.hand.iter().flat_map(Hand::target));
    }

    fn command(&self) -> String {
        let Run { steps, is_plain, beams, .. } = &self.run;
        if *steps == 0 {
            let steps = self.parameters.steps;
            return self.commands("")
                + &format!("They make {steps} steps with these settings; here none is made yet.");
        }
        let commands = self.commands(&format!(" --steps {steps}"));
        if !is_plain {
            return commands
                + "They compute the run from the start with the present settings. Here they were changed on the way, or the \
                   tip was pulled; so its heights are others.";
        }
        let [full, modal, skinning] = beams.each_ref().map(Moving::height);
        commands
            + &format!(
                "They print the heights of the tip shown here: {full:.5} m, {modal:.5} m and {skinning:.5} m."
            )
    }
}
