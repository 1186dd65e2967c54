//! What takes time in the notebooks, as data beside what runs it, and what the machine could do at
//! best.
//!
//! `modebook timings` and the benchmarks time the same work: each [`HotPath`] stands in a table
//! together with the function that sets it up. Of some, the operations and the bytes are counted
//! ([`Counts`]); with the rates that a [`Machine`] reaches they give the least time that the work
//! can take. With the feature `app` there is the `Record` of a comparison with simkit, too.

mod clock;
mod counts;
mod iterations;
mod machine;
mod modes;
mod newton;
mod notebooks;
#[cfg(feature = "app")]
mod record;
mod texts;

pub use clock::{best_time, on_threads};
pub use counts::Counts;
pub use machine::Machine;
#[cfg(feature = "app")]
pub use record::{Compared, Gain, Grown, Host, Rates, Record};
pub use texts::{duration, ratio};

use crate::{
    experiments::{ParameterError, modal_muscles, skinning_eigenmodes},
    linalg::NotPositiveDefinite,
    reduction::EigenError,
};

/// A piece of work that is timed.
#[derive(Clone, Copy, Debug)]
pub struct HotPath {
    /// Its name for machines, such as `assembly.6902`: the kind of work, and where there are
    /// several sizes of it, the size.
    pub id: &'static str,
    /// What is done, in words.
    pub name: &'static str,
    /// What its size counts, such as `triangles`.
    pub unit: &'static str,
    /// Does everything that is not timed.
    pub set_up: fn() -> Result<Work, Error>,
}

/// One kind of work on meshes of many sizes, to see how its cost grows.
#[derive(Clone, Copy, Debug)]
pub struct SizeSweep {
    /// Its name for machines, that of the hot path without a size.
    pub id: &'static str,
    /// What is done, in words.
    pub name: &'static str,
    /// What its sizes count.
    pub unit: &'static str,
    /// About how many of them there are; [`Work::size`] has the exact number.
    pub sizes: &'static [usize],
    /// Does everything that is not timed.
    pub set_up: fn(usize) -> Result<Work, Error>,
}

/// Work that is ready to run.
pub struct Work {
    /// How large it is, in the unit of its [`HotPath`].
    pub size: usize,
    /// How many pieces a single call works off: a run, for one, makes many iterations. Times and
    /// counts are those of one piece.
    pub pieces: usize,
    /// What one piece takes at least, where that has been counted.
    pub counts: Option<Counts>,
    run: Box<dyn FnMut() -> Result<(), Error>>,
}

impl Work {
    fn new(size: usize, run: impl FnMut() -> Result<(), Error> + 'static) -> Self {
        Self { size, pieces: 1, counts: None, run: Box::new(run) }
    }

    fn in_pieces(self, pieces: usize) -> Self {
        Self { pieces, ..self }
    }

    fn counted(self, counts: Counts) -> Self {
        Self { counts: Some(counts), ..self }
    }

    /// Does the work once.
    ///
    /// # Errors
    /// [`Error`] if it cannot be done; that of the notebooks can.
    pub fn run(&mut self) -> Result<(), Error> {
        (self.run)()
    }
}

/// Why something cannot be timed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// An option is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A step of notebook 017 failed.
    #[error(transparent)]
    SkinningEigenmodes(#[from] skinning_eigenmodes::Error),
    /// A step of notebook 025 failed.
    #[error(transparent)]
    ModalMuscles(#[from] modal_muscles::Error),
    /// Modes cannot be computed.
    #[error(transparent)]
    Eigen(#[from] EigenError),
    /// A matrix cannot be factored.
    #[error(transparent)]
    Singular(#[from] NotPositiveDefinite),
    /// The threads cannot be had.
    #[error("{threads} threads cannot be started: ask for fewer")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}

/// All hot paths, from the smallest parts to the whole.
pub fn hot_paths() -> impl Iterator<Item = &'static HotPath> {
    [newton::PATHS, modes::PATHS, iterations::PATHS, notebooks::PATHS].into_iter().flatten()
}

/// The hot paths whose cost is followed over the size of the mesh.
pub fn size_sweeps() -> impl Iterator<Item = &'static SizeSweep> {
    [newton::SWEEPS, modes::SWEEPS].into_iter().flatten()
}

const fn path(
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    set_up: fn() -> Result<Work, Error>,
) -> HotPath {
    HotPath { id, name, unit, set_up }
}
