//! What the curves are said to show.

use modebook::{
    experiments::skinning_eigenmodes::{SubspaceTiming, rotated},
    figures::Figure,
};

use super::{COLORS, SPACES};
use crate::{
    RUN, printed,
    reading::{Chart, Curve, Picture, Placement, Point, extent},
};

/// Newton cuts the gradient norm by five to six orders of magnitude within two steps, in every
/// space.
pub fn newton(shown: &Picture) {
    let check = &RUN.skinning.newton_check;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert!(chart.y.is_logarithmic());
    assert_eq!(chart.legend.len(), 3);
    for (space, history) in [(0, &check.full), (2, &check.modal), (3, &check.skinning)] {
        let curve = chart.curve(SPACES[space]);
        let steps = history.iter().enumerate();
        let expected: Vec<Point> = steps.map(|(i, step)| [i as f64, step.gradient_norm]).collect();
        chart.assert_drawn(curve, &expected);
        chart.assert_marked(COLORS[space], &expected);
        let norms = curve.values();
        assert!(norms.windows(2).all(|pair| pair[1] < pair[0]), "{norms:?} falls");
        assert!(norms[2] < 1e-5 * norms[0], "{norms:?} falls far");
        assert!(curve.last() < 1e-6, "{norms:?} ends at round-off");
    }
}

/// The solve in a subspace is below the line of the full space; the evaluation is not.
pub fn timing(shown: &Picture) {
    let timing = &RUN.timing;
    let [solve, evaluation] = &shown.charts[..] else { panic!("{shown:?}") };
    assert_eq!(solve.title, "linear solve");
    assert!(evaluation.title.starts_with("evaluation"));
    let times = |time: fn(&SubspaceTiming) -> f64| -> Vec<Point> {
        timing.subspaces.iter().map(|s| [s.modes as f64, time(s)]).collect()
    };
    for (chart, full, expected) in [
        (solve, timing.full_solve, times(|s| s.solve)),
        (evaluation, timing.full_evaluation, times(|s| s.evaluation)),
    ] {
        let line = chart.curve(&format!("full space ({full:.1} ms)"));
        assert_eq!(line.look.color, COLORS[0]);
        assert!(line.values().iter().all(|ms| chart.is_level(*ms, full)));
        chart.assert_drawn(chart.curve("skinning subspace"), &expected);
        chart.assert_marked(COLORS[3], &expected);
    }
    let drawn = |chart: &Chart| chart.curve("skinning subspace").values();
    assert!(drawn(solve).iter().all(|ms| ms * 50.0 < timing.full_solve));
    assert!(drawn(evaluation).iter().all(|ms| ms / 0.9 > timing.full_evaluation));
}

/// Four curves from the tip's rest height to the heights of the claims. Skinning stays near the full
/// beam; both modal subspaces stall and turn back.
pub fn tip_height(figure: &Figure, shown: &Picture) {
    let results = &RUN.skinning;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert_eq!(chart.curves.len(), 4);
    let curves = SPACES.map(|space| chart.curve(space));
    for (i, curve) in curves.iter().enumerate() {
        assert_eq!(curve.look.color, COLORS[i]);
        let tips = results.droops[i].tip.iter().enumerate();
        let time = |step: usize| results.parameters.time_step * step as f64;
        let expected: Vec<Point> = tips.map(|(step, tip)| [time(step), tip[1]]).collect();
        chart.assert_drawn(curve, &expected);
        assert!(chart.is_level(curve.points[0][1], -0.25), "starts at rest");
    }
    for (curve, claim) in curves.iter().zip(["full", "lma12", "lma72", "skinning"]) {
        let height = printed(&format!("17.droop.{claim}"))[0];
        assert!((curve.last() - height).abs() < 0.01, "{claim} ends at {}", curve.last());
    }
    let [full, small, modal, skinning] = curves;
    assert!(figure.caption.contains("Skinning follows the full beam down"));
    for (i, point) in full.points.iter().enumerate().filter(|(_, point)| point[0] > 0.4) {
        let [skinning, modal, small] = [skinning, modal, small].map(|c| c.points[i][1] - point[1]);
        assert!(skinning < modal && skinning < small && skinning < 0.5, "at {} s", point[0]);
    }
    assert!(figure.caption.contains("modal analysis turns back long before"));
    let turn = |curve: &Curve| {
        let lowest = curve.points.iter().min_by(|a, b| a[1].total_cmp(&b[1]));
        lowest.expect("a point")[0]
    };
    assert!(turn(full) > 1.0 && turn(modal) < 0.7 && turn(small) < turn(modal));
}

