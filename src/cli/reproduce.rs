use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use modebook::{book, experiments::skinning_eigenmodes as notebook};

use super::{Outcome, output, progress, verify};

#[derive(Args)]
pub struct Arguments {
    /// Folder for the figures
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    output: PathBuf,
    /// Folder of the book's source
    #[arg(long, value_name = "FOLDER", default_value = "book")]
    book: PathBuf,
}

/// Reproduces everything: claims, figures, book.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let figures = arguments.output.join("figures");
    output::check_folder(&figures)?;

    let steps = progress::bar(4, "notebook 017");
    let parameters = notebook::Parameters::default();
    let reproduction = notebook::reproduce(&parameters)?;
    steps.inc(1);
    steps.set_message("timing study");
    let timing = notebook::timing(&parameters, |_| ())?;
    steps.inc(1);
    steps.set_message("figures");
    let results = book::Results::from_runs(reproduction, timing)?;
    for figure in &results.figures {
        let file = figures.join(figure.name).with_extension("svg");
        output::write_file(&file, figure.document().as_bytes())?;
    }
    steps.inc(1);
    steps.set_message("book");
    let table = verify::table(&results.verdicts);
    let outcome = verify::outcome(&results.verdicts);
    let pages = if arguments.book.join("book.toml").is_file() {
        format!(
            "book      {}",
            book::build(&arguments.book, None, results)?.join("index.html").display()
        )
    } else {
        format!(
            "book      not built: {} holds no book.toml (run in the project's folder)",
            arguments.book.display()
        )
    };
    steps.finish_and_clear();

    output::print(&format!("{table}\nfigures   {}\n{pages}", figures.display()))?;
    Ok(outcome)
}
