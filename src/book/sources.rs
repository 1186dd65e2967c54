use std::{
    collections::BTreeMap,
    fs, io,
    ops::RangeInclusive,
    path::{Component, Path, PathBuf},
};

use super::tables::escape;

/// The source files beside the book, so that pages can lead to the lines that computed what they
/// show, and the crate's documentation where it has been built.
#[derive(Default)]
pub struct Sources {
    /// Texts by path below the project's folder, such as `src/mesh/grid.rs`.
    files: BTreeMap<String, String>,
    /// Pages of the crate's documentation, by path below its folder.
    documentation: BTreeMap<String, String>,
}

/// What a name in a page stands for.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Claim,
    Parameter,
    Exercise,
    Figure,
    Animation,
    Table,
}

/// Folders of source that the pages lead to.
const FOLDERS: [&str; 2] = ["src", "tests"];

/// Where the book's pages find what is generated, below their root.
pub(super) const GENERATED: &str = "generated";

impl Sources {
    /// Reads the source files of the project that a book belongs to (none if it stands alone), and
    /// the documentation in a folder as `cargo doc` writes it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(book: &Path, documentation: Option<&Path>) -> io::Result<Self> {
        let project = book.join("..");
        let mut files = BTreeMap::new();
        for folder in FOLDERS {
            read_folder(&project, Path::new(folder), "rs", &mut files)?;
        }
        let mut pages = BTreeMap::new();
        if let Some(folder) = documentation {
            read_folder(folder, Path::new("modebook"), "html", &mut pages)?;
        }
        Ok(Self { files, documentation: pages })
    }

    /// Where the code stands that computes, draws or checks something: an address below the book's
    /// root.
    pub(super) fn place(&self, kind: Kind, name: &str) -> Option<String> {
        let (folder, pattern) = match kind {
            Kind::Claim => ("src/claims/", format!("\"{name}\",")),
            Kind::Parameter => ("src/book/values.rs", format!("(\"{name}\",")),
            Kind::Exercise => ("src/book/exercises/", format!("\"{name}\",")),
            Kind::Figure => ("src/figures/", format!("\"{name}\" =>")),
            Kind::Animation => ("src/figures/notebook", format!("\"{name}\"")),
            Kind::Table => ("src/book/result_tables", format!("\"{name}\" =>")),
        };
        let in_folder = self.files.iter().filter(|(path, _)| path.starts_with(folder));
        let (path, number, line) = in_folder.into_iter().find_map(|(path, text)| {
            let mut lines = text.lines().enumerate();
            lines.find(|(_, line)| line.contains(&pattern)).map(|(i, line)| (path, i + 1, line))
        })?;
        let behind = match kind {
            Kind::Figure | Kind::Table => self.function(path, line),
            Kind::Parameter => self.field(name, line),
            _ => None,
        };
        Some(behind.unwrap_or_else(|| address(path, number)))
    }

    /// Where the function stands that a line such as `"017-droop" => bodies::droop(name, results),`
    /// calls: in the same file, or in the file beside it that is named.
    fn function(&self, path: &str, line: &str) -> Option<String> {
        let (_, call) = line.split_once("=> ")?;
        let (called, _) = call.split_once('(')?;
        let file = match called.rsplit_once("::") {
            Some((module, _)) => Path::new(path).with_file_name(module).with_extension("rs"),
            None => PathBuf::from(path),
        };
        let file = file.to_string_lossy().into_owned();
        let head = format!("fn {}(", called.rsplit("::").next()?);
        self.find_line(|known| known == file, &head)
    }

    /// Where the field of a result or a parameter is documented that a line such as
    /// `("017.width", number(p.width)),` tells.
    fn field(&self, name: &str, line: &str) -> Option<String> {
        let folder = match name.split_once('.')?.0 {
            "017" => "experiments/skinning_eigenmodes",
            "025" => "experiments/modal_muscles",
            "primer" => "experiments/primer",
            "own" => "experiments/own_creature.rs",
            "spread" => "claims",
            _ => "speed",
        };
        let folder = format!("src/{folder}");
        let (_, value) = line.split_once(", ")?;
        let is_of_run = |word: &&str| word.starts_with("p.") || word.starts_with("r.");
        let chain =
            value.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').find(is_of_run)?;
        let head = format!("pub {}: ", chain.trim_end_matches('.').rsplit('.').next()?);
        self.find_line(|known| known.starts_with(&folder), &head)
    }

    /// The first line with a text in the files with some paths.
    fn find_line(&self, is_among: impl Fn(&str) -> bool, text: &str) -> Option<String> {
        self.files.iter().filter(|(path, _)| is_among(path)).find_map(|(path, file)| {
            Some(address(path, file.lines().position(|line| line.contains(text))? + 1))
        })
    }

    /// The address of a file's page, below the book's root.
    pub(super) fn page(&self, path: &str) -> Option<String> {
        self.files.contains_key(path).then(|| format!("{GENERATED}/source/{path}.html"))
    }

    /// The lines between the marks of an anchor, counted from one.
    pub(super) fn anchor(&self, path: &str, anchor: &str) -> Option<RangeInclusive<usize>> {
        let text = self.files.get(path)?;
        let find = |mark: &str| {
            let is_mark = |line: &str| {
                line.trim()
                    .strip_prefix("// ")
                    .is_some_and(|rest| rest == format!("{mark}: {anchor}"))
            };
            text.lines().position(is_mark)
        };
        let (open, close) = (find("ANCHOR")? + 1, find("ANCHOR_END")? + 1);
        (open + 1 < close).then(|| open + 1..=close - 1)
    }

    /// The text between the marks of an anchor, moved to the left as far as it goes: on a phone every
    /// column counts.
    pub(super) fn listing(&self, path: &str, anchor: &str) -> Option<String> {
        let lines = self.anchor(path, anchor)?;
        let is_mark = |line: &&str| line.trim().starts_with("// ANCHOR");
        let text = self.files.get(path)?.lines().take(*lines.end()).skip(lines.start() - 1);
        let text: Vec<&str> = text.filter(|line| !is_mark(line)).collect();
        let indentation = |line: &&str| line.len() - line.trim_start().len();
        let is_blank = |line: &&&str| line.trim().is_empty();
        let common = text.iter().filter(|line| !is_blank(line)).map(indentation).min()?;
        let moved: Vec<_> = text.iter().map(|line| line.get(common..).unwrap_or("")).collect();
        Some(moved.join("\n"))
    }

    /// The address of the documentation of what a listing defines, or of its module.
    pub(super) fn documentation_of(
        &self,
        path: &str,
        lines: &RangeInclusive<usize>,
    ) -> Option<String> {
        let text: Vec<&str> = self.files.get(path)?.lines().collect();
        let (at, keyword, name, is_method) = (*lines.start() - 1..*lines.end())
            .find_map(|at| defined(text[at]).map(|(k, n, m)| (at, k, n, m)))
            .unwrap_or((0, "", "", false));
        let owner = text[..at].iter().rev().find(|line| line.starts_with("impl")).map(|line| {
            let head = line.split(" for ").last().unwrap_or(line).trim_start_matches("impl ");
            head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
        });
        let page = |file: String| self.documentation.keys().find(|path| path.ends_with(&file));
        let item = match (is_method, owner) {
            (true, Some(owner)) => ["struct", "enum", "trait"].iter().find_map(|kind| {
                let page = page(format!("/{kind}.{owner}.html"))?;
                let id = ["method", "tymethod"]
                    .map(|kind| format!("{kind}.{name}"))
                    .into_iter()
                    .find(|id| self.documentation[page].contains(&format!("id=\"{id}\"")));
                Some(match id {
                    Some(id) => format!("{page}#{id}"),
                    None => page.clone(),
                })
            }),
            _ => page(format!("/{keyword}.{name}.html")).cloned(),
        };
        let module = || {
            let module =
                path.strip_prefix("src/")?.trim_end_matches(".rs").trim_end_matches("/mod");
            Path::new(module).ancestors().find_map(|module| {
                let page = Path::new("modebook").join(module).join("index.html");
                let page = page.to_string_lossy().into_owned();
                self.documentation.contains_key(&page).then_some(page)
            })
        };
        item.or_else(module).map(|page| format!("{GENERATED}/documentation/{page}"))
    }

    /// The address of the documentation of a path such as `modebook::reduction::Subspace`.
    pub(super) fn documentation_of_path(&self, path: &str) -> Option<String> {
        let (module, name) = path.rsplit_once("::").unwrap_or((path, ""));
        let module = module.replace("::", "/");
        let kinds = ["struct", "enum", "trait", "fn", "constant", "type"];
        let mut candidates: Vec<_> =
            kinds.iter().map(|kind| format!("{module}/{kind}.{name}.html")).collect();
        candidates.push(Path::new(&module).join(name).join("index.html").display().to_string());
        candidates
            .into_iter()
            .find(|page| self.documentation.contains_key(page))
            .map(|page| format!("{GENERATED}/documentation/{page}"))
    }

    /// The pages that show the files with numbered lines: their address below the folder of what is
    /// generated, and their HTML.
    pub(super) fn pages(&self) -> impl Iterator<Item = (PathBuf, String)> {
        self.files.iter().map(|(path, text)| {
            let page = Path::new("source").join(format!("{path}.html"));
            let to_root = "../".repeat(page.components().count());
            (page, source_page(path, text, &to_root))
        })
    }
}

