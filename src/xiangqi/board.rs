//! A placement of pieces, valid or not.
//!
//! A terminal, a damaged record or a puzzle can show any placement, so a [`Board`] holds any. What
//! can be played on is a [`Position`](crate::Position).
//!
//! ```
//! use xiangqi::{Board, Piece};
//!
//! let mut board = Board::start();
//! let taken = board.apply("h2h9".parse()?);
//! assert_eq!(taken, Piece::from_fen_char('n'));
//! assert!(board.to_string().starts_with("rnbakabCr/"));
//! # Ok::<(), xiangqi::ParseMoveError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::square::{FILES, RANKS, SQUARES};
use crate::{FenError, Move, Piece, Square, SquareSet};

/// Any placement of pieces on the 90 points.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    points: [Option<Piece>; SQUARES as usize],
}

/// The placement every game without handicap starts from.
pub(crate) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

impl Board {
    /// The start of a game.
    ///
    /// # Panics
    /// Never: the text it reads is a constant, covered by a test.
    pub fn start() -> Self {
        START.parse().expect("the start placement is well formed")
    }

    /// No piece at all.
    pub const fn empty() -> Self {
        Self {
            points: [None; SQUARES as usize],
        }
    }

    /// What stands on a point.
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.points[square.index() as usize]
    }

    /// Puts a piece on a point, or clears it.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.points[square.index() as usize] = piece;
    }

    /// The pieces with their points, a0 first.
    pub fn pieces(&self) -> impl DoubleEndedIterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// The points where this piece stands.
    pub fn squares_of(&self, piece: Piece) -> SquareSet {
        self.pieces()
            .filter(|(_, found)| *found == piece)
            .map(|(square, _)| square)
            .collect()
    }

    /// Lifts what stands on the first point and puts it on the second, whatever the rules say;
    /// returns what was taken. Moving from a vacant point clears the second.
    pub const fn apply(&mut self, mv: Move) -> Option<Piece> {
        let piece = self.get(mv.from());
        self.set(mv.from(), None);
        let taken = self.get(mv.to());
        self.set(mv.to(), piece);
        taken
    }
}

impl fmt::Display for Board {
    /// The FEN placement, rank 9 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, points) in self.points.rchunks(FILES as usize).enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut gap = 0;
            for point in points {
                match point {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                        }
                        gap = 0;
                        write!(f, "{}", piece.fen_char())?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Reads a FEN placement: ten rows from rank 9, each of nine points.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let rows = text.split('/').count();
        if rows != RANKS as usize {
            return Err(FenError::Rows { found: rows });
        }
        let mut board = Self::empty();
        for (rank, row) in (0..RANKS).rev().zip(text.split('/')) {
            let mut file: usize = 0;
            for letter in row.chars() {
                if let Some(gap @ 1..=9) = letter.to_digit(10) {
                    file += gap as usize;
                } else {
                    let piece =
                        Piece::from_fen_char(letter).ok_or(FenError::Letter { letter, rank })?;
                    if let Some(square) = Square::new(file.min(FILES as usize) as u8, rank) {
                        board.set(square, Some(piece));
                    }
                    file += 1;
                }
            }
            if file != FILES as usize {
                return Err(FenError::Row { rank, points: file });
            }
        }
        Ok(board)
    }
}
