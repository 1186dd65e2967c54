use std::{
    io,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use mdbook_preprocessor::{Preprocessor, parse_input};
use modebook::book::{Builder, Modebook};

use super::{Outcome, output, progress, serve};

#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Builds the pages
    Build {
        /// Folder of the book's source
        #[arg(default_value = "book")]
        book: PathBuf,
        /// Folder for the pages [default: what book.toml says]
        #[arg(long, value_name = "FOLDER")]
        dest_dir: Option<PathBuf>,
    },
    /// Serves the pages, and builds them again when they change
    Serve(serve::Arguments),
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let (book, dest_dir) = match &arguments.action {
        Action::Build { book, dest_dir } => (book, dest_dir),
        Action::Serve(arguments) => return serve::run(arguments),
    };
    if let Some(folder) = dest_dir {
        check_destination(folder)?;
    }
    let progress = progress::spinner("running the notebooks and building the book");
    let pages = Builder::new(book, None)?.into_folder(dest_dir.as_deref()).build()?;
    progress.finish_and_clear();
    output::print(&pages.join("index.html").display().to_string())?;
    Ok(Outcome::Agrees)
}

/// A folder that can be written, and that is empty or holds an earlier book: mdBook clears it
/// first.
fn check_destination(folder: &Path) -> Result<()> {
    output::check_folder(folder)?;
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !folder.join(".nojekyll").exists() {
        bail!(
            "{} holds something other than a book, and would be cleared: name an empty or a new folder",
            folder.display()
        );
    }
    Ok(())
}

#[derive(Args)]
pub struct PreprocessArguments {
    #[command(subcommand)]
    question: Option<Question>,
}

#[derive(Subcommand)]
enum Question {
    /// Asks whether a renderer is supported; the exit status answers
    Supports { renderer: String },
}

/// mdBook's protocol: a book as JSON on standard input, the same with its directives expanded on
/// standard output.
pub fn preprocess(arguments: &PreprocessArguments) -> Result<Outcome> {
    let modebook = Modebook::default();
    if let Some(Question::Supports { renderer }) = &arguments.question {
        return Ok(if modebook.supports_renderer(renderer)? {
            Outcome::Agrees
        } else {
            Outcome::Differs
        });
    }
    let (context, book) = parse_input(io::stdin())?;
    let expanded = modebook.run(&context, book)?;
    serde_json::to_writer(io::stdout().lock(), &expanded)?;
    Ok(Outcome::Agrees)
}
