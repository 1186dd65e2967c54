//! Curves: energy densities, oscillations, modes and convergence.

use crate::{
    experiments::primer::{
        Chain, Convergence, Densities, Factors, Oscillator, ROUND_OFF, Truncation, TwoSolvers,
        backward_factor, explicit_factor,
    },
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, draw_stacked, figure},
        drawing::Drawing,
        look::{FULL, Look, MODAL, MUSCLE, Marker, PALETTE, REFERENCE, SUBJECT},
        numbers::{listed, scientific, significant, two_digits},
    },
    linalg::{column, mass_dot},
};

fn curve(label: impl Into<String>, look: Look, kind: Kind, points: Vec<[f64; 2]>) -> Curve {
    Curve { label: label.into(), look, points, kind }
}

fn points(x: &[f64], y: &[f64]) -> Vec<[f64; 2]> {
    x.iter().zip(y).map(|(x, y)| [*x, *y]).collect()
}

/// A solver that takes the second derivative, and other newcomers.
const SECOND: Look = Look { marker: Marker::Diamond, ..MUSCLE };

/// The three densities along a stretch and along a turn.
pub fn densities(name: &'static str, results: &Densities) -> Result<Figure, FigureError> {
    let looks = [
        ("linear", MODAL),
        ("neo-Hookean", FULL),
        ("as rigid as possible", Look { color: PALETTE[2], dashes: &[3, 3], ..MUSCLE }),
    ];
    let curves = |x: &[f64], densities: &[Vec<f64>; 3]| -> Vec<Curve> {
        let each = densities.iter().zip(looks);
        each.map(|(y, (label, look))| curve(label, look, Kind::Line, points(x, y))).collect()
    };
    let stretched = curves(&results.stretches, &results.stretched);
    let mut turned = curves(&results.angles, &results.turned);
    turned.iter_mut().for_each(|curve| curve.label.clear());
    let charts = [
        Chart {
            title: Some("stretched, and thinned so that the area stays".into()),
            x: Axis::linear("stretch along one axis", coordinates(&stretched, 0)),
            y: Axis::linear("density / μ", coordinates(&stretched, 1)).padded(),
            curves: stretched,
            height: 230.0,
        },
        Chart {
            title: Some("turned".into()),
            x: Axis::linear("angle of the turn (°)", coordinates(&turned, 0))
                .with_ticks(&[0, 30, 60, 90, 120, 150, 180].map(f64::from)),
            y: Axis::linear("density / μ", coordinates(&turned, 1)).padded(),
            curves: turned,
            height: 230.0,
        },
    ];
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &charts)?;
    let ends = |densities: &[Vec<f64>; 3]| {
        let last = densities.iter().map(|d| two_digits(d[d.len() - 1]));
        let named =
            looks.iter().zip(last).map(|((label, _), density)| format!("{label} {density}"));
        listed(&named.collect::<Vec<_>>())
    };
    Ok(drawing.finish(
        "The energy density of one triangle in units of the shear modulus, by the three laws of this book, with moduli such \
         that linear and neo-Hookean are one for small strains. Above, along a stretch of one axis by a factor and of the \
         other by its inverse. Below, along a turn that deforms nothing."
            .into(),
        format!(
            "Two charts of energy density. Along the stretch all three curves leave zero at a stretch of one and rise on \
             both sides; at the last stretch they have {}. Along the turn the linear one rises and the two others stay zero; \
             after half a turn they have {}.",
            ends(&results.stretched),
            ends(&results.turned)
        ),
    ))
}

