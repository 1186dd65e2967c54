//! The figures of the primer.

mod bodies;
mod curves;

use super::{Figure, FigureError};
use crate::experiments::primer::Primer;

/// The names of the figures, in the order of the pages.
pub const NAMES: [&str; 5] =
    ["primer-bend", "primer-densities", "primer-time-step", "primer-modes", "primer-solvers"];

/// Draws every figure, in the order of [`NAMES`].
///
/// # Errors
/// [`FigureError`] for the first figure that cannot be drawn.
pub fn figures(results: &Primer) -> Result<Vec<Figure>, FigureError> {
    Ok(vec![
        bodies::bend(NAMES[0], &results.bend)?,
        curves::densities(NAMES[1], &results.densities)?,
        curves::time_step(NAMES[2], &results.oscillator)?,
        curves::modes(NAMES[3], &results.chain, &results.truncation)?,
        curves::solvers(NAMES[4], &results.two_solvers)?,
    ])
}
