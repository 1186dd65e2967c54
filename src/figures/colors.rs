//! How values and classes become colours.

use colorous::{Color, Gradient};

use super::{look::PALETTE, numbers};
use crate::mesh::{Mesh, class_coloring};

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
    let chosen = class_coloring(mesh, labels, PALETTE.len());
    chosen.into_iter().map(|color| PALETTE[color]).collect()
}
