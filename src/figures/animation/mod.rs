//! Results in motion: frames drawn like figures, as PNG and as MP4.

mod raster;
#[cfg(feature = "video")]
mod video;

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::{
    FigureError,
    drawing::{Drawing, WIDTH},
};

/// A picture that moves, with the texts that go with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// The name by which the book asks for it, such as `025-crawl`.
    pub name: &'static str,
    /// What it shows, as plain text for below the picture.
    pub caption: String,
    /// What a reader who cannot see it should know, as plain text.
    pub alt: String,
    /// The frames in their order: SVG documents of one size, dark lines for a white page.
    pub frames: Vec<String>,
    /// Pixels across and down of the frames as PNG or MP4.
    pub size: [u32; 2],
    /// Frames shown in a second.
    pub frames_per_second: u32,
    /// Index of the frame that stands for the whole where nothing moves.
    pub poster: usize,
}

/// Pixels per unit of a drawing: enough for a screen that shows two pixels per unit of length.
const SCALE: u32 = 2;

/// Most frames of an animation: about ten seconds, unless frames are shown for longer.
pub(super) const MOST_FRAMES: usize = 240;

/// Frames shown in a second, unless there is a reason for others.
pub(super) const FRAMES_PER_SECOND: u32 = 25;

impl Animation {
    /// Draws frames by their index.
    pub(super) fn draw(
        name: &'static str,
        count: usize,
        frame: impl Fn(usize) -> Result<Drawing, FigureError> + Sync,
    ) -> Result<Self, FigureError> {
        let drawn: Vec<(f64, String)> = (0..count)
            .into_par_iter()
            .map(|index| {
                let drawing = frame(index)?;
                let height = drawing.bottom.ceil();
                Ok((height, drawing.finish(String::new(), String::new()).document()))
            })
            .collect::<Result<_, FigureError>>()?;
        let height = drawn.iter().map(|(height, _)| *height).fold(1.0, f64::max);
        let frames: Vec<String> = drawn.into_iter().map(|(_, svg)| svg).collect();
        Ok(Self {
            name,
            caption: String::new(),
            alt: String::new(),
            size: [WIDTH, height].map(|length| SCALE * length as u32),
            frames_per_second: FRAMES_PER_SECOND,
            poster: frames.len().saturating_sub(1),
            frames,
        })
    }

    /// How long it plays, in s, if it has more than one frame.
    pub fn duration(&self) -> f64 {
        self.frames.len() as f64 / f64::from(self.frames_per_second)
    }

    /// A key of all that is seen: the same for the same frames, another for others. It costs next to
    /// nothing, and holds for one version of this crate and of the compiler.
    pub fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), &self.frames, self.size).hash(&mut hasher);
        (self.frames_per_second, self.poster).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// The frame that stands for the whole, as PNG.
    ///
    /// # Errors
    /// [`FigureError`] if there is no such frame, or it cannot be drawn.
    pub fn poster(&self) -> Result<Vec<u8>, FigureError> {
        self.png(self.poster)
    }

    /// Any frame as PNG.
    ///
    /// # Errors
    /// [`FigureError`] if there is no such frame, or it cannot be drawn.
    pub fn png(&self, frame: usize) -> Result<Vec<u8>, FigureError> {
        let count = self.frames.len();
        let svg = self.frames.get(frame).ok_or(FigureError::NoFrame { frame, count })?;
        let pixels = raster::pixels(svg, self.size)?;
        pixels.encode_png().map_err(|error| FigureError::Png(error.to_string()))
    }
}

/// The moments of a run that become frames, of as many as were computed.
pub(super) struct Moments {
    /// Indices of the moments, evenly apart; the last of all is among them.
    pub indices: Vec<usize>,
    /// How far they are apart.
    pub stride: usize,
}

impl Moments {
    /// Every moment of `count`, or so few of them that the animation is not too long.
    pub fn of(count: usize) -> Self {
        let stride = count.div_ceil(MOST_FRAMES).max(1);
        let mut indices: Vec<usize> = (0..count).rev().step_by(stride).collect();
        indices.reverse();
        Self { indices, stride }
    }

    /// How fast frames show a run with some time (s) between its moments.
    pub fn speed(&self, time_step: f64) -> String {
        let shown = 1.0 / f64::from(FRAMES_PER_SECOND);
        super::numbers::speed(time_step * self.stride as f64, shown)
    }
}

/// Fails if animations lack a text, or if a frame has a number that is none, another size than the
/// animation, or an id that another figure could have.
#[cfg(test)]
pub(super) fn assert_sound(animations: &[Animation], names: &[&str]) {
    use super::Figure;

    assert_eq!(animations.iter().map(|animation| animation.name).collect::<Vec<_>>(), names);
    for Animation { name, caption, alt, frames, size, poster, .. } in animations {
        assert!(*poster < frames.len() && frames.len() <= MOST_FRAMES, "{name}");
        let view_box = format!("viewBox=\"0 0 {} {}\"", size[0] / SCALE, size[1] / SCALE);
        for frame in frames {
            assert!(frame.contains(&view_box), "{name}: a frame is not {view_box}");
            let svg = frame.replacen(" style=\"color:#222;background:#fff\"", "", 1);
            let figure = Figure { name, caption: caption.clone(), alt: alt.clone(), svg };
            super::assert_sound(&[figure], &[name]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_bounded_and_end_with_the_last() {
        for (count, stride, first, frames) in [
            (1, 1, 0, 1),
            (81, 1, 0, 81),
            (240, 1, 0, 240),
            (450, 2, 1, 225),
            (100_000, 417, 336, 240),
        ] {
            let moments = Moments::of(count);
            assert_eq!((moments.stride, moments.indices[0]), (stride, first), "{count}");
            assert_eq!(moments.indices.last(), Some(&(count - 1)));
            assert_eq!(moments.indices.len(), frames, "{count}");
            assert!(moments.indices.windows(2).all(|pair| pair[1] - pair[0] == stride));
        }
        assert!(Moments::of(0).indices.is_empty());
    }
}
