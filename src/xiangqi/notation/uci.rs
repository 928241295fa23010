//! UCI coordinates as chess-variant engines write them: files a to i, ranks 1 to 10.
//!
//! ```
//! use xiangqi::{Position, notation::uci};
//!
//! let start = Position::start();
//! let mv = uci::parse(&start, "b10c8").unwrap_err(); // Black's horse, but Red is to move
//! let mv = uci::parse(&start, "h3e3")?;
//! assert_eq!((mv.to_string(), uci::format(&start, mv)), ("h2e2".into(), "h3e3".into()));
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

use super::{NotationError, allowed};
use crate::{Move, Position, Square};

/// `h3e3`, `b10c8`.
pub fn format(_position: &Position, mv: Move) -> String {
    let point =
        |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
    format!("{}{}", point(mv.from()), point(mv.to()))
}

/// Reads such a move, in either case.
///
/// # Errors
/// The text is no move, or the move is not allowed.
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mv = coordinates(text.trim()).ok_or_else(|| NotationError::Unreadable(text.to_owned()))?;
    allowed(position, text, mv)
}

/// The move of a text whatever the position, for readers that must guess which ranks a file uses.
pub fn coordinates(text: &str) -> Option<Move> {
    let (from, rest) = point(text)?;
    let (to, rest) = point(rest)?;
    rest.is_empty().then_some(Move::new(from, to))
}

fn point(text: &str) -> Option<(Square, &str)> {
    let (file, rest) = text.split_at_checked(1)?;
    let file = match file.as_bytes()[0].to_ascii_lowercase() {
        letter @ b'a'..=b'i' => letter - b'a',
        _ => return None,
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    // A leading zero or sign is no rank.
    let rank = match rank {
        "10" => 9,
        rank if digits == 1 => rank.parse::<u8>().ok()?.checked_sub(1)?,
        _ => return None,
    };
    Some((Square::new(file, rank)?, rest))
}
