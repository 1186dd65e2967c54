//! What is said to be seen of the crawl with every choice of signs.

use modebook::{experiments::modal_muscles::Reproduction, figures::Figure};

use super::{assert_ticks, creature, motion::state};
use crate::{
    RUN, printed,
    reading::{Panel, Picture, Placement, Point, number, range},
};

/// Sixteen bodies in eight rows, to one scale and from one place: a choice of signs in green, and
/// its mirror image in grey over the dashed outline of the green one mirrored.
pub fn sixteen(figure: &Figure, shown: &Picture) {
    let Reproduction { model, contact, parameters, characters, signs, .. } = &RUN.muscles;
    let (mesh, _) = creature();
    let text = |signs: &[f64]| {
        signs.iter().map(|s| if *s < 0.0 { "−" } else { "+" }).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([shown.panels.len(), signs.len()], [16; 2]);
    let mut placements: Vec<Placement> = Vec::new();
    let mut travels = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for row in shown.panels.chunks(2) {
        let choices = [&row[0], &row[1]].map(|panel: &Panel| {
            let title = panel.title.strip_prefix("notebook ").unwrap_or(&panel.title);
            let (name, travel) = title.split_once(": ").expect("signs and a travel");
            let choice = signs.iter().find(|choice| text(&choice.signs) == name).expect("signs");
            let is_ours = choice.signs == parameters.signs;
            assert_eq!([panel.title.starts_with("notebook "), panel.is_marked], [is_ours; 2]);
            seen.push(name.into());
            (choice, number(travel).expect("a travel"))
        });
        let image: Vec<f64> = choices[0]
            .0
            .signs
            .iter()
            .zip(characters)
            .map(|(sign, character)| sign * character.mirror.signum())
            .collect();
        assert_eq!(image, choices[1].0.signs, "mirror images share a row");
        assert!(choices[0].1 <= choices[1].1, "the title at the left is of the body at the left");

        let ground = row[0].floor.expect("a floor");
        let ends = choices.map(|(choice, _)| {
            state(model, choice.crawl.trajectory.coordinates.last().expect("a step"))
        });
        let is_green = [&row[0], &row[1]].map(|panel| !panel.trace.is_empty());
        assert_ne!(is_green[0], is_green[1], "one of each colour");
        for (i, panel) in row.iter().enumerate() {
            let (choice, said) = choices[i];
            let placement = Placement::new(&panel.outline, mesh, &ends[i]);
            let tolerance = placement.tolerance();
            let height = placement.point([0.0, ground])[1];
            assert!((height - contact.ground).abs() < 2.0 * tolerance, "{}: {height}", panel.title);
            let path = &choice.crawl.centre_of_mass;
            let trace = if is_green[i] { &panel.trace } else { &panel.lines[0] };
            assert_eq!(trace.len(), path.len());
            for (place, [x, y]) in trace.iter().zip(path) {
                let [drawn_x, drawn_y] = placement.point(*place);
                assert!((drawn_x - x).hypot(drawn_y - y) < 3.0 * tolerance, "{}", panel.title);
            }
            let end = trace[trace.len() - 1];
            assert_eq!(panel.dots[..], [end]);
            let [from, to] = [trace[0], end].map(|place| placement.point(place)[0]);
            assert!((to - from - said).abs() < 2.0 * tolerance, "{}: {}", panel.title, to - from);
            assert!((said - choice.crawl.travel()).abs() < 0.006, "{}", panel.title);
            assert!(from.abs() < 0.1, "{} starts at {from}", panel.title);
            if panel.is_marked {
                assert!((said - printed("25.crawl.travel")[0]).abs() < 0.006, "{said}");
            }
            let color = if is_green[i] { "#a1d99b" } else { "#b8c4d2" };
            placement.assert_filled(panel, color, mesh, &ends[i]);
            if is_green[i] {
                assert!(panel.ghost.is_empty());
            } else {
                let points: &[Point] = ends[1 - i].as_chunks().0;
                let image: Vec<f64> = points.iter().flat_map(|[x, y]| [-x, *y]).collect();
                // Metres away from the body, its placement is off by more than rounding.
                let there = Placement::new(&panel.ghost, mesh, &image);
                let height = there.point([0.0, ground])[1];
                assert!((height - contact.ground).abs() < 2.0 * tolerance, "{height}");
                placements.push(there);
            }
            placements.push(placement);
            travels.push(said);
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 16, "every choice once");
    let [first, ..] = &placements[..] else { panic!("no body") };
    for placement in &placements {
        assert!((placement.scale / first.scale - 1.0).abs() < 0.005, "to one scale");
        let [at, there] = [first, placement].map(|placement| placement.place([0.0, 0.0])[0]);
        assert!((at - there).abs() < 1.0, "from one place: {at} and {there}");
    }
    let [back, forth] = range(&travels);
    assert!(back < -7.0 && forth > 6.0, "both directions: {back} to {forth}");
    let last = &shown.panels[14];
    let choice = signs.iter().find(|choice| last.title.starts_with(&text(&choice.signs)));
    let end = choice.and_then(|choice| choice.crawl.trajectory.coordinates.last()).expect("a step");
    assert_ticks(last, &Placement::new(&last.outline, mesh, &state(model, end)));
    assert!(figure.caption.contains(&format!("Bold: {},", text(&parameters.signs))));
}
