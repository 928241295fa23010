//! Moves as text: coordinates ([`iccs`], [`uci`]), WXF ([`wxf`]) and Chinese ([`chinese`]).
//!
//! Each has `format`, for a legal move of a position, and `parse`, which reads what people and
//! programs write and gives back a legal move or says what is wrong.
//!
//! ```
//! use xiangqi::{Position, notation::{chinese, wxf}};
//!
//! let start = Position::start();
//! let mv = chinese::parse(&start, "炮二平五")?;
//! assert_eq!(mv.to_string(), "h2e2");
//! assert_eq!(wxf::format(&start, mv), "C2=5");
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

pub mod chinese;
pub mod iccs;
mod relative;
pub mod uci;
pub mod wxf;

use crate::{Illegal, Move, Position};

/// Why a text could not be read as a move of the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// It is no move in this notation, whatever the position.
    #[error("\"{0}\" is no move in this notation")]
    Unreadable(String),
    /// No piece of the side to move answers to the text.
    #[error("no piece answers to \"{0}\"")]
    NoSuchPiece(String),
    /// The piece is there and cannot move so.
    #[error("\"{text}\" ({mv}) is not allowed: {reason}")]
    Illegal {
        /// What was read.
        text: String,
        /// The move meant.
        mv: Move,
        /// Why it is not allowed.
        reason: Illegal,
    },
    /// More than one legal move answers to the text: the reader must ask.
    #[error("\"{text}\" could be {}", list(moves))]
    Ambiguous {
        /// What was read.
        text: String,
        /// The moves it could be.
        moves: Vec<Move>,
    },
}

fn list(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(" or ")
}

impl NotationError {
    /// The reason in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::Unreadable(text) => format!("“{text}”不是这种记谱法的着法"),
            Self::NoSuchPiece(text) => format!("“{text}”所说的棋子不存在或不能这样走"),
            Self::Illegal { text, mv, reason } => {
                format!("“{text}”（{mv}）不合规则：{}", reason.chinese())
            }
            Self::Ambiguous { text, moves } => {
                format!("“{text}”可以是 {}", list(moves).replace(" or ", " 或 "))
            }
        }
    }

    /// The reason in English.
    pub fn english(&self) -> String {
        self.to_string()
    }
}

/// The move of a text in coordinates, if the position allows it.
fn allowed(position: &Position, text: &str, mv: Move) -> Result<Move, NotationError> {
    match position.why_illegal(mv) {
        None => Ok(mv),
        Some(reason) => Err(NotationError::Illegal {
            text: text.to_owned(),
            mv,
            reason,
        }),
    }
}
