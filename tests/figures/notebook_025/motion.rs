//! What the stills of the two runs are said to show.

use modebook::{
    experiments::modal_muscles::{Model, Reproduction},
    figures::Figure,
    linalg::{add_scaled, column},
};

use super::{assert_ticks, creature};
use crate::{
    RUN, printed,
    reading::{Picture, Placement, Point, extent, nearest, number, range},
};

/// The body over the shape that it is told to take, where its first muscle is told most and least.
pub fn floating(figure: &Figure, shown: &Picture) {
    let Reproduction { model, floating, parameters, .. } = &RUN.muscles;
    let (mesh, rest) = creature();
    let commands: Vec<f64> = floating.trajectory.commands.iter().map(|a| a[0]).collect();
    let [least, most] = range(&commands);
    assert_eq!(shown.panels.len(), 4);
    let mut halves = Vec::new();
    let mut scales = Vec::new();
    for (i, panel) in shown.panels.iter().enumerate() {
        let (time, amplitudes) = panel.title.split_once(" s: ").expect("a time");
        let step = (number(time).expect("a time") / parameters.floating.time_step).round() as usize;
        let (told, took) = amplitudes.split_once(" → ").expect("two amplitudes");
        let [told, took] = [told, took].map(|text| number(text).expect("an amplitude"));
        assert!((told - commands[step]).abs() < 0.006, "{}", panel.title);
        assert!((took - floating.realized[step][0]).abs() < 0.006, "{}", panel.title);
        let extreme = if i % 2 == 0 { most } else { least };
        assert!((told - extreme).abs() < 0.006, "most at the left, least at the right");
        halves.push(step < commands.len() / 2);

        let mut target = rest.to_vec();
        for (k, amplitude) in floating.trajectory.commands[step].iter().enumerate() {
            add_scaled(&mut target, *amplitude, column(&model.muscles, k));
        }
        let placement = Placement::new(&panel.ghost, mesh, &target);
        let state = state(model, &floating.trajectory.coordinates[step]);
        placement.assert_state(&panel.outline, mesh, &state);
        scales.push(placement.scale);
    }
    assert_eq!(halves, [true, true, false, false], "in each half of the run");
    assert!(scales.iter().all(|scale| (scale / scales[0] - 1.0).abs() < 0.003), "{scales:?}");
    assert!(figure.caption.contains("mode 3"));
}

/// Poses in the order of time on the floor, which holds the contact points up, and the path of the
/// centre of mass, which ends at the travel.
pub fn crawl(figure: &Figure, shown: &Picture) {
    let Reproduction { model, crawl, contact, parameters, .. } = &RUN.muscles;
    let (mesh, _) = creature();
    assert_eq!(shown.panels.len(), 6);
    let depth = printed("25.crawl.penetration")[0];
    let mut steps = Vec::new();
    let mut dips = Vec::new();
    for panel in &shown.panels {
        let time = panel.title.strip_prefix("t = ").and_then(number).expect("a time");
        let step = (time / parameters.crawling.time_step).round() as usize;
        let state = state(model, &crawl.trajectory.coordinates[step]);
        let placement = Placement::new(&panel.outline, mesh, &state);
        let tolerance = placement.tolerance();
        let floor = placement.point([0.0, panel.floor.expect("a floor")])[1];
        assert!((floor - contact.ground).abs() < tolerance, "{}: {floor}", panel.title);

        let drawn = placement.points(&panel.outline);
        let positions: &[Point] = state.as_chunks().0;
        for v in &contact.vertices {
            let [_, height] = nearest(&drawn, positions[*v]);
            assert!(height > floor - depth - 2.0 * tolerance, "{}: {height}", panel.title);
        }
        dips.push(floor - extent(&drawn, 1)[0]);

        let path = &crawl.centre_of_mass[..=step];
        assert_eq!(panel.trace.len(), path.len());
        for (place, [x, y]) in panel.trace.iter().zip(path) {
            let [drawn_x, drawn_y] = placement.point(*place);
            assert!((drawn_x - x).hypot(drawn_y - y) < 2.0 * tolerance, "{}", panel.title);
        }
        assert_eq!(panel.dots[..], panel.trace[panel.trace.len() - 1..]);
        steps.push(step);
    }
    assert_eq!([steps[0], steps[5]], [0, parameters.crawling.steps - 1]);
    let gaps: Vec<usize> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| gap.abs_diff(gaps[0]) <= 1), "evenly spaced: {steps:?}");
    assert!(figure.caption.contains("the outline between them may dip"));
    assert!(range(&dips)[1] > 0.02, "and it does: {dips:?}");

    let last = &shown.panels[5];
    let end = state(model, &crawl.trajectory.coordinates[steps[5]]);
    let placement = Placement::new(&last.outline, mesh, &end);
    let [from, to] = [0, last.trace.len() - 1].map(|i| placement.point(last.trace[i])[0]);
    let travel = printed("25.crawl.travel")[0];
    assert!((to - from - travel).abs() < 2.0 * placement.tolerance(), "{}", to - from);
    assert!(figure.caption.contains(&format!("travels {travel:.2} m")));
    assert_ticks(last, &placement);
}

/// Where the vertices are at some reduced coordinates.
pub fn state(model: &Model, coordinates: &[f64]) -> Vec<f64> {
    let mut state = vec![0.0; model.creature.mesh.dofs()];
    model.subspace.state(coordinates, &mut state);
    state
}
