//! Frames as pixels, by resvg.

use std::sync::LazyLock;

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::SCALE;
use crate::figures::FigureError;

/// An SVG document on a white page of some size in pixels.
pub fn pixels(svg: &str, [width, height]: [u32; 2]) -> Result<Pixmap, FigureError> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(FigureError::Bitmap { width, height })?;
    pixmap.fill(Color::WHITE);
    let scale = SCALE as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The bundled font alone: with those of the machine, the pixels would be the machine's.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(crate::figures::chart::FONT_FILE.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options
});
