//! What the pictures of the beams, and of fields on them, are said to show.

use modebook::{figures::Figure, linalg::column};

use super::{COLORS, SPACES};
use crate::{
    RUN, printed,
    reading::{
        Picture, Placement, Point, assert_agree, assert_triangles, boundary, centroids,
        correlation, displaced, extent, line_through, means, nearest, number, range,
    },
};

/// Two triangulated beams, pinned at the left; the tip at the bottom right is marked on the second.
pub fn meshes(shown: &Picture) {
    let beams = [&RUN.skinning.timing_beam, &RUN.skinning.beam];
    assert_eq!(shown.panels.len(), beams.len());
    let claims = ["17.mesh.timing", "17.mesh.dynamics"];
    for ((panel, beam), claim) in shown.panels.iter().zip(beams).zip(claims) {
        let mesh = &beam.mesh;
        let placement = Placement::new(&panel.outline, mesh, beam.rest());
        assert_triangles(panel, mesh);
        let pinned: Vec<Point> = beam.pinned.iter().map(|v| mesh.positions()[*v]).collect();
        placement.assert_points(&panel.pinned, &pinned);
        let numbers: Vec<f64> = panel.title.split([' ', ',']).filter_map(number).collect();
        assert_eq!(numbers, printed(claim), "{}", panel.title);
    }
    let [timing, dynamics] = &shown.panels[..] else { panic!("two beams") };
    assert!(timing.dots.is_empty());
    let placement = Placement::new(&dynamics.outline, &beams[1].mesh, beams[1].rest());
    placement.assert_points(&dynamics.dots, &[[2.0, -0.25]]);
}

/// Boundary vertices carry less mass than interior ones, corners least.
pub fn vertex_mass(shown: &Picture) {
    let beam = &RUN.skinning.beam;
    let ([panel], [bar]) = (&shown.panels[..], &shown.color_bars[..]) else { panic!("{shown:?}") };
    let placement = Placement::new(&panel.outline, &beam.mesh, beam.rest());
    let masses: Vec<f64> = beam.masses.iter().step_by(2).copied().collect();
    let [lightest, heaviest] = range(&masses);
    let span = heaviest - lightest;
    assert!((bar.range[0] - lightest).abs().max((bar.range[1] - heaviest).abs()) < 0.005 * span);
    assert!(bar.axis.label.ends_with("(kg)"));
    let read = placement.values(panel, bar, &beam.mesh, beam.rest());
    // In the middle of a triangle is the mean of its corners; a pixel is a tenth of a triangle.
    assert_agree(&read, &means(&beam.mesh, &masses), 0.045 * span, 1.0);

    let edge = boundary(&beam.mesh, beam.rest());
    let touches = |corners: &[usize; 3]| {
        corners.iter().filter(|v| edge.contains(&beam.mesh.positions()[**v])).count()
    };
    let along = |count: usize| -> Vec<f64> {
        let triangles = beam.mesh.triangles().iter().zip(&read);
        triangles.filter(|(corners, _)| touches(corners) == count).map(|(_, m)| *m).collect()
    };
    let [inside, one, two, corner] = [0, 1, 2, 3].map(|count| range(&along(count)));
    assert!(inside[0] > 0.99 * heaviest, "all the same inside");
    assert!(inside[0] > one[1] && one[0] > two[1] && two[0] > corner[0], "the fewer, the heavier");
}

