//! Why a placement cannot be played on.
//!
//! ```
//! use xiangqi::{FenError, Position, SetupError, Side};
//!
//! let error = Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap_err();
//! assert_eq!(error, FenError::Invalid(SetupError::GeneralsFace));
//! assert_eq!(error.chinese(), "将帅照面");
//! ```

use crate::{Board, Piece, Role, Setup, Side, Square};

/// Why a setup is no position of a game (core.md, FEN). Given in the order they are looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Nothing says who moves.
    #[error("it is not said who moves")]
    NoSide,
    /// A side has no general.
    #[error("{0} has no general")]
    NoGeneral(Side),
    /// More of a kind than a side has at the start.
    #[error("{side} has {found} {role}s instead of at most {}", role.count())]
    TooMany {
        /// Whose they are.
        side: Side,
        /// The kind.
        role: Role,
        /// How many stand on the board.
        found: usize,
    },
    /// A general or an advisor outside its points of the palace.
    #[error("the {piece} on {square} is outside its palace")]
    OutsidePalace {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// An advisor in the palace but off the five points it can reach, or an elephant off its seven.
    #[error("the {piece} cannot stand on {square}")]
    Unreachable {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// A soldier behind the row it starts from.
    #[error("the {side} soldier on {square} is behind its start")]
    SoldierBehindStart {
        /// Whose it is.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// A soldier that has not crossed the river, on a file where none starts.
    #[error("the {side} soldier on {square} left its file before the river")]
    SoldierOffFile {
        /// Whose it is.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// The generals face each other (article 2.2).
    #[error("the generals face each other")]
    GeneralsFace,
    /// The side that has just moved stands in check.
    #[error("{0} is in check and it is not their move")]
    OpponentInCheck(Side),
}

impl SetupError {
    /// The reason in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::NoSide => "没有说明轮到哪方走".into(),
            Self::NoGeneral(side) => format!("{}没有将帅", side.chinese()),
            Self::TooMany { side, role, found } => format!(
                "{}的{}有 {found} 个，最多 {} 个",
                side.chinese(),
                Piece {
                    side: *side,
                    role: *role
                }
                .chinese(),
                role.count()
            ),
            Self::OutsidePalace { piece, square } => {
                format!("{square} 的{}不在九宫之内", piece.chinese())
            }
            Self::Unreachable { piece, square } => {
                format!("{}不可能在 {square}", piece.chinese())
            }
            Self::SoldierBehindStart { side, square } => {
                format!("{}{square} 的兵卒在起始线之后", side.chinese())
            }
            Self::SoldierOffFile { side, square } => {
                format!("{}{square} 的兵卒未过河就离开了本路", side.chinese())
            }
            Self::GeneralsFace => "将帅照面".into(),
            Self::OpponentInCheck(side) => {
                format!("{}正被将军，却不轮到该方走", side.chinese())
            }
        }
    }

    /// The reason in English.
    pub fn english(&self) -> String {
        self.to_string()
    }
}

/// What can be said of the pieces one by one; checks and facing generals need a position.
pub(crate) fn check_pieces(setup: &Setup) -> Result<(), SetupError> {
    let board = &setup.board;
    for side in Side::ALL {
        for role in Role::ALL {
            let found = board.squares_of(Piece { side, role }).len();
            if role == Role::General && found == 0 {
                return Err(SetupError::NoGeneral(side));
            }
            if found > role.count() {
                return Err(SetupError::TooMany { side, role, found });
            }
        }
    }
    board
        .pieces()
        .try_for_each(|(square, piece)| check_place(square, piece))
}

fn check_place(square: Square, piece: Piece) -> Result<(), SetupError> {
    let side = piece.side;
    let (file, rank) = (square.file(), own_rank(side, square));
    let in_palace = (3..=5).contains(&file) && rank <= 2;
    match piece.role {
        Role::General | Role::Advisor if !in_palace => {
            Err(SetupError::OutsidePalace { piece, square })
        }
        Role::Advisor if (file + rank) % 2 == 0 => Err(SetupError::Unreachable { piece, square }),
        // Two points a step from c0 and g0: files a e i on rank 2, c g on ranks 0 and 4.
        Role::Elephant if !matches!((file, rank), (0 | 4 | 8, 2) | (2 | 6, 0 | 4)) => {
            Err(SetupError::Unreachable { piece, square })
        }
        Role::Soldier if rank < 3 => Err(SetupError::SoldierBehindStart { side, square }),
        Role::Soldier if rank <= 4 && file % 2 == 1 => {
            Err(SetupError::SoldierOffFile { side, square })
        }
        _ => Ok(()),
    }
}

/// The rank counted from the side's own back line, 0 to 9.
pub(crate) const fn own_rank(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => square.rank(),
        Side::Black => 9 - square.rank(),
    }
}

impl Setup {
    /// Whether a board that is set by hand could be played on; the first thing wrong otherwise.
    ///
    /// # Errors
    /// The same as [`Position::from_setup`](crate::Position::from_setup).
    pub fn check(&self) -> Result<(), SetupError> {
        crate::Position::from_setup(self).map(drop)
    }
}

/// Whether a piece could ever stand on a point (its palace, its side of the river, its start row).
///
/// An arbiter's screen uses it while a position is being set up by hand.
///
/// # Errors
/// The reason why not.
pub fn can_stand(piece: Piece, square: Square) -> Result<(), SetupError> {
    check_place(square, piece)
}

/// A board with nothing but the question who moves.
impl From<(Board, Side)> for Setup {
    fn from((board, side): (Board, Side)) -> Self {
        Self {
            board,
            side: Some(side),
            plies_since_capture: None,
            move_number: None,
        }
    }
}