/// The address of a line of a file, below the book's root.
fn address(path: &str, line: usize) -> String {
    format!("{GENERATED}/source/{path}.html#L{line}")
}

/// A path that a page names relative to itself, below the project's folder.
pub(super) fn below_project(page: &Path, relative: &str) -> String {
    let mut path = Path::new("book/src").join(page);
    path.pop();
    for component in Path::new(relative).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    path.to_string_lossy().into_owned()
}

/// What a line defines: the kind of its page in the documentation, its name, and whether it is
/// inside an `impl`.
fn defined(line: &str) -> Option<(&'static str, &str, bool)> {
    let is_method = line.starts_with("    ");
    let line = line.trim_start();
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let line = line.strip_prefix("const ").filter(|rest| rest.starts_with("fn ")).unwrap_or(line);
    let kinds = [("fn ", "fn"), ("struct ", "struct"), ("enum ", "enum"), ("trait ", "trait")];
    kinds.iter().find_map(|(keyword, kind)| {
        let rest = line.strip_prefix(keyword)?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        Some((*kind, name, is_method))
    })
}

/// A file with numbered lines, as a page that needs nothing else.
fn source_page(path: &str, text: &str, to_root: &str) -> String {
    const STYLE: &str = "body{margin:0;font:14px/1.45 ui-monospace,monospace;background:Canvas;color:CanvasText;color-scheme:light dark}\
        header{padding:.6em 1em;border-bottom:1px solid #8886;position:sticky;top:0;background:Canvas}\
        main{display:table;padding:.6em 0 60vh;tab-size:4}\
        main>div{display:table-row;scroll-margin-top:4em}main>div:target{background:#fb04}\
        a{color:inherit}main a{display:table-cell;padding:0 1em;text-align:right;opacity:.5;text-decoration:none;user-select:none}\
        code{display:table-cell;white-space:pre;font:inherit;padding-right:2em}i{opacity:.6}";
    let lines: String = text
        .lines()
        .enumerate()
        .map(|(i, line)| {
            let (number, code) = (i + 1, escape(line));
            let code = if line.trim_start().starts_with("//") { format!("<i>{code}</i>") } else { code };
            format!("<div id=\"L{number}\"><a href=\"#L{number}\">{number}</a><code>{code}</code></div>\n")
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{path}</title>\n<style>{STYLE}</style>\n<header><a href=\"{to_root}index.html\">modebook</a> / {path}</header>\n\
         <main>\n{lines}</main>\n</html>\n"
    )
}

/// Reads all files with an extension in a folder below another; a folder that is not there holds
/// none.
fn read_folder(
    root: &Path,
    folder: &Path,
    extension: &str,
    files: &mut BTreeMap<String, String>,
) -> io::Result<()> {
    let entries = match fs::read_dir(root.join(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read_folder(root, &path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            let text = fs::read_to_string(root.join(&path))?;
            files.insert(path.to_string_lossy().into_owned(), text);
        }
    }
    Ok(())
}