/// The first weight is constant; the others change their sign, the more often the higher they are.
pub fn skinning_weights(shown: &Picture) {
    let (beam, weights) = (&RUN.skinning.beam, &RUN.skinning.subspaces.weights);
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    assert_eq!(bar.range.map(|x| x.round()), [-1.0, 1.0]);
    assert_eq!(shown.panels.len(), 4);
    for (panel, j) in shown.panels.iter().zip([0, 1, 4, 8]) {
        let placement = Placement::new(&panel.outline, &beam.mesh, beam.rest());
        let weight = column(&weights.vectors, j);
        let largest = range(weight).map(f64::abs).into_iter().fold(0.0, f64::max);
        let relative: Vec<f64> = weight.iter().map(|w| w / largest).collect();
        let read = placement.values(panel, bar, &beam.mesh, beam.rest());
        assert_agree(&read, &means(&beam.mesh, &relative), 0.025, 1.0);
        assert_eigenvalue(&panel.title, weights.values[j]);

        // From left to right along the axis.
        let along: Vec<f64> = (-95..=95)
            .map(|i| panel.bitmap.color(placement.place([f64::from(i) / 50.0, 0.0])))
            .map(|color| bar.value(color.expect("filled")))
            .collect();
        assert_eq!(sign_changes(&along), j, "{}", panel.title);
        if j == 0 {
            assert!(range(&read).iter().all(|w| (w.abs() - 1.0).abs() < 0.01), "constant");
        }
    }
}

fn assert_eigenvalue(title: &str, value: f64) {
    let (_, text) = title.split_once("(eigenvalue ").expect("an eigenvalue");
    let written = number(text.trim_end_matches(')')).expect("a number");
    assert!((written - value).abs() < 0.006, "{title}: {value}");
}

fn sign_changes(values: &[f64]) -> usize {
    values.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count()
}

/// A rigid mode, then bending with more and more waves; all displaced by 0.4 m at most, and coloured
/// by that.
pub fn lma_modes(shown: &Picture) {
    const AMPLITUDE: f64 = 0.4;
    let (beam, modes) = (&RUN.skinning.beam, &RUN.skinning.subspaces.vibration);
    let (mesh, rest) = (&beam.mesh, beam.rest());
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    assert!((bar.range[1] - AMPLITUDE).abs() < 0.002 && bar.range[0].abs() < 0.002);
    assert_eq!(shown.panels.len(), 4);
    // How often the axis of the displaced beam crosses that of the beam at rest; the rigid mode is
    // some mixture of three.
    for (panel, (j, crossings)) in
        shown.panels.iter().zip([(2, None), (3, Some(2)), (4, Some(3)), (6, Some(4))])
    {
        let placement = Placement::new(&panel.ghost, mesh, rest);
        let (state, lengths) = displaced(rest, column(&modes.vectors, j), AMPLITUDE);
        placement.assert_state(&panel.outline, mesh, &state);
        let read = placement.values(panel, bar, mesh, &state);
        assert_agree(&read, &means(mesh, &lengths), 0.02 * AMPLITUDE, 1.0);
        assert!(panel.title.starts_with(&format!("LMA mode {j} ")), "{}", panel.title);
        assert_eigenvalue(&panel.title, modes.values[j]);

        let drawn = placement.points(&panel.outline);
        let upper = upper_side(&drawn, &boundary(mesh, &state), &boundary(mesh, rest));
        let ([zero, slope], off) = line_through(&upper);
        match crossings {
            None => assert!(off < placement.tolerance(), "a rigid motion leaves it straight"),
            Some(count) => {
                let rise: Vec<f64> = upper.iter().map(|[x, y]| y - zero - slope * x).collect();
                assert_eq!(sign_changes(&rise), count, "{}", panel.title);
            }
        }
    }
}

/// The drawn points that are nearest to the vertices of the upper side, from left to right.
fn upper_side(drawn: &[Point], expected: &[Point], rest: &[Point]) -> Vec<Point> {
    let [_, top] = extent(rest, 1);
    let mut side: Vec<(Point, Point)> = rest
        .iter()
        .zip(expected)
        .filter(|(rest, _)| rest[1] == top)
        .map(|(rest, expected)| (*rest, nearest(drawn, *expected)))
        .collect();
    side.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]));
    side.into_iter().map(|(_, drawn)| drawn).collect()
}

