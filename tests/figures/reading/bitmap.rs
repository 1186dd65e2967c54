//! The bitmap in a figure.

use tiny_skia::Pixmap;

use super::svg::{Element, Point};

/// Red, green and blue, from 0 to 255.
pub type Rgb = [f64; 3];

/// An image, and where it is.
#[derive(Debug, Default)]
pub struct Bitmap {
    corner: Point,
    size: Point,
    pixels: Option<Pixmap>,
}

impl Bitmap {
    /// Decodes an image.
    pub fn new(image: &Element) -> Self {
        let data = image.get("href").strip_prefix("data:image/png;base64,").expect("a PNG");
        let pixels = Pixmap::decode_png(&from_base64(data)).expect("a whole PNG");
        let [corner, size] =
            [["x", "y"], ["width", "height"]].map(|names| names.map(|name| image.number(name)));
        Self { corner, size, pixels: Some(pixels) }
    }

    /// The colour at a place; nothing where the image is transparent or ends.
    pub fn color(&self, at: Point) -> Option<Rgb> {
        let pixels = self.pixels.as_ref()?;
        let counts = [pixels.width(), pixels.height()];
        let [column, row] = [0, 1].map(|axis| {
            let share = (at[axis] - self.corner[axis]) / self.size[axis];
            (share * f64::from(counts[axis])).floor()
        });
        if column < 0.0 || row < 0.0 {
            return None;
        }
        let pixel = pixels.pixel(column as u32, row as u32)?;
        let channels = [pixel.red(), pixel.green(), pixel.blue()].map(f64::from);
        (pixel.alpha() == 255).then_some(channels)
    }
}

/// RFC 4648.
fn from_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(3 * text.len() / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let digit = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => panic!("{letter} is no digit of base 64"),
        };
        (bits, count) = (bits << 6 | u32::from(digit), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
