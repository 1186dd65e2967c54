//! Local/global descent on one time step: over its iterations, and half an iteration at a time.

use super::curves::line;
use crate::{
    experiments::modal_muscles::{
        Descent, Model, Operators, Parameters, Rotations, centre_of_mass, rotations,
    },
    figures::{
        Animation, Figure, FigureError,
        animation::MOST_FRAMES,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, draw_stacked},
        drawing::{Drawing, LINE},
        field::{Fill, Panel, draw_panels_within, room},
        look::{GLOBAL_STEP, LOCAL_STEP, Look, OTHER, REFERENCE, SUBJECT},
        numbers::{scientific, two_digits},
    },
};

/// Energy and gradient norm over local/global iterations.
pub fn curves(
    name: &'static str,
    descent: &Descent,
    parameters: &Parameters,
) -> Result<Figure, FigureError> {
    let Descent { energies, gradient_norms, minimum, predicted_rate: rate, .. } = descent;
    let used = parameters.iterations;
    let last = energies.len() - 1;
    let above: Vec<f64> = energies.iter().map(|energy| energy - minimum).collect();
    let mut charts = [
        over_iterations("energy above its minimum", "energy (J)", &above, rate * rate),
        over_iterations("gradient norm", "norm (N/m)", gradient_norms, *rate),
    ]
    .map(|chart| with_mark(chart, used));
    charts[0].x.label.clear();
    charts[0].height -= LINE;
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &charts)?;
    let norm = |iteration: usize| gradient_norms.get(iteration).map(|norm| scientific(*norm, 1));
    let at_used = norm(used).map_or_else(String::new, |norm| format!(", {norm} N/m after {used}"));
    let [first, final_norm] = [0, last].map(|i| norm(i).unwrap_or_default());
    Ok(drawing.finish(
        format!(
            "Local/global descent on one time step from rest, every muscle at {} of its ceiling. The dotted line is where \
             the simulations stop at the latest, after {used} iterations. Dashed: the rate that theory predicts at the minimum, a factor \
             of {} per iteration for the gradient and its square for the energy.",
            parameters.descent_amplitude,
            two_digits(*rate)
        ),
        format!(
            "Two falling curves on logarithmic scales. The gradient norm starts at {first} N/m{at_used}, and ends at \
             {final_norm} N/m after {last} iterations."
        ),
    ))
}

/// A quantity over iterations, and the slope of its predicted decrease.
fn over_iterations(title: &str, unit: &str, values: &[f64], rate: f64) -> Chart {
    let points: Vec<[f64; 2]> =
        values.iter().enumerate().map(|(i, value)| [i as f64, *value]).collect();
    let descent = Curve { label: "descent".into(), look: SUBJECT, points, kind: Kind::Marked };
    let curves = vec![predicted(&descent.points, rate), descent];
    Chart {
        title: Some(title.into()),
        x: Axis::linear("local/global iterations", coordinates(&curves, 0)).padded(),
        y: Axis::logarithmic(unit, coordinates(&curves, 1)).padded(),
        curves,
        height: 220.0,
    }
}

/// The straight line that falls by a factor in each iteration, through the last of some points that
/// is above round-off.
fn predicted(points: &[[f64; 2]], rate: f64) -> Curve {
    let last = points.iter().rposition(|point| point[1] > 1e-9 * points[0][1]).unwrap_or(0);
    let anchor = points[last];
    let ends = [points[0][0], points[points.len() - 1][0]]
        .map(|x| [x, anchor[1] * rate.powf(x - anchor[0])]);
    line(format!("× {} per iteration", two_digits(rate)), REFERENCE, ends.to_vec())
}

/// The same chart with a vertical line at a number of iterations, if it is on it.
fn with_mark(mut chart: Chart, iterations: usize) -> Chart {
    let at = iterations as f64;
    let [low, high] = chart.x.ends();
    if (low..=high).contains(&at) {
        let points = chart.y.ends().map(|y| [at, y]).to_vec();
        let look = Look { dashes: &[2, 4], ..REFERENCE };
        chart.curves.insert(0, line(format!("{iterations} iterations"), look, points));
    }
    chart
}

