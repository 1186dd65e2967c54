//! Minimizers. They see functions, never physics.

mod finite_differences;
mod line_search;
mod newton;

pub use finite_differences::central_difference_gradient;
pub use line_search::{LineSearch, backtrack};
pub use newton::{Newton, NewtonError, NewtonHistory, NewtonStep, Objective};
