//! Curves: eigenvalues, amplitudes, and the centre of mass.

use super::mode_number;
use crate::{
    experiments::modal_muscles::{Crawl, Floating, Parameters, RIGID_MODES, Reproduction},
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, draw_stacked, figure},
        drawing::Drawing,
        look::{CENTRE_OF_MASS, Look, MUSCLE, OTHER, REFERENCE, SUBJECT},
        numbers::{eigenvalue, listed, significant, two_digits},
    },
};

/// A line without marks.
pub fn line(label: impl Into<String>, look: Look, points: Vec<[f64; 2]>) -> Curve {
    Curve { label: label.into(), look, points, kind: Kind::Line }
}

/// The eigenvalues of the rigid and of the muscle modes.
pub fn eigenvalues(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let values = &results.model.modes.values;
    let largest = values.iter().copied().fold(0.0, f64::max);
    let columns = |label: &str, look, modes: std::ops::Range<usize>| Curve {
        label: label.into(),
        look,
        points: modes.clone().map(|j| [j as f64, values[j]]).collect(),
        kind: Kind::Columns(modes.map(|j| eigenvalue(values[j], largest)).collect()),
    };
    let curves = vec![
        columns("rigid motions", OTHER, 0..RIGID_MODES),
        columns("muscles", MUSCLE, RIGID_MODES..values.len()),
    ];
    let numbers: Vec<String> = (0..values.len()).map(|j| j.to_string()).collect();
    let chart = Chart {
        title: None,
        x: Axis::names("mode", numbers.iter().map(String::as_str)),
        y: Axis::linear("eigenvalue (1/m²)", [0.0, largest]).with_room([0.0, 0.12]),
        curves,
        height: 280.0,
    };
    let first = eigenvalue(values[RIGID_MODES], largest);
    let muscles: Vec<String> =
        values[RIGID_MODES..].iter().map(|value| eigenvalue(*value, largest)).collect();
    figure(
        name,
        &chart,
        format!(
            "The eigenvalues of the lowest modes, squared angular frequencies at unit stiffness and density. The first \
             {RIGID_MODES} are zero up to round-off: rigid motions. Then there is a gap, and the softest muscle has {first}."
        ),
        format!(
            "A bar chart. The bars of the first {RIGID_MODES} modes have no height; those of the muscles reach {}.",
            listed(&muscles)
        ),
    )
}

/// Realized and commanded amplitudes over time.
pub fn modal_amplitudes(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (floating, parameters) = (&results.floating, &results.parameters);
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &amplitude_charts(floating, parameters))?;
    let described: Vec<String> = (0..results.model.ceilings.len())
        .map(|k| {
            let took = range_of(&floating.realized, k);
            match is_driven(parameters, k) {
                true => format!(
                    "mode {} is told {} and takes {took}",
                    mode_number(k),
                    range_of(&floating.trajectory.commands, k)
                ),
                false => format!("mode {}, not driven, takes {took}", mode_number(k)),
            }
        })
        .collect();
    Ok(drawing.finish(
        format!(
            "The amplitude of each muscle mode in the floating body (solid), and the command (dashed) of those that are \
             driven. From the lowest to the highest, {}.",
            listed(&described)
        ),
        format!(
            "Curves of modal amplitude over time, a chart for each mode, to the same scale: {}.",
            listed(&described)
        ),
    ))
}

/// Whether a muscle is driven while floating.
pub fn is_driven(parameters: &Parameters, muscle: usize) -> bool {
    parameters.floating.gait.amplitudes[muscle] != 0.0
}

/// `−0.43 to 0.43`, the extremes of one muscle's amplitude.
pub fn range_of(amplitudes: &[Vec<f64>], muscle: usize) -> String {
    let values = || amplitudes.iter().map(|a| a[muscle]);
    let (low, high) =
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    format!("{} to {}", two_digits(low), two_digits(high))
}

/// A chart for each muscle mode, over the same time and to the same scale.
pub fn amplitude_charts(floating: &Floating, parameters: &Parameters) -> Vec<Chart> {
    let muscles: Vec<usize> = (0..parameters.floating.gait.amplitudes.len()).collect();
    amplitude_charts_of(&muscles, floating, parameters)
}

