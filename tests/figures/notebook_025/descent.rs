//! What is said to be seen of local/global descent: over its iterations, and half by half.

use std::{collections::BTreeSet, sync::LazyLock};

use modebook::{
    experiments::modal_muscles::{Reproduction, rotations},
    figures::{Animation, Figure, notebook_025},
    linalg::{add_scaled, column},
};

use super::{OTHER, REFERENCE, SUBJECT, creature, motion::state, turn::turned_about};
use crate::{
    RUN,
    reading::{Chart, Panel, Picture, Placement, Point, centroids, line_through, read},
};

/// What a local step finds, and marks it.
const LOCAL: &str = "#d55e00";
/// What a global step moves, and marks it.
const GLOBAL: &str = "#1f77b4";

/// The energy falls; the gradient norm falls by about two orders of magnitude in ten iterations, on
/// a straight line of the predicted slope.
pub fn descent(shown: &Picture) {
    let descent = &RUN.muscles.descent;
    let rate = descent.predicted_rate;
    let [energy, norm] = &shown.charts[..] else { panic!("{shown:?}") };
    let above: Vec<f64> = descent.energies.iter().map(|e| e - descent.minimum).collect();
    for (chart, values, rate) in
        [(energy, &above[..], rate * rate), (norm, &descent.gradient_norms[..], rate)]
    {
        assert!(chart.y.is_logarithmic());
        let curve = chart.curve("descent");
        let expected: Vec<Point> =
            values.iter().enumerate().map(|(i, value)| [i as f64, *value]).collect();
        chart.assert_drawn(curve, &expected);
        chart.assert_marked(SUBJECT, &expected);
        assert!(curve.values().windows(2).all(|pair| pair[1] < pair[0]), "it falls");

        let factor = |points: &[Point]| {
            let logarithms: Vec<Point> = points.iter().map(|[i, v]| [*i, v.log10()]).collect();
            let ([_, slope], off) = line_through(&logarithms);
            assert!(off < 0.05, "{}: off a straight line by {off}", chart.title);
            10_f64.powf(slope)
        };
        let measured = factor(&curve.points[8..]);
        assert!((measured / rate - 1.0).abs() < 0.01, "{}: {measured}", chart.title);
        let predicted = chart.curve(&format!("× {rate:.2} per iteration"));
        assert!((factor(&predicted.points) / rate - 1.0).abs() < 0.002, "{}", chart.title);
        let mark = chart.curve("10 iterations");
        assert!(mark.points.iter().all(|point| (point[0] - 10.0).abs() < 0.02));
    }
    let norms = norm.curve("descent").values();
    assert!((1.8..2.8).contains(&(norms[0] / norms[10]).log10()), "about two orders");
}

/// The frames of the animation as figures.
static FRAMES: LazyLock<(Animation, Vec<Figure>)> = LazyLock::new(|| {
    let Reproduction { model, operators, descent, parameters, .. } = &RUN.muscles;
    let film = notebook_025::animated_descent(model, operators, descent, parameters);
    let film = film.expect("drawn");
    let figure = |svg: &String| {
        let svg = svg.replacen(" style=\"color:#222;background:#fff\"", "", 1);
        Figure { name: film.name, caption: film.caption.clone(), alt: film.alt.clone(), svg }
    };
    let figures = film.frames.iter().map(figure).collect();
    (film, figures)
});

/// A frame shows the start or a half of an iteration: in a local step the body stays and the arrows
/// turn onto the lines, in a global step the arrows stay and the body moves.
#[test]
fn every_half_step_is_shown_as_it_is() {
    let Reproduction { descent, .. } = &RUN.muscles;
    let (film, figures) = &*FRAMES;
    assert_eq!(figures.len(), 2 * (descent.energies.len() - 1) + 1);
    assert_eq!(film.frames_per_second, 3, "slowly");
    assert!(film.caption.ends_with("3 half-steps a second."), "{}", film.caption);
    let axes: BTreeSet<String> = figures.iter().map(check_frame).collect();
    assert_eq!(axes.len(), 1, "the axes stand still");
}

