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

/// The notebook's way to compute something, beside ours.
pub const NOTEBOOK: Look = Look { color: rgb(0x9467bd), dashes: &[], marker: Marker::Square };
/// A second quantity of the same.
pub const NOTEBOOK_TOO: Look =
    Look { color: rgb(0xc5a3e0), dashes: &[4, 3], marker: Marker::Triangle };

/// What the muscles do, and the modes that they are.
pub const MUSCLE: Look = Look { color: rgb(0xd55e00), dashes: &[], marker: Marker::Disc };
/// What is not of interest itself, beside something that is.
pub const OTHER: Look = Look { color: rgb(0x8a99ab), dashes: &[], marker: Marker::Disc };
/// What something is measured against: commands, floors, predictions.
pub const REFERENCE: Look = Look { color: rgb(0x808080), dashes: &[6, 5], marker: Marker::Disc };
/// A local step, and the rotations that it finds.
pub const LOCAL_STEP: Look = Look { color: rgb(0xd55e00), dashes: &[], marker: Marker::Triangle };
/// A global step, and the body that it moves.
pub const GLOBAL_STEP: Look = Look { color: rgb(0x1f77b4), dashes: &[], marker: Marker::Square };
/// What a chart is about, where nothing else has a colour.
pub const SUBJECT: Look = Look { color: rgb(0x1f77b4), dashes: &[], marker: Marker::Disc };
/// The centre of mass.
pub const CENTRE_OF_MASS: Look = Look { color: TRACKED, dashes: &[], marker: Marker::Disc };

/// Colours that the colour-blind can tell apart (Okabe and Ito), with a grey instead of black.
pub const PALETTE: [Color; 8] = [
    rgb(0xe69f00),
    rgb(0x56b4e9),
    rgb(0x009e73),
    rgb(0xf0e442),
    rgb(0x0072b2),
    rgb(0xd55e00),
    rgb(0xcc79a7),
    rgb(0x999999),
];

/// The triangles of the caterpillar.
pub const CATERPILLAR: Color = rgb(0xa1d99b);
/// Their edges.
pub const CATERPILLAR_EDGE: Color = rgb(0x00441b);
/// A body without a meaning of its own.
pub const BODY: Color = rgb(0xb8c4d2);
/// Pinned vertices.
pub const PINNED: Color = rgb(0x1f77b4);
/// The tracked vertex, and other places to look at.
pub const TRACKED: Color = rgb(0xff7f0e);

/// The colour of edges on a body of some colour.
pub fn darker(color: Color) -> Color {
    let channel = |c: u8| (f32::from(c) * 0.55) as u8;
    Color { r: channel(color.r), g: channel(color.g), b: channel(color.b) }
}

/// The colour of a body on which lines are to be seen.
pub fn paler(color: Color) -> Color {
    let channel = |c: u8| 255 - (f32::from(255 - c) * 0.4) as u8;
    Color { r: channel(color.r), g: channel(color.g), b: channel(color.b) }
}
