//! Local/global descent on one time step (notebook 025), half an iteration at a press.

mod history;
#[cfg(test)]
mod tests;

use modebook::{
    experiments::modal_muscles::{
        Error, HalfSteps, Model, Motion, Operators, Parameters, centre_of_mass, creature,
    },
    linalg::extremes,
    mesh::{boundary_edges, class_borders, class_coloring},
};

use crate::{
    Action, Demo, DemoError,
    arrays::Arrays,
    settings::{Setting, Settings},
};
use history::{Half, History};

/// What can be done.
const ACTIONS: &[&str] = &["reset", "local", "global", "iterate"];

/// Colours of the clusters: as many as the figures have.
const COLORS: usize = 8;

/// Iterations that one press may make.
const MOST_ITERATIONS: f64 = 100.0;

/// Iterations for which the prediction is drawn.
const AHEAD: f64 = 10.0;

/// The first time step of the crawl, every muscle at the same share of its ceiling; its descent
/// goes on by halves of an iteration.
///
/// Taken by turns, from a local one on, they come to the numbers of
/// [`descent`](modebook::experiments::modal_muscles::descent) and of the command, to the last bit.
pub struct StepByStep {
    settings: Settings,
    model: Model,
    operators: Operators,
    parameters: Parameters,
    end: End,
    halves: HalfSteps,
    history: History,
    press: Option<Press>,
}

/// Where a descent ends.
struct End {
    coordinates: Vec<f64>,
    /// The angle of the muscles' rotation.
    angle: f64,
    energy: f64,
    rate: f64,
}

/// What was pressed last, and what it did.
struct Press {
    /// The half that came last.
    half: Half,
    /// Halves taken.
    count: usize,
    /// How much lower the energy is, in J.
    fall: f64,
    /// That as a share of what it was above its minimum; not a number if that was round-off.
    share: f64,
    /// By how much the rotation of a cluster has turned at most, in radians.
    turn: f64,
    /// By how much that of the muscles has turned.
    muscles_turn: f64,
    /// How far a vertex has moved at most, in m.
    way: f64,
}

impl StepByStep {
    /// The notebook's caterpillar at rest, its muscles half driven.
    ///
    /// # Errors
    /// [`DemoError`] if it cannot be set up.
    pub fn new() -> Result<Self, DemoError> {
        let settings = settings();
        let parameters = parameters(&settings);
        let model = Model::new(creature(&parameters)?, &parameters)?;
        let operators = Operators::new(&model);
        let end = End::new(&model, &operators, &parameters)?;
        let (halves, history) = start(&model, &operators, &parameters, &end)?;
        Ok(Self { settings, model, operators, parameters, end, halves, history, press: None })
    }

    // ANCHOR: demo_half
    fn take(&mut self, half: Half) {
        let Self { model, operators, parameters, halves, history, .. } = self;
        match half {
            Half::Local => halves.local_step(),
            Half::Global => halves.global_step(),
        }
        history.push(half, halves.measure(model, operators, parameters));
    }
    // ANCHOR_END: demo_half

