//! What the pictures of the creature at rest, and of fields on it, are said to show.

use std::collections::{BTreeMap, BTreeSet};

use modebook::{
    experiments::modal_muscles::RIGID_MODES, figures::Figure, linalg::column, mesh::Mesh,
    reduction::displacement_gradients,
};

use super::{assert_ticks, creature};
use crate::{
    RUN, printed,
    reading::{
        Panel, Picture, Placement, Point, assert_agree, assert_triangles, boundary, centroids,
        count_segments, displaced, extent, means, number, range,
    },
};

/// A triangulated bar on four legs.
pub fn mesh(shown: &Picture) {
    let (mesh, rest) = creature();
    let [panel] = &shown.panels[..] else { panic!("{shown:?}") };
    let placement = Placement::new(&panel.outline, mesh, rest);
    assert_triangles(panel, mesh);
    let counts = printed("25.mesh");
    assert_eq!(panel.title, format!("{} vertices, {} triangles", counts[0], counts[1]));
    assert_eq!(legs(panel, &placement, -0.4), 4);
    assert_eq!(legs(panel, &placement, 0.4), 1, "the bar");
    placement.assert_filled(panel, "#a1d99b", mesh, rest);
}

/// How many parts of a body a level line crosses.
fn legs(panel: &Panel, placement: &Placement, height: f64) -> usize {
    let is_filled: Vec<bool> = (-110..=110)
        .map(|i| placement.place([f64::from(i) / 100.0, height]))
        .map(|at| panel.bitmap.color(at).is_some())
        .collect();
    is_filled.windows(2).filter(|pair| !pair[0] && pair[1]).count()
}

/// The body displaced along each muscle mode, by 0.35 m at most, and coloured by that.
pub fn modes(shown: &Picture) {
    const AMPLITUDE: f64 = 0.35;
    let model = &RUN.muscles.model;
    let (mesh, rest) = creature();
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    assert!((bar.range[1] - AMPLITUDE).abs() < 0.002 && bar.range[0].abs() < 0.002);
    assert_eq!(shown.panels.len(), 4);
    for (k, panel) in shown.panels.iter().enumerate() {
        let placement = Placement::new(&panel.ghost, mesh, rest);
        let (state, lengths) = displaced(rest, column(&model.muscles, k), AMPLITUDE);
        placement.assert_state(&panel.outline, mesh, &state);
        let read = placement.values(panel, bar, mesh, &state);
        assert_agree(&read, &means(mesh, &lengths), 0.02 * AMPLITUDE, 0.95);
        let number = RIGID_MODES + k;
        let title = format!("mode {number} (eigenvalue {:.3})", model.modes.values[number]);
        assert_eq!(panel.title, title);
    }
}

/// Eight weights, of which the first is constant, and twenty clusters.
pub fn subspace(shown: &Picture) {
    let model = &RUN.muscles.model;
    let (mesh, rest) = creature();
    let ([bar], [weights @ .., clusters]) = (&shown.color_bars[..], &shown.panels[..]) else {
        panic!("{shown:?}")
    };
    assert_eq!(weights.len(), 8);
    for (j, panel) in weights.iter().enumerate() {
        let placement = Placement::new(&panel.outline, mesh, rest);
        let weight = column(&model.weights.vectors, j);
        let largest = range(weight).map(f64::abs).into_iter().fold(0.0, f64::max);
        let relative: Vec<f64> = weight.iter().map(|w| w / largest).collect();
        let read = placement.values(panel, bar, mesh, rest);
        assert_agree(&read, &means(mesh, &relative), 0.045, 1.0);
        let [low, high] = range(&read);
        match j {
            0 => assert!(high - low < 0.01, "constant"),
            _ => assert!(low < -0.3 && high > 0.3, "{}: {low} to {high}", panel.title),
        }
        assert_eq!(panel.title.chars().last(), "₀₁₂₃₄₅₆₇".chars().nth(j));
    }

    let placement = Placement::new(&clusters.outline, mesh, rest);
    let count = printed("25.subspace")[2];
    assert_eq!(clusters.title, format!("rotation clusters: {count}"));
    let labels = &model.clusters.labels;
    let colors: Vec<_> = centroids(mesh, rest)
        .iter()
        .map(|at| clusters.bitmap.color(placement.place(*at)).expect("filled"))
        .collect();
    let mut borders = BTreeSet::new();
    for (e, other) in neighbours(mesh) {
        assert_eq!(colors[e] == colors[other], labels[e] == labels[other], "{e} beside {other}");
        borders.extend((labels[e] != labels[other]).then_some([e, other]));
    }
    assert_eq!(count_segments(&clusters.edges), borders.len());
    let seen: BTreeSet<usize> = labels.iter().copied().collect();
    assert_eq!(seen.len() as f64, count);
}