/// Half-steps shown in a second: slowly enough to see which half has changed what.
const FRAMES_PER_SECOND: u32 = 3;

/// Half the length of an arrow, in m.
const ARROW: f64 = 0.075;

/// What a descent is after a half of an iteration.
struct Half {
    /// What has been done.
    title: String,
    /// Index of the iterate.
    iterate: usize,
    /// Index of the rotations that are held.
    held: usize,
    /// The energy with them, above the minimum.
    energy: f64,
}

/// The start, and then the local and the global half of every iteration, as far as an animation
/// goes.
fn first_halves(descent: &Descent) -> Vec<Half> {
    let held = |iterate, title| Half {
        title,
        iterate,
        held: iterate,
        energy: descent.held_energies[iterate] - descent.minimum,
    };
    let mut halves = vec![held(0, "at rest".into())];
    for k in 1..descent.energies.len().min(MOST_FRAMES.div_ceil(2)) {
        halves.push(Half {
            title: format!("iteration {k}, local step: the arrows turn"),
            iterate: k - 1,
            held: k,
            energy: descent.energies[k - 1] - descent.minimum,
        });
        halves.push(held(k, format!("iteration {k}, global step: the body moves")));
    }
    halves
}

/// The body and the rotations that are held, half an iteration a frame, above the energy and the
/// gradient norm so far.
pub fn halves(
    name: &'static str,
    model: &Model,
    operators: &Operators,
    descent: &Descent,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    let halves = first_halves(descent);
    let body = |half| Body::new(half, model, operators, descent, parameters);
    let bodies: Vec<Body> = halves.iter().map(body).collect();
    let room = room(bodies.iter().flat_map(|body| [&body.state[..], &body.target]));
    let charts = half_charts(descent, &halves);
    let animation = Animation::draw(name, halves.len(), |frame| {
        let body = &bodies[frame];
        let fill = Fill::PaleClasses(&model.clusters.labels);
        let plain =
            Panel::new(halves[frame].title.clone(), &model.creature.mesh, &body.state, fill);
        let panel = Panel {
            ghost: Some((&body.target).into()),
            room: Some(room),
            lines: body.marks(),
            ..plain
        };
        let mut drawing = Drawing::new(name);
        draw_panels_within(&mut drawing, &[panel], 1, 230.0)?;
        draw_stacked(&mut drawing, &charts.clone().map(|chart| until(chart, frame)))?;
        Ok(drawing)
    })?;
    let (rate, count) = (two_digits(descent.predicted_rate), model.clusters.count);
    let [first, last] = [0, halves.len() - 1].map(|i| scientific(halves[i].energy, 1));
    let iterations = halves.len() / 2;
    Ok(Animation {
        frames_per_second: FRAMES_PER_SECOND,
        // The body has moved, and the arrows have not yet.
        poster: animation.poster.min(2),
        caption: format!(
            "Local/global descent on one time step from rest, every muscle at {} of its ceiling, half an iteration at a time. \
             Each cluster, {count} in all, has an arrow, the rotation that is held for it (upright: not turned), and a blue line, \
             the rotation that would fit best. Dashed: the shape that the muscles ask for, in their one rotation. A local step \
             (orange) turns the arrows onto the lines, and the dashed shape with them; a global step (blue) moves the body, and \
             the lines with it. Below: the energy with the rotations held, and the gradient norm; in the end, the energy is \
             predicted to fall by a factor of {rate} in each half of an iteration, and the norm in each whole one. {FRAMES_PER_SECOND} half-steps a second.",
            parameters.descent_amplitude
        ),
        alt: format!(
            "A body in {count} colours bends in {iterations} iterations towards a dashed shape. In one half of each, arrows on it turn; in the \
             other, it moves. A chart below traces the energy above its minimum from {first} J to {last} J, another the gradient norm."
        ),
        ..animation
    })
}

/// A chart up to a half-step.
fn until(mut chart: Chart, half: usize) -> Chart {
    let now = 0.5 * half as f64;
    // The prediction, last, is there from the start.
    let (_, traced) = chart.curves.split_first_mut().expect("a prediction");
    traced.iter_mut().for_each(|curve| curve.points.retain(|point| point[0] <= now));
    chart
}