    /// Takes halves of iterations by turns, and notes what they have done together.
    fn press(&mut self, first: Half, count: usize) {
        let before = self.history.now().held_energy;
        let (rotations, state) = (self.halves.held_rotations(), self.state());
        let mut half = first;
        for i in 0..count {
            half = if i == 0 { first } else { half.other() };
            self.take(half);
        }
        let turned = self.halves.held_rotations();
        let turns = rotations.clusters.iter().zip(&turned.clusters);
        let moved = self.state();
        let ways = state.as_chunks::<2>().0.iter().zip(moved.as_chunks::<2>().0);
        let fall = before - self.history.now().held_energy;
        let above = self.history.above(before);
        self.press = Some(Press {
            half,
            count,
            fall,
            share: if above > self.history.round_off() { fall / above } else { f64::NAN },
            turn: turns.map(|(a, b)| difference(*a, *b)).fold(0.0, f64::max),
            muscles_turn: difference(rotations.muscles, turned.muscles),
            way: ways.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).fold(0.0, f64::max),
        });
    }

    /// The half that is next by turns; a descent begins with a local one.
    fn next(&self) -> Half {
        self.history.last().map_or(Half::Local, Half::other)
    }

    /// Goes on until so many more global steps are made.
    fn iterate(&mut self, iterations: f64) -> Result<(), DemoError> {
        if iterations.fract() != 0.0 || !(1.0..=MOST_ITERATIONS).contains(&iterations) {
            let allowed = format!("a whole number from 1 to {MOST_ITERATIONS}");
            return Err(DemoError::ActionRange { action: "iterate", value: iterations, allowed });
        }
        let first = self.next();
        let halves = 2 * iterations as usize;
        self.press(first, if first == Half::Local { halves } else { halves - 1 });
        Ok(())
    }

    fn reset(&mut self) -> Result<(), DemoError> {
        let Self { model, operators, parameters, end, .. } = self;
        (self.halves, self.history) = start(model, operators, parameters, end)?;
        self.press = None;
        Ok(())
    }

    /// Positions of the vertices.
    fn state(&self) -> Vec<f64> {
        self.state_at(self.halves.coordinates())
    }

    fn state_at(&self, z: &[f64]) -> Vec<f64> {
        let mut state = vec![0.0; self.model.creature.mesh.dofs()];
        self.model.subspace.state(z, &mut state);
        state
    }

    /// What the muscles ask for, turned by an angle about the body's centre of mass.
    fn target_at(&self, z: &[f64], angle: f64) -> Vec<f64> {
        let a = self.model.evenly_driven(self.parameters.descent_amplitude);
        let target = self.model.target(&a[..self.parameters.muscles]);
        self.model.creature.turned(&target, angle, centre_of_mass(&self.operators, z))
    }

    /// Where body and target are at the start and at the end: least and greatest x, then y.
    fn room(&self) -> [f64; 4] {
        let (rest, end) = (&self.model.z_rest, &self.end);
        let states = [
            self.state_at(rest),
            self.target_at(rest, 0.0),
            self.state_at(&end.coordinates),
            self.target_at(&end.coordinates, end.angle),
        ];
        let extent = |axis: usize| {
            let along = states.iter().flat_map(move |x| x.iter().skip(axis).step_by(2).copied());
            extremes(along)
        };
        let ([left, right], [bottom, top]) = (extent(0), extent(1));
        [left, right, bottom, top]
    }

    /// The clusters by their place at rest.
    fn left_to_right(&self) -> Vec<usize> {
        let centres = self.model.cluster_centres(self.model.creature.rest());
        let mut order: Vec<usize> = (0..centres.len()).collect();
        order.sort_by(|&a, &b| centres[a][0].total_cmp(&centres[b][0]));
        order
    }

    /// The straight line that a quantity follows, in theory, from a point of the chart on: it falls
    /// by a factor in each iteration.
    fn predicted(&self, from: Option<[f64; 2]>, factor: f64) -> Vec<f64> {
        let line = |[x, y]: [f64; 2]| vec![x, y, x + AHEAD, y * factor.powf(AHEAD)];
        from.map_or_else(Vec::new, line)
    }
}

/// The angle between two directions.
fn difference(a: f64, b: f64) -> f64 {
    (a - b).sin().atan2((a - b).cos()).abs()
}

impl End {
    fn new(model: &Model, operators: &Operators, parameters: &Parameters) -> Result<Self, Error> {
        let mut halves = HalfSteps::at_rest(model, operators, parameters)?;
        halves.converge();
        Ok(Self {
            coordinates: halves.coordinates().to_vec(),
            angle: halves.held_rotations().muscles,
            energy: halves.measure(model, operators, parameters).energy,
            rate: halves.predicted_rate(model, operators, parameters)?,
        })
    }
}

/// A descent that is about to begin.
fn start(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
    end: &End,
) -> Result<(HalfSteps, History), Error> {
    let halves = HalfSteps::at_rest(model, operators, parameters)?;
    let history = History::new(halves.measure(model, operators, parameters), end.energy);
    Ok((halves, history))
}

/// What can be set; the names are those of `modebook descent`, the defaults those of the study.
fn settings() -> Settings {
    let p = Parameters::default();
    let motion = &p.crawling;
    let stiffnesses = [1e4, 1e7];
    Settings::new(vec![
        Setting::number("amplitude", p.descent_amplitude, [-1.0, 1.0]),
        Setting::number("time-step", motion.time_step, [0.001, 0.05]),
        Setting::number("passive-stiffness", motion.passive_stiffness, stiffnesses),
        Setting::number("active-stiffness", motion.active_stiffness, stiffnesses),
    ])
}

/// The parameters of the notebook with those that are set.
fn parameters(settings: &Settings) -> Parameters {
    let p = Parameters::default();
    Parameters {
        descent_amplitude: settings.number("amplitude"),
        crawling: Motion {
            time_step: settings.number("time-step"),
            passive_stiffness: settings.number("passive-stiffness"),
            active_stiffness: settings.number("active-stiffness"),
            ..p.crawling
        },
        ..p
    }
}

