//! A move: from one point to another.
//!
//! ```
//! use xiangqi::Move;
//!
//! let mv: Move = "H2-E2".parse()?;
//! assert_eq!(mv.to_string(), "h2e2");
//! assert_eq!(mv.from().to_string(), "h2");
//! # Ok::<(), xiangqi::ParseMoveError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::Square;

/// A move, packed in two bytes. It says nothing of whether it is allowed: ask
/// [`Position::why_illegal`](crate::Position::why_illegal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// A text that is no move in coordinates.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no move such as h2e2 or H2-E2")]
pub struct ParseMoveError(pub String);

impl Move {
    /// The move between two points.
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() as u16) << 8 | to.index() as u16)
    }

    /// Where it starts.
    pub const fn from(self) -> Square {
        Square::from_table((self.0 >> 8) as u8)
    }

    /// Where it ends.
    pub const fn to(self) -> Square {
        Square::from_table(self.0 as u8)
    }

    /// The move in one number, `from * 256 + to`, for those who store it.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The move of a [`code`](Self::code); `None` if it names a point off the board.
    pub const fn from_code(code: u16) -> Option<Self> {
        match (
            Square::from_index((code >> 8) as u8),
            Square::from_index(code as u8),
        ) {
            (Some(from), Some(to)) => Some(Self::new(from, to)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads ICCS coordinates in either case, with or without the dash.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let points = match text.len() {
            4 => text.split_at_checked(2),
            5 => text.split_once('-'),
            _ => None,
        };
        points
            .and_then(|(from, to)| Some(Self::new(from.parse().ok()?, to.parse().ok()?)))
            .ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