#[test]
fn the_frames_can_be_read_on_a_phone() {
    let (film, figures) = &*FRAMES;
    for i in [0, 1, 2, figures.len() - 1] {
        let svg =
            figures[i].svg.replacen("aria-label=\"\"", &format!("aria-label=\"{}\"", film.alt), 1);
        crate::layout::check(Box::leak(Box::new(Figure { svg, ..figures[i].clone() })));
    }
}

/// Checks a frame; returns its axes.
fn check_frame(figure: &'static Figure) -> String {
    let Reproduction { model, descent, .. } = &RUN.muscles;
    let frame = FRAMES.1.iter().position(|other| std::ptr::eq(other, figure)).expect("a frame");
    let (iteration, is_local) = (frame.div_ceil(2), frame % 2 == 1);
    let iterate = if is_local { iteration - 1 } else { iteration };
    let shown = read(figure);
    let ([panel], [energy, norm]) = (&shown.panels[..], &shown.charts[..]) else {
        panic!("{shown:?}")
    };
    let title = match (frame, is_local) {
        (0, _) => "at rest".into(),
        (_, true) => format!("iteration {iteration}, local step: the arrows turn"),
        (_, false) => format!("iteration {iteration}, global step: the body moves"),
    };
    assert_eq!(panel.title, title);
    let body = state(model, &descent.coordinates[iterate]);
    let placement = Placement::new(&panel.outline, creature().0, &body);
    check_clusters(panel, &placement, &body);
    check_angles(panel, &placement, &body, iterate, iteration);
    check_ghost(panel, &placement, iterate, iteration);
    check_charts(energy, norm, frame);
    format!("{:?} {:?} {:?} {:?}", energy.x.ticks, energy.y.ticks, norm.x.ticks, norm.y.ticks)
}

/// Every cluster has one colour, apart from what lies over it, and none of its neighbours has it.
fn check_clusters(panel: &Panel, placement: &Placement, body: &[f64]) {
    let labels = &RUN.muscles.model.clusters.labels;
    let mut seen = vec![Vec::new(); RUN.muscles.parameters.clusters];
    for (label, at) in labels.iter().zip(centroids(creature().0, body)) {
        let color = panel.bitmap.color(placement.place(at)).expect("filled");
        seen[*label].push(format!("{color:?}"));
    }
    let share = |colors: &Vec<String>| {
        let count = |color| colors.iter().filter(|other| *other == color).count();
        let most = colors.iter().map(count).max().expect("a triangle");
        most as f64 / colors.len() as f64
    };
    // The front leg passes before the one behind it.
    let whole = seen.iter().filter(|colors| share(colors) > 0.95).count();
    assert!(whole + 2 >= seen.len(), "{}: {whole} clusters of one colour", panel.title);
}

