use std::{
    io,
    path::{Path, PathBuf},
};

use super::{generated::Generated, sources::GENERATED};

/// The demos that run in the page, as far as they have been built; without them a page shows its
/// films.
#[derive(Debug, Default)]
pub struct Demos {
    folder: Option<PathBuf>,
}

/// Where pages find them, below what is generated.
const FOLDER: &str = "demos";

impl Demos {
    /// Those in a folder as `demos/build` makes it: a script for each demo, and all that it needs.
    pub fn in_folder(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Where a page finds the script of a demo, if there is one.
    pub(super) fn script(&self, name: &str, to_root: &str) -> Option<String> {
        let script = format!("{name}.js");
        let is_built = self.folder.as_ref()?.join(&script).is_file();
        is_built.then(|| format!("{to_root}{GENERATED}/{FOLDER}/{script}"))
    }

    /// Adds the files to those of the book.
    pub(super) fn generate(&self, generated: &mut Generated) -> io::Result<()> {
        match &self.folder {
            Some(folder) => generated.copy_folder(folder, Path::new(FOLDER)),
            None => Ok(()),
        }
    }
}
