use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result, bail};
use comfy_table::{ContentArrangement, Table, presets::UTF8_FULL_CONDENSED};
use modebook::figures::{Animation, Figure};
use serde::Serialize;
use tempfile::NamedTempFile;

/// Makes sure, before anything is computed, that files can be written into a folder. One that does
/// not exist yet is created when the first file is written.
pub fn check_folder(folder: &Path) -> Result<()> {
    let existing =
        folder.ancestors().find(|ancestor| ancestor.exists() || ancestor.as_os_str().is_empty());
    let existing =
        existing.filter(|ancestor| !ancestor.as_os_str().is_empty()).unwrap_or(Path::new("."));
    NamedTempFile::new_in(existing).map(drop).with_context(|| {
        format!("cannot write into the folder {}: name one that you can write to", folder.display())
    })
}

/// Makes sure, before anything is computed, that a file can be written, and that nothing but a file
/// is replaced.
pub fn check_file(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => {
            bail!("cannot write {}: it is a folder; name a file in it", path.display())
        }
        Ok(existing) if !existing.is_file() || existing.permissions().readonly() => {
            bail!("cannot write {}: it is no file that may be replaced", path.display())
        }
        _ => check_folder(path.parent().unwrap_or(Path::new("."))),
    }
}

/// The same for a figure, if one was asked for.
pub fn check_figure(file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    if file.extension().is_none_or(|extension| extension != "svg") {
        bail!("--figure {}: figures are SVG; name a file that ends in .svg", file.display());
    }
    check_file(file)
}

/// The same for a table, if one was asked for.
pub fn check_csv(file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    if file.extension().is_none_or(|extension| extension != "csv") {
        bail!("--csv {}: name a file that ends in .csv", file.display());
    }
    check_file(file)
}

/// The same for an animation, if one was asked for.
pub fn check_animation(file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    if cfg!(not(feature = "video")) {
        bail!(
            "--animation {}: this modebook was built without its feature `video`; build it with the default features, which takes a C++ \
             compiler, or ask for a still with --figure",
            file.display()
        );
    }
    if file.extension().is_none_or(|extension| extension != "mp4") {
        bail!("--animation {}: animations are MP4; name a file that ends in .mp4", file.display());
    }
    check_file(file)
}

/// Writes an animation, after showing how its frames come along.
#[cfg(feature = "video")]
pub fn write_animation(file: &Path, animation: &Animation) -> Result<()> {
    let progress = super::progress::bar(animation.frames.len(), "frames");
    let mp4 = animation.video_with_progress(|frame| progress.set_position(frame as u64))?;
    progress.finish_and_clear();
    write_file(file, &mp4)
}

/// Never comes to it: [`check_animation`] refuses.
#[cfg(not(feature = "video"))]
pub fn write_animation(file: &Path, _: &Animation) -> Result<()> {
    check_animation(Some(file))
}

/// Writes a figure as a file of its own.
pub fn write_figure(file: &Path, figure: &Figure) -> Result<()> {
    write_file(file, figure.document().as_bytes())
}

/// A table as CSV, numbers with all their digits.
pub fn csv(header: &[&str], rows: impl Iterator<Item = Vec<f64>>) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row.iter().map(f64::to_string))?;
    }
    Ok(writer.into_inner()?)
}

/// Makes sure that no two options name the same file.
pub fn check_differ(files: &[(&str, Option<&Path>)]) -> Result<()> {
    for (i, (name, file)) in files.iter().enumerate() {
        for (other_name, other) in &files[..i] {
            if file.zip(*other).is_some_and(|(a, b)| is_same_file(a, b)) {
                bail!("{other_name} and {name} name the same file: name two");
            }
        }
    }
    Ok(())
}

/// Whether two paths lead to the same file, whether it exists yet or not.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    a == b || resolved(a).zip(resolved(b)).is_some_and(|(a, b)| a == b)
}

/// Writes a file whole or not at all: under a temporary name first, then renamed. A link is
/// followed.
pub fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
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

/// Prints what was done on the way on standard error.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

/// Prints a warning on standard error.
pub fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {text}");
}

/// Prints a line on standard output. A reader that has gone away (`| head`) is no error.
pub fn print(text: &str) -> Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}
