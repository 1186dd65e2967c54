//! What is said to be seen of how the body and its parts turn.

use std::collections::BTreeMap;

use modebook::{
    experiments::modal_muscles::{RIGID_MODES, Reproduction, rotations},
    figures::Figure,
    linalg::{add_scaled, column},
};

use super::{MUSCLE, OTHER, REFERENCE, SUBJECT, creature, motion::state};
use crate::{
    RUN, printed,
    reading::{Chart, Picture, Placement, Point, assert_agree, centroids, number, range},
};

/// Every cluster in the colour of its angle against the muscles, at the step with the largest one,
/// and the shape that the muscles ask for, turned by their angle.
pub fn best_rotations(figure: &Figure, shown: &Picture) {
    let Reproduction { model, operators, crawl, parameters, .. } = &RUN.muscles;
    let (mesh, rest) = creature();
    let ([panel], [bar]) = (&shown.panels[..], &shown.color_bars[..]) else { panic!("{shown:?}") };
    let trajectory = &crawl.trajectory;
    let angles = |step: usize| {
        let mut a = model.a_rest.clone();
        a[..4].copy_from_slice(&trajectory.commands[step]);
        let found = rotations(operators, &trajectory.coordinates[step], &a);
        let differences = found.clusters.iter().map(|angle| {
            let turns = ((angle - found.muscles) / std::f64::consts::TAU).round();
            angle - found.muscles - turns * std::f64::consts::TAU
        });
        (differences.collect::<Vec<f64>>(), found.muscles)
    };
    let time = panel.title.strip_prefix("t = ").and_then(number).expect("a time");
    let step = (time / parameters.crawling.time_step).round() as usize;
    let (expected, muscles) = angles(step);
    let largest = |angles: &[f64]| range(angles).map(f64::abs).into_iter().fold(0.0, f64::max);
    let most = largest(&expected);
    let steps = trajectory.coordinates.len();
    assert!((0..steps).all(|step| largest(&angles(step).0) <= most), "{time} s has the largest");
    assert!(figure.caption.contains(&format!("up to {most:.2} rad")), "{most}");
    let count = printed("25.subspace")[2];
    assert!(figure.caption.contains(&format!("Each cluster, {count} in all")), "{count}");

    let body = state(model, &trajectory.coordinates[step]);
    let placement = Placement::new(&panel.outline, mesh, &body);
    let labels = &model.clusters.labels;
    assert_eq!(bar.axis.label, "angle against the muscles' rotation (rad)");
    assert!((bar.range[1] - most).abs() < 0.01 * most, "{:?}", bar.range);
    assert!((bar.range[0] + most).abs() < 0.01 * most, "{:?}", bar.range);
    let read = placement.values(panel, bar, mesh, &body);
    let by_triangle: Vec<f64> = labels.iter().map(|&label| expected[label]).collect();
    assert_agree(&read, &by_triangle, 0.02 * most, 0.95);
    let mut colors: BTreeMap<usize, BTreeMap<String, usize>> = BTreeMap::new();
    for (label, at) in labels.iter().zip(centroids(mesh, &body)) {
        let color = panel.bitmap.color(placement.place(at)).expect("filled");
        *colors.entry(*label).or_default().entry(format!("{color:?}")).or_default() += 1;
    }
    assert_eq!(colors.len() as f64, count);
    let alike: usize = colors.values().map(|seen| seen.values().max().expect("one")).sum();
    assert!(100 * alike >= 95 * labels.len(), "{alike} of {} share a colour", labels.len());

    let mut target = rest.to_vec();
    for (k, amplitude) in trajectory.commands[step].iter().enumerate() {
        add_scaled(&mut target, *amplitude, column(&model.muscles, k));
    }
    let turned = turned_about(&target, muscles, crawl.centre_of_mass[step]);
    placement.assert_state(&panel.ghost, mesh, &turned);
}

/// A shape turned about the origin, and then moved so that its centre of mass is at a point.
pub fn turned_about(shape: &[f64], angle: f64, centre: Point) -> Vec<f64> {
    let creature = &RUN.muscles.model.creature;
    let (sin, cos) = angle.sin_cos();
    let turn = |[x, y]: &Point| [cos * x - sin * y, sin * x + cos * y];
    let turned: Vec<Point> = shape.as_chunks().0.iter().map(turn).collect();
    let masses: Vec<f64> = creature.unit_masses.iter().step_by(2).copied().collect();
    let mean = |axis: usize| -> f64 {
        let moments = turned.iter().zip(&masses).map(|(point, mass)| mass * point[axis]);
        moments.sum::<f64>() / masses.iter().sum::<f64>()
    };
    let [dx, dy] = [0, 1].map(|axis| centre[axis] - mean(axis));
    turned.iter().flat_map(|[x, y]| [x + dx, y + dy]).collect()
}