/// The same for some of the muscle modes.
pub fn amplitude_charts_of(
    muscles: &[usize],
    floating: &Floating,
    parameters: &Parameters,
) -> Vec<Chart> {
    let over_time = |amplitudes: &[Vec<f64>], k: usize| {
        series(parameters.floating.time_step, amplitudes.iter().map(|a| a[k]))
    };
    let all = || floating.realized.iter().chain(&floating.trajectory.commands).flatten().copied();
    let chart = |&k: &usize| {
        let (is_first, is_last) = (Some(&k) == muscles.first(), Some(&k) == muscles.last());
        let name = |text: &str| if is_first { text.to_string() } else { String::new() };
        let mut curves = vec![line(name("realized"), MUSCLE, over_time(&floating.realized, k))];
        if is_driven(parameters, k) {
            let command = over_time(&floating.trajectory.commands, k);
            curves.push(line(name("command"), REFERENCE, command));
        }
        let driven = if is_driven(parameters, k) { "" } else { ", not driven" };
        Chart {
            title: Some(format!("mode {}{driven}", mode_number(k))),
            x: time_axis(is_last, &curves),
            y: Axis::linear("amplitude (m²)", all()).padded(),
            curves,
            height: if is_last { 148.0 } else { 124.0 },
        }
    };
    muscles.iter().map(chart).collect()
}

/// Values after every step as points over time.
pub fn series(time_step: f64, values: impl Iterator<Item = f64>) -> Vec<[f64; 2]> {
    values.enumerate().map(|(step, value)| [time_step * step as f64, value]).collect()
}

/// A time axis, labelled below the last of some charts.
pub fn time_axis(is_last: bool, curves: &[Curve]) -> Axis {
    Axis::linear(if is_last { "time (s)" } else { "" }, coordinates(curves, 0))
}

/// The centre of mass of the crawl, and the lowest contact point, over time.
pub fn centre_of_mass(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (crawl, ground) = (&results.crawl, results.contact.ground);
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &centre_of_mass_charts(crawl, ground, &results.parameters))?;
    let [low, high] = crawl.height_range().map(two_digits);
    let (travel, floor) = (two_digits(crawl.travel()), two_digits(ground));
    let depth = significant(crawl.deepest_penetration(), 2);
    Ok(drawing.finish(
        format!(
            "The crawl over time: the centre of mass, whose x changes by {travel} m and whose y stays between {low} and \
             {high} m, with the floor at {floor} m; and the height of the lowest contact point above the floor, which dips \
             below it by {depth} m at most."
        ),
        format!(
            "Three charts over the same time. Above, the x of the centre of mass, which ends {travel} m from where it \
             began; in the middle, its y, between {low} and {high} m; below, the lowest contact point's height."
        ),
    ))
}

/// x and y of the centre of mass and the height of the lowest contact point, over the same time.
pub fn centre_of_mass_charts(crawl: &Crawl, ground: f64, parameters: &Parameters) -> Vec<Chart> {
    let over_time =
        |values: &mut dyn Iterator<Item = f64>| series(parameters.crawling.time_step, values);
    let centre = |axis: usize| over_time(&mut crawl.centre_of_mass.iter().map(|p| p[axis]));
    let lowest = over_time(&mut crawl.lowest_contact_height.iter().copied());
    let chart = |title: &str, label: &str, curve: Curve, level: Option<(&str, f64)>| {
        let mut curves = vec![curve];
        let x = time_axis(level.is_some_and(|(name, _)| name.is_empty()), &curves);
        if let Some((name, height)) = level {
            let points = x.ends().map(|time| [time, height]).to_vec();
            curves.insert(0, line(name, REFERENCE, points));
        }
        Chart {
            title: Some(title.into()),
            height: if x.label.is_empty() { 150.0 } else { 174.0 },
            y: Axis::linear(label, coordinates(&curves, 1)).padded(),
            x,
            curves,
        }
    };
    vec![
        chart("centre of mass, x", "x (m)", line("", CENTRE_OF_MASS, centre(0)), None),
        chart(
            "centre of mass, y",
            "y (m)",
            line("", CENTRE_OF_MASS, centre(1)),
            Some(("floor", ground)),
        ),
        chart(
            "lowest contact point above the floor",
            "height (m)",
            line("", SUBJECT, lowest),
            Some(("", 0.0)),
        ),
    ]
}
