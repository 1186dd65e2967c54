//! The figures of the primer.

mod bodies;
mod curves;

use super::{Figure, FigureError};
use crate::experiments::primer::Primer;

/// The names of the figures, in the order of the pages.
pub const NAMES: [&str; 6] = [
    "primer-bend",
    "primer-densities",
    "primer-time-step",
    "primer-modes",
    "primer-solvers",
    "primer-convergence",
];

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
        curves::convergence(NAMES[5], &results.convergence)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiments::{
            modal_muscles::{self, Model, Operators, creature},
            primer::{Parameters, primer},
            skinning_eigenmodes::{self, dynamics_beam},
        },
        figures::assert_sound,
    };

    #[test]
    fn figures_of_the_primer() {
        let (droop, crawl) =
            (skinning_eigenmodes::Parameters::default(), modal_muscles::Parameters::default());
        let beam = dynamics_beam(&droop).unwrap();
        let model = Model::new(creature(&crawl).unwrap(), &crawl).unwrap();
        let operators = Operators::new(&model);
        let parameters = Parameters::default();
        let results = primer(&parameters, &beam, &droop, &model, &operators, &crawl).unwrap();
        assert_sound(&figures(&results).unwrap(), &NAMES);
    }
}