/// The arrows have the angles that are held, and the lines those that fit best; both in the middle
/// of their cluster.
fn check_angles(panel: &Panel, placement: &Placement, body: &[f64], iterate: usize, held: usize) {
    let Reproduction { model, operators, descent, .. } = &RUN.muscles;
    let fitting = rotations(operators, &descent.coordinates[iterate], &activation()).clusters;
    let held = &descent.held_rotations[held].clusters;
    let (arrows, lines): (Vec<_>, Vec<_>) = panel.lines.iter().partition(|line| line.len() == 5);
    assert_eq!([arrows.len(), lines.len()], [model.clusters.count; 2]);
    let (mesh, areas) = (creature().0, model.creature.triangles.areas());
    let middles = centroids(mesh, body);
    for (cluster, (arrow, line)) in arrows.iter().zip(&lines).enumerate() {
        for (mark, angle, length) in [(arrow, held[cluster], 0.15), (line, fitting[cluster], 0.21)]
        {
            let [from, to] = [mark[0], mark[1]].map(|end| placement.point(end));
            let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
            // Upright is not turned.
            let off = ((-dx).atan2(dy) - angle).sin();
            assert!(off.abs() < 0.01, "{}, cluster {cluster}: off by {off}", panel.title);
            assert!((dx.hypot(dy) - length).abs() < 3.0 * placement.tolerance());
            let own = model.clusters.labels.iter().zip(areas).zip(&middles);
            let own = own.filter(|((label, _), _)| **label == cluster);
            let mut sums = [0.0; 3];
            own.for_each(|((_, v), [x, y])| add_scaled(&mut sums, *v, &[*x, *y, 1.0]));
            let middle = [0, 1].map(|axis| 0.5 * (from[axis] + to[axis]) - sums[axis] / sums[2]);
            assert!(middle[0].hypot(middle[1]) < 2.0 * placement.tolerance(), "{middle:?}");
        }
    }
}

/// The dashed shape is what the muscles ask for, in the rotation that is held for them.
fn check_ghost(panel: &Panel, placement: &Placement, iterate: usize, held: usize) {
    let Reproduction { model, operators, descent, .. } = &RUN.muscles;
    let mut target = creature().1.to_vec();
    for (k, a) in activation()[..model.ceilings.len()].iter().enumerate() {
        add_scaled(&mut target, *a, column(&model.muscles, k));
    }
    let z = &descent.coordinates[iterate];
    let centre = modebook::experiments::modal_muscles::centre_of_mass(operators, z);
    let target = turned_about(&target, descent.held_rotations[held].muscles, centre);
    placement.assert_state(&panel.ghost, creature().0, &target);
}

/// Every muscle at its share.
fn activation() -> Vec<f64> {
    RUN.muscles.model.evenly_driven(RUN.muscles.parameters.descent_amplitude)
}

/// The energy has a point for every half-step so far, the gradient norm for every iteration; the
/// predicted slopes are there from the start.
fn check_charts(energy: &Chart, norm: &Chart, frame: usize) {
    let descent = &RUN.muscles.descent;
    let above = |i: usize| match i % 2 {
        0 => descent.held_energies[i / 2],
        _ => descent.energies[i / 2],
    };
    let all: Vec<Point> =
        (0..=frame).map(|i| [0.5 * i as f64, above(i) - descent.minimum]).collect();
    assert!(energy.y.is_logarithmic() && norm.y.is_logarithmic());
    let of_half = |half: usize| all.iter().copied().skip(half).step_by(2).collect::<Vec<_>>();
    energy.assert_marked(GLOBAL, &of_half(0));
    energy.assert_marked(LOCAL, &of_half(1));
    let norms: Vec<Point> =
        (0..=frame / 2).map(|i| [i as f64, descent.gradient_norms[i]]).collect();
    norm.assert_marked(GLOBAL, &norms);
    let rate = descent.predicted_rate;
    for (chart, points, rate) in [(energy, all, rate * rate), (norm, norms, rate)] {
        let find = |color: &str| chart.curves.iter().find(|c| c.look.color == color);
        chart.assert_drawn(find(OTHER).expect("a path"), &points);
        let predicted = &find(REFERENCE).expect("a prediction").points;
        let [[from, high], [to, low]] = predicted[..] else { panic!("{predicted:?}") };
        let drawn = (low / high).powf(1.0 / (to - from));
        assert!((drawn / rate - 1.0).abs() < 0.002, "{drawn}");
        assert!(chart.x.label.is_empty() == (chart.title != norm.title));
    }
    let labels: Vec<&str> = energy.legend.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels[1..], ["global step", "local step"]);
    assert_eq!(labels[0], format!("× {:.2} per iteration", rate * rate));
    assert!(norm.title.ends_with(&format!("× {rate:.2} per iteration")));
}