/// The energy after every half-step, and the gradient norm after every iteration.
fn half_charts(descent: &Descent, halves: &[Half]) -> [Chart; 2] {
    let after = |i: usize| 0.5 * i as f64;
    let points: Vec<[f64; 2]> =
        halves.iter().enumerate().map(|(i, half)| [after(i), half.energy]).collect();
    let dots = |label: &str, look, first: usize| Curve {
        label: label.into(),
        look,
        points: points.iter().copied().skip(first).step_by(2).collect(),
        kind: Kind::Dots,
    };
    let rate = descent.predicted_rate;
    let energies = vec![
        predicted(&points, rate * rate),
        line("", OTHER, points.clone()),
        dots("global step", GLOBAL_STEP, 0),
        dots("local step", LOCAL_STEP, 1),
    ];
    let norms = descent.gradient_norms[..=halves.len() / 2].iter().enumerate();
    let norms: Vec<[f64; 2]> = norms.map(|(i, norm)| [i as f64, *norm]).collect();
    let norms = vec![
        Curve { label: String::new(), ..predicted(&norms, rate) },
        line("", OTHER, norms.clone()),
        Curve { label: String::new(), look: GLOBAL_STEP, points: norms, kind: Kind::Dots },
    ];
    let chart = |title: String, x: &str, unit: &str, curves: Vec<Curve>, height| Chart {
        title: Some(title),
        x: Axis::linear(x, [0.0, after(halves.len() - 1)]).padded(),
        y: Axis::logarithmic(unit, coordinates(&curves, 1)).padded(),
        curves,
        height,
    };
    let energy = "energy above its minimum, with the rotations held".into();
    let norm = format!("gradient norm, and × {} per iteration", two_digits(rate));
    [
        chart(energy, "", "energy (J)", energies, 150.0),
        chart(norm, "local/global iterations", "norm (N/m)", norms, 190.0),
    ]
}

/// What a frame shows of the body.
struct Body {
    state: Vec<f64>,
    /// What the muscles ask for, in the rotation that is held for them.
    target: Vec<f64>,
    /// Middle of every cluster.
    centres: Vec<[f64; 2]>,
    /// The angles that are held for the clusters, and those that would fit best.
    angles: [Vec<f64>; 2],
}

impl Body {
    fn new(
        half: &Half,
        model: &Model,
        operators: &Operators,
        descent: &Descent,
        parameters: &Parameters,
    ) -> Self {
        let z = &descent.coordinates[half.iterate];
        let Rotations { clusters, muscles } = descent.held_rotations[half.held].clone();
        let a = model.evenly_driven(parameters.descent_amplitude);
        let target = model.target(&a[..model.ceilings.len()]);
        let state = model.state(z);
        Self {
            target: model.creature.turned(&target, muscles, centre_of_mass(operators, z)),
            centres: model.cluster_centres(&state),
            angles: [clusters, rotations(operators, z, &a).clusters],
            state,
        }
    }

    /// For every cluster a line at the angle that would fit, and over it an arrow at the one held;
    /// the line is longer, to be seen where they agree.
    fn marks(&self) -> Vec<(Vec<[f64; 2]>, colorous::Color)> {
        let [held, fitting] = &self.angles;
        let at = |[x, y]: [f64; 2], angle: f64, shape: &[[f64; 2]]| {
            let (sin, cos) = angle.sin_cos();
            let turned = shape.iter().map(|[dx, dy]| (ARROW * dx, ARROW * dy));
            turned.map(|(dx, dy)| [x + cos * dx - sin * dy, y + sin * dx + cos * dy]).collect()
        };
        let line = [[0.0, -1.4], [0.0, 1.4]];
        let arrow = [[0.0, -1.0], [0.0, 1.0], [-0.3, 0.5], [0.0, 1.0], [0.3, 0.5]];
        let lines = self.centres.iter().zip(fitting);
        let lines = lines.map(|(c, angle)| (at(*c, *angle, &line), GLOBAL_STEP.color));
        let arrows = self.centres.iter().zip(held);
        lines.chain(arrows.map(|(c, angle)| (at(*c, *angle, &arrow), LOCAL_STEP.color))).collect()
    }
}
