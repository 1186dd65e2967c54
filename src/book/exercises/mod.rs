//! Exercises whose answer one command prints. The page asks for it and checks it; the answer that
//! it checks against is computed by the library when the book is built, and a test runs the command.

mod notebook_017;
mod notebook_025;
mod own_creature;
mod primer;

use rayon::prelude::*;

use super::tables::escape;

/// A question whose answer one command prints.
pub struct Exercise {
    /// The name by which a page asks for it, such as `try.beam.stiff`.
    pub id: &'static str,
    /// The command, after `cargo run --release --`.
    pub command: &'static str,
    /// What the reader is to read off, as in "final height of the tip".
    pub asks: &'static str,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// Where the answer stands in what the command prints with `--json`, as a JSON pointer.
    pub pointer: &'static str,
    /// Decimals that a reader should get right.
    pub decimals: usize,
    /// Computes the answer.
    pub answer: fn() -> anyhow::Result<f64>,
}

/// Every exercise.
pub fn exercises() -> impl Iterator<Item = &'static Exercise> {
    notebook_017::EXERCISES
        .iter()
        .chain(notebook_025::EXERCISES)
        .chain(primer::EXERCISES)
        .chain(own_creature::EXERCISES)
}

/// The id of every exercise and its answer, with the decimals that count.
pub(super) fn answers() -> anyhow::Result<Vec<(&'static str, String)>> {
    let exercises: Vec<_> = exercises().collect();
    exercises.into_par_iter().map(|exercise| Ok((exercise.id, exercise.text()?))).collect()
}

impl Exercise {
    /// The answer with the decimals that count.
    ///
    /// # Errors
    /// What the experiment reports; with the commands of the book nothing.
    pub fn text(&self) -> anyhow::Result<String> {
        Ok(format!("{:.*}", self.decimals, (self.answer)()?))
    }

    /// The command, and a form that asks for what it prints and knows the answer. The page's
    /// script shows the form and compares; without it the command stands alone. One line of HTML.
    pub(super) fn html(&self, answer: &str) -> String {
        let Self { command, asks, unit, decimals, .. } = self;
        let tolerance = format!("{:.decimals$}", 10.0_f64.powi(-(*decimals as i32)));
        let (command, asks, unit) = (escape(command), escape(asks), escape(unit));
        format!(
            "<pre><code class=\"language-sh\">cargo run --release -- {command}</code></pre>\
             <form class=\"check\" data-answer=\"{answer}\" data-tolerance=\"{tolerance}\" data-unit=\"{unit}\" hidden>\
             <label>{asks}: <span class=\"word\"><input inputmode=\"text\" size=\"10\" autocomplete=\"off\"> {unit}</span></label> \
             <button>Check</button> <output aria-live=\"polite\"></output></form>",
        )
    }
}