/// Modal analysis errs by 1 − cos θ times a constant, most when upside down; skinning does not err.
pub fn rotation(figure: &Figure, shown: &Picture) {
    let results = &RUN.skinning;
    let (beam, mesh, subspaces) = (&results.beam, &results.beam.mesh, &results.subspaces);
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    let errors = &results.rotation;
    let (angle, upside_down) = &rotated(beam, results.parameters.angles)[36];
    assert_eq!(*angle, 180.0);
    assert!(figure.caption.contains("180°"));
    assert_eq!(shown.panels.len(), 3);
    for (i, (panel, (subspace, errors))) in shown
        .panels
        .iter()
        .zip([
            (&subspaces.small_modal, &errors.small_modal),
            (&subspaces.modal, &errors.modal),
            (&subspaces.skinning, &errors.skinning),
        ])
        .enumerate()
    {
        let (space, color) = (SPACES[i + 1], COLORS[i + 1]);
        let placement = Placement::new(&panel.ghost, mesh, upside_down);
        let fit = subspace.nearest_state(&beam.unit_masses, upside_down);
        placement.assert_state(&panel.outline, mesh, &fit);
        placement.assert_filled(panel, color, mesh, &fit);
        assert!(panel.title.starts_with(space), "{}", panel.title);

        let curve = chart.curve(space);
        assert_eq!(curve.look.color, color);
        let expected: Vec<Point> =
            results.rotation.angles.iter().zip(errors).map(|(a, e)| [*a, *e]).collect();
        chart.assert_drawn(curve, &expected);
        let peak = curve.points[36][1];
        for [angle, error] in &curve.points {
            let law = 0.5 * peak * (1.0 - angle.to_radians().cos());
            assert!(chart.is_level(*error, law), "{space}: {error} at {angle}°");
        }
    }
    for (space, claim) in [(SPACES[1], "17.rotation.lma12"), (SPACES[2], "17.rotation.lma72")] {
        let peak = chart.curve(space).points[36][1];
        assert!((peak - printed(claim)[0]).abs() < 0.0007, "{space}: {peak}");
    }
    let floor = chart.curve(SPACES[3]).values();
    assert!(floor.iter().all(|error| chart.is_level(*error, 0.0)), "{floor:?}");
    let [warped, _, whole] = [0, 1, 2].map(|i| &shown.panels[i]);
    let width = |lines: &[Vec<Point>]| {
        let points: Vec<Point> = lines.iter().flatten().copied().collect();
        extent(&points, 0)[1] - extent(&points, 0)[0]
    };
    assert!(width(&warped.outline) < 0.9 * width(&warped.ghost), "shortened");
    assert!((width(&whole.outline) - width(&whole.ghost)).abs() < 0.2, "turned as a whole");
}

/// More modes help modal analysis little, but for one step; skinning is exact at every size.
pub fn sweep(figure: &Figure, shown: &Picture) {
    let sweep = &RUN.skinning.sweep;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert!(chart.y.is_logarithmic());
    let curves = [
        ("LMA, 6k modes", COLORS[2], &sweep.modal),
        ("skinning, k weights", COLORS[3], &sweep.skinning),
    ]
    .map(|(label, color, errors)| {
        let expected: Vec<Point> =
            sweep.dofs.iter().zip(errors).map(|(dofs, e)| [*dofs as f64, *e]).collect();
        assert_eq!(expected.len(), 20, "from 6 to 120 coordinates");
        chart.assert_drawn(chart.curve(label), &expected);
        chart.assert_marked(color, &expected);
        chart.curve(label)
    });
    let [modal, skinning] = curves.map(|curve| curve.values());
    assert!((curves[0].last() / printed("17.sweep.lma")[0] - 1.0).abs() < 0.03, "the plateau");
    let falls: Vec<f64> = modal.windows(2).map(|pair| pair[0] / pair[1]).collect();
    assert!(falls.iter().all(|fall| *fall > 0.99), "{falls:?}: never a rise");
    let steps: Vec<usize> = (0..falls.len()).filter(|i| falls[*i] > 2.0).collect();
    assert_eq!(steps.len(), 1, "{falls:?}: one step");
    assert!(skinning.iter().all(|error| *error < 1e-13), "{skinning:?}");
    assert!(modal.iter().all(|error| *error > 0.02), "{modal:?}");
    assert!(figure.caption.contains("with up to 120 vibration modes is 0.024"));
}