/// A mass on a spring over time, and the factors by which steps multiply its amplitude.
pub fn time_step(name: &'static str, results: &Oscillator) -> Result<Figure, FigureError> {
    let over_time = |h: f64, x: &[f64]| -> Vec<[f64; 2]> {
        x.iter().enumerate().map(|(step, x)| [h * step as f64, *x]).collect()
    };
    let (h, fine) = (results.time_step, results.fine_time_step);
    let end = h * (results.explicit.len() - 1) as f64;
    let exact = (0..=300).map(|i| end * f64::from(i) / 300.0);
    let motion = vec![
        curve(
            "exact",
            REFERENCE,
            Kind::Line,
            exact.map(|t| [t, (results.frequency * t).cos()]).collect(),
        ),
        curve(format!("explicit, {h} s"), EXPLICIT, Kind::Dots, over_time(h, &results.explicit)),
        curve(
            format!("backward Euler, {fine} s"),
            FINER,
            Kind::Line,
            over_time(fine, &results.fine_backward),
        ),
        curve(
            format!("backward Euler, {h} s"),
            SUBJECT,
            Kind::Line,
            over_time(h, &results.backward),
        ),
    ];
    let predicted = |factor: fn(f64) -> f64| -> Vec<[f64; 2]> {
        (0..=100).map(|i| 0.025 * f64::from(i)).map(|x| [x, factor(x)]).collect()
    };
    let measured = |factor: fn(&Factors) -> f64| -> Vec<[f64; 2]> {
        results.factors.iter().map(|f| [f.h_omega, factor(f)]).collect()
    };
    let factors = vec![
        curve("", EXPLICIT, Kind::Line, predicted(explicit_factor)),
        curve("", SUBJECT, Kind::Line, predicted(backward_factor)),
        curve("explicit, measured", EXPLICIT, Kind::Dots, measured(|f| f.explicit)),
        curve("backward Euler, measured", SUBJECT, Kind::Dots, measured(|f| f.backward)),
    ];
    let charts = [
        Chart {
            title: None,
            x: Axis::linear("time (s)", coordinates(&motion, 0)),
            y: Axis::linear("displacement (m)", coordinates(&motion, 1)).padded(),
            curves: motion,
            height: 230.0,
        },
        Chart {
            title: Some("amplification factor of a step".into()),
            x: Axis::linear("time step × angular frequency", coordinates(&factors, 0)),
            y: Axis::logarithmic("factor", coordinates(&factors, 1)).padded(),
            curves: factors,
            height: 220.0,
        },
    ];
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &charts)?;
    let last = |x: &[f64]| two_digits(x[x.len() - 1]);
    Ok(drawing.finish(
        format!(
            "Above, a mass on a spring with a period of {} s, let go at 1 m. Below, the factor by which a step multiplies \
             the amplitude: derived (lines) and measured on runs (dots).",
            significant(std::f64::consts::TAU / results.frequency, 1)
        ),
        format!(
            "Two charts. Above, four oscillations that begin at 1 m. The exact one keeps its amplitude, and so do the \
             explicit steps; backward Euler ends at {} m with the short step and at {} m with the long one. Below, two \
             curves of the factor: that of backward Euler falls from one, that of explicit steps stays at one up to two and \
             rises from there.",
            last(&results.fine_backward),
            last(&results.backward)
        ),
    ))
}

const EXPLICIT: Look = Look { dashes: &[2, 3], marker: Marker::Square, ..MUSCLE };
const FINER: Look = Look { color: PALETTE[1], dashes: &[9, 4], marker: Marker::Triangle };

/// The lowest modes of the chain beside cosines, and what few modes leave of two shapes.
pub fn modes(
    name: &'static str,
    chain: &Chain,
    truncation: &Truncation,
) -> Result<Figure, FigureError> {
    let looks =
        [(7, Marker::Disc), (4, Marker::Square), (5, Marker::Triangle), (2, Marker::Diamond)];
    let looks = looks.map(|(color, marker)| Look { color: PALETTE[color], dashes: &[], marker });
    let shapes: Vec<Curve> = looks
        .iter()
        .enumerate()
        .flat_map(|(j, look)| {
            let mode = column(&chain.modes.vectors, j);
            let length = mass_dot(&chain.masses, mode, mode).sqrt();
            let from = mode[0].signum();
            let height = if j == 0 { 1.0 } else { std::f64::consts::SQRT_2 };
            let wave = (0..=200).map(|i| f64::from(i) / 200.0);
            let known = wave.map(|x| [x, height * (std::f64::consts::PI * j as f64 * x).cos()]);
            let computed: Vec<f64> = mode.iter().map(|x| from * x / length).collect();
            [
                curve("", *look, Kind::Line, known.collect()),
                curve(format!("mode {j}"), *look, Kind::Dots, points(&chain.positions, &computed)),
            ]
        })
        .collect();
    let missing = |label: &str, look, left: &[f64]| {
        let shown = left.iter().enumerate().filter(|(_, left)| **left > ROUND_OFF);
        curve(label, look, Kind::Marked, shown.map(|(j, e)| [j as f64 + 1.0, *e]).collect())
    };
    let left = vec![
        missing("one mass displaced", SECOND, &truncation.one_mass),
        missing("all springs stretched", SUBJECT, &truncation.stretch),
    ];
    let charts = [
        Chart {
            title: None,
            x: Axis::linear("place on the chain (m)", coordinates(&shapes, 0)).padded(),
            y: Axis::linear("displacement", coordinates(&shapes, 1)).padded(),
            curves: shapes,
            height: 230.0,
        },
        Chart {
            title: Some("what is missing of two shapes".into()),
            x: Axis::linear("number of modes", coordinates(&left, 0)).padded(),
            y: Axis::logarithmic("relative error", coordinates(&left, 1)).padded(),
            curves: left,
            height: 230.0,
        },
    ];
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &charts)?;
    let masses = chain.masses.len();
    let half = masses / 2;
    Ok(drawing.finish(
        format!(
            "Above, the lowest modes of a free chain of {masses} masses (dots) on the cosines that they are known to be \
             (lines). Below, how much of a shape is missing, in the mass norm, when it is made of the lowest modes alone."
        ),
        format!(
            "Two charts. Above, dots on a constant and on cosines with one, two and three half waves. Below, the error \
             against the number of modes: with {half} of them it is {} for the stretched chain and {} for the single mass.",
            significant(truncation.stretch[half - 1], 2),
            significant(truncation.one_mass[half - 1], 2)
        ),
    ))
}

