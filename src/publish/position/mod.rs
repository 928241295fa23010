//! Search by position: every position of many games, found by key.
//!
//! A position and its mirror image have one key, so that a search finds both 炮二平五 and 炮八平五.
//! The moves that were played count, legal or not; variations do not.
//!
//! ```
//! use qipu::publish::position::{PositionIndex, key};
//! use xiangqi::{Board, Side};
//!
//! let line = |text: &str| -> Vec<xiangqi::Move> {
//!     text.split(' ').map(|mv| mv.parse().unwrap()).collect()
//! };
//! let games = [line("h2e2 h9g7"), line("b2e2 b9c7 h0g2")];
//! let index = PositionIndex::build(games.iter().map(|game| (Board::start(), Side::Red, game.as_slice())));
//! let mut board = Board::start();
//! board.apply("h2e2".parse().unwrap());
//! let found = index.find(key::of(&board, Side::Black));
//! assert_eq!(found.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
//! ```

mod index;
pub mod key;
pub mod shards;

pub use index::{Hit, PositionIndex};
