use rayon::prelude::*;

use super::{Beam, Error, Parameters, rotated};
use crate::{
    linalg::{add_scaled, column, mass_dot},
    reduction::{EigenError, Subspace, linear_modal_analysis, skinning_basis, skinning_eigenmodes},
};

/// The error of a rotated rest shape, averaged over a full turn, against the size of the subspace
/// (notebook 017, *Does adding modes fix it?*).
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Number of coordinates of each size: 6k for k = 1, 2, ...
    pub dofs: Vec<usize>,
    /// Eigenvalues of the vibration modes, as many as the largest size has.
    pub eigenvalues: Vec<f64>,
    /// Turn-averaged error with 6k vibration modes.
    pub modal: Vec<f64>,
    /// Turn-averaged error with k skinning weights.
    pub skinning: Vec<f64>,
}

/// Computes both errors for every size from 1 to `sweep_modes` skinning weights.
///
/// The bases are nested, so one eigensolve serves all sizes, and one pass over the columns of the
/// largest basis gives the error of every smaller one on the way.
///
/// # Errors
/// [`Error::Eigen`] if the beam has fewer degrees of freedom than modes are asked for.
// ANCHOR: sweep
pub fn sweep(beam: &Beam, parameters: &Parameters) -> Result<Sweep, Error> {
    let k = parameters.sweep_modes;
    let vibration = linear_modal_analysis(&beam.mesh, 6 * k)?;
    let modal = Subspace::of_displacements(&vibration.vectors, beam.rest());
    let weights = skinning_eigenmodes(&beam.mesh, k)?.vectors;
    let skinning = skinning_basis(&beam.mesh, &weights)?;
    let targets: Vec<Vec<f64>> =
        rotated(beam, parameters.sweep_angles).into_iter().map(|(_, x)| x).collect();

    let dofs: Vec<usize> = (1..=k).map(|k| 6 * k).collect();
    // On a coarse mesh columns may depend on earlier ones; the basis leaves those out, and some
    // sizes are smaller.
    let skinning_dofs = if skinning.dimension() == 6 * k {
        dofs.clone()
    } else {
        let first = |k: usize| skinning_basis(&beam.mesh, &weights.subcols(0, k).to_owned());
        (1..=k).map(|k| Ok(first(k)?.dimension())).collect::<Result<_, EigenError>>()?
    };
    Ok(Sweep {
        modal: turn_averaged_errors(beam, &modal, &targets, &dofs),
        skinning: turn_averaged_errors(beam, &skinning, &targets, &skinning_dofs),
        eigenvalues: vibration.values,
        dofs,
    })
}

/// Mean over the targets of the relative error of the best fit, with as many of the first basis
/// vectors as each size says.
fn turn_averaged_errors(
    beam: &Beam,
    subspace: &Subspace,
    targets: &[Vec<f64>],
    sizes: &[usize],
) -> Vec<f64> {
    let masses = &beam.unit_masses;
    let basis = subspace.basis().to_owned();
    let errors: Vec<Vec<f64>> = targets
        .par_iter()
        .map(|target| {
            let length = mass_dot(masses, target, target).sqrt();
            let mut lost: Vec<f64> =
                target.iter().zip(subspace.origin()).map(|(x, q)| x - q).collect();
            let mut done = 0;
            let mut error_at = |size: usize| {
                for b in (done..size).map(|j| column(&basis, j)) {
                    let coordinate = mass_dot(masses, b, &lost);
                    add_scaled(&mut lost, -coordinate, b);
                }
                done = size;
                mass_dot(masses, &lost, &lost).sqrt() / length
            };
            sizes.iter().map(|&size| error_at(size)).collect()
        })
        .collect();
    (0..sizes.len())
        .map(|k| errors.iter().map(|e| e[k]).sum::<f64>() / errors.len() as f64)
        .collect()
}
// ANCHOR_END: sweep
