//! What the turn of the floating body does to its amplitudes.

use super::{
    curves::{is_driven, line, range_of, series, time_axis},
    mode_number,
};
use crate::{
    experiments::modal_muscles::Reproduction,
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, draw_stacked},
        drawing::Drawing,
        look::{Look, MUSCLE, OTHER, REFERENCE, SUBJECT},
        numbers::{listed, two_digits},
    },
};

/// Amplitudes of the body turned back.
const TURNED_BACK: Look = Look { dashes: &[9, 3, 2, 3], ..SUBJECT };

/// The angle of the floating body over time, and the amplitudes as read and after turning it back.
pub fn turned_back(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let muscles = results.model.ceilings.len();
    let (seen, back) = (&results.floating.realized, &results.turned_back.amplitudes);
    let mut charts = vec![angle_chart(results)];
    charts.extend((0..muscles).map(|k| mode_chart(results, k)));
    let mut drawing = Drawing::new(name);
    draw_stacked(&mut drawing, &charts)?;
    let angle = results.turned_back.angles.iter().fold(0.0, |m: f64, a| m.max(a.abs()));
    let described: Vec<String> = (0..muscles)
        .map(|k| {
            let number = mode_number(k);
            format!(
                "mode {number} reads {} and turned back {}",
                range_of(seen, k),
                range_of(back, k)
            )
        })
        .collect();
    Ok(drawing.finish(
        format!(
            "Above: the angle by which the floating body has turned, up to {} rad. Below: the amplitude of each mode as it is \
             read from the body (solid), and as it is read once the body is turned back by that angle (dashes and dots); \
             dashed, the command. Driven modes have one scale, the others another.",
            two_digits(angle)
        ),
        format!(
            "Five charts over the same time, an angle and four amplitudes. From the lowest to the highest, {}.",
            listed(&described)
        ),
    ))
}

fn angle_chart(results: &Reproduction) -> Chart {
    let time_step = results.parameters.floating.time_step;
    let angles = results.turned_back.angles.iter().copied();
    let curves = vec![line("", OTHER, series(time_step, angles.clone()))];
    Chart {
        title: Some("turn of the body".into()),
        x: time_axis(false, &curves),
        y: Axis::linear("angle (rad)", angles).padded(),
        curves,
        height: 130.0,
    }
}

/// The amplitude of one mode, to the scale of the modes that are driven if it is.
fn mode_chart(results: &Reproduction, k: usize) -> Chart {
    let (parameters, floating) = (&results.parameters, &results.floating);
    let (seen, back) = (&floating.realized, &results.turned_back.amplitudes);
    let muscles = results.model.ceilings.len();
    let time_step = parameters.floating.time_step;
    let over_time =
        |amplitudes: &[Vec<f64>], k: usize| series(time_step, amplitudes.iter().map(|a| a[k]));
    let name = |text: &str| if k == 0 { text.to_string() } else { String::new() };
    let mut curves: Vec<Curve> = Vec::new();
    let commands = &floating.trajectory.commands;
    if is_driven(parameters, k) {
        curves.push(line(name("command"), REFERENCE, over_time(commands, k)));
    }
    curves.push(line(name("as read"), MUSCLE, over_time(seen, k)));
    curves.push(line(name("turned back"), TURNED_BACK, over_time(back, k)));
    let alike = (0..muscles).filter(|&j| is_driven(parameters, j) == is_driven(parameters, k));
    let values = alike.flat_map(|j| {
        let listed = [seen, back, commands].into_iter().flatten();
        listed.map(move |a| a[j])
    });
    let driven = if is_driven(parameters, k) { "" } else { ", not driven" };
    Chart {
        title: Some(format!("mode {}{driven}", mode_number(k))),
        x: time_axis(k + 1 == muscles, &curves),
        y: Axis::linear("amplitude (m²)", values).padded(),
        curves,
        height: if k + 1 == muscles { 158.0 } else { 134.0 },
    }
}
