//! Pictures of results: curves by plotters, meshes and fields by tiny-skia inside them, each an SVG
//! document.
//!
//! Lines and text are vectors in the colour of the surrounding page (`currentColor`), so that a
//! figure put *inline* into an HTML page suits its light and its dark themes; dense fields are
//! bitmaps. Draws results, and computes nothing of its own but what a picture needs (a displaced
//! shape, a fitted pose).
//!
//! An [`Animation`] has such a document for every frame; as PNG and MP4 they are dark on white.

mod animation;
mod axis;
mod chart;
mod colors;
mod drawing;
mod field;
mod look;
mod modes;
pub mod notebook_017;
pub mod notebook_025;
mod numbers;
mod outline;
pub mod own_creature;
pub mod primer;
mod raster;
mod scene;
mod series;
pub mod speed;

pub use animation::Animation;
pub use modes::modes;

use thiserror::Error;

use crate::experiments::{modal_muscles, own_creature::OwnCreature, skinning_eigenmodes};

/// One picture, with the texts that go with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name by which the book asks for it, such as `017-newton`; also the prefix of every id in
    /// the SVG.
    pub name: &'static str,
    /// What it shows, as plain text for below the picture.
    pub caption: String,
    /// What a reader who cannot see it should know, as plain text; the SVG carries it too.
    pub alt: String,
    /// An SVG element, to be put inline into a page, whose colour and font it takes.
    pub svg: String,
}

impl Figure {
    /// The picture as a file of its own: dark lines on white, whatever it is opened with.
    pub fn document(&self) -> String {
        self.svg.replacen("<svg ", "<svg style=\"color:#222;background:#fff\" ", 1)
    }
}

/// The names of the animations, in the book's order.
pub const ANIMATIONS: [&str; 6] = {
    let ([a, b], [c, d, e]) = (notebook_017::ANIMATIONS, notebook_025::ANIMATIONS);
    let [f] = own_creature::ANIMATIONS;
    [a, b, c, d, e, f]
};

/// Draws the frames of every animation, in the order of [`ANIMATIONS`].
///
/// # Errors
/// [`FigureError`] for the first frame that cannot be drawn.
pub fn animations(
    skinning_eigenmodes: &skinning_eigenmodes::Reproduction,
    modal_muscles: &modal_muscles::Reproduction,
    own_creature: &OwnCreature,
) -> Result<Vec<Animation>, FigureError> {
    let mut animations = notebook_017::animations(skinning_eigenmodes)?;
    animations.extend(notebook_025::animations(modal_muscles)?);
    animations.extend(own_creature::animations(own_creature)?);
    Ok(animations)
}

/// Why a figure cannot be drawn.
#[derive(Debug, Error)]
pub enum FigureError {
    /// The bundled font, which measures labels, cannot be read.
    #[error("the bundled font cannot be read, so labels cannot be measured")]
    Font,
    /// plotters failed.
    #[error("a chart cannot be drawn: {0}")]
    Chart(#[from] plotters::drawing::DrawingAreaErrorKind<std::io::Error>),
    /// The bitmap of a mesh has an impossible size.
    #[error(
        "a bitmap of {width} x {height} pixels cannot be made: the mesh has no extent, or is not finite"
    )]
    Bitmap {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The bitmap cannot be written as PNG.
    #[error("a bitmap cannot be written as PNG: {0}")]
    Png(String),
    /// An animation has no such frame.
    #[error("there is no frame {frame} in an animation of {count}")]
    NoFrame {
        /// Its index.
        frame: usize,
        /// How many frames there are.
        count: usize,
    },
    /// A frame cannot be turned into pixels.
    #[error("a frame cannot be turned into pixels: {0}")]
    Raster(#[from] resvg::usvg::Error),
    /// The encoder failed.
    #[cfg(feature = "video")]
    #[error("a video cannot be encoded: {0}")]
    Encoder(#[from] openh264::Error),
    /// The video file cannot be put together.
    #[cfg(feature = "video")]
    #[error("a video file cannot be put together: {0}")]
    Muxer(#[from] muxide::api::MuxerError),
}

/// Fails if figures lack a text, have a number that is none, or an id that another could have.
#[cfg(test)]
fn assert_sound(figures: &[Figure], names: &[&str]) {
    assert_eq!(figures.iter().map(|figure| figure.name).collect::<Vec<_>>(), names);
    for Figure { name, caption, alt, svg } in figures {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{name}");
        let is_wrong =
            |text: &str| ["NaN", "inf", "\"#0102", "\"#0103"].iter().any(|w| text.contains(w));
        // By chance, the letters of a bitmap spell anything.
        let lines = svg.lines().filter(|line| !line.starts_with("<image "));
        for text in lines.chain([caption.as_str(), alt]) {
            assert!(!is_wrong(text), "{name}: {text}");
        }
        assert!(svg.split(" id=\"").skip(1).all(|rest| rest.starts_with(name)), "{name}");
        assert!(!caption.is_empty() && !alt.is_empty(), "{name}");
    }
}
