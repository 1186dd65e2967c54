//! The primer: for each of its pages a problem that is small enough to be understood at a glance,
//! solved by what the chapters use. Where an answer is known, it stands beside the computed one.

mod convergence;
mod deformation;
mod densities;
mod modes;
mod time_step;
mod two_solvers;

pub use convergence::{Convergence, convergence, equilibrium};
pub use deformation::{Bend, Sample, bend};
pub use densities::{Densities, Law, Turned, densities};
pub use modes::{Chain, Truncation, chain, truncation};
pub use time_step::{
    Damping, Factors, Oscillator, backward_factor, damping, explicit_factor, oscillator,
};
pub use two_solvers::{TwoSolvers, two_solvers};

use super::{
    modal_muscles::{self, Model, Operators},
    skinning_eigenmodes::{self, Beam},
};
use crate::{
    linalg::NotPositiveDefinite,
    mesh::{GridError, MeshError},
    reduction::EigenError,
    solvers::NewtonError,
};

/// What should be zero and is round-off is below this, whatever the machine.
pub const ROUND_OFF: f64 = 1e-11;

/// The numbers that the primer's problems are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Length of the strip that is bent, in m.
    pub strip_width: f64,
    /// Its height, in m.
    pub strip_height: f64,
    /// Cells across it; cells along it are as wide as high.
    pub strip_rows: usize,
    /// Shear of the strip before it is bent.
    pub shear: f64,
    /// Radius of the arc that it is bent to, in m.
    pub radius: f64,
    /// Angle of the turn that elasticity is asked about, in degrees.
    pub turn: f64,
    /// Period of the oscillator, in s.
    pub period: f64,
    /// Its time step, in s.
    pub time_step: f64,
    /// Its time step in a finer run, in s.
    pub fine_time_step: f64,
    /// Periods that it is followed for.
    pub periods: usize,
    /// Masses of the chain.
    pub masses: usize,
    /// Time steps of the chain.
    pub chain_steps: usize,
    /// Vibrations of the beam that the damping is computed for.
    pub beam_modes: usize,
    /// Modes of which two shapes of the chain are made, besides fewer and more.
    pub some_modes: usize,
    /// Iterations of local/global descent, and the most of Newton's method.
    pub iterations: usize,
    /// Size of the displacement that the mesh study knows, in m.
    pub known_size: f64,
    /// Cells along a side of the square in it, on each mesh; twice as many each time.
    pub cells: [usize; 5],
    /// A distance from the minimizer that both should reach soon, in m^2.
    pub rough: f64,
    /// One that they should reach, in m^2.
    pub fine: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            strip_width: 4.0,
            strip_height: 1.0,
            strip_rows: 4,
            shear: 0.3,
            radius: 2.0,
            turn: 30.0,
            period: 1.0,
            time_step: 0.05,
            fine_time_step: 0.0125,
            periods: 3,
            masses: 21,
            chain_steps: 50,
            beam_modes: 3,
            some_modes: 10,
            iterations: 100,
            known_size: 0.1,
            cells: [4, 8, 16, 32, 64],
            rough: 1e-3,
            fine: 1e-9,
        }
    }
}

/// What every page of the primer shows.
#[derive(Clone, Debug)]
pub struct Primer {
    /// The parameters that it was computed with.
    pub parameters: Parameters,
    /// A strip that is sheared and bent.
    pub bend: Bend,
    /// Three energy densities along a stretch and a turn.
    pub densities: Densities,
    /// A mass on a spring.
    pub oscillator: Oscillator,
    /// What backward Euler does to the vibrations of the beam of notebook 017.
    pub damping: Damping,
    /// A chain of masses and springs.
    pub chain: Chain,
    /// Two shapes of it as sums of few modes.
    pub truncation: Truncation,
    /// Two solvers on one step of the caterpillar of notebook 025.
    pub two_solvers: TwoSolvers,
    /// A square with a known equilibrium on finer and finer meshes.
    pub convergence: Convergence,
}

/// Why a problem of the primer cannot be computed; with the default parameters none is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The strip cannot be built.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The triangle cannot be built.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The modes cannot be computed.
    #[error(transparent)]
    Eigen(#[from] EigenError),
    /// Newton's method fails.
    #[error(transparent)]
    Newton(#[from] NewtonError),
    /// A system cannot be solved.
    #[error("a matrix of the primer is not positive definite")]
    Singular(#[from] NotPositiveDefinite),
    /// The caterpillar's step cannot be set up.
    #[error(transparent)]
    ModalMuscles(#[from] modal_muscles::Error),
}

/// Solves every problem of the primer. The beam and the caterpillar are those of the notebooks, and
/// so are the parameters of the droop and the crawl.
///
/// # Errors
/// [`Error`] of the first problem that cannot be solved.
pub fn primer(
    parameters: &Parameters,
    beam: &Beam,
    droop: &skinning_eigenmodes::Parameters,
    model: &Model,
    operators: &Operators,
    crawl: &modal_muscles::Parameters,
) -> Result<Primer, Error> {
    let chain = chain(parameters)?;
    Ok(Primer {
        bend: bend(parameters)?,
        densities: densities(parameters, beam.material)?,
        oscillator: oscillator(parameters)?,
        damping: damping(parameters, beam, droop)?,
        truncation: truncation(&chain),
        chain,
        convergence: convergence(parameters, beam.material)?,
        two_solvers: two_solvers(parameters, model, operators, crawl)?,
        parameters: parameters.clone(),
    })
}
