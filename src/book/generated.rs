use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The folder of what the build adds to the book's source: pages of source code, documentation,
/// animations. mdBook copies it beside the pages.
pub(super) struct Generated {
    folder: PathBuf,
    written: BTreeSet<PathBuf>,
}

impl Generated {
    /// The folder, whatever may be in it.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, written: BTreeSet::new() }
    }

    /// Writes a file unless it holds these bytes already: a server of the book takes every write
    /// for a change.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let file = self.folder.join(path);
        if fs::read(&file).ok().as_deref() != Some(bytes) {
            write(&file, bytes)?;
        }
        self.written.insert(file);
        Ok(())
    }

    /// Writes all files of a folder below a path; a folder that is not there holds none.
    pub fn copy_folder(&mut self, from: &Path, path: &Path) -> io::Result<()> {
        let entries = match fs::read_dir(from) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = path.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.copy_folder(&entry.path(), &path)?;
            } else {
                self.write(&path, &fs::read(entry.path())?)?;
            }
        }
        Ok(())
    }

    /// Removes what was there before and has not been written again.
    pub fn finish(self) -> io::Result<()> {
        if self.folder.exists() { remove_others(&self.folder, &self.written) } else { Ok(()) }
    }
}

fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, kept)?;
            if fs::read_dir(&path)?.next().is_none() {
                fs::remove_dir(&path)?;
            }
        } else if !kept.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Writes a file whole or not at all, and the folder that it is in.
pub(super) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // Like any file that a program writes: pages may be served by someone else.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_written_and_only_what_was_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let run = |files: &[(&str, &str)]| {
            let mut generated = Generated::new(folder.path().join("generated"));
            for (path, text) in files {
                generated.write(Path::new(path), text.as_bytes()).unwrap();
            }
            generated.finish().unwrap();
        };
        let modified = |path: &str| {
            fs::metadata(folder.path().join("generated").join(path)).unwrap().modified().unwrap()
        };
        run(&[("a/one", "1"), ("a/two", "2"), ("b/three", "3")]);
        let before = modified("a/one");
        run(&[("a/one", "1"), ("a/two", "4")]);
        assert_eq!(modified("a/one"), before);
        assert_eq!(fs::read(folder.path().join("generated/a/two")).unwrap(), b"4");
        assert!(!folder.path().join("generated/b").exists());
    }
}
