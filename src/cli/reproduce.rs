use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use modebook::{
    book,
    experiments::{modal_muscles, skinning_eigenmodes},
};

use super::{Outcome, output, progress, verify};

#[derive(Args)]
pub struct Arguments {
    /// Folder for the figures
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    output: PathBuf,
    /// Folder of the book's source [default: book, if it is there]
    #[arg(long, value_name = "FOLDER")]
    book: Option<PathBuf>,
}

/// Reproduces everything: claims, figures, book.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let figures = arguments.output.join("figures");
    output::check_folder(&figures)?;
    let source = arguments.book.clone().unwrap_or_else(|| "book".into());
    let has_book = source.join("book.toml").is_file();
    if arguments.book.is_some() && !has_book {
        bail!("--book {}: there is no book.toml in it", source.display());
    }

    let steps = progress::bar(5, "notebook 017");
    let parameters = skinning_eigenmodes::Parameters::default();
    let reproduction = skinning_eigenmodes::reproduce(&parameters)?;
    steps.inc(1);
    steps.set_message("timing study");
    let timing = skinning_eigenmodes::timing(&parameters, |_| ())?;
    steps.inc(1);
    steps.set_message("notebook 025");
    let muscles = modal_muscles::reproduce(&modal_muscles::Parameters::default())?;
    steps.inc(1);
    steps.set_message("figures");
    let results = book::Results::from_runs(reproduction, timing, muscles)?;
    for figure in &results.figures {
        let file = figures.join(figure.name).with_extension("svg");
        output::write_figure(&file, figure)?;
    }
    steps.inc(1);
    steps.set_message("book");
    let table = verify::table(&results.verdicts);
    let outcome = verify::outcome(&results.verdicts);
    let pages = if has_book {
        let builder = book::Builder::new(&source, Some(&results))?;
        builder.build()?.join("index.html").display().to_string()
    } else {
        "not built: there is no folder book here with a book.toml (run in the project's folder)"
            .to_string()
    };
    steps.finish_and_clear();

    output::print(&format!("{table}\nfigures   {}\nbook      {pages}", figures.display()))?;
    Ok(outcome)
}