/// The distance from the minimizer over the iterations of two solvers.
pub fn solvers(name: &'static str, results: &TwoSolvers) -> Result<Figure, FigureError> {
    let shown = 31;
    let over_iterations = |errors: &[f64]| -> Vec<[f64; 2]> {
        errors.iter().take(shown).enumerate().map(|(i, error)| [i as f64, *error]).collect()
    };
    let (rate, errors) = (results.predicted_rate, &results.local_global);
    let last = errors.len().min(shown) - 1;
    let predicted = [0, last].map(|i| [i as f64, errors[last] * rate.powf(i as f64 - last as f64)]);
    let curves = vec![
        curve(
            format!("× {} per iteration", two_digits(rate)),
            REFERENCE,
            Kind::Line,
            predicted.to_vec(),
        ),
        curve("local/global", SUBJECT, Kind::Marked, over_iterations(errors)),
        curve("Newton", SECOND, Kind::Marked, over_iterations(&results.newton)),
    ];
    let newton: Vec<String> = results.newton.iter().map(|error| scientific(*error, 1)).collect();
    let chart = Chart {
        title: None,
        x: Axis::linear("iterations", coordinates(&curves, 0)).padded(),
        y: Axis::logarithmic("distance from the minimizer (m²)", coordinates(&curves, 1)).padded(),
        curves,
        height: 320.0,
    };
    figure(
        name,
        &chart,
        "Two solvers on one time step of the caterpillar from rest, every muscle half driven: the distance from the \
         minimizer, in the mass norm at unit density. Dashed: the rate that theory predicts for local/global descent."
            .into(),
        format!(
            "Two falling curves on a logarithmic scale. Newton's bends downward: {}. That of local/global descent becomes a \
             straight line and is at {} after {last} iterations.",
            listed(&newton),
            scientific(errors[last], 1)
        ),
    )
}

/// The errors of a known equilibrium over the mesh width.
pub fn convergence(name: &'static str, results: &Convergence) -> Result<Figure, FigureError> {
    let widths = &results.widths;
    let (widest, finest) = (widths[0], widths[widths.len() - 1]);
    let kinds = [
        ("displacement (m)", SUBJECT, &results.displacement_errors, 2, "falls with the square"),
        ("deformation gradient", SECOND, &results.gradient_errors, 1, "falls with the width"),
    ];
    let curves: Vec<Curve> = kinds
        .into_iter()
        .flat_map(|(label, look, errors, power, predicted)| {
            let last = errors[errors.len() - 1];
            let line = [widest, finest].map(|w| [w, last * (w / finest).powi(power)]);
            let dashes: &[u32] = if power == 1 { &[2, 3] } else { REFERENCE.dashes };
            let reference = Look { dashes, ..REFERENCE };
            [
                curve(predicted, reference, Kind::Line, line.to_vec()),
                curve(label, look, Kind::Marked, points(widths, errors)),
            ]
        })
        .collect();
    let chart = Chart {
        title: None,
        x: Axis::logarithmic("mesh width (m)", coordinates(&curves, 0)).padded(),
        y: Axis::logarithmic("root-mean-square error", coordinates(&curves, 1)).padded(),
        curves,
        height: 320.0,
    };
    let ends = |errors: &[f64]| {
        let [first, last] = [errors[0], errors[errors.len() - 1]].map(|error| scientific(error, 1));
        format!("from {first} to {last}")
    };
    figure(
        name,
        &chart,
        "How far a square in equilibrium is from the map that it should follow, on jittered meshes of triangles. Dashed: lines \
         through the finest mesh along which an error falls with the square of the mesh width, and dotted with the width itself."
            .into(),
        format!(
            "Two straight lines of marks on logarithmic axes, each on its dashed line. From the widest mesh to the finest the \
             error of the displacement falls {} m, that of the deformation gradient {}.",
            ends(&results.displacement_errors),
            ends(&results.gradient_errors)
        ),
    )
}
