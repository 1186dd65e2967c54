use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result};
use comfy_table::{ContentArrangement, Table, presets::UTF8_FULL_CONDENSED};
use serde::Serialize;
use tempfile::NamedTempFile;

/// Makes sure, before anything is computed, that files can be written into a folder; creates it if
/// need be.
pub fn check_folder(folder: &Path) -> Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    fs::create_dir_all(folder).and_then(|()| NamedTempFile::new_in(folder)).map(drop).with_context(
        || {
            format!(
                "cannot write into the folder {}: name one that you can write to",
                folder.display()
            )
        },
    )
}

/// Makes sure, before anything is computed, that a file can be written.
pub fn check_file(path: &Path) -> Result<()> {
    if path.is_dir() {
        anyhow::bail!("cannot write {}: it is a folder; name a file in it", path.display());
    }
    check_folder(path.parent().unwrap_or(Path::new(".")))
}

/// Writes a file whole or not at all: under a temporary name first, then renamed.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(content)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// An empty table with a header, as wide as the terminal allows.
pub fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    table
}

/// Prints a value as JSON on standard output.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Prints a line on standard output. A reader that has gone away (`| head`) is no error.
pub fn print(text: &str) -> Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}
