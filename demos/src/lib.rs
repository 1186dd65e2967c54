//! The simulations that the book's pages run, compiled to WebAssembly from the library that the
//! tests run.
//!
//! A demo is a [`Demo`]: settings, actions, steps, and arrays of numbers to draw. It computes with
//! the library alone, and its page script draws what comes out; no physics is written twice.
//!
//! - [`settings`]: what can be set, as a query string that links carry;
//! - [`arrays`]: what goes out;
//! - [`rotation`], [`sag`]: the beams that turn and sag;
//! - [`crawl`]: the gait lab;
//! - [`descent`]: local/global, step by step;
//! - [`clock`]: how long things take;
//! - [`session`]: one demo and the calls to it, as text;
//! - `binding`: the same as functions of a WebAssembly module; the only code that names its exports.
//!
//! # To add a demo
//!
//! 1. Its name is that of its slot on a page, `{{#demo NAME}}`.
//! 2. `demos/src/` gets a file with a type that implements [`Demo`]; a line of [`DEMOS`] opens it.
//!    Names of settings are those of the command line's options, so that [`Settings::options`]
//!    writes the command. Defaults come from the library's parameters.
//! 3. `demos/page/NAME.js` exports `mount(figure)`: it passes a description to `mountDemo` of
//!    `demo.js`, which says what the fields are: controls, readouts, and a function that draws the
//!    scene and the frame, the arrays that [`Demo::scene`] and [`Demo::frame`] wrote.
//!
//! Everything else (the worker, playing, links, restarting, the fold with the command) is the
//! frame's.

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod arrays;
#[allow(unsafe_code)]
mod binding;
pub mod clock;
pub mod crawl;
pub mod descent;
pub mod rotation;
pub mod sag;
pub mod session;
pub mod settings;

use modebook::{
    experiments::{modal_muscles, skinning_eigenmodes},
    solvers::NewtonError,
};

use arrays::Arrays;
use crawl::GaitLab;
use descent::StepByStep;
use rotation::Turntable;
use sag::Cantilevers;
use settings::{Settings, SettingsError};

/// A simulation that runs in a page.
pub trait Demo {
    /// The present settings.
    fn settings(&self) -> &Settings;

    /// Goes on with other settings of the same names, which are in their ranges.
    ///
    /// # Errors
    /// [`DemoError`] if the library refuses them; the demo is then as it was.
    fn configure(&mut self, settings: Settings) -> Result<(), DemoError>;

    /// Does something that has a name.
    ///
    /// # Errors
    /// [`DemoError`] for an action that there is not, or other numbers than it takes; the demo is
    /// then as it was.
    fn act(&mut self, action: &Action) -> Result<(), DemoError>;

    /// Makes so many steps.
    ///
    /// # Errors
    /// [`DemoError`] if a step cannot be made; those before it are.
    fn advance(&mut self, steps: usize) -> Result<(), DemoError>;

    /// Writes what changes with the settings only, such as triangles.
    fn scene(&self, arrays: &mut Arrays);

    /// Writes what changes with every step.
    fn frame(&self, arrays: &mut Arrays);

    /// The command that computes what is shown, or several in a line each; after them, in lines of
    /// their own, what a reader should know of them.
    fn command(&self) -> String;
}

/// A name, and the numbers that come with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What to do.
    pub name: String,
    /// Finite numbers.
    pub numbers: Vec<f64>,
}

impl Action {
    /// Reads a name and numbers with spaces between them.
    ///
    /// # Errors
    /// [`DemoError::ActionNumber`] for a word behind the name that is no finite number.
    pub fn parse(text: &str) -> Result<Self, DemoError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default().to_owned();
        let number = |word: &str| word.parse().ok().filter(|x: &f64| x.is_finite());
        let numbers = words.map(|word| {
            number(word)
                .ok_or_else(|| DemoError::ActionNumber { action: name.clone(), word: word.into() })
        });
        Ok(Self { numbers: numbers.collect::<Result<_, _>>()?, name })
    }

    /// The numbers, if there are as many as the action takes.
    ///
    /// # Errors
    /// [`DemoError::ActionNumbers`] if there are not.
    pub fn take<const N: usize>(&self) -> Result<[f64; N], DemoError> {
        self.numbers.as_slice().try_into().map_err(|_| DemoError::ActionNumbers {
            action: self.name.clone(),
            given: self.numbers.len(),
            taken: N,
        })
    }
}

/// Why a demo does not do what it was asked to.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DemoError {
    /// No demo of that name.
    #[error("there is no demo {name:?}: open one of {}", listed(DEMOS.iter().map(|(name, _)| *name)))]
    UnknownDemo {
        /// The name.
        name: String,
    },
    /// Asked before a demo was opened.
    #[error("no demo is open: open one first")]
    NotOpen,
    /// A setting is not what it should be.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// No action of that name.
    #[error("there is no action {name:?}: take one of {known}")]
    UnknownAction {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// An action with a word that is no number.
    #[error("{action}: {word:?} is no finite number; give numbers")]
    ActionNumber {
        /// The action.
        action: String,
        /// The word.
        word: String,
    },
    /// An action with too few or too many numbers.
    #[error("{action}: takes {taken} numbers, not {given}")]
    ActionNumbers {
        /// The action.
        action: String,
        /// Numbers given.
        given: usize,
        /// Numbers that it takes.
        taken: usize,
    },
    /// An action with a number that it does not take.
    #[error("{action}: {value} is not what it takes; give {allowed}")]
    ActionRange {
        /// The action.
        action: &'static str,
        /// The number.
        value: f64,
        /// What it takes.
        allowed: String,
    },
    /// The library cannot compute what the muscles do.
    #[error(transparent)]
    Muscles(#[from] modal_muscles::Error),
    /// The library cannot set up a beam.
    #[error(transparent)]
    Beams(#[from] skinning_eigenmodes::Error),
    /// A time step of a beam cannot be solved.
    #[error(
        "step {step} in the {space} space was not solved: {source}. Reset the beams, and pull less"
    )]
    BeamStep {
        /// The space.
        space: &'static str,
        /// The step, counted from 1.
        step: usize,
        /// What went wrong.
        source: NewtonError,
    },
}

impl DemoError {
    /// There is no such action among those that are known.
    pub fn unknown_action(action: &Action, known: &[&str]) -> Self {
        Self::UnknownAction { name: action.name.clone(), known: listed(known.iter().copied()) }
    }
}

/// Opens a demo at its defaults.
type Opener = fn() -> Result<Box<dyn Demo>, DemoError>;

/// Every demo: its name, and what opens it.
pub const DEMOS: &[(&str, Opener)] = &[
    ("017-rotation", || Ok(Box::new(Turntable::new()?))),
    ("017-sag", || Ok(Box::new(Cantilevers::new()?))),
    ("025-crawl", || Ok(Box::new(GaitLab::new()?))),
    ("025-descent", || Ok(Box::new(StepByStep::new()?))),
];

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
