use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use mdbook_driver::MDBook;
use thiserror::Error;

use super::{Cache, Contents, Modebook, Results, sources::GENERATED};

/// Why the book cannot be built.
#[derive(Debug, Error)]
pub enum BookError {
    /// The folder holds no book.
    #[error("{0} holds no book.toml: run this in the project's folder, or name the book's folder")]
    NotFound(PathBuf),
    /// What the pages show cannot be computed.
    #[error("the results that the pages show cannot be computed")]
    Results(#[source] anyhow::Error),
    /// mdBook failed.
    #[error("the book cannot be built")]
    Build(#[source] mdbook_driver::errors::Error),
}

/// Builds a book, again and again if its pages change; what they show is computed once.
pub struct Builder {
    book: PathBuf,
    contents: Arc<Contents>,
    cache: Arc<Cache>,
    destination: Option<PathBuf>,
    live_reload: Option<&'static str>,
}

impl Builder {
    /// For the book in a folder: from the results of a run, or else from what an earlier build of
    /// this program has kept, or else from a run that is made now.
    ///
    /// # Errors
    /// [`BookError`] if there is no book or the run fails.
    pub fn new(book: &Path, results: Option<&Results>) -> Result<Self, BookError> {
        let cache = Cache::new(book, &load(book)?.config);
        let contents = match results {
            Some(results) => cache.keep(results),
            None => cache.contents(),
        };
        Ok(Self {
            book: book.to_path_buf(),
            contents: Arc::new(contents.map_err(BookError::Results)?),
            cache: Arc::new(cache),
            destination: None,
            live_reload: None,
        })
    }

    /// Builds into another folder than book.toml says.
    #[must_use]
    pub fn into_folder(mut self, destination: Option<&Path>) -> Self {
        self.destination = destination
            .map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()));
        self
    }

    /// Lets the pages reload themselves when a socket at this address, below the site's root, says
    /// so.
    #[must_use]
    pub fn with_live_reload(mut self, endpoint: &'static str) -> Self {
        self.live_reload = Some(endpoint);
        self
    }

    /// Builds the book; returns the folder with its pages.
    ///
    /// # Errors
    /// [`BookError::Build`] if a page names what does not exist, or the folder cannot be written.
    pub fn build(&self) -> Result<PathBuf, BookError> {
        let mut book = load(&self.book)?;
        if let Some(destination) = &self.destination {
            book.config.build.build_dir.clone_from(destination);
        }
        if let Some(endpoint) = self.live_reload {
            let html = "output.html";
            book.config
                .set(format!("{html}.live-reload-endpoint"), endpoint)
                .and_then(|()| book.config.set(format!("{html}.site-url"), "/"))
                .map_err(BookError::Build)?;
        }
        let (contents, cache) = (Arc::clone(&self.contents), Arc::clone(&self.cache));
        book.with_preprocessor(Modebook::with_contents(contents, cache));
        book.build().map_err(BookError::Build)?;
        let pages = book.build_dir_for("html");
        Ok(pages.canonicalize().unwrap_or(pages))
    }

    /// Folders in which changes may call for another build.
    ///
    /// # Errors
    /// [`BookError`] if the book is not there any more.
    pub fn watched(&self) -> Result<Vec<PathBuf>, BookError> {
        let book = load(&self.book)?;
        let extra = book.config.build.extra_watch_dirs.iter().map(|folder| self.book.join(folder));
        Ok(std::iter::once(self.book.clone()).chain(extra).collect())
    }

    /// Whether a file is one that the pages are made from, and not one that a build writes.
    pub fn is_made_from(&self, file: &Path) -> bool {
        !file.components().any(|part| part.as_os_str() == GENERATED)
    }
}

fn load(book: &Path) -> Result<MDBook, BookError> {
    if !book.join("book.toml").is_file() {
        return Err(BookError::NotFound(book.to_path_buf()));
    }
    MDBook::load(book).map_err(BookError::Build)
}
