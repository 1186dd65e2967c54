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

/// The state of the beam turned about its origin by an angle in degrees.
pub fn turned(beam: &Beam, degrees: f64) -> Vec<f64> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let positions = beam.mesh.positions().iter();
    positions.flat_map(|&[x, y]| [cos * x - sin * y, sin * x + cos * y]).collect()
}

/// The states of the beam turned by `count` angles (degrees) from 0 to 360.
pub fn rotated(beam: &Beam, count: usize) -> Vec<(f64, Vec<f64>)> {
    (0..count)
        .map(|i| 360.0 * i as f64 / (count - 1) as f64)
        .map(|degrees| (degrees, turned(beam, degrees)))
        .collect()
}

/// Projects every turned rest shape into each subspace and measures what is lost.
// ANCHOR: rotation
pub fn rotation(beam: &Beam, subspaces: &Subspaces, parameters: &Parameters) -> Rotation {
    let targets = rotated(beam, parameters.angles);
    let errors = |subspace: &Subspace| -> Vec<f64> {
        targets.par_iter().map(|(_, target)| best_fit(beam, subspace, target).error).collect()
    };
    Rotation {
        small_modal: errors(&subspaces.small_modal),
        modal: errors(&subspaces.modal),
        skinning: errors(&subspaces.skinning),
        angles: targets.iter().map(|(angle, _)| *angle).collect(),
    }
}

/// The state of a subspace that is nearest to a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The best fit `B z + q`.
    pub state: Vec<f64>,
    /// What it misses of the pose, in the mass norm and relative to the pose's own length.
    pub error: f64,
}

/// Fits a pose of the beam in a subspace.
pub fn best_fit(beam: &Beam, subspace: &Subspace, pose: &[f64]) -> Fit {
    let state = subspace.nearest_state(&beam.unit_masses, pose);
    let lost: Vec<f64> = state.iter().zip(pose).map(|(fit, pose)| fit - pose).collect();
    let squared_length = |x: &[f64]| mass_dot(&beam.unit_masses, x, x);
    Fit { error: (squared_length(&lost) / squared_length(pose)).sqrt(), state }
}
// ANCHOR_END: rotation