/// The full beam hangs lowest, the skinned one nearly so, and the others far above.
pub fn droop(figure: &Figure, shown: &Picture) {
    let results = &RUN.skinning;
    let (mesh, rest) = (&results.beam.mesh, results.beam.rest());
    assert_eq!(shown.panels.len(), 4);
    let mut lowest = Vec::new();
    for (i, panel) in shown.panels.iter().enumerate() {
        let state = results.droops[i].last_state();
        assert_eq!(panel.title, SPACES[i]);
        let placement = Placement::new(&panel.ghost, mesh, rest);
        placement.assert_state(&panel.outline, mesh, state);
        let positions: &[Point] = state.as_chunks().0;
        let pinned: Vec<Point> = results.beam.pinned.iter().map(|v| positions[*v]).collect();
        placement.assert_points(&panel.pinned, &pinned);
        placement.assert_filled(panel, COLORS[i], mesh, state);
        lowest.push(extent(&placement.points(&panel.outline), 1)[0]);
    }
    let [full, small, modal, skinning] = lowest[..] else { panic!("{lowest:?}") };
    assert!(full < skinning && skinning < modal && modal < small, "{lowest:?}");
    assert!(skinning < 0.8 * full && modal > 0.5 * full, "{lowest:?}");
    for claim in ["17.droop.full", "17.droop.lma12", "17.droop.lma72", "17.droop.skinning"] {
        let height = format!("at −{:.2} m", printed(claim)[0].abs());
        assert!(figure.caption.contains(&height) && figure.alt.contains(&height), "{height}");
    }
}

/// Stretched at the top and compressed at the bottom, near the wall, in the full beam and in the
/// skinned one; hardly anything in the modal ones.
pub fn area_ratio(shown: &Picture) {
    let results = &RUN.skinning;
    let (mesh, rest) = (&results.beam.mesh, results.beam.rest());
    let [bar] = &shown.color_bars[..] else { panic!("{shown:?}") };
    assert!((bar.range[0] - 0.7).abs() < 0.001 && (bar.range[1] - 1.3).abs() < 0.001);
    let centres = centroids(mesh, rest);
    let fields: Vec<Vec<f64>> = shown
        .panels
        .iter()
        .zip(&results.area_ratios)
        .zip(SPACES)
        .map(|((panel, ratios), space)| {
            let placement = Placement::new(&panel.outline, mesh, rest);
            let read = placement.values(panel, bar, mesh, rest);
            assert_agree(&read, &ratios.values, 0.006, 1.0);
            let [low, high] = ratios.range();
            assert_eq!(panel.title, format!("{space}: det F from {low:.2} to {high:.2}"));
            read
        })
        .collect();
    let [full, small, modal, skinning] = &fields[..] else { panic!("four beams") };
    let mean = |field: &[f64], is_there: &dyn Fn(Point) -> bool| {
        let there = centres.iter().zip(field).filter(|(at, _)| is_there(**at));
        let values: Vec<f64> = there.map(|(_, value)| *value).collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    for bent in [full, skinning] {
        let top = mean(bent, &|[x, y]| x < -1.2 && y > 0.1);
        let bottom = mean(bent, &|[x, y]| x < -1.2 && y < -0.1);
        assert!(top > 1.03 && bottom < 0.97, "{top} above {bottom}");
        let far = centres.iter().zip(bent).filter(|([x, _], _)| (0.5..1.5).contains(x));
        assert!(far.into_iter().all(|(_, ratio)| (ratio - 1.0).abs() < 0.04), "rest away from it");
    }
    let width = |field: &[f64]| range(field)[1] - range(field)[0];
    assert!(width(small) < 0.2 * width(full) && width(modal) < 0.5 * width(full));
    let [likeness, small, modal] = [skinning, small, modal].map(|f| correlation(full, f));
    assert!(likeness > 0.9 && small < 0.6 && modal < 0.6, "{likeness}, {small}, {modal}");
}