/// Pairs of triangles that share an edge.
fn neighbours(mesh: &Mesh) -> Vec<(usize, usize)> {
    let mut edges = BTreeMap::new();
    let mut pairs = Vec::new();
    for (e, &[a, b, c]) in mesh.triangles().iter().enumerate() {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let other = edges.insert((from.min(to), from.max(to)), e);
            pairs.extend(other.map(|other| (e, other)));
        }
    }
    pairs
}

/// How steep the modes are, with the steepest triangle marked, which is in a leg; the steeper, the
/// lower the ceiling.
pub fn mode_stretch(shown: &Picture) {
    let model = &RUN.muscles.model;
    let (mesh, rest) = creature();
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    let centres = centroids(mesh, rest);
    let mut ceilings = Vec::new();
    for (k, panel) in shown.panels.iter().enumerate() {
        let placement = Placement::new(&panel.outline, mesh, rest);
        let gradients =
            displacement_gradients(&model.creature.triangles, column(&model.muscles, k));
        // The dot hides a few triangles, but not in the bitmap.
        let read = placement.values(panel, bar, mesh, rest);
        assert_agree(&read, &gradients, 0.01 * bar.range[1], 1.0);
        let largest = range(&gradients)[1];
        let steepest = gradients.iter().position(|g| *g == largest).expect("one is the largest");
        placement.assert_points(&panel.dots, &[centres[steepest]]);
        let [_, height] = placement.point(panel.dots[0]);
        let hip = extent(&boundary(mesh, rest), 1)[1] - 0.34;
        assert!(height < hip, "the steepest triangle is in a leg");
        let (mode, ceiling) = panel.title.split_once(": ceiling ").expect("a ceiling");
        assert_eq!(mode, format!("mode {}", RIGID_MODES + k));
        let ceiling = number(ceiling).expect("a number");
        assert!((ceiling * range(&read)[1] - 2.0).abs() < 0.03, "{}", panel.title);
        ceilings.push(ceiling);
    }
    assert_eq!(ceilings, printed("25.ceilings"));
    assert!(ceilings.windows(2).all(|pair| pair[1] < pair[0]));
}

/// As many dots as contact points, all on the outline, over the floor.
pub fn contact(figure: &Figure, shown: &Picture) {
    let contact = &RUN.muscles.contact;
    let (mesh, rest) = creature();
    let [panel] = &shown.panels[..] else { panic!("{shown:?}") };
    let placement = Placement::new(&panel.outline, mesh, rest);
    assert_triangles(panel, mesh);
    let points: Vec<Point> = contact.vertices.iter().map(|v| mesh.positions()[*v]).collect();
    placement.assert_points(&panel.dots, &points);
    let outline: Vec<Point> = panel.outline.iter().flatten().copied().collect();
    assert!(panel.dots.iter().all(|dot| outline.contains(dot)), "all on the outline");
    let [count, ground] = printed("25.contact")[..] else { panic!("two numbers") };
    assert_eq!(panel.dots.len() as f64, count);
    let floor = placement.point([0.0, panel.floor.expect("a floor")])[1];
    assert!((floor - ground).abs() < placement.tolerance(), "{floor}");
    let feet = extent(&placement.points(&panel.outline), 1)[0];
    assert!((feet - floor - 0.15).abs() < 2.0 * placement.tolerance(), "a gap of {}", feet - floor);
    assert_ticks(panel, &placement);
    assert_eq!(panel.title, "contact points: 30; floor at y = −0.73 m");
    assert!(figure.caption.contains("0.15 m below the feet"));
}
