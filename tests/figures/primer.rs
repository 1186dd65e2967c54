//! What each figure of the primer is said to show.

use modebook::experiments::primer::{Sample, backward_factor, explicit_factor};

use crate::{
    RUN,
    reading::{Chart, Picture, Placement, Point},
};

/// Checks a figure by its name without "primer".
pub fn check(name: &str, shown: &Picture) {
    match name {
        "bend" => bend(shown),
        "densities" => densities(shown),
        "time-step" => time_step(shown),
        "modes" => modes(shown),
        "solvers" => solvers(shown),
        "convergence" => convergence(shown),
        _ => panic!("what should primer-{name} show?"),
    }
}

fn points(x: &[f64], y: &[f64]) -> Vec<Point> {
    x.iter().zip(y).map(|(x, y)| [*x, *y]).collect()
}

fn charts<const N: usize>(shown: &Picture) -> [&Chart; N] {
    let charts: Vec<&Chart> = shown.charts.iter().collect();
    charts.try_into().unwrap_or_else(|_| panic!("{N} charts: {shown:?}"))
}

/// The strip before and after; the squares in it become what F makes of them.
fn bend(shown: &Picture) {
    let bend = &RUN.primer.bend;
    let [rest, bent] = &shown.panels[..] else { panic!("{shown:?}") };
    let states = [bend.mesh.rest_state(), &bend.state];
    let centre: [fn(&Sample) -> Point; 2] = [|sample| sample.rest, |sample| sample.moved];
    for (panel, (state, centre)) in [rest, bent].into_iter().zip(states.into_iter().zip(centre)) {
        let placement = Placement::new(&panel.outline, &bend.mesh, state);
        placement.assert_state(&panel.outline, &bend.mesh, state);
        // A square, a circle and two arrows for each sample.
        assert_eq!(panel.lines.len(), 4 * bend.samples.len());
        for (marks, sample) in panel.lines.chunks(4).zip(&bend.samples) {
            let square: Vec<Point> = marks[0].iter().map(|place| placement.point(*place)).collect();
            let [low, high] = [0, 2].map(|corner: usize| square[corner]);
            for axis in [0, 1] {
                let middle = (low[axis] + high[axis]) / 2.0;
                assert!((middle - centre(sample)[axis]).abs() < 0.01, "{square:?}");
            }
            let side = |from: usize| {
                let [a, b] = [square[from], square[from + 1]];
                [b[0] - a[0], b[1] - a[1]]
            };
            let expected = if std::ptr::eq(panel, rest) { 1.0 } else { sample.F.determinant() };
            let [a, b] = [side(0), side(1)];
            let area = (a[0] * b[1] - a[1] * b[0]) / 0.16;
            assert!((area - expected).abs() < 0.03, "{area} for {expected}");
        }
    }
}

/// Along a stretch all three laws leave zero at one; along a turn only the linear one does.
fn densities(shown: &Picture) {
    let results = &RUN.primer.densities;
    let [stretched, turned] = charts(shown);
    for (i, law) in ["linear", "neo-Hookean", "as rigid as possible"].into_iter().enumerate() {
        let curve = stretched.curve(law);
        stretched.assert_drawn(curve, &points(&results.stretches, &results.stretched[i]));
        let nearest = curve.points.iter().min_by(|a, b| a[1].total_cmp(&b[1])).expect("a point");
        assert!((nearest[0] - 1.0).abs() < 0.02 && stretched.is_level(nearest[1], 0.0), "{law}");
        // The legend stands above the first chart only.
        let look = &curve.look;
        let same = turned.curves.iter().find(|c| c.look.color == look.color).expect("drawn");
        turned.assert_drawn(same, &points(&results.angles, &results.turned[i]));
        let is_free = same.values().iter().all(|density| turned.is_level(*density, 0.0));
        assert_eq!(is_free, law != "linear", "{law}");
    }
}

/// Backward Euler loses amplitude, more with the longer step; explicit steps do not. The measured
/// factors lie on the derived ones.
fn time_step(shown: &Picture) {
    let results = &RUN.primer.oscillator;
    let [motion, factors] = charts(shown);
    let (h, fine) = (results.time_step, results.fine_time_step);
    let over_time = |h: f64, x: &[f64]| -> Vec<Point> {
        x.iter().enumerate().map(|(step, x)| [h * step as f64, *x]).collect()
    };
    let coarse_curve = motion.curve(&format!("backward Euler, {h} s"));
    let fine_curve = motion.curve(&format!("backward Euler, {fine} s"));
    motion.assert_drawn(coarse_curve, &over_time(h, &results.backward));
    motion.assert_drawn(fine_curve, &over_time(fine, &results.fine_backward));
    assert!(coarse_curve.last() < 0.8 * fine_curve.last() && fine_curve.last() < 0.9);
    let exact = motion.curve("exact");
    assert!(motion.is_level(exact.last(), 1.0), "whole periods");
    for [t, x] in &exact.points {
        assert!(motion.is_level(*x, (results.frequency * t).cos()), "at {t} s");
    }
    let last = motion.marks.last().expect("explicit steps");
    assert!(last.at[1] > 0.9, "an explicit step keeps the amplitude");

    assert!(factors.y.is_logarithmic());
    for (curve, factor) in factors.curves.iter().zip([explicit_factor, backward_factor]) {
        // Where the explicit factor begins to rise, it does so steeply.
        for [x, y] in curve.points.iter().filter(|[x, _]| (x - 2.0).abs() > 0.01) {
            assert!(factors.is_level(*y, factor(*x)), "at {x}");
        }
    }
    for mark in &factors.marks {
        let [x, y] = mark.at;
        let is_derived =
            [explicit_factor, backward_factor].iter().any(|factor| factors.is_level(y, factor(x)));
        assert!(is_derived, "{:?}", mark.at);
    }
    assert_eq!(factors.marks.len(), 2 * results.factors.len());
}

