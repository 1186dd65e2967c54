//! The figures of notebook 017, *Skinning Eigenmodes: a Subspace that Can Rotate*.

mod animations;
mod bodies;
mod curves;
mod round_off;

use super::{
    Animation, Figure, FigureError,
    look::{FULL, Look, MODAL, SKINNING, SMALL_MODAL},
    numbers::{listed, two_digits},
};
use crate::{
    experiments::skinning_eigenmodes::{Reproduction, Timing},
    reduction::Subspace,
};

/// The names of the figures, in the notebook's order.
pub const NAMES: [&str; 13] = [
    "017-meshes",
    "017-vertex-mass",
    "017-skinning-weights",
    "017-lma-modes",
    "017-newton",
    "017-timing",
    "017-droop",
    "017-tip-height",
    "017-area-ratio",
    "017-rotation",
    "017-sweep",
    "017-round-off-descent",
    "017-round-off-columns",
];

/// Draws every figure, in the order of [`NAMES`].
///
/// # Errors
/// [`FigureError`] for the first figure that cannot be drawn.
pub fn figures(results: &Reproduction, timing: &Timing) -> Result<Vec<Figure>, FigureError> {
    NAMES.into_iter().map(|name| figure(name, results, timing)).collect()
}

/// The names of the animations, in the notebook's order.
pub const ANIMATIONS: [&str; 2] = ["017-sag", "017-rotation"];

/// Draws the frames of every animation, in the order of [`ANIMATIONS`].
///
/// # Errors
/// [`FigureError`] for the first frame that cannot be drawn.
pub fn animations(results: &Reproduction) -> Result<Vec<Animation>, FigureError> {
    let [sag, rotation] = ANIMATIONS;
    Ok(vec![animations::sag(sag, results)?, animations::rotation(rotation, results)?])
}

pub use animations::animated_droop;
pub use bodies::single_droop;

fn figure(
    name: &'static str,
    results: &Reproduction,
    timing: &Timing,
) -> Result<Figure, FigureError> {
    match name {
        "017-meshes" => bodies::meshes(name, results),
        "017-vertex-mass" => bodies::vertex_mass(name, results),
        "017-skinning-weights" => bodies::skinning_weights(name, results),
        "017-lma-modes" => bodies::lma_modes(name, results),
        "017-newton" => curves::newton(name, results),
        "017-timing" => curves::timing(name, timing),
        "017-droop" => bodies::droop(name, results),
        "017-tip-height" => curves::tip_height(name, results),
        "017-area-ratio" => bodies::area_ratio(name, results),
        "017-rotation" => bodies::rotation(name, results),
        "017-sweep" => curves::sweep(name, results),
        "017-round-off-descent" => round_off::descent(name, results),
        "017-round-off-columns" => round_off::columns(name, results),
        _ => unreachable!("every name has its figure"),
    }
}

/// The four spaces, in the order of the droops: what they are called, and how they look.
const SPACES: [(&str, Look); 4] =
    [("full", FULL), ("LMA", SMALL_MODAL), ("LMA", MODAL), ("skinning", SKINNING)];

/// `LMA (12 DOFs)`.
fn with_dofs(name: &str, dofs: usize) -> String {
    format!("{name} ({dofs} {})", if dofs == 1 { "DOF" } else { "DOFs" })
}

/// The name with unknowns, and the look, of each droop.
fn droop_spaces(results: &Reproduction) -> [(String, Look); 4] {
    [0, 1, 2, 3].map(|i| (with_dofs(SPACES[i].0, results.droops[i].dofs), SPACES[i].1))
}

/// Where the tip ends in each space, in words.
fn final_heights(results: &Reproduction) -> String {
    let heights = results.droops.iter().map(|droop| two_digits(droop.final_tip_height()));
    let described = droop_spaces(results).into_iter().zip(heights);
    listed(
        &described.map(|((space, _), height)| format!("{space} at {height} m")).collect::<Vec<_>>(),
    )
}

/// A subspace of the rotation study.
struct RotationSpace<'a> {
    label: String,
    look: Look,
    subspace: &'a Subspace,
    errors: &'a [f64],
}

fn rotation_spaces(results: &Reproduction) -> [RotationSpace<'_>; 3] {
    let (subspaces, rotation) = (&results.subspaces, &results.rotation);
    let space = |i: usize, subspace, errors| {
        let (name, look) = SPACES[i];
        RotationSpace {
            label: with_dofs(name, Subspace::dimension(subspace)),
            look,
            subspace,
            errors,
        }
    };
    [
        space(1, &subspaces.small_modal, &rotation.small_modal[..]),
        space(2, &subspaces.modal, &rotation.modal),
        space(3, &subspaces.skinning, &rotation.skinning),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiments::skinning_eigenmodes::{Parameters, reproduce, timing},
        figures::{animation, assert_sound},
    };

    /// Fewer modes than the figures want to show, one step, nothing that moves, nothing that was
    /// timed.
    #[test]
    fn figures_of_a_tiny_experiment() {
        let parameters = Parameters {
            columns: 5,
            rows: 2,
            timing_columns: 4,
            timing_rows: 3,
            modes: 1,
            steps: 1,
            gravity: 0.0,
            angles: 2,
            sweep_modes: 1,
            sweep_angles: 2,
            timing_modes: vec![],
            ..Parameters::default()
        };
        let timing = timing(&parameters, |_| ()).unwrap();
        let results = reproduce(&parameters).unwrap();
        assert_sound(&figures(&results, &timing).unwrap(), &NAMES);
        let animations = animations(&results).unwrap();
        animation::assert_sound(&animations, &ANIMATIONS);
        assert!(animations.iter().all(|animation| animation.frames.len() == 2));
        let single = animated_droop(&results.beam, &results.droops[0], &parameters).unwrap();
        animation::assert_sound(&[single], &["beam"]);
    }
}
