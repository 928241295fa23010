//! What a FEN says, before anybody judges whether it can be played on.
//!
//! ```
//! use xiangqi::{Setup, Side};
//!
//! // As found in records: side letter glued to the last rank, no counters.
//! let setup: Setup = "4k4/9/9/9/9/9/9/9/9/3K5w".parse()?;
//! assert_eq!(setup.side, Some(Side::Red));
//! assert_eq!(setup.to_string(), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
//!
//! // No side given: the first move decides.
//! let setup: Setup = "4k4/9/9/9/9/9/9/9/9/3K5".parse()?;
//! assert_eq!(setup.side, None);
//! assert_eq!(setup.decided_by("e9e8".parse().unwrap()).side, Some(Side::Black));
//! # Ok::<(), xiangqi::FenError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::square::FILES;
use crate::{Board, Move, SetupError, Side};

/// A board with what a FEN tells beside it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces, valid or not.
    pub board: Board,
    /// Who moves; `None` if the text did not say, so the first move decides.
    pub side: Option<Side>,
    /// Plies since the last capture, if told.
    pub plies_since_capture: Option<u16>,
    /// The number of the next round of moves, from 1, if told.
    pub move_number: Option<u32>,
}

/// Why a text is no FEN, or no FEN of a position that can be played on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There is nothing in it.
    #[error("the FEN is empty")]
    Empty,
    /// Not ten rows.
    #[error("the placement has {found} rows instead of 10")]
    Rows {
        /// How many rows it has.
        found: usize,
    },
    /// A row that does not fill nine points.
    #[error("the row of rank {rank} has {points} points instead of 9")]
    Row {
        /// The rank of the row, 0 to 9.
        rank: u8,
        /// How many points it describes.
        points: usize,
    },
    /// A letter that stands for no piece.
    #[error("'{letter}' in the row of rank {rank} is no piece")]
    Letter {
        /// What was found.
        letter: char,
        /// The rank of the row, 0 to 9.
        rank: u8,
    },
    /// A side other than w, r, b.
    #[error("\"{0}\" is no side (w or r for Red, b for Black)")]
    Side(String),
    /// A counter that is no number in range.
    #[error("\"{0}\" is no count of moves")]
    Counter(String),
    /// The text is well formed; the position cannot be played on.
    #[error(transparent)]
    Invalid(#[from] SetupError),
}

impl FenError {
    /// The reason in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::Empty => "局面串为空".into(),
            Self::Rows { found } => format!("局面串应有 10 行，实有 {found} 行"),
            Self::Row { rank, points } => format!("第 {rank} 线一行应有 9 个点，实有 {points} 个"),
            Self::Letter { letter, rank } => {
                format!("第 {rank} 线一行里的“{letter}”不是棋子")
            }
            Self::Side(text) => format!("“{text}”不是走棋方（红 w 或 r，黑 b）"),
            Self::Counter(text) => format!("“{text}”不是着数"),
            Self::Invalid(error) => error.chinese(),
        }
    }

    /// The reason in English.
    pub fn english(&self) -> String {
        self.to_string()
    }
}

impl Setup {
    /// The start of a game: Red to move.
    pub fn start() -> Self {
        Self {
            board: Board::start(),
            side: Some(Side::Red),
            plies_since_capture: Some(0),
            move_number: Some(1),
        }
    }

    /// The same, with the side to move taken from the piece that moves first when the text did not
    /// say. Stays undecided if the move starts from a vacant point.
    #[must_use]
    pub fn decided_by(mut self, first: Move) -> Self {
        if self.side.is_none() {
            self.side = self.board.get(first.from()).map(|piece| piece.side);
        }
        self
    }
}

impl fmt::Display for Setup {
    /// Six fields; an undecided side is written as `-`, missing counters as 0 and 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.map_or('-', Side::fen_char);
        let plies = self.plies_since_capture.unwrap_or(0);
        let number = self.move_number.unwrap_or(1);
        write!(f, "{} {side} - - {plies} {number}", self.board)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads one to six fields. Fields three and four are ignored; a side of `-`, and the fixed
    /// `-b` or `-r` that one exporter writes whoever is to move, leave the side undecided.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let (placement, glued) = split_glued_side(fields.next().ok_or(FenError::Empty)?);
        let board = placement.parse()?;
        let side = match fields.next() {
            None => glued,
            Some(field) => match field.to_ascii_lowercase().as_str() {
                "w" | "r" => Some(Side::Red),
                "b" => Some(Side::Black),
                "-" | "-w" | "-r" | "-b" => glued,
                _ => return Err(FenError::Side(field.to_owned())),
            },
        };
        let mut fields = fields.skip(2);
        Ok(Self {
            board,
            side,
            plies_since_capture: counter(fields.next())?,
            move_number: counter(fields.next())?,
        })
    }
}

fn counter<N: FromStr>(field: Option<&str>) -> Result<Option<N>, FenError> {
    match field {
        None | Some("-") => Ok(None),
        Some(text) => text
            .parse()
            .map(Some)
            .map_err(|_| FenError::Counter(text.to_owned())),
    }
}

/// Takes off what follows the last row without a space: a side letter, and dashes and digits that
/// were fields once (`…/3K5w`, `…/3K5w--01`). `r` and `b` are pieces too, so only a letter after a
/// full row of nine points is a side.
fn split_glued_side(field: &str) -> (&str, Option<Side>) {
    let last = field.rfind('/').map_or(0, |slash| slash + 1);
    let mut points = 0;
    for (at, letter) in field[last..].char_indices() {
        if points == u32::from(FILES) {
            let side = match letter {
                'w' | 'W' | 'r' | 'R' => Side::Red,
                'b' | 'B' => Side::Black,
                _ => break,
            };
            let (placement, tail) = field.split_at(last + at);
            if tail[1..]
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_digit())
            {
                return (placement, Some(side));
            }
            break;
        }
        points += letter.to_digit(10).unwrap_or(1);
    }
    (field, None)
}
