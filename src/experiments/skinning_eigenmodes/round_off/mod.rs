//! Why our round-off is smaller than the notebook's: its own way to write the pin and the basis,
//! beside ours (book, *What we found*).

mod columns;
mod descent;
mod forms;
mod notebook_step;

pub use columns::{ColumnFit, column_fits};
pub use descent::{Descent, descent};
pub use forms::{Columns, PinForm, StepForm, step_forms};

pub(super) use notebook_step::NotebookStep;

use super::{Beam, Error, Parameters, Subspaces};

/// The notebook's forms and ours, side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundOff {
    /// The skinning basis by its columns as the weights give them: 1, 2, ... weights, as in the
    /// sweep.
    pub columns: Vec<ColumnFit>,
    /// The first time step written in four ways: the pin multiplied out and as a residual, each
    /// with the columns as they are and orthonormal.
    pub forms: [StepForm; 4],
    /// The potential along the second Newton step of the first time step, in the orthonormal
    /// subspace.
    pub descent: Descent,
}

/// Computes every comparison.
///
/// # Errors
/// [`Error`] if there are fewer degrees of freedom than columns, or the first time step has no
/// minimizer.
pub fn round_off(
    beam: &Beam,
    subspaces: &Subspaces,
    parameters: &Parameters,
) -> Result<RoundOff, Error> {
    let (columns, (forms, descent)) = rayon::join(
        || column_fits(beam, parameters),
        || {
            rayon::join(
                || step_forms(beam, subspaces, parameters),
                || descent(beam, subspaces, parameters),
            )
        },
    );
    Ok(RoundOff { columns: columns?, forms: forms?, descent: descent? })
}
