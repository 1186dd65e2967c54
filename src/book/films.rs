use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{
    Cache,
    generated::{Generated, write},
    sources::GENERATED,
    tables::escape,
};
use crate::figures::Animation;

/// An animation on a page.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Film {
    caption: String,
    alt: String,
    size: [u32; 2],
    /// Names what was drawn, among all that the cache has kept.
    key: String,
}

impl From<&Animation> for Film {
    fn from(animation: &Animation) -> Self {
        Self {
            caption: animation.caption.clone(),
            alt: animation.alt.clone(),
            size: animation.size,
            key: animation.key(),
        }
    }
}

/// What an animation is written as: a still, and a film if the program can make one.
const FORMATS: &[&str] = if cfg!(feature = "video") { &["png", "mp4"] } else { &["png"] };

/// Draws and encodes the animations that the cache does not hold yet.
pub(super) fn shoot(animations: &[Animation], cache: &Cache) -> anyhow::Result<()> {
    for animation in animations {
        let key = animation.key();
        for format in FORMATS {
            let file = cache.film(animation.name, &key, format);
            if !file.is_file() {
                write(&file, &encoded(animation, format)?)?;
            }
        }
    }
    Ok(())
}

fn encoded(animation: &Animation, format: &str) -> anyhow::Result<Vec<u8>> {
    match format {
        #[cfg(feature = "video")]
        "mp4" => Ok(animation.video()?),
        _ => Ok(animation.poster()?),
    }
}

impl Film {
    /// Whether the cache holds its files.
    pub fn is_kept(&self, name: &str, cache: &Cache) -> bool {
        FORMATS.iter().all(|format| cache.film(name, &self.key, format).is_file())
    }

    /// Adds the files from the cache to those of the book.
    pub fn generate(
        &self,
        name: &str,
        cache: &Cache,
        generated: &mut Generated,
    ) -> anyhow::Result<()> {
        for format in FORMATS {
            let kept = std::fs::read(cache.film(name, &self.key, format))?;
            generated.write(&Path::new("animations").join(name).with_extension(format), &kept)?;
        }
        Ok(())
    }

    /// The animation as a figure: it plays when it is asked to; without a film, and on paper, a
    /// still stands for it. `live` is what runs in its place, as an attribute of the figure.
    pub fn html(&self, name: &str, to_root: &str, live: &str, code: &str) -> String {
        let [width, height] = self.size;
        let (alt, caption) = (escape(&self.alt), escape(&self.caption));
        let file = |format: &str| format!("{to_root}{GENERATED}/animations/{name}.{format}");
        let size = format!("width=\"{width}\" height=\"{height}\"");
        let still = format!("<img class=\"still\" src=\"{}\" {size} alt=\"{alt}\">", file("png"));
        let shown = if cfg!(feature = "video") {
            format!(
                "<video controls muted loop playsinline preload=\"none\" {size} poster=\"{}\" aria-label=\"{alt}\">\
                 <source src=\"{}\" type=\"video/mp4\"></video>\n{still}",
                file("png"),
                file("mp4"),
            )
        } else {
            still
        };
        format!(
            "<figure class=\"demo\" id=\"demo-{name}\" data-demo=\"{name}\"{live}>\n{shown}\n<figcaption>{caption}{code}</figcaption>\n</figure>"
        )
    }
}
