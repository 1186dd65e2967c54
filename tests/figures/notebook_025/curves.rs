//! What the curves are said to show.

use modebook::{
    experiments::modal_muscles::{RIGID_MODES, Reproduction},
    figures::Figure,
};

use super::{MUSCLE, OTHER, REFERENCE, SUBJECT, TRACKED};
use crate::{
    RUN, printed,
    reading::{Chart, Picture, Point, range},
};

/// Three zeros, a gap, and the eigenvalues of the muscles.
pub fn eigenvalues(figure: &Figure, shown: &Picture) {
    let values = &RUN.muscles.model.modes.values;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert!(!chart.y.is_logarithmic());
    assert_eq!(chart.bars.len(), values.len());
    for (j, (bar, value)) in chart.bars.iter().zip(values).enumerate() {
        assert!((0.5 * (bar.low[0] + bar.high[0]) - j as f64).abs() < 0.01, "mode {j}: {bar:?}");
        assert!(chart.is_level(bar.low[1], 0.0), "mode {j} stands on zero: {bar:?}");
        assert!(chart.is_level(bar.high[1], *value), "mode {j}: {bar:?}");
        let is_rigid = j < RIGID_MODES;
        assert_eq!(bar.color, if is_rigid { OTHER } else { MUSCLE });
        let label = if is_rigid { "0".into() } else { format!("{value:.3}") };
        assert_eq!(bar.label, label);
    }
    let muscles = &chart.bars[RIGID_MODES..];
    for (bar, printed) in muscles.iter().zip(printed("25.modes.eigenvalues")) {
        assert!((bar.high[1] / printed - 1.0).abs() < 0.01, "{bar:?}");
    }
    assert!(muscles[0].high[1] > 0.1, "a gap");
    let names: Vec<&str> = chart.legend.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["rigid motions", "muscles"]);
    assert!(figure.caption.contains("The first 3 are zero") && figure.caption.contains("0.125"));
}

/// Commands and what became of them: two modes are driven; the other two stay near zero and move a
/// little. Mode 3 overshoots its positive peaks and falls short of its negative ones.
pub fn modal_amplitudes(shown: &Picture) {
    let Reproduction { floating, parameters, .. } = &RUN.muscles;
    assert_eq!(shown.charts.len(), 4);
    let over_time = |amplitudes: &[Vec<f64>], k: usize| -> Vec<Point> {
        let time = |step: usize| parameters.floating.time_step * step as f64;
        amplitudes.iter().enumerate().map(|(step, a)| [time(step), a[k]]).collect()
    };
    for (k, chart) in shown.charts.iter().enumerate() {
        let find = |color: &str| chart.curves.iter().find(|curve| curve.look.color == color);
        let realized = find(MUSCLE).expect("what became of it");
        chart.assert_drawn(realized, &over_time(&floating.realized, k));
        let command = find(REFERENCE);
        assert_eq!(command.is_some(), k < 2);
        assert_eq!(chart.title.ends_with(", not driven"), k >= 2, "{}", chart.title);
        assert!(chart.title.starts_with(&format!("mode {}", RIGID_MODES + k)));
        let [low, high] = range(&realized.values());
        match command {
            Some(command) => {
                chart.assert_drawn(command, &over_time(&floating.trajectory.commands, k));
                assert!(!command.look.dashes.is_empty() && realized.look.dashes.is_empty());
            }
            None => assert!(high.max(-low) < 0.1 && high.max(-low) > 0.02, "{low} to {high}"),
        }
    }
    let names: Vec<&str> = shown.charts[0].legend.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["realized", "command"]);
    let [realized, command] = ["realized", "command"].map(|name| shown.charts[0].curve(name));
    // A peak in each period of a second.
    for period in 0..3 {
        let second = f64::from(period)..=f64::from(period + 1);
        let [took, told] = [realized, command].map(|curve| range(&curve.within(second.clone())));
        assert!(took[1] > told[1], "in second {period} it overshoots: {took:?}");
        assert!(took[0] > 0.9 * told[0], "in second {period} it falls short: {took:?}");
    }
    // It lags: where the first command crosses zero, it is still above.
    let crossing = command.points.iter().position(|p| p[0] > 0.4 && p[1] <= 0.001).expect("one");
    assert!(realized.points[crossing][1] > 0.01);
}

/// It rocks for 1.7 s, gains about three units until 2.8 s, slides back a little, and leaps.
pub fn centre_of_mass(shown: &Picture) {
    let Reproduction { crawl, contact, parameters, .. } = &RUN.muscles;
    let [x, y, height] = &shown.charts[..] else { panic!("{shown:?}") };
    let over_time = |values: &mut dyn Iterator<Item = f64>| -> Vec<Point> {
        let time = |step: usize| parameters.crawling.time_step * step as f64;
        values.enumerate().map(|(step, value)| [time(step), value]).collect()
    };
    let find = |chart: &'static str, color: &'static str| {
        let chart = shown.charts.iter().find(|c| c.title == chart).expect("a chart");
        chart.curves.iter().find(|curve| curve.look.color == color).expect("a curve")
    };
    let [along, up, lowest] = [
        find("centre of mass, x", TRACKED),
        find("centre of mass, y", TRACKED),
        find("lowest contact point above the floor", SUBJECT),
    ];
    x.assert_drawn(along, &over_time(&mut crawl.centre_of_mass.iter().map(|c| c[0])));
    y.assert_drawn(up, &over_time(&mut crawl.centre_of_mass.iter().map(|c| c[1])));
    height.assert_drawn(lowest, &over_time(&mut crawl.lowest_contact_height.iter().copied()));
    assert_floor(y, contact.ground);
    assert_floor(height, 0.0);
    assert_eq!(y.legend[0].0, "floor");

    let values = along.values();
    assert!((along.last() - values[0] - printed("25.crawl.travel")[0]).abs() < 0.01);
    let [low, high] = range(&up.values());
    for (drawn, printed) in [low, high].iter().zip(printed("25.crawl.height")) {
        assert!(y.is_level(*drawn, printed), "{drawn}");
    }
    let depth = -range(&lowest.values())[0];
    assert!(height.is_level(depth, printed("25.crawl.penetration")[0]), "{depth}");

    let [rocking, until] = [along.within(0.0..=1.7), along.within(2.6..=3.0)];
    assert!(range(&rocking)[1] < 0.5 && range(&rocking)[0] > -1.0, "it rocks");
    let gain = range(&until)[1] - rocking[rocking.len() - 1];
    assert!((gain - 3.0).abs() < 0.2, "about three units: {gain}");
    let slid = range(&until)[1] - range(&along.within(2.8..=3.3))[0];
    assert!((0.5..1.2).contains(&slid), "back a little: {slid}");
    let leap = up.within(4.2..=4.5);
    assert!(leap[leap.len() - 1] > leap[0] + 0.25, "it rises");
    assert!(lowest.within(4.3..=4.5).iter().all(|height| *height > 0.05), "nothing touches");
}

/// Fails unless a level line is drawn at some height.
fn assert_floor(chart: &Chart, height: f64) {
    let floor = chart.curves.iter().find(|curve| curve.look.color == REFERENCE).expect("a floor");
    assert!(floor.values().iter().all(|y| chart.is_level(*y, height)), "{}", chart.title);
}
