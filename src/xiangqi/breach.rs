//! What a move that breaks the rules leads to (articles 4.1.3, 4.1.8 and 8.1.8).
//!
//! ```
//! use xiangqi::{Breach, Position};
//!
//! let start = Position::start();
//! let reason = start.why_illegal("b0d1".parse()?).unwrap();
//! // A national event: the first breach loses. A provincial one: the second.
//! assert_eq!(Breach::of(reason, 0, 1), Breach::Loss { article: "4.1.8" });
//! assert_eq!(Breach::of(reason, 0, 2).chinese(), "记犯规一次，从此着重走，所动之子必须走");
//! # Ok::<(), xiangqi::ParseMoveError>(())
//! ```

use crate::Illegal;

/// What follows from a released move that breaks the rules of movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Breach {
    /// The player has lost.
    Loss {
        /// The article that says so.
        article: &'static str,
    },
    /// A foul; the game goes on from before that move, and the piece that was moved counts as
    /// touched (5.8.3, 8.1.8).
    FoulAndReplay,
}

impl Breach {
    /// What follows from a breach when the player has made `earlier` ones in this game and the event
    /// lets the `limit`-th one lose: 1 at national events, 2 at provincial, lower and youth events.
    ///
    /// Self-destruction loses at once at every event.
    pub const fn of(reason: Illegal, earlier: u8, limit: u8) -> Self {
        if reason.is_self_destruction() || earlier.saturating_add(1) >= limit {
            Self::Loss {
                article: reason.article(),
            }
        } else {
            Self::FoulAndReplay
        }
    }

    /// The article it follows.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Loss { article } => article,
            Self::FoulAndReplay => "8.1.8",
        }
    }

    /// The ruling in Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Loss { .. } => "判负",
            Self::FoulAndReplay => "记犯规一次，从此着重走，所动之子必须走",
        }
    }

    /// The ruling in English.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Loss { .. } => "the game is lost",
            Self::FoulAndReplay => {
                "one foul; the move is played again and the piece that was moved must move"
            }
        }
    }
}
