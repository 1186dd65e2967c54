//! How values and classes become colours.

use std::collections::BTreeSet;

use colorous::{Color, Gradient};

use super::{look::PALETTE, numbers};
use crate::mesh::Mesh;

/// How values become colours.
#[derive(Clone, Copy)]
pub struct ColorScale {
    /// The values at the ends; those beyond get the colours of the ends.
    pub range: [f64; 2],
    gradient: Gradient,
    reversed: bool,
}

impl ColorScale {
    /// Viridis over the range of some magnitudes.
    pub fn magnitudes(values: impl IntoIterator<Item = f64>) -> Self {
        Self { range: numbers::extent(values), gradient: colorous::VIRIDIS, reversed: false }
    }

    /// Blue below and red above the middle of a range.
    pub fn blue_to_red(range: [f64; 2]) -> Self {
        Self { range, gradient: colorous::RED_BLUE, reversed: true }
    }

    /// The colour of a value, to one of [`SHADES`].
    pub fn color(&self, value: f64) -> Color {
        let [low, high] = self.range;
        let t = ((value - low) / (high - low) * SHADES).round() / SHADES;
        self.gradient.eval_continuous(if self.reversed { 1.0 - t } else { t })
    }
}

/// Steps of a colour scale: too many to be seen, and few enough to make bitmaps much smaller.
const SHADES: f64 = 128.0;

/// A colour for every class of triangles, such that classes that touch have different ones as far
/// as the palette goes.
pub fn class_colors(mesh: &Mesh, labels: &[usize]) -> Vec<Color> {
    let neighbours = neighbouring_classes(mesh, labels);
    let mut used = [0; PALETTE.len()];
    let mut chosen: Vec<usize> = Vec::with_capacity(neighbours.len());
    for (class, others) in neighbours.iter().enumerate() {
        let taken: Vec<usize> = others.range(..class).map(|&other| chosen[other]).collect();
        let clashes = |color: usize| taken.iter().filter(|other| **other == color).count();
        let color = (0..PALETTE.len()).min_by_key(|&color| (clashes(color), used[color]));
        let color = color.expect("the palette is not empty");
        used[color] += 1;
        chosen.push(color);
    }
    chosen.into_iter().map(|color| PALETTE[color]).collect()
}

/// The classes that every class shares a vertex with.
fn neighbouring_classes(mesh: &Mesh, labels: &[usize]) -> Vec<BTreeSet<usize>> {
    let mut around: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); mesh.vertex_count()];
    for (corners, &label) in mesh.triangles().iter().zip(labels) {
        corners.iter().for_each(|&v| _ = around[v].insert(label));
    }
    let count = labels.iter().max().map_or(0, |last| last + 1);
    let mut neighbours = vec![BTreeSet::new(); count];
    for classes in around.iter().filter(|classes| classes.len() > 1) {
        for &class in classes {
            neighbours[class].extend(classes.iter().filter(|other| **other != class));
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::triangulated_grid;

    #[test]
    fn classes_that_touch_have_different_colors() {
        let mesh = triangulated_grid(9, 7, 4.0, 3.0).unwrap();
        // Squares of eight triangles, four by three.
        let label = |corners: &[usize; 3]| {
            let centre = |axis: usize| -> f64 {
                corners.iter().map(|&v| mesh.positions()[v][axis] / 3.0).sum()
            };
            4 * (centre(1) + 10.0) as usize + (centre(0) + 10.0) as usize
        };
        let raw: Vec<usize> = mesh.triangles().iter().map(label).collect();
        let first = raw.iter().copied().min().unwrap();
        let labels: Vec<usize> = raw.iter().map(|label| label - first).collect();
        let hex = |color: Color| format!("{color:x}");
        let colors: Vec<_> = class_colors(&mesh, &labels).into_iter().map(hex).collect();
        let neighbours = neighbouring_classes(&mesh, &labels);
        assert_eq!(neighbours.iter().map(BTreeSet::len).max(), Some(8));
        for (class, others) in neighbours.iter().enumerate() {
            assert!(others.iter().all(|&other| colors[other] != colors[class]));
        }
    }
}