/// The masses stand on cosines with none, one, two and three half waves; a smooth shape needs few
/// modes, a rough one all.
fn modes(shown: &Picture) {
    let (masses, truncation) = (RUN.primer.chain.masses.len(), &RUN.primer.truncation);
    let (stretch, one_mass) = (&truncation.stretch, &truncation.one_mass);
    let [shapes, missing] = charts(shown);
    assert_eq!(shapes.curves.len(), 4);
    for (half_waves, curve) in shapes.curves.iter().enumerate() {
        let values = curve.values();
        let crossings = values.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
        assert_eq!(crossings, half_waves);
        let marks: Vec<_> =
            shapes.marks.iter().filter(|mark| mark.color == curve.look.color).collect();
        assert!(marks.len() >= masses, "{} dots of mode {half_waves}", marks.len());
        for mark in marks.iter().rev().take(masses) {
            let [x, y] = mark.at;
            let height = if half_waves == 0 { 1.0 } else { std::f64::consts::SQRT_2 };
            let known = height * (std::f64::consts::PI * half_waves as f64 * x).cos();
            assert!(shapes.is_level(y, known), "{:?} on mode {half_waves}", mark.at);
        }
    }
    assert!(missing.y.is_logarithmic());
    let half = masses / 2 - 1;
    for (label, left) in [("all springs stretched", stretch), ("one mass displaced", one_mass)] {
        let values = missing.curve(label).values();
        assert!(missing.is_level(values[half], left[half]), "{label}");
        assert!(values.windows(2).all(|pair| pair[1] <= pair[0] * 1.01), "{label} falls");
    }
    assert!(stretch[half] < 0.05 && one_mass[half] > 0.5, "smooth against rough");
}

/// Newton's distance bends downward; that of local/global descent becomes the predicted line.
fn solvers(shown: &Picture) {
    let results = &RUN.primer.two_solvers;
    let [chart] = charts(shown);
    assert!(chart.y.is_logarithmic());
    let over_iterations = |errors: &[f64]| -> Vec<Point> {
        errors.iter().take(31).enumerate().map(|(i, error)| [i as f64, *error]).collect()
    };
    let (newton, local_global) = (chart.curve("Newton"), chart.curve("local/global"));
    chart.assert_drawn(newton, &over_iterations(&results.newton));
    chart.assert_drawn(local_global, &over_iterations(&results.local_global));
    let logs: Vec<f64> = newton.values().iter().map(|error| error.ln()).collect();
    let falls: Vec<f64> = logs.windows(2).map(|pair| pair[0] - pair[1]).collect();
    assert!(falls.windows(2).skip(1).all(|pair| pair[1] > 1.5 * pair[0]), "{falls:?} accelerates");
    let values = local_global.values();
    for pair in values.windows(2).skip(15) {
        assert!((pair[1] / pair[0] / results.predicted_rate - 1.0).abs() < 0.02, "{pair:?}");
    }
}

/// Both errors lie on straight lines, of slope two and of slope one, from the widest mesh on.
fn convergence(shown: &Picture) {
    let results = &RUN.primer.convergence;
    let [chart] = charts(shown);
    assert!(chart.x.is_logarithmic() && chart.y.is_logarithmic());
    for (label, predicted, errors, power) in [
        ("displacement (m)", "falls with the square", &results.displacement_errors, 2),
        ("deformation gradient", "falls with the width", &results.gradient_errors, 1),
    ] {
        let curve = chart.curve(label);
        chart.assert_drawn(curve, &points(&results.widths, errors));
        let line = &chart.curve(predicted).points;
        let (first, last) = (line[0], line[line.len() - 1]);
        let slope = (first[1] / last[1]).ln() / (first[0] / last[0]).ln();
        assert!((slope - f64::from(power)).abs() < 0.02, "{predicted}: {slope}");
        for pair in curve.points.windows(2) {
            let slope = (pair[0][1] / pair[1][1]).ln() / (pair[0][0] / pair[1][0]).ln();
            assert!((slope - f64::from(power)).abs() < 0.25, "{label}: {slope}");
        }
    }
}
