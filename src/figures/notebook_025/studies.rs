//! What the travel of the crawl depends on.

use crate::{
    experiments::modal_muscles::{Oriented, Reproduction},
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, figure},
        look::{Look, MUSCLE, Marker, OTHER, REFERENCE, SUBJECT},
        numbers::{power_of_ten, two_digits, with_sign},
    },
    linalg::extremes,
};

/// The travel with every choice of the modes' signs, from the farthest back to the farthest forth.
pub fn signs(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let own = signs_text(&results.parameters.signs);
    let mut choices: Vec<(String, f64)> = results
        .signs
        .iter()
        .map(|Oriented { signs, crawl }| (signs_text(signs), crawl.travel()))
        .collect();
    choices.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let bars = |label: &str, look: Look, is_own: bool| {
        let is_shown = |(_, (signs, _)): &(usize, &(String, f64))| (*signs == own) == is_own;
        let shown = choices.iter().enumerate().filter(is_shown);
        let points: Vec<[f64; 2]> = shown.map(|(i, (_, travel))| [*travel, i as f64]).collect();
        let travels = points.iter().map(|point| with_sign(point[0])).collect();
        Curve { label: label.into(), look, points, kind: Kind::Bars(travels) }
    };
    let curves =
        vec![bars("signs of the other figures", MUSCLE, true), bars("others", OTHER, false)];
    let chart = Chart {
        title: None,
        x: Axis::linear("travel along x (m)", coordinates(&curves, 0).chain([0.0]))
            .with_room([0.2, 0.2]),
        y: Axis::names(
            "signs of the muscle modes",
            choices.iter().map(|(signs, _)| signs.as_str()),
        ),
        curves,
        height: 24.0 * choices.len() as f64 + 70.0,
    };
    let forward = choices.iter().filter(|(_, travel)| *travel > 0.0).count();
    let (count, own_travel) = (choices.len(), with_sign(results.crawl.travel()));
    let [back, forth] = [choices.first(), choices.last()]
        .map(|end| end.map_or_else(String::new, |(_, travel)| with_sign(*travel)));
    figure(
        name,
        &chart,
        format!(
            "The travel of the same gait with every choice of the modes' signs, {count} in all, sorted. The choice behind \
             the other figures, {own}, travels {own_travel} m; the others go anywhere from {back} to {forth} m, {forward} of \
             all toward +x."
        ),
        format!(
            "A bar for each choice of signs, left or right of zero. The farthest reach {back} and {forth} m; the choice \
             {own}, highlighted, reaches {own_travel} m."
        ),
    )
}

/// `− + + −`.
pub fn signs_text(signs: &[f64]) -> String {
    let signs: Vec<&str> = signs.iter().map(|s| if *s < 0.0 { "−" } else { "+" }).collect();
    signs.join(" ")
}

/// The travel from perturbed starts against the size of the perturbation.
pub fn sensitivity(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (sizes, travel) = (&results.sensitivity, results.crawl.travel());
    let dots: Vec<[f64; 2]> = sizes
        .iter()
        .flat_map(|perturbed| perturbed.crawls.iter().map(|crawl| [perturbed.size, crawl.travel()]))
        .collect();
    let x =
        Axis::logarithmic("noise on every starting coordinate (m²)", dots.iter().map(|dot| dot[0]))
            .padded();
    let own = Curve {
        label: format!("unperturbed ({} m)", two_digits(travel)),
        look: REFERENCE,
        points: x.ends().map(|size| [size, travel]).to_vec(),
        kind: Kind::Line,
    };
    let curves = vec![
        own,
        Curve { label: "perturbed".into(), look: SUBJECT, points: dots, kind: Kind::Dots },
    ];
    let chart = Chart {
        title: None,
        x,
        y: Axis::linear("travel along x (m)", coordinates(&curves, 1)).padded(),
        curves,
        height: 300.0,
    };
    let ranges: Vec<String> = sizes
        .iter()
        .map(|perturbed| {
            let travels = || perturbed.crawls.iter().map(|crawl| crawl.travel());
            let (low, high) = (
                travels().fold(f64::INFINITY, f64::min),
                travels().fold(f64::NEG_INFINITY, f64::max),
            );
            let size = power_of_ten(perturbed.size.log10().round() as i32);
            format!("{size}: {} to {} m", two_digits(low), two_digits(high))
        })
        .collect();
    let draws = sizes.first().map_or(0, |perturbed| perturbed.crawls.len());
    figure(
        name,
        &chart,
        format!(
            "The travel of crawls from a start with noise on its coordinates, of the standard deviation on the horizontal \
             axis; {draws} draws for each size. Dashed: without noise."
        ),
        format!(
            "Dots over a logarithmic scale, and a line at {} m. Travel by the size of the noise: {}.",
            two_digits(travel),
            ranges.join("; ")
        ),
    )
}

/// The travel of every candidate of the gait search, by generation.
pub fn search(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (start, generations) = (results.start_gait.travel, &results.generations);
    let numbered = || {
        let travels = generations.iter().map(|travels| travels.iter().flatten().copied());
        travels.enumerate().map(|(i, travels)| (i as f64, travels.collect::<Vec<f64>>()))
    };
    let dots = numbered().flat_map(|(i, travels)| travels.into_iter().map(move |t| [i, t]));
    let means = numbered()
        .filter(|(_, travels)| !travels.is_empty())
        .map(|(i, travels)| [i, travels.iter().sum::<f64>() / travels.len() as f64]);
    let bests = numbered().scan(start, |best, (i, travels)| {
        *best = travels.into_iter().fold(*best, f64::max);
        Some([i, *best])
    });
    let mut curves = vec![
        Curve { label: "candidate".into(), look: OTHER, points: dots.collect(), kind: Kind::Dots },
        Curve {
            label: "mean".into(),
            look: Look { marker: Marker::Square, dashes: &[9, 4], ..SUBJECT },
            points: means.collect(),
            kind: Kind::Marked,
        },
        Curve {
            label: "best so far".into(),
            look: Look { marker: Marker::Diamond, ..MUSCLE },
            points: bests.collect(),
            kind: Kind::Marked,
        },
    ];
    let numbers: Vec<String> = (1..=generations.len()).map(|i| i.to_string()).collect();
    let x = Axis::names("generation", numbers.iter().map(String::as_str));
    let level = x.ends().map(|i| [i, start]).to_vec();
    curves.insert(
        0,
        Curve { label: "hand-tuned".into(), look: REFERENCE, points: level, kind: Kind::Line },
    );
    let chart = Chart {
        title: None,
        y: Axis::linear("travel along x (m)", coordinates(&curves, 1)).padded(),
        x,
        curves,
        height: 300.0,
    };
    let (steps, found) = (results.parameters.search.steps, results.found_gait.travel);
    let described: Vec<String> = numbered()
        .map(|(i, travels)| {
            let [low, high] = extremes(travels).map(with_sign);
            format!("{}: {low} to {high} m", i + 1.0)
        })
        .collect();
    figure(
        name,
        &chart,
        format!(
            "How far each candidate of the search travels in its {steps} steps, by generation; the mean of a generation, and the best \
             so far, which ends at {} m. Dashed: the gait that the search starts from, {} m.",
            with_sign(found),
            with_sign(start)
        ),
        format!(
            "Dots by generation, from the lowest to the highest travel: {}. The best so far never falls.",
            described.join("; ")
        ),
    )
}
