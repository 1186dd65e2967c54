use rayon::prelude::*;

use super::{Beam, Parameters, Subspaces};
use crate::{linalg::mass_dot, reduction::Subspace};

/// How well each subspace reproduces the rest shape turned by an angle (notebook 017, *The decisive
/// test*).
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    /// The angles, in degrees, from 0 to 360.
    pub angles: Vec<f64>,
    /// Relative mass-norm error at every angle with k modes.
    pub small_modal: Vec<f64>,
    /// With 6k modes.
    pub modal: Vec<f64>,
    /// With k skinning weights.
    pub skinning: Vec<f64>,
}

/// The states of the beam turned about its origin by `count` angles (degrees) from 0 to 360.
pub fn rotated(beam: &Beam, count: usize) -> Vec<(f64, Vec<f64>)> {
    (0..count)
        .map(|i| 360.0 * i as f64 / (count - 1) as f64)
        .map(|degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let turned = beam
                .mesh
                .positions()
                .iter()
                .flat_map(|&[x, y]| [cos * x - sin * y, sin * x + cos * y]);
            (degrees, turned.collect())
        })
        .collect()
}

/// Projects every turned rest shape into each subspace and measures what is lost.
// ANCHOR: rotation
pub fn rotation(beam: &Beam, subspaces: &Subspaces, parameters: &Parameters) -> Rotation {
    let targets = rotated(beam, parameters.angles);
    let errors = |subspace: &Subspace| -> Vec<f64> {
        targets.par_iter().map(|(_, target)| fit_error(beam, subspace, target)).collect()
    };
    Rotation {
        small_modal: errors(&subspaces.small_modal),
        modal: errors(&subspaces.modal),
        skinning: errors(&subspaces.skinning),
        angles: targets.iter().map(|(angle, _)| *angle).collect(),
    }
}

/// Relative mass-norm error of the best fit `B z + q` of a pose.
fn fit_error(beam: &Beam, subspace: &Subspace, target: &[f64]) -> f64 {
    let fit = subspace.nearest_state(&beam.unit_masses, target);
    let lost: Vec<f64> = fit.iter().zip(target).map(|(fit, target)| fit - target).collect();
    (mass_dot(&beam.unit_masses, &lost, &lost) / mass_dot(&beam.unit_masses, target, target)).sqrt()
}
// ANCHOR_END: rotation
