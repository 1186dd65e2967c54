use rayon::prelude::*;

use super::{Beam, Error, Parameters, rotated};
use crate::{
    linalg::{add_scaled, column, mass_dot},
    reduction::{Subspace, linear_modal_analysis, skinning_basis, skinning_eigenmodes},
};

/// The error of a rotated rest shape, averaged over a full turn, against the size of the subspace (notebook 017, *Does
/// adding modes fix it?*).
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Number of coordinates of each size: 6k for k = 1, 2, ...
    pub dofs: Vec<usize>,
    /// Turn-averaged error with 6k vibration modes.
    pub modal: Vec<f64>,
    /// Turn-averaged error with k skinning weights.
    pub skinning: Vec<f64>,
}

/// Computes both errors for every size from 1 to `sweep_modes` skinning weights.
///
/// The bases are nested, so one eigensolve serves all sizes, and one pass over the columns of the largest basis gives the
/// error of every smaller one on the way.
///
/// # Errors
/// [`Error::Eigen`] if the beam has fewer degrees of freedom than modes are asked for.
// ANCHOR: sweep
pub fn sweep(beam: &Beam, parameters: &Parameters) -> Result<Sweep, Error> {
    let k = parameters.sweep_modes;
    let modal = Subspace::of_displacements(&linear_modal_analysis(&beam.mesh, 6 * k)?.vectors, beam.rest());
    let skinning = skinning_basis(&beam.mesh, &skinning_eigenmodes(&beam.mesh, k)?.vectors)?;
    let targets: Vec<Vec<f64>> = rotated(beam, parameters.sweep_angles).into_iter().map(|(_, x)| x).collect();
    Ok(Sweep {
        dofs: (1..=k).map(|k| 6 * k).collect(),
        modal: turn_averaged_errors(beam, &modal, &targets, k),
        skinning: turn_averaged_errors(beam, &skinning, &targets, k),
    })
}

/// Mean over the targets of the relative error of the best fit with the first 6, 12, ..., 6 `sizes` basis vectors.
fn turn_averaged_errors(beam: &Beam, subspace: &Subspace, targets: &[Vec<f64>], sizes: usize) -> Vec<f64> {
    let masses = &beam.unit_masses;
    let basis = subspace.basis().to_owned();
    let errors: Vec<Vec<f64>> = targets
        .par_iter()
        .map(|target| {
            let size = mass_dot(masses, target, target).sqrt();
            let mut lost: Vec<f64> = target.iter().zip(subspace.origin()).map(|(x, q)| x - q).collect();
            let mut columns = (0..subspace.dimension()).map(|j| column(&basis, j));
            (0..sizes)
                .map(|_| {
                    for b in columns.by_ref().take(6) {
                        let coordinate = mass_dot(masses, b, &lost);
                        add_scaled(&mut lost, -coordinate, b);
                    }
                    mass_dot(masses, &lost, &lost).sqrt() / size
                })
                .collect()
        })
        .collect();
    (0..sizes).map(|k| errors.iter().map(|e| e[k]).sum::<f64>() / errors.len() as f64).collect()
}
// ANCHOR_END: sweep
