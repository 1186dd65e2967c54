//! What the figures of the dinosaur are said to show.

use modebook::{
    experiments::{modal_muscles::RIGID_MODES, own_creature::OwnCreature},
    linalg::column,
};

use crate::{
    RUN,
    reading::{Curve, Picture, Placement, assert_agree, assert_triangles, displaced, means},
};

/// Checks a figure by its name without "own".
pub fn check(name: &str, shown: &Picture) {
    match name {
        "mesh" => mesh(shown),
        "modes" => modes(shown),
        "crawl" => crawl(shown),
        _ => panic!("what should own-{name} show?"),
    }
}

/// The triangles of the body.
fn mesh(shown: &Picture) {
    let mesh = &RUN.own_creature.model.creature.mesh;
    let [panel] = &shown.panels[..] else { panic!("{shown:?}") };
    assert_triangles(panel, mesh);
    let placement = Placement::new(&panel.outline, mesh, mesh.rest_state());
    placement.assert_filled(panel, "#a1d99b", mesh, mesh.rest_state());
}

/// The rigid modes and the muscles, each with the colours of its displacement.
fn modes(shown: &Picture) {
    let model = &RUN.own_creature.model;
    let (mesh, rest) = (&model.creature.mesh, model.creature.rest());
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    assert_eq!(shown.panels.len(), RIGID_MODES + 4);
    for (number, panel) in shown.panels.iter().enumerate() {
        let placement = Placement::new(&panel.ghost, mesh, rest);
        let (state, lengths) = displaced(rest, column(&model.modes.vectors, number), 0.35);
        placement.assert_state(&panel.outline, mesh, &state);
        let read = placement.values(panel, bar, mesh, &state);
        assert_agree(&read, &means(mesh, &lengths), 0.02 * 0.35, 0.95);
        assert!(panel.title.starts_with(&format!("mode {number} ")), "{}", panel.title);
    }
}

/// The last pose, above its way along x and up, and the height of the lowest contact point.
fn crawl(shown: &Picture) {
    let OwnCreature { crawl, parameters, .. } = &RUN.own_creature;
    let [_] = &shown.panels[..] else { panic!("{shown:?}") };
    let time = |step: usize| step as f64 * parameters.crawling.time_step;
    let com = &crawl.centre_of_mass;
    let along: Vec<_> = com.iter().enumerate().map(|(i, p)| [time(i), p[0]]).collect();
    let up: Vec<_> = com.iter().enumerate().map(|(i, p)| [time(i), p[1]]).collect();
    for (chart, points) in shown.charts.iter().zip([along, up]) {
        let is_whole = |curve: &&Curve| curve.values().len() == points.len();
        let curve = chart.curves.iter().find(is_whole).expect("a point per step");
        chart.assert_drawn(curve, &points);
    }
}
