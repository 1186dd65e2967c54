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
//! | `{{#demo NAME}}` | an animation, one of [`crate::figures::ANIMATIONS`], in whose place a demo of this name runs if it has been built |
//! | `{{#table NAME}}` | a table of results, one of [`TABLES`] |
//! | `{{#check ID}}` | the command of an [`Exercise`], with a field that checks what it prints |
//!
//! so that nothing can go stale; `$...$` and `$$...$$` become MathML, which needs neither network
//! nor script. An unknown name or a formula that cannot be read stops the build.

mod build;
mod cache;
mod contents;
mod demos;
mod directives;
mod exercises;
mod films;
mod generated;
mod inline_code;
mod markup;
mod maths;
mod result_tables;
mod results;
mod sources;
mod tables;
mod values;

pub use build::{BookError, Builder};
pub use contents::Contents;
pub use demos::Demos;
pub use directives::{DirectiveError, Expander};
pub use exercises::{Exercise, exercises};
pub use maths::{MathsError, to_mathml};
pub use result_tables::TABLES;
pub use results::Results;
pub use sources::Sources;
pub use values::parameters;

use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use cache::Cache;
use generated::Generated;
use mdbook_preprocessor::{
    Preprocessor, PreprocessorContext,
    book::{Book, BookItem},
    errors::{Error, Result},
};

/// The preprocessor named `modebook`.
#[derive(Default)]
pub struct Modebook {
    contents: Option<(Arc<Contents>, Arc<Cache>)>,
}

impl Modebook {
    /// A preprocessor over what was computed before; without, it takes what an earlier build of
    /// this program has kept, or runs the notebooks.
    fn with_contents(contents: Arc<Contents>, cache: Arc<Cache>) -> Self {
        Self { contents: Some((contents, cache)) }
    }
}

impl Preprocessor for Modebook {
    fn name(&self) -> &str {
        "modebook"
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let (contents, cache) = match &self.contents {
            Some(computed) => computed.clone(),
            None => {
                let cache = Cache::new(&context.root, &context.config);
                (Arc::new(cache.contents()?), Arc::new(cache))
            }
        };
        let documentation = built_beside("doc", "modebook/index.html");
        let demos = Demos::in_folder(built_beside("demos", "demos.wasm"));
        let sources = Sources::read(&context.root, documentation.as_deref())?;
        let pages = context.root.join(&context.config.book.src);
        let mut generated = Generated::new(pages.join(sources::GENERATED));
        for (path, html) in sources.pages() {
            generated.write(&path, html.as_bytes())?;
        }
        if let Some(documentation) = &documentation {
            generated.copy_folder(documentation, Path::new("documentation"))?;
        }
        demos.generate(&mut generated)?;
        for (name, film) in &contents.films {
            film.generate(name, &cache, &mut generated)?;
        }
        generated.finish()?;

        let expander = Expander { contents: &contents, sources: &sources, demos: &demos };
        let mut failure = None;
        book.for_each_mut(|item| {
            if let BookItem::Chapter(chapter) = item {
                let path = chapter.source_path.clone().unwrap_or_default();
                match expander.expand(&path, &chapter.content) {
                    Ok(expanded) => chapter.content = expanded,
                    Err(error) => {
                        failure
                            .get_or_insert(Error::new(error).context(path.display().to_string()));
                    }
                }
            }
        });
        failure.map_or(Ok(book), Err)
    }
}

/// A folder that `cargo doc` or `demos/build` has made, with a file in it: it is in cargo's folder
/// like the one with the program.
fn built_beside(folder: &str, file: &str) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let mut folders = program.ancestors().map(|ancestor| ancestor.join(folder));
    folders.find(|folder| folder.join(file).is_file())
}
