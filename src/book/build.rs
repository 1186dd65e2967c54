use std::path::{Path, PathBuf};

use mdbook_driver::MDBook;
use thiserror::Error;

use super::{Modebook, Results};

/// Why the book cannot be built.
#[derive(Debug, Error)]
pub enum BookError {
    /// The folder holds no book.
    #[error("{0} holds no book.toml: run this in the project's folder, or name the book's folder")]
    NotFound(PathBuf),
    /// mdBook failed.
    #[error("the book cannot be built")]
    Build(#[source] mdbook_driver::errors::Error),
}

/// Builds the book in `root` into `destination`, or where its book.toml says, from the results of
/// one run; returns the folder with its pages.
///
/// # Errors
/// [`BookError`] if there is no book, a page names what does not exist, or the folder cannot be
/// written.
pub fn build(
    root: &Path,
    destination: Option<&Path>,
    results: Results,
) -> Result<PathBuf, BookError> {
    if !root.join("book.toml").is_file() {
        return Err(BookError::NotFound(root.to_path_buf()));
    }
    let mut book = MDBook::load(root).map_err(BookError::Build)?;
    if let Some(destination) = destination {
        book.config.build.build_dir =
            std::path::absolute(destination).unwrap_or_else(|_| destination.to_path_buf());
    }
    book.with_preprocessor(Modebook::with_results(results));
    book.build().map_err(BookError::Build)?;
    let pages = book.build_dir_for("html");
    Ok(pages.canonicalize().unwrap_or(pages))
}
