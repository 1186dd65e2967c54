//! Minimizers. They see functions, never physics.

mod cma_es;
mod finite_differences;
mod line_search;
mod local_global;
mod newton;

pub use cma_es::{CmaEs, CmaEsError};
pub use finite_differences::central_difference_gradient;
pub use line_search::{LineSearch, Slack, backtrack};
pub use local_global::{BlockCoordinateDescent, LocalGlobal};
pub use newton::{Newton, NewtonError, NewtonHistory, NewtonStep, Objective};
