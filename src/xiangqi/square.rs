//! The 90 points of the board.
//!
//! Files are a to i from Red's left, ranks 0 to 9 from Red's back line, so Red's general starts
//! on e0 and Black's on e9.
//!
//! ```
//! use xiangqi::Square;
//!
//! let square: Square = "h2".parse()?;
//! assert_eq!((square.file(), square.rank(), square.index()), (7, 2, 25));
//! assert_eq!(Square::new(9, 0), None, "the board has nine files");
//! # Ok::<(), xiangqi::ParseSquareError>(())
//! ```

use std::fmt;
use std::str::FromStr;

/// A point of the board; one that is off the board cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// How many points a board has.
pub(crate) const SQUARES: u8 = 90;
/// How many files (columns) a board has.
pub(crate) const FILES: u8 = 9;
/// How many ranks (rows) a board has.
pub(crate) const RANKS: u8 = 10;

/// A text that names no point of the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no point of the board (a0 to i9)")]
pub struct ParseSquareError(pub String);

impl Square {
    /// The point on a file (0 = a, Red's left) and rank (0 = Red's back line); `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS {
            Some(Self(rank * FILES + file))
        } else {
            None
        }
    }

    /// The point with an index 0 to 89 (`rank * 9 + file`); `None` beyond.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < SQUARES {
            Some(Self(index))
        } else {
            None
        }
    }

    /// For indices that come out of the crate's own tables.
    pub(crate) const fn from_table(index: u8) -> Self {
        debug_assert!(index < SQUARES);
        Self(index)
    }

    /// The file, 0 (a) to 8 (i), from Red's left.
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 to 9, from Red's back line.
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// `rank * 9 + file`, 0 to 89.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The point so many files and ranks away, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // A negative sum wraps to a large number, which `new` refuses.
        let file = self.file().wrapping_add_signed(files);
        let rank = self.rank().wrapping_add_signed(ranks);
        Self::new(file, rank)
    }

    /// All points, a0, b0, … i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SQUARES).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a letter of either case and a digit.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = match text.as_bytes() {
            [file, rank @ b'0'..=b'9'] => match file.to_ascii_lowercase() {
                file @ b'a'..=b'i' => Self::new(file - b'a', rank - b'0'),
                _ => None,
            },
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}
