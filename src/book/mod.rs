//! The mdBook preprocessor: claims, figures, tables and values from the run, and maths as MathML.
//!
//! A page holds directives instead of numbers and pictures:
//!
//! | directive | becomes |
//! |---|---|
//! | `{{#claim ID}}` | the claim, the notebook's value, ours, and the verdict |
//! | `{{#claims GLOB}}` | the same for all claims that match, such as `17.droop.*` |
//! | `{{#value ID}}` | what we computed for a claim or an exercise, or a parameter such as `017.young` |
//! | `{{#printed ID}}` | what the notebook prints for a claim |
//! | `{{#figure NAME}}` | a figure with its caption |
//! | `{{#table NAME}}` | a table of results, one of [`TABLES`] |
//! | `{{#check ID}}` | the command of an [`Exercise`], with a field that checks what it prints |
//!
//! so that nothing can go stale; `$...$` and `$$...$$` become MathML, which needs neither network
//! nor script. An unknown name or a formula that cannot be read stops the build.

mod build;
mod directives;
mod exercises;
mod inline_code;
mod maths;
mod result_tables;
mod results;
mod tables;
mod values;

pub use build::{BookError, build};
pub use directives::{DirectiveError, expand};
pub use exercises::{Exercise, exercises};
pub use maths::{MathsError, to_mathml};
pub use result_tables::TABLES;
pub use results::Results;
pub use values::parameters;

use std::cell::OnceCell;

use mdbook_preprocessor::{
    Preprocessor, PreprocessorContext,
    book::{Book, BookItem},
    errors::{Error, Result},
};

/// The preprocessor named `modebook`. The notebooks are run when the first page needs them, once.
#[derive(Default)]
pub struct Modebook {
    results: OnceCell<Results>,
}

impl Modebook {
    /// A preprocessor over results that were computed before.
    pub fn with_results(results: Results) -> Self {
        Self { results: OnceCell::from(results) }
    }
}

impl Preprocessor for Modebook {
    fn name(&self) -> &str {
        "modebook"
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let results = match self.results.get() {
            Some(results) => results,
            None => {
                let computed = Results::compute()?;
                self.results.get_or_init(|| computed)
            }
        };
        let mut failure = None;
        book.for_each_mut(|item| {
            if let BookItem::Chapter(chapter) = item {
                match expand(&chapter.content, results) {
                    Ok(expanded) => chapter.content = expanded,
                    Err(error) => {
                        let page = chapter.source_path.clone().unwrap_or_default();
                        failure
                            .get_or_insert(Error::new(error).context(page.display().to_string()));
                    }
                }
            }
        });
        failure.map_or(Ok(book), Err)
    }
}
