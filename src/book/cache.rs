use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

use mdbook_driver::config::Config;
use serde::{Deserialize, Serialize};

use super::{Contents, Results, generated};

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
    /// What the run reports.
    pub fn contents(&self) -> anyhow::Result<Contents> {
        match self.kept() {
            Some(contents) => Ok(contents),
            None => Ok(self.keep(Contents::from(&Results::compute()?))),
        }
    }

    /// Keeps what was computed for the next time.
    pub fn keep(&self, contents: Contents) -> Contents {
        if let Ok(program) = program()
            && let Ok(text) = serde_json::to_vec(&Kept { program, contents: &contents })
        {
            // A folder that cannot be written only costs time.
            let _ = generated::write(&self.file(), &text);
        }
        contents
    }

    fn kept(&self) -> Option<Contents> {
        let text = fs::read(self.file()).ok()?;
        let kept: Kept<Contents> = serde_json::from_slice(&text).ok()?;
        (kept.program == program().ok()?).then_some(kept.contents)
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
