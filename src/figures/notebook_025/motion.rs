//! Stills of the two runs.

use super::{curves, mode_number};
use crate::{
    experiments::modal_muscles::{
        ContactSetup, Crawl, Floating, Model, Parameters, Reproduction, Rotations, Trajectory,
        rotations,
    },
    figures::{
        Figure, FigureError,
        chart::draw_stacked,
        colors::ColorScale,
        drawing::Drawing,
        field::{Fill, Panel, draw_panels},
        look::CATERPILLAR,
        numbers::{listed, two_digits},
        scene::Floor,
    },
};

/// Poses in the still of the crawl.
const POSES: usize = 6;

/// The crawl at a few times, with the path of the centre of mass so far.
pub fn crawl(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let Reproduction { model, contact, crawl, parameters, .. } = results;
    let steps = evenly_spaced(crawl.centre_of_mass.len(), POSES);
    let panels: Vec<Panel> = steps
        .iter()
        .map(|&step| {
            let pose = Pose { model, contact, crawl, step, numbered: Some(&step) == steps.last() };
            pose.panel(format!("t = {} s", time(step, parameters.crawling.time_step)))
        })
        .collect();
    let described: Vec<String> = steps
        .iter()
        .map(|&step| {
            let x = two_digits(crawl.centre_of_mass[step][0]);
            format!("{x} m after {} s", time(step, parameters.crawling.time_step))
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    Ok(drawing.finish(
        format!(
            "The crawl, at times evenly spaced from the first step to the last, with the path that the centre of mass has \
             taken so far (orange). It travels {} m. The floor holds its contact points up; the outline between them may dip.",
            two_digits(crawl.travel())
        ),
        format!(
            "The caterpillar over the floor, one pose below the other. The centre of mass is at x = {}.",
            listed(&described)
        ),
    ))
}

/// The crawling body after one step.
struct Pose<'a> {
    model: &'a Model,
    contact: &'a ContactSetup,
    crawl: &'a Crawl,
    step: usize,
    numbered: bool,
}

impl<'a> Pose<'a> {
    fn panel(&self, title: String) -> Panel<'a> {
        let state = self.model.state(&self.crawl.trajectory.coordinates[self.step]);
        let floor = Floor { height: self.contact.ground, numbered: self.numbered };
        Panel {
            trace: &self.crawl.centre_of_mass[..=self.step],
            floor: Some(floor),
            ..Panel::new(title, &self.model.creature.mesh, state, Fill::Solid(CATERPILLAR))
        }
    }
}

/// The crawling body where the rotations of its clusters differ most from that of its muscles,
/// coloured by the difference, over the shape that the muscles ask for in their best rotation.
pub fn best_rotations(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let Reproduction { model, operators, crawl, parameters, .. } = results;
    let Trajectory { coordinates, commands, .. } = &crawl.trajectory;
    let angles = |step: usize| {
        let mut a = model.a_rest.clone();
        a[..commands[step].len()].copy_from_slice(&commands[step]);
        let Rotations { clusters, muscles } = rotations(operators, &coordinates[step], &a);
        // Differences of angles, between minus pi and pi.
        let against = |angle: &f64| (angle - muscles).sin().atan2((angle - muscles).cos());
        (clusters.iter().map(against).collect::<Vec<f64>>(), muscles)
    };
    let largest = |angles: &[f64]| angles.iter().fold(0.0, |m: f64, angle| m.max(angle.abs()));
    let by_step: Vec<_> = (0..coordinates.len()).map(angles).collect();
    let step = (0..by_step.len())
        .max_by(|&i, &j| largest(&by_step[i].0).total_cmp(&largest(&by_step[j].0)))
        .unwrap_or(0);
    let (against, muscles) = &by_step[step];
    let largest = largest(against).max(f64::MIN_POSITIVE);

    let target = model.target(&commands[step]);
    let turned = model.creature.turned(&target, *muscles, crawl.centre_of_mass[step]);
    let scale = ColorScale::blue_to_red([-largest, largest]);
    let values: Vec<f64> = model.clusters.labels.iter().map(|&label| against[label]).collect();
    let mesh = &model.creature.mesh;
    let state = model.state(&coordinates[step]);
    let title = format!("t = {} s", time(step, parameters.crawling.time_step));
    let plain = Panel::new(title, mesh, state, Fill::PerTriangle(&values, scale));
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &[Panel { ghost: Some(turned.into()), ..plain }], 1)?;
    drawing.color_bar(&scale, "angle against the muscles' rotation (rad)");
    let (count, largest) = (model.clusters.count, two_digits(largest));
    Ok(drawing.finish(
        format!(
            "The best rotations of one state, at the step of the crawl where they differ most. Each cluster, {count} in all, has \
             the colour of its angle, measured from the one rotation of the muscles: up to {largest} rad. Dashed: the shape that the \
             muscles ask for, turned by that rotation."
        ),
        format!(
            "The caterpillar coloured by the angles of its clusters, up to {largest} rad, over the dashed outline of the shape \
             that its muscles ask for."
        ),
    ))
}

