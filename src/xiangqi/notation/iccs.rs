//! ICCS and UCCI coordinates: files a to i, ranks 0 to 9.
//!
//! ```
//! use xiangqi::{Position, notation::iccs};
//!
//! let start = Position::start();
//! let mv = iccs::parse(&start, "H2-E2")?;
//! assert_eq!(iccs::format(&start, mv), "h2e2");
//! assert_eq!(iccs::format_dashed(mv), "H2-E2");
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

use super::{NotationError, allowed};
use crate::{Move, Position};

/// `h2e2`, as engines (UCCI) write it.
pub fn format(_position: &Position, mv: Move) -> String {
    mv.to_string()
}

/// `H2-E2`, as records write it.
pub fn format_dashed(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Reads either form, in either case.
///
/// # Errors
/// The text is no move, or the move is not allowed.
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mv = text
        .trim()
        .parse()
        .map_err(|_| NotationError::Unreadable(text.to_owned()))?;
    allowed(position, text, mv)
}
