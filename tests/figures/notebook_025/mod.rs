//! What each figure of notebook 025 is said to show.

mod bodies;
mod curves;
mod descent;
mod floor;
mod motion;
mod sixteen;
mod studies;
mod turn;

use modebook::{figures::Figure, mesh::Mesh};

use crate::{
    RUN,
    reading::{Panel, Picture, Placement, number},
};

/// What muscles do; what they are told; everything else that is measured.
const MUSCLE: &str = "#d55e00";
const OTHER: &str = "#8a99ab";
const REFERENCE: &str = "#808080";
const SUBJECT: &str = "#1f77b4";
const TRACKED: &str = "#ff7f0e";

/// Checks a figure by its name without the notebook's number.
pub fn check(name: &str, figure: &Figure, shown: &Picture) {
    match name {
        "mesh" => bodies::mesh(shown),
        "eigenvalues" => curves::eigenvalues(figure, shown),
        "modes" => bodies::modes(shown),
        "subspace" => bodies::subspace(shown),
        "mode-stretch" => bodies::mode_stretch(shown),
        "descent" => descent::descent(shown),
        "floating" => motion::floating(figure, shown),
        "modal-amplitudes" => curves::modal_amplitudes(shown),
        "contact" => bodies::contact(figure, shown),
        "centre-of-mass" => curves::centre_of_mass(shown),
        "crawl" => motion::crawl(figure, shown),
        "best-rotations" => turn::best_rotations(figure, shown),
        "turned-back" => turn::turned_back(figure, shown),
        "planted-foot" => floor::planted_foot(figure, shown),
        "search" => studies::search(figure, shown),
        "sixteen" => sixteen::sixteen(figure, shown),
        "signs" => studies::signs(figure, shown),
        "sensitivity" => studies::sensitivity(shown),
        _ => panic!("what should 025-{name} show?"),
    }
}

fn creature() -> (&'static Mesh, &'static [f64]) {
    let creature = &RUN.muscles.model.creature;
    (&creature.mesh, creature.rest())
}

/// Fails unless the numbers along a floor are where they say.
fn assert_ticks(panel: &Panel, placement: &Placement) {
    assert!(panel.floor_ticks.len() >= 2, "{:?}", panel.floor_ticks);
    for (x, text) in &panel.floor_ticks {
        let metres = number(text).expect("a length");
        assert!(text.ends_with(" m"), "{text}");
        let [at, _] = placement.point([*x, 0.0]);
        assert!((at - metres).abs() < 2.0 * placement.tolerance(), "{text} is at {at}");
    }
}
