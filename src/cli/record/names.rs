//! Names for the files that are written.

use std::collections::HashSet;
use std::path::Path;

/// Gives each game a file name of its own, made from where it was read.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name such as `某某-12.pgn`; the number is left out for the only game of its file.
    pub fn next(&mut self, input: &str, index: Option<usize>, extension: &str) -> String {
        let stem = Path::new(input)
            .file_stem()
            .map_or_else(|| "game".into(), |stem| stem.to_string_lossy().into_owned());
        // A name that came out of a zip or standard input can hold what no file name should.
        let stem: String = stem
            .chars()
            .map(|letter| match letter {
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\0'..='\x1f' => '_',
                letter => letter,
            })
            .collect();
        let stem = if stem == "-" { "game".to_owned() } else { stem };
        let base = match index {
            Some(index) => format!("{stem}-{}", index + 1),
            None => stem,
        };
        let mut name = format!("{base}.{extension}");
        let mut number = 2;
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{base} ({number}).{extension}");
            number += 1;
        }
        name
    }
}
