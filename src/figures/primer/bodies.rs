//! A strip before and after it is bent.

use std::f64::consts::TAU;

use nalgebra::{Matrix2, Vector2};

use crate::{
    experiments::primer::{Bend, Sample},
    figures::{
        Figure, FigureError,
        drawing::Drawing,
        field::{Fill, Panel, draw_panels},
        look::{BODY, PALETTE},
        numbers::{significant, two_digits},
    },
};

/// Half the side of the squares that are followed, in m.
const HALF: f64 = 0.2;

/// The colour of each sample.
const COLORS: [usize; 3] = [4, 5, 2];

/// The strip with a square, a circle and two arrows in some triangles, and what becomes of them.
pub fn bend(name: &'static str, bend: &Bend) -> Result<Figure, FigureError> {
    let panel = |title: &str, state: &[f64], place: fn(&Sample) -> Place| {
        let marks =
            bend.samples.iter().zip(COLORS).flat_map(|(sample, color)| {
                marks(place(sample)).map(|line| (line, PALETTE[color]))
            });
        let fill = Fill::Plain(BODY);
        Panel {
            lines: marks.collect(),
            ..Panel::new(title.into(), &bend.mesh, state.to_vec(), fill)
        }
    };
    let panels = [
        panel("at rest", bend.mesh.rest_state(), |s| Place {
            centre: s.rest,
            F: Matrix2::identity(),
        }),
        panel("sheared and bent", &bend.state, |s| Place { centre: s.moved, F: s.F }),
    ];
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    let described: Vec<String> = bend.samples.iter().map(described).collect();
    let described = described.join("; ");
    Ok(drawing.finish(
        format!(
            "A strip is sheared, then bent onto an arc. In three triangles a square with its circle and two arrows, and \
             what F makes of them, drawn larger than the triangle. From left to right: {}.",
            described
        ),
        format!(
            "A rectangular mesh with three squares, and below it the same mesh bent upward. The squares have become \
             parallelograms and their circles ellipses: {}.",
            described
        ),
    ))
}

/// `turned by −52°, stretched by 1.09 and 0.81, the area multiplied by 0.88`.
fn described(sample: &Sample) -> String {
    let [larger, smaller] = sample.stretches.map(two_digits);
    let area = two_digits(sample.F.determinant());
    let angle = significant(sample.angle(), 2);
    format!(
        "turned by {angle}°, stretched by {larger} and {smaller}, the area multiplied by {area}"
    )
}

/// Where a sample is, and what was made of it.
struct Place {
    centre: [f64; 2],
    F: Matrix2<f64>,
}

/// A square, the circle in it and an arrow along each axis, taken by `F` to a place.
fn marks(Place { centre, F }: Place) -> [Vec<[f64; 2]>; 4] {
    let place = |points: &[[f64; 2]]| -> Vec<[f64; 2]> {
        let moved =
            |d: &[f64; 2]| <[f64; 2]>::from(Vector2::from(centre) + HALF * F * Vector2::from(*d));
        points.iter().map(moved).collect()
    };
    let circle: Vec<[f64; 2]> =
        (0..=48).map(|i| TAU * f64::from(i) / 48.0).map(|t| [t.cos(), t.sin()]).collect();
    [
        place(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]]),
        place(&circle),
        place(&[[0.0, 0.0], [1.0, 0.0], [0.8, 0.12], [1.0, 0.0], [0.8, -0.12]]),
        place(&[[0.0, 0.0], [0.0, 1.0], [-0.12, 0.8], [0.0, 1.0], [0.12, 0.8]]),
    ]
}
