//! A foot on the floor, within a time step and over many.

use super::curves::{line, series};
use crate::{
    experiments::modal_muscles::{Crawl, Reproduction},
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, draw_stacked},
        drawing::Drawing,
        look::{Look, MUSCLE, Marker, OTHER, REFERENCE, SUBJECT},
        numbers::{significant, two_digits},
    },
};

/// Where an odd number of iterations leaves a foot, and an even one.
const ODD: Look = Look { marker: Marker::Square, ..MUSCLE };
const EVEN: Look = SUBJECT;

/// Time steps in the lower chart.
const STEPS: usize = 60;

/// Heights of a standing foot over the iterations of one time step, and of the lowest contact point
/// over the steps that follow, with an even and with an odd number of iterations in each.
pub fn planted_foot(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (step, heights) = match &results.planted_foot {
        Some(foot) => (foot.step, foot.heights.as_slice()),
        None => (1, &[][..]),
    };
    let even = results.parameters.iterations;
    let crawls = [(even, &results.crawl), (even + 1, &results.crawl_with_one_more_iteration)];
    let time = (step - 1) as f64 * results.parameters.crawling.time_step;
    let mut drawing = Drawing::new(name);
    let charts = [iterations_chart(heights, time), steps_chart(results, step, crawls)];
    draw_stacked(&mut drawing, &charts)?;
    let millimetres = |i: usize| heights.get(i).map_or_else(String::new, |h| two_digits(1e3 * h));
    Ok(drawing.finish(
        format!(
            "Above: the height of a foot over the floor within the time step from {} s on, after every local/global iteration. \
             It begins {} mm above the floor, the first iteration takes it to {} mm, the second puts it back. Below: the \
             lowest contact point over the next {STEPS} steps, with {even} iterations in every step and with {}.",
            significant(time, 2),
            millimetres(0),
            millimetres(1),
            even + 1
        ),
        format!(
            "Two charts. Above, points that jump between {} mm after an even and {} mm after an odd number of iterations. Below, \
             two curves: with {even} iterations the lowest point mostly stands above the floor, with {} below.",
            millimetres(0),
            millimetres(1),
            even + 1
        ),
    ))
}

fn in_millimetres(heights: &[f64]) -> impl Iterator<Item = [f64; 2]> {
    heights.iter().enumerate().map(|(i, height)| [i as f64, 1e3 * height])
}

fn iterations_chart(heights: &[f64], time: f64) -> Chart {
    let dots = |label: &str, look, remainder: usize| Curve {
        label: label.into(),
        look,
        points: in_millimetres(heights).skip(remainder).step_by(2).collect(),
        kind: Kind::Dots,
    };
    let path = line("", Look { dashes: &[2, 4], ..OTHER }, in_millimetres(heights).collect());
    let ends = [0.0, heights.len().saturating_sub(1) as f64];
    let curves = vec![
        line("floor", REFERENCE, ends.map(|i| [i, 0.0]).to_vec()),
        path,
        dots("even number", EVEN, 0),
        dots("odd number", ODD, 1),
    ];
    Chart {
        title: Some(format!("a foot within the step from {} s on", significant(time, 2))),
        x: Axis::linear("local/global iterations", coordinates(&curves, 0)).padded(),
        y: Axis::linear("height (mm)", coordinates(&curves, 1)).padded(),
        curves,
        height: 210.0,
    }
}

fn steps_chart(results: &Reproduction, step: usize, crawls: [(usize, &Crawl); 2]) -> Chart {
    let time_step = results.parameters.crawling.time_step;
    let looks = [EVEN, Look { dashes: &[9, 4], ..ODD }];
    let mut curves: Vec<Curve> = crawls
        .iter()
        .zip(looks)
        .map(|((iterations, crawl), look)| {
            let heights = crawl.lowest_contact_height.iter().map(|height| 1e3 * height);
            let over_time = series(time_step, heights);
            let points = over_time.into_iter().skip(step - 1).take(STEPS).collect();
            line(format!("{iterations} iterations"), look, points)
        })
        .collect();
    let x = Axis::linear("time (s)", coordinates(&curves, 0));
    curves.insert(0, line("", REFERENCE, x.ends().map(|time| [time, 0.0]).to_vec()));
    Chart {
        title: Some("lowest contact point".into()),
        y: Axis::linear("height (mm)", coordinates(&curves, 1)).padded(),
        x,
        curves,
        height: 200.0,
    }
}
