//! Notebook 017, *Skinning Eigenmodes: a Subspace that Can Rotate*.
//!
//! A neo-Hookean cantilever sags under its weight in four spaces: all degrees of freedom, linear
//! modal analysis with few and with many modes, and skinning eigenmodes. Then its rest shape is
//! turned through a full circle, to see which subspace can follow. One function per step of the
//! notebook; [`reproduce`] runs them all.

mod area_ratio;
mod beam;
mod checks;
mod droop;
mod parameters;
mod reproduction;
mod rotation;
mod round_off;
mod subspaces;
mod sweep;
mod system;
mod timing;

pub use area_ratio::{AreaRatios, area_ratios};
pub use beam::{Beam, Side, dynamics_beam, timing_beam};
pub use checks::{
    CurvatureCheck, GradientCheck, NewtonCheck, curvature_check, gradient_check, newton_check,
};
pub use droop::{Basis, BeamMotion, Droop, Space, droop, four_droops, space};
pub use parameters::Parameters;
pub use reproduction::{Reproduction, reproduce};
pub use rotation::{Fit, Rotation, best_fit, rotated, rotation, turned};
pub use round_off::{
    ColumnFit, Columns, Descent, PinForm, RoundOff, StepForm, column_fits, descent, round_off,
    step_forms,
};
pub use subspaces::{Subspaces, subspaces};
pub use sweep::{Sweep, sweep};
pub use system::{FullStep, ReducedStep, StepPotential};
pub use timing::{SubspaceTiming, Timing, timed_pose, timing};

use super::ParameterError;
use crate::{
    energies::MaterialError,
    mesh::{FarAway, GridError},
    reduction::EigenError,
    solvers::NewtonError,
};

/// Why a step of the experiment cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A parameter is outside its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The grid cannot be built.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The mesh lies too far from the origin.
    #[error(transparent)]
    FarAway(#[from] FarAway),
    /// The elastic constants are out of range.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The modes cannot be computed.
    #[error(transparent)]
    Eigen(#[from] EigenError),
    /// A time step was not solved.
    #[error("time step {step}")]
    TimeStep {
        /// The step, counted from 1.
        step: usize,
        /// What went wrong.
        source: NewtonError,
    },
}
