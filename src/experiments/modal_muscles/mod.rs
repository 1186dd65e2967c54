//! Notebook 025, *Modal Muscle Actuation*.
//!
//! A caterpillar moves itself by its own vibration modes: their amplitudes set a rest shape that
//! the flesh tries to match, while passive elasticity and inertia resist, in a skinning subspace.
//! It floats, then it falls to a floor and crawls. One function per step of the notebook, and the
//! studies of what its one number depends on; [`reproduce`] runs them all.

mod characters;
#[cfg(feature = "app")]
mod checkpoint;
mod checks;
mod contact;
mod crawl;
mod creature;
mod descent;
mod floating;
mod labels;
mod model;
mod noise;
mod operators;
mod parameters;
mod planted_foot;
mod reproduction;
mod rotations;
mod search;
mod sensitivity;
mod signs;
mod simulation;
mod starts;
mod step_energy;
mod system;
mod ties;

pub use characters::{LinearResponse, ModeCharacter, linear_response, mode_characters};
#[cfg(feature = "app")]
pub use checkpoint::{Checkpoint, CheckpointError};
pub use checks::{GradientCheck, gradient_check};
pub use contact::{ContactSetup, Floor, contact_setup, contact_vertices};
pub use crawl::{Crawl, Crawler, centre_of_mass, weight};
pub use creature::{Creature, RIGID_MODES, creature};
pub(crate) use descent::contraction;
pub use descent::{Descent, HalfSteps, Measured, descent};
pub use floating::{Floating, TurnedBack, floating, turned_back, turns};
pub use labels::{Relabelled, labels};
pub use model::Model;
pub use operators::Operators;
#[cfg(feature = "app")]
pub use parameters::GaitError;
pub use parameters::{Gait, Motion, Parameters, Search};
pub use planted_foot::{PlantedFoot, planted_foot};
pub use reproduction::{Reproduction, reproduce};
pub use rotations::{Rotations, rotations};
pub use search::{GaitSearch, Travelled};
pub use sensitivity::{Perturbed, sensitivity};
pub use signs::{Oriented, sign_table};
pub use simulation::{Stepper, Trajectory, simulate};
pub use starts::{Start, Starts, starts};
pub use step_energy::{StepEnergy, frozen_hessian};
pub use system::MuscleSystem;
pub use ties::{Tied, ties};

use super::ParameterError;
use crate::{
    linalg::NotPositiveDefinite,
    mesh::{CaterpillarError, FarAway, MeshError},
    reduction::{ClusterError, EigenError},
    solvers::CmaEsError,
};

/// Why a step of the experiment cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A parameter is outside its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The creature cannot be built.
    #[error(transparent)]
    Caterpillar(#[from] CaterpillarError),
    /// The mesh is not sound.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The mesh lies too far from the origin.
    #[error(transparent)]
    FarAway(#[from] FarAway),
    /// The modes cannot be computed.
    #[error(transparent)]
    Eigen(#[from] EigenError),
    /// The clusters cannot be formed.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The mesh falls into pieces.
    #[error(
        "the mesh falls into {components} pieces that no triangle joins: each would move rigidly on its own, with {} modes \
         of zero energy instead of 3; keep one piece, or join them", 3 * components
    )]
    Disconnected {
        /// Number of pieces.
        components: usize,
    },
    /// More than the rigid motions cost no energy.
    #[error(
        "{modes} modes have zero energy instead of 3: parts of the mesh hang together by single vertices and turn freely \
         about them; join them along edges"
    )]
    Mechanism {
        /// Number of modes without energy.
        modes: usize,
    },
    /// Round-off has the rigid motions cost energy.
    #[error(
        "the rigid motions have eigenvalues up to {rigid:.1e}, and the first mode that deforms {first:.1e}: the body is too \
         slender, or its mesh too uneven, for double precision (its thinnest triangle is {triangle}, {aspect:.1e} times as high \
         as long); mesh the shape again with fewer, more even triangles"
    )]
    RigidMotionsLost {
        /// Largest size of an eigenvalue that should be zero.
        rigid: f64,
        /// The first eigenvalue after the rigid ones.
        first: f64,
        /// The thinnest triangle.
        triangle: usize,
        /// Its height over its longest side.
        aspect: f64,
    },
    /// No activation is that of the rest pose alone.
    #[error(
        "the rest pose is a sum of muscle modes, so that no activation stands for it alone: take a finer mesh"
    )]
    AmbiguousRestPose,
    /// The gait search cannot start.
    #[error(transparent)]
    Search(#[from] CmaEsError),
    /// The system of a time step cannot be solved.
    #[error(
        "the matrix of the time steps cannot be factored: density / time-step^2 and the stiffnesses differ by more than \
         double precision holds; take values that differ less"
    )]
    Singular(#[from] NotPositiveDefinite),
    /// A state is not a number.
    #[error(
        "time step {step}: the state is no longer a finite number; take amplitudes, phases, periods, stiffnesses, loads or a time step of a more usual size"
    )]
    NotFinite {
        /// The step, counted from 1.
        step: usize,
    },
}
