//! Answers on paper: JSON for programs, columns for people.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

use serde::Serialize;
use tournament::forms::Form;
use tournament::pairing::Words;
use unicode_width::UnicodeWidthStr;

use crate::cli::Failure;

/// Prints a line, unless its reader has closed the pipe (`| head`).
macro_rules! say {
    ($($argument:tt)*) => { $crate::cli::event::text::line(format_args!($($argument)*)) };
}
pub(super) use say;

/// What [`say`] calls.
pub fn line(line: Arguments) {
    // A reader who has seen enough is no failure, and nothing else can be said on a broken stdout.
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints one JSON document.
///
/// # Errors
/// When the value cannot be written as JSON, or the disk behind stdout fails.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(value)
        .map_err(|error| Failure::Environment(format!("the answer as JSON: {error}")))?;
    print_text(&(json + "\n"))
}

/// Prints a text as it is.
///
/// # Errors
/// When the disk behind stdout fails.
pub fn print_text(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Environment(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Both languages in one line, Chinese first.
pub fn both(words: &Words) -> String {
    format!("{} / {}", words.zh, words.en)
}

/// Prints rows in columns as wide as their widest cell on a terminal.
pub fn print_columns(headings: &[String], rows: &[Vec<String>]) {
    let mut widths: Vec<usize> = headings.iter().map(|cell| cell.width()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for row in std::iter::once(headings).chain(rows.iter().map(Vec::as_slice)) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + 2 - cell.width()));
        }
        say!("{}", line.trim_end());
    }
}

/// Prints a form with its title and foot.
pub fn print_form(form: &Form) {
    say!("{}", both(&form.title));
    let headings: Vec<String> = form.columns.iter().map(|words| words.zh.clone()).collect();
    print_columns(&headings, &form.rows);
    for line in &form.foot {
        say!("{}", both(line));
    }
}