/// The angle, and every amplitude as read and turned back. Where the body has turned farthest, the
/// bumps of the modes that are not driven go when it is turned back.
pub fn turned_back(figure: &Figure, shown: &Picture) {
    let Reproduction { floating, turned_back, parameters, .. } = &RUN.muscles;
    let [turn, modes @ ..] = &shown.charts[..] else { panic!("{shown:?}") };
    assert_eq!(modes.len(), 4);
    let over_time = |values: &mut dyn Iterator<Item = f64>| -> Vec<Point> {
        let time = |step: usize| parameters.floating.time_step * step as f64;
        values.enumerate().map(|(step, value)| [time(step), value]).collect()
    };
    let find = |chart: &'static str, color: &str| {
        let chart = shown.charts.iter().find(|c| c.title == chart).expect("a chart");
        chart.curves.iter().find(|curve| curve.look.color == color)
    };
    assert_eq!(turn.y.label, "angle (rad)");
    let angle = find("turn of the body", OTHER).expect("a curve");
    turn.assert_drawn(angle, &over_time(&mut turned_back.angles.iter().copied()));
    let farthest = range(&angle.values()).map(f64::abs).into_iter().fold(0.0, f64::max);
    let said =
        figure.caption.split("has turned, up to ").nth(1).and_then(number).expect("an angle");
    assert!((said - farthest).abs() < 0.008, "{said} is said, {farthest} is drawn");

    let titles = ["mode 3", "mode 4", "mode 5, not driven", "mode 6, not driven"];
    let mut peaks = Vec::new();
    for (k, (chart, title)) in modes.iter().zip(titles).enumerate() {
        assert_eq!((chart.title.as_str(), RIGID_MODES + k), (title, 3 + k));
        let [seen, back] = [MUSCLE, SUBJECT].map(|color| find(title, color).expect("a curve"));
        chart.assert_drawn(seen, &over_time(&mut floating.realized.iter().map(|a| a[k])));
        chart.assert_drawn(back, &over_time(&mut turned_back.amplitudes.iter().map(|a| a[k])));
        let command = find(title, REFERENCE);
        assert_eq!(command.is_some(), k < 2, "{title}");
        if let Some(command) = command {
            let told = &floating.trajectory.commands;
            chart.assert_drawn(command, &over_time(&mut told.iter().map(|a| a[k])));
        }
        let dashes = [seen, back].map(|curve| curve.look.dashes.as_str());
        assert_eq!(dashes, ["", "90 30 20 30"], "solid; dashes and dots");
        // The jump at the start sets off a swing of its own.
        let later = 0.5..=10.0;
        peaks.push([seen, back].map(|curve| range(&curve.within(later.clone()))));
    }
    let names: Vec<&str> = modes[0].legend.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["command", "as read", "turned back"]);
    let ticks = |chart: &Chart| chart.y.ticks.iter().map(|t| t.1.clone()).collect::<Vec<_>>();
    assert_eq!(ticks(&modes[0]), ticks(&modes[1]), "driven modes have one scale");
    assert_eq!(ticks(&modes[2]), ticks(&modes[3]), "the others another");
    assert_ne!(ticks(&modes[0]), ticks(&modes[2]));

    let size = |[low, high]: Point| high.max(-low);
    let [seen, back] = peaks[2].map(size);
    assert!(back < 0.5 * seen, "the bumps of mode 5 are mostly gone: {seen} to {back}");
    let [seen, back] = peaks[3].map(size);
    assert!(back < 0.6 * seen, "the bumps of mode 6 are mostly gone: {seen} to {back}");
    let swing = find(titles[3], SUBJECT).expect("a curve");
    let first = size(range(&swing.within(0.0..=0.5)));
    assert!(first > 2.0 * back, "what is left of mode 6 is its first swing: {first}, then {back}");
    // The two times at which the body has turned farthest.
    for half in [0.5..=1.0, 2.5..=3.0] {
        let reach = |k: usize, color: &str| {
            range(&find(titles[k], color).expect("a curve").within(half.clone()))
        };
        let [told, seen, back] = [REFERENCE, MUSCLE, SUBJECT].map(|color| reach(1, color)[1]);
        assert!(seen < 0.6 * told, "mode 4 misses a peak: {seen} of {told}");
        assert!(back > 0.75 * told, "turned back, it is there: {back} of {told}");
        let [told, seen, back] = [REFERENCE, MUSCLE, SUBJECT].map(|color| reach(0, color)[0]);
        let made_up = (seen - back) / (seen - told);
        assert!((0.35..0.65).contains(&made_up), "half of a trough of mode 3: {made_up}");
    }
}
