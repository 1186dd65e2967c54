//! Fields over triangles as pixels, and those as a PNG in a `data:` address.

use colorous::Color;
use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::FigureError;

/// The colours of the triangles: of a triangle's index and the barycentric coordinates of a place
/// in it.
pub type Coloring<'a> = dyn Fn(usize, [f64; 3]) -> Color + 'a;

/// Triangles to be drawn, with their corners in pixels.
pub struct Raster<'a> {
    /// Size in pixels.
    pub size: [u32; 2],
    /// Vertices, in pixels from the top left.
    pub points: &'a [[f64; 2]],
    /// Corner indices.
    pub triangles: &'a [[usize; 3]],
}

impl Raster<'_> {
    /// The triangles filled, on a transparent background.
    pub fn png(&self, coloring: &Coloring<'_>) -> Result<Vec<u8>, FigureError> {
        let [width, height] = self.size;
        let mut pixmap = Pixmap::new(width, height).ok_or(FigureError::Bitmap { width, height })?;
        for triangle in 0..self.triangles.len() {
            self.fill(&mut pixmap, triangle, coloring);
        }
        pixmap.encode_png().map_err(|error| FigureError::Png(error.to_string()))
    }

    /// Colours every pixel whose centre lies in a triangle. Centres on a common edge belong to both
    /// triangles, so that there are no seams, as there would be between antialiased triangles.
    fn fill(&self, pixmap: &mut Pixmap, triangle: usize, coloring: &Coloring<'_>) {
        let [a, b, c] = self.triangles[triangle].map(|v| self.points[v]);
        let cross = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let twice_area = cross(a, b, c);
        let [columns, rows] = [0, 1].map(|axis| {
            let low = a[axis].min(b[axis]).min(c[axis]).floor().max(0.0) as u32;
            let high = a[axis].max(b[axis]).max(c[axis]).ceil().max(0.0) as u32;
            low..high.min(self.size[axis])
        });
        for row in rows {
            for column in columns.clone() {
                let p = [f64::from(column) + 0.5, f64::from(row) + 0.5];
                let weights =
                    [cross(p, b, c), cross(p, c, a), cross(p, a, b)].map(|area| area / twice_area);
                if weights.iter().all(|w| *w >= -1e-9) {
                    let Color { r, g, b } = coloring(triangle, weights);
                    let pixel =
                        PremultipliedColorU8::from_rgba(r, g, b, 255).expect("an opaque colour");
                    pixmap.pixels_mut()[(row * self.size[0] + column) as usize] = pixel;
                }
            }
        }
    }
}

/// Bytes as a `data:` address of a PNG (base64, RFC 4648).
pub fn data_url(png: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut url = String::from("data:image/png;base64,");
    for chunk in png.chunks(3) {
        let bits =
            (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for digit in 0..4 {
            let used = digit <= chunk.len();
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            url.push(if used { char::from(ALPHABET[index]) } else { '=' });
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        for (bytes, expected) in
            [("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(data_url(bytes.as_bytes()), format!("data:image/png;base64,{expected}"));
        }
    }

    #[test]
    fn a_filled_square_has_no_seam() {
        let raster = Raster {
            size: [7, 7],
            points: &[[0.0, 0.0], [7.0, 0.0], [7.0, 7.0], [0.0, 7.0]],
            triangles: &[[0, 1, 2], [0, 2, 3]],
        };
        let mut pixmap = Pixmap::new(7, 7).unwrap();
        let red = Color { r: 255, g: 0, b: 0 };
        (0..2).for_each(|t| raster.fill(&mut pixmap, t, &|_, _| red));
        assert!(pixmap.pixels().iter().all(|p| p.red() == 255 && p.alpha() == 255));
    }
}
