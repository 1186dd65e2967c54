//! What each figure of notebook 017 is said to show.

mod bodies;
mod curves;
mod round_off;

use modebook::figures::Figure;

use crate::reading::Picture;

/// The colours of the notebook: full, LMA with few modes, LMA, skinning.
const COLORS: [&str; 4] = ["#d62728", "#9ecae1", "#1f77b4", "#2ca02c"];

/// The curves of the four spaces.
const SPACES: [&str; 4] =
    ["full (1100 DOFs)", "LMA (12 DOFs)", "LMA (72 DOFs)", "skinning (72 DOFs)"];

/// Checks a figure by its name without the notebook's number.
pub fn check(name: &str, figure: &Figure, shown: &Picture) {
    match name {
        "meshes" => bodies::meshes(shown),
        "vertex-mass" => bodies::vertex_mass(shown),
        "skinning-weights" => bodies::skinning_weights(shown),
        "lma-modes" => bodies::lma_modes(shown),
        "newton" => curves::newton(shown),
        "timing" => curves::timing(shown),
        "droop" => bodies::droop(figure, shown),
        "tip-height" => curves::tip_height(figure, shown),
        "area-ratio" => bodies::area_ratio(shown),
        "rotation" => curves::rotation(figure, shown),
        "sweep" => curves::sweep(figure, shown),
        "round-off-descent" => round_off::descent(shown),
        "round-off-columns" => round_off::columns(shown),
        _ => panic!("what should 017-{name} show?"),
    }
}
