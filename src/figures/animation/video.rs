//! Frames as a video: H.264 by OpenH264, in an MP4 file by muxide.

use muxide::api::{MuxerConfig, VideoCodec};
use openh264::{
    OpenH264API, Timestamp,
    encoder::{
        ColorPrimaries, Encoder, EncoderConfig, FrameRate, FrameType, RateControlMode,
        TransferCharacteristics, VuiConfig,
    },
    formats::{RgbaSliceU8, YUVBuffer},
};
use rayon::prelude::*;

use super::{Animation, raster};
use crate::figures::FigureError;

/// Frames that are in memory at once, a few megabytes each.
const CHUNK: usize = 16;

impl Animation {
    /// The animation as an MP4 file that every browser plays. The same frames give the same bytes.
    ///
    /// # Errors
    /// [`FigureError`] if there are no frames, one cannot be drawn, or the encoder fails.
    pub fn video(&self) -> Result<Vec<u8>, FigureError> {
        self.video_with_progress(|_| ())
    }

    /// The same; `on_frame` is told the number of frames done.
    ///
    /// # Errors
    /// [`FigureError`] if there are no frames, one cannot be drawn, or the encoder fails.
    pub fn video_with_progress(
        &self,
        mut on_frame: impl FnMut(usize),
    ) -> Result<Vec<u8>, FigureError> {
        let count = self.frames.len();
        if count == 0 {
            return Err(FigureError::NoFrame { frame: 0, count });
        }
        // A frame lasts until the next, the last as long as the one before; a lone one, no time.
        let lone = self.frames.iter().filter(|_| count == 1);
        let frames: Vec<&String> = self.frames.iter().chain(lone).collect();
        let [width, height] = self.size;
        let rate = f64::from(self.frames_per_second);
        let config = encoder_config(self.frames_per_second);
        let mut encoder = Encoder::with_api_config(OpenH264API::from_source(), config)?;
        let mut mp4 = Vec::new();
        let mut muxer = MuxerConfig::new(width, height, rate)
            .into_builder(&mut mp4, VideoCodec::H264)
            .build()?;
        let mut done = 0;
        for chunk in frames.chunks(CHUNK) {
            let images: Vec<YUVBuffer> =
                chunk.par_iter().map(|svg| self.image(svg)).collect::<Result<_, _>>()?;
            for image in &images {
                let time = done as f64 / rate;
                let at = Timestamp::from_millis((1000.0 * time).round() as u64);
                let encoded = encoder.encode_at(image, at)?;
                let is_key = encoded.frame_type() == FrameType::IDR;
                muxer.write_video(time, &encoded.to_vec(), is_key)?;
                done += 1;
                on_frame(done);
            }
        }
        muxer.finish()?;
        Ok(mp4)
    }

    fn image(&self, svg: &str) -> Result<YUVBuffer, FigureError> {
        let pixels = raster::pixels(svg, self.size)?;
        let size = self.size.map(|length| length as usize);
        Ok(YUVBuffer::from_rgba8_source(RgbaSliceU8::new(pixels.data(), size.into())))
    }
}

/// The same quality throughout, whatever it takes: the modes that aim at a bit rate spoil the
/// moments when much moves, and may leave out frames. One thread, for the same bytes everywhere.
/// The colours say what they are: the crate's conversion has the weights of BT.601, the pixels are
/// those of a screen (BT.709).
fn encoder_config(frames_per_second: u32) -> EncoderConfig {
    let colors = VuiConfig::bt601()
        .color_primaries(ColorPrimaries::Bt709)
        .transfer_characteristics(TransferCharacteristics::Bt709);
    EncoderConfig::new()
        .rate_control_mode(RateControlMode::Off)
        .max_frame_rate(FrameRate::from_hz(frames_per_second as f32))
        .skip_frames(false)
        .adaptive_quantization(false)
        .background_detection(false)
        .num_threads(1)
        .vui(colors)
}
