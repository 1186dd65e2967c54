//! How things look: one colour, dash pattern and marker for each thing that appears in several
//! figures, so that colour is never the only cue.

use colorous::Color;

/// The look of one curve, and of the bodies that belong to it.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colour of lines, markers and bodies.
    pub color: Color,
    /// Lengths of strokes and gaps; empty for a solid line.
    pub dashes: &'static [u32],
    /// Shape of the data points.
    pub marker: Marker,
}

/// Shape of a data point.
#[derive(Clone, Copy, Debug)]
pub enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
}

const fn rgb(hex: u32) -> Color {
    Color { r: (hex >> 16) as u8, g: (hex >> 8) as u8, b: hex as u8 }
}

/// The full space.
pub const FULL: Look = Look { color: rgb(0xd62728), dashes: &[], marker: Marker::Disc };
/// Linear modal analysis with few modes.
pub const SMALL_MODAL: Look =
    Look { color: rgb(0x9ecae1), dashes: &[4, 3], marker: Marker::Triangle };
/// Linear modal analysis with as many coordinates as skinning.
pub const MODAL: Look = Look { color: rgb(0x1f77b4), dashes: &[9, 4], marker: Marker::Square };
/// Skinning eigenmodes.
pub const SKINNING: Look =
    Look { color: rgb(0x2ca02c), dashes: &[9, 3, 2, 3], marker: Marker::Diamond };

/// A body without a meaning of its own.
pub const BODY: Color = rgb(0xb8c4d2);
/// Pinned vertices.
pub const PINNED: Color = rgb(0x1f77b4);
/// The tracked vertex.
pub const TRACKED: Color = rgb(0xff7f0e);

/// The colour of edges on a body of some colour.
pub fn darker(color: Color) -> Color {
    let channel = |c: u8| (f32::from(c) * 0.55) as u8;
    Color { r: channel(color.r), g: channel(color.g), b: channel(color.b) }
}
