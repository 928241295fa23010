//! A bar on the terminal, and nothing where there is none.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over a number of files. It hides itself where stderr is no terminal.
pub fn bar(files: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}");
    let bar = if files < 20 {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(files as u64)
    };
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