impl Demo for StepByStep {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Begins anew: another step has another minimum.
    fn configure(&mut self, settings: Settings) -> Result<(), DemoError> {
        let parameters = parameters(&settings);
        parameters.check().map_err(Error::from)?;
        let end = End::new(&self.model, &self.operators, &parameters)?;
        let (halves, history) = start(&self.model, &self.operators, &parameters, &end)?;
        (self.halves, self.history, self.press) = (halves, history, None);
        (self.settings, self.parameters, self.end) = (settings, parameters, end);
        Ok(())
    }

    fn act(&mut self, action: &Action) -> Result<(), DemoError> {
        match action.name.as_str() {
            "reset" => {
                action.take::<0>()?;
                self.reset()?;
            }
            "local" => {
                action.take::<0>()?;
                self.press(Half::Local, 1);
            }
            "global" => {
                action.take::<0>()?;
                self.press(Half::Global, 1);
            }
            "iterate" => self.iterate(action.take::<1>()?[0])?,
            _ => return Err(DemoError::unknown_action(action, ACTIONS)),
        }
        Ok(())
    }

    /// A step is a half of an iteration.
    fn advance(&mut self, steps: usize) -> Result<(), DemoError> {
        if steps > 0 {
            self.press(self.next(), steps);
        }
        Ok(())
    }

    fn scene(&self, arrays: &mut Arrays) {
        let (mesh, labels) = (&self.model.creature.mesh, &self.model.clusters.labels);
        arrays.push_indices("triangles", mesh.triangles().iter().flatten().copied());
        arrays.push_indices("boundary", boundary_edges(mesh).into_flattened());
        arrays.push_indices("clusters", labels.iter().copied());
        arrays.push_indices("borders", class_borders(mesh, labels).into_flattened());
        arrays.push_indices("colors", class_coloring(mesh, labels, COLORS));
        arrays.push_indices("order", self.left_to_right());
        arrays.push("room", self.room());
        arrays.push("rate", [self.end.rate]);
    }

    fn frame(&self, arrays: &mut Arrays) {
        let Self { halves, history, end, .. } = self;
        let (state, held) = (self.state(), halves.held_rotations());
        let now = history.now();
        let energy = history.above(now.held_energy);
        arrays.push("centres", self.model.cluster_centres(&state).into_flattened());
        arrays.push("positions", state);
        arrays.push("target", self.target_at(halves.coordinates(), held.muscles));
        arrays.push("held", held.clusters);
        arrays.push("fitting", halves.best_rotations(&self.operators).clusters);

        arrays.push("path", history.path().flatten());
        arrays.push("after-local", history.energies(Half::Local).flatten());
        arrays.push("after-global", history.energies(Half::Global).flatten());
        arrays.push("norms", history.norms().flatten());
        let last = history.path().last().filter(|[_, energy]| *energy > history.round_off());
        arrays.push("predicted-energy", self.predicted(last, end.rate * end.rate));
        arrays.push("predicted-norm", self.predicted(history.norms().last(), end.rate));
        arrays.push("round-off", [history.round_off()]);

        arrays.push("iterations", [history.iterations() as f64]);
        arrays.push("energy", [energy]);
        arrays.push("norm", [now.gradient_norm]);
        arrays.push("factor", history.factor());
        arrays.push("press", self.press.iter().flat_map(|press| press.numbers()));
    }

    fn command(&self) -> String {
        let options = self.settings.options();
        let Self { history, parameters, .. } = self;
        let iterations = history.iterations();
        if iterations == 0 {
            let iterations = parameters.descent_iterations;
            return format!(
                "modebook descent{options}\nIt makes {iterations} iterations with these settings; here none is whole yet."
            );
        }
        let now = history.now();
        let (energy, norm) = (history.above(now.held_energy), now.gradient_norm);
        let rotations = match history.last() {
            Some(Half::Local) => "best rotations",
            _ => "rotations held",
        };
        let note = if history.first() == Some(Half::Local) {
            format!(
                "Its last row has what is shown here: with the {rotations}, the energy is {energy:.4e} J above its minimum; the \
                 gradient norm is {norm:.4e} N/m."
            )
        } else {
            "It begins with a local step. Here a global step came first, so its numbers are others."
                .into()
        };
        format!("modebook descent{options} --iterations {iterations}\n{note}")
    }
}

impl Press {
    /// Whether the last half was a global one, halves taken, fall of the energy and its share,
    /// largest turn of a cluster, turn of the muscles, largest way of a vertex.
    fn numbers(&self) -> [f64; 7] {
        let Self { half, count, fall, share, turn, muscles_turn, way } = *self;
        let is_global = f64::from(half == Half::Global);
        [is_global, count as f64, fall, share, turn, muscles_turn, way]
    }
}
