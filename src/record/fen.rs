//! Start positions as records give them.

use xiangqi::{FenError, Setup, Side};

/// Reads a FEN, also one whose fields have run together: `…/3K5w--01`.
pub(crate) fn read(text: &str) -> Result<Setup, FenError> {
    let text = text.trim().trim_matches('"');
    // As plain text names it.
    let text = text
        .strip_prefix("FEN")
        .map_or(text, |rest| rest.trim_start_matches([':', '：', ' ']));
    text.parse::<Setup>().or_else(|error| {
        let Some(end) = placement_end(text) else {
            return Err(error);
        };
        let (placement, rest) = text.split_at(end);
        let mut setup: Setup = placement.parse().map_err(|_| error)?;
        let rest = rest.trim_start();
        setup.side = match rest.chars().next() {
            Some('w' | 'W' | 'r' | 'R') => Some(Side::Red),
            Some('b' | 'B') => Some(Side::Black),
            _ => None,
        };
        Ok(setup)
    })
}

/// Where the ten rows of nine points end.
fn placement_end(text: &str) -> Option<usize> {
    let (mut rows, mut points) = (1, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '/' => {
                rows += 1;
                points = 0;
            }
            letter => points += letter.to_digit(10).unwrap_or(1),
        }
        if rows == 10 && points == 9 {
            return Some(at + letter.len_utf8());
        }
    }
    None
}
