//! How a game ends on the board.
//!
//! ```
//! use xiangqi::{End, Position};
//!
//! // No legal move without check loses as well (article 4.1.2).
//! let position = Position::from_fen("3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")?;
//! assert_eq!(position.end(), Some(End::Stalemate));
//! # Ok::<(), xiangqi::FenError>(())
//! ```

use crate::Position;

/// The side to move has no legal move, and has lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// In check and unable to answer it (将死, article 3.2).
    Checkmate,
    /// Not in check (困毙, article 3.3); it loses too (4.1.2).
    Stalemate,
}

impl End {
    /// 将死 or 困毙.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Checkmate => "将死",
            Self::Stalemate => "困毙",
        }
    }

    /// The English word in lower case.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        }
    }
}

impl Position {
    /// Whether the side to move has lost on the board.
    pub fn end(&self) -> Option<End> {
        if self.has_legal_move() {
            None
        } else if self.is_check() {
            Some(End::Checkmate)
        } else {
            Some(End::Stalemate)
        }
    }
}