/// At most `most` of `count` indices, evenly spaced, with the first and the last.
fn evenly_spaced(count: usize, most: usize) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..most).map(|i| i * (count - 1) / (most - 1)).collect();
    indices.dedup();
    indices
}

pub fn time(step: usize, time_step: f64) -> String {
    two_digits(step as f64 * time_step)
}

/// The floating body where its first driven muscle is told most, over the target shape.
pub fn floating(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let Reproduction { model, floating, parameters, .. } = results;
    let muscles = model.ceilings.len();
    let muscle = (0..muscles).find(|&k| curves::is_driven(parameters, k)).unwrap_or(0);
    let commands: Vec<f64> = floating.trajectory.commands.iter().map(|a| a[muscle]).collect();
    let steps = peaks(&commands);
    let titles: Vec<String> = steps
        .iter()
        .map(|&step| {
            let [told, took] = [commands[step], floating.realized[step][muscle]].map(two_digits);
            let time = time(step, parameters.floating.time_step);
            format!("{time} s: {told} → {took}")
        })
        .collect();
    let panel = |(&step, title): (&usize, &String)| {
        let Trajectory { coordinates, commands, .. } = &floating.trajectory;
        let state = model.state(&coordinates[step]);
        let plain =
            Panel::new(title.clone(), &model.creature.mesh, state, Fill::Solid(CATERPILLAR));
        Panel { ghost: Some(model.target(&commands[step]).into()), ..plain }
    };
    let panels: Vec<Panel> = steps.iter().zip(&titles).map(panel).collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    let number = mode_number(muscle);
    Ok(drawing.finish(
        format!(
            "The floating body (green) over the shape that its muscles are told to take (dashed), when mode {number} is told \
             most (left) and least (right) in each half of the run. The titles give the time, and its amplitude (m²) as \
             commanded → as realized."
        ),
        format!("The floating caterpillar over its target shape. Amplitude of mode {number}, as commanded and as realized: {}.", listed(&titles)),
    ))
}

/// The last steps with the largest and with the smallest value in each half of a run.
fn peaks(values: &[f64]) -> Vec<usize> {
    let middle = values.len() / 2;
    let mut steps = Vec::new();
    for (start, half) in [(0, &values[..middle]), (middle, &values[middle..])] {
        for sign in [1.0, -1.0] {
            let highest = half.iter().map(|x| sign * x).fold(f64::NEG_INFINITY, f64::max);
            // What only round-off sets apart is equal.
            let is_highest = |x: &f64| sign * x >= highest - 1e-9 * highest.abs();
            let step = half.iter().rposition(is_highest).map(|i| start + i);
            steps.extend(step.filter(|step| !steps.contains(step)));
        }
    }
    steps
}

/// One crawl: its last pose over the floor with the path of the centre of mass, above the latter
/// over time.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn single_crawl(
    name: &'static str,
    model: &Model,
    contact: &ContactSetup,
    crawl: &Crawl,
    parameters: &Parameters,
) -> Result<Figure, FigureError> {
    let step = crawl.centre_of_mass.len() - 1;
    let (time, travel) = (time(step, parameters.crawling.time_step), two_digits(crawl.travel()));
    let pose = Pose { model, contact, crawl, step, numbered: true };
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &[pose.panel(format!("t = {time} s"))], 1)?;
    drawing.bottom += 8.0;
    draw_stacked(&mut drawing, &curves::centre_of_mass_charts(crawl, contact.ground, parameters))?;
    Ok(drawing.finish(
        format!(
            "The body after {time} s of crawling, with the path of its centre of mass (orange); below, the centre of mass \
             and the lowest contact point over time."
        ),
        format!("A body over a floor, whose centre of mass has travelled {travel} m along x."),
    ))
}

/// One floating run: its last pose over the target shape, above the modal amplitudes over time.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn single_floating(
    model: &Model,
    floating: &Floating,
    parameters: &Parameters,
) -> Result<Figure, FigureError> {
    let Trajectory { coordinates, commands, .. } = &floating.trajectory;
    let step = coordinates.len() - 1;
    let time = time(step, parameters.floating.time_step);
    let state = model.state(&coordinates[step]);
    let title = format!("t = {time} s");
    let plain = Panel::new(title, &model.creature.mesh, state, Fill::Solid(CATERPILLAR));
    let panel = Panel { ghost: Some(model.target(&commands[step]).into()), ..plain };
    let mut drawing = Drawing::new("floating");
    draw_panels(&mut drawing, &[panel], 1)?;
    drawing.bottom += 8.0;
    draw_stacked(&mut drawing, &curves::amplitude_charts(floating, parameters))?;
    Ok(drawing.finish(
        format!(
            "The body after {time} s of floating, over the shape that its muscles are told to take (dashed); below, the \
             amplitude of each muscle mode over time."
        ),
        format!("A floating body over its target shape, and a chart of modal amplitude for each of {} muscles.", model.ceilings.len()),
    ))
}
