use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over a known number of steps, on standard error; silent where that is no terminal.
pub fn bar(steps: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:24} [{bar:40}] {pos}/{len} {eta}")
        .expect("a valid template");
    ProgressBar::new(steps as u64).with_style(style.progress_chars("=> ")).with_message(what)
}

/// A sign of life for work whose length is not known.
pub fn spinner(what: &'static str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
