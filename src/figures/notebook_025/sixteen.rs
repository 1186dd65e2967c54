//! The crawl with every choice of the modes' signs, as bodies.

use super::studies::signs_text;
use crate::{
    experiments::modal_muscles::{Oriented, Reproduction},
    figures::{
        Figure, FigureError,
        drawing::Drawing,
        field::{Fill, Panel, draw_overlaid},
        look::{BODY, CATERPILLAR, TRACKED, darker},
        numbers::{listed, with_sign},
        scene::Floor,
    },
};

/// The last pose with every choice of signs, over that of its mirror image.
pub fn sixteen(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let pairs = results.mirror_pairs();
    let last = pairs.len().saturating_sub(1);
    let rows: Vec<Vec<Panel>> =
        pairs.iter().enumerate().map(|(i, pair)| row(results, pair, i == last)).collect();
    let mut drawing = Drawing::new(name);
    draw_overlaid(&mut drawing, &rows)?;
    let described: Vec<String> = pairs
        .iter()
        .map(|pair| listed(&pair.iter().map(|c| title(c, results)).collect::<Vec<_>>()))
        .collect();
    Ok(drawing.finish(
        format!(
            "The same gait with each choice of the modes' signs: the body after its last step and the path of its centre of \
             mass, all from 0 m and to one scale. Each row holds a choice (green, its path orange) and its mirror image (grey). \
             Dashed: the green body mirrored, which is where and how the grey one would be if the mirror symmetry held. Bold: {}, \
             the choice behind the other figures.",
            signs_text(&results.parameters.signs)
        ),
        format!(
            "Rows of two bodies on a floor, one for each pair of sign choices that are mirror images. Signs and travels: {}.",
            described.join("; ")
        ),
    ))
}

/// A choice of signs and its mirror image over one floor, whose metres may be numbered.
fn row<'a>(results: &'a Reproduction, pair: &[&'a Oriented], numbered: bool) -> Vec<Panel<'a>> {
    let state = |choice: &Oriented| {
        let states = &choice.crawl.trajectory.coordinates;
        results.model.state(&states[states.len() - 1])
    };
    let body = |(k, choice): (usize, &&'a Oriented)| {
        let (color, trace_color) =
            if k == 0 { (CATERPILLAR, TRACKED) } else { (BODY, darker(BODY)) };
        let mesh = &results.model.creature.mesh;
        let plain = Panel::new(title(choice, results), mesh, state(choice), Fill::Solid(color));
        let panel = Panel {
            is_marked: choice.signs == results.parameters.signs,
            ghost: (k > 0).then(|| mirrored(&state(pair[0])).into()),
            trace: &choice.crawl.centre_of_mass,
            trace_color,
            ..plain
        };
        (choice.crawl.travel(), panel)
    };
    let mut bodies: Vec<(f64, Panel)> = pair.iter().enumerate().map(body).collect();
    // The title at the left is that of the body at the left.
    bodies.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut row: Vec<Panel> = bodies.into_iter().map(|(_, panel)| panel).collect();
    let floor = Floor { height: results.contact.ground, numbered };
    row.iter_mut().take(1).for_each(|first| first.floor = Some(floor));
    row
}

/// `− + + −: +3.66 m`.
fn title(choice: &Oriented, results: &Reproduction) -> String {
    let mark = if choice.signs == results.parameters.signs { "notebook " } else { "" };
    format!("{mark}{}: {} m", signs_text(&choice.signs), with_sign(choice.crawl.travel()))
}

/// A state mirrored in the vertical axis.
fn mirrored(state: &[f64]) -> Vec<f64> {
    state.as_chunks::<2>().0.iter().flat_map(|[x, y]| [-x, *y]).collect()
}
