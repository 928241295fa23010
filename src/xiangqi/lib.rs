//! Xiangqi (Chinese chess): rules, notation, natural limit, repetition by the 2011 rule book.
//!
//! Article numbers in these pages are those of 《象棋竞赛规则》 2011. Nothing here touches a file, a
//! clock or the network, and no input, however damaged, makes it panic.
//!
//! ```
//! use xiangqi::{Position, notation::chinese};
//!
//! let start = Position::start();
//! assert_eq!(start.legal_moves().len(), 44);
//! let mv = chinese::parse(&start, "炮二平五")?;
//! let next = start.play(mv).map_err(|reason| reason.chinese()).unwrap();
//! assert_eq!(chinese::format(&next, "h9g7".parse().unwrap()), "马８进７");
//! # Ok::<(), xiangqi::notation::NotationError>(())
//! ```

mod attacks;
pub mod board;
pub mod breach;
mod check;
pub mod count;
pub mod end;
pub mod fen;
pub mod game;
pub mod illegal;
pub mod judge;
mod key;
pub mod limit;
pub mod movegen;
pub mod mv;
pub mod notation;
pub mod piece;
pub mod position;
pub mod set;
pub mod setup;
pub mod square;
pub mod touch;

pub use board::Board;
pub use breach::Breach;
pub use count::perft;
pub use end::End;
pub use fen::{FenError, Setup};
pub use game::{Game, GameError, Status, Step, Variation};
pub use illegal::Illegal;
pub use limit::{LimitCounter, LimitRule};
pub use movegen::MoveList;
pub use mv::{Move, ParseMoveError};
pub use piece::{Piece, Role, Side};
pub use position::Position;
pub use set::SquareSet;
pub use setup::SetupError;
pub use square::{ParseSquareError, Square};
