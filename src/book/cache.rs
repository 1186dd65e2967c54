use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

use mdbook_driver::config::Config;
use serde::{Deserialize, Serialize};

use super::{Contents, Results, films, generated};

/// Where what the pages show is kept from one build to the next. It depends on nothing but the
/// program: as long as that is the same, the notebooks are not run again.
pub(super) struct Cache {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Kept<C> {
    program: u64,
    contents: C,
}

impl Cache {
    /// Beside the folder that a book is built into.
    pub fn new(book: &Path, config: &Config) -> Self {
        let pages = book.join(&config.build.build_dir);
        let mut name = pages.file_name().unwrap_or_default().to_os_string();
        name.push("-cache");
        Self { folder: pages.with_file_name(name) }
    }

    /// What was kept, or what is computed now.
    ///
    /// # Errors
    /// What the run reports, or [`keep`](Self::keep).
    pub fn contents(&self) -> anyhow::Result<Contents> {
        match self.kept() {
            Some(contents) => Ok(contents),
            None => self.keep(&Results::compute()?),
        }
    }

    /// Keeps what pages take from a run for the next time. An animation is encoded unless it has
    /// been before.
    ///
    /// # Errors
    /// If the folder cannot be written or an animation cannot be encoded.
    pub fn keep(&self, results: &Results) -> anyhow::Result<Contents> {
        films::shoot(&results.animations, self)?;
        let contents = Contents::from(results);
        let text = serde_json::to_vec(&Kept { program: program()?, contents: &contents })?;
        generated::write(&self.file(), &text)?;
        Ok(contents)
    }

    /// Where a film is kept.
    pub fn film(&self, name: &str, key: &str, format: &str) -> PathBuf {
        self.folder.join(format!("{name}-{key}.{format}"))
    }

    fn kept(&self) -> Option<Contents> {
        let text = fs::read(self.file()).ok()?;
        let kept: Kept<Contents> = serde_json::from_slice(&text).ok()?;
        let has_films = kept.contents.films.iter().all(|(name, film)| film.is_kept(name, self));
        (kept.program == program().ok()? && has_films).then_some(kept.contents)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("contents.json")
    }
}

/// What the running program is made of, as a number.
fn program() -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    fs::read(env::current_exe()?)?.hash(&mut hasher);
    Ok(hasher.finish())
}
