//! Xiangqi tournaments: regulation, entries, pairing, ranking, recording obligations, prizes.
//!
//! Everything here is a function of an [`EventDocument`] and a [`Regulation`]; no file, socket,
//! clock or chance is touched. Draws are made from a published seed, so that anyone can repeat
//! them.
//!
//! ```
//! use tournament::{EventDocument, Regulation, pairing};
//! let event = EventDocument::from_json(br#"{"regulation": "qingshui-2019", "players": [
//!     {"number": 1, "name": "A"}, {"number": 2, "name": "B"},
//!     {"number": 3, "name": "C"}, {"number": 4, "name": "D"}], "rounds": []}"#)?;
//! let round = pairing::pair_next(&event, &Regulation::of(&event)?)?;
//! let boards: Vec<_> = round.games.iter().map(|game| (game.red, game.black)).collect();
//! assert_eq!(boards, [(1, 2), (4, 3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answers;
pub mod check;
pub mod document;
pub mod entries;
pub mod faults;
pub mod forms;
pub mod obligations;
pub mod pairing;
mod points;
pub mod prizes;
pub mod ranking;
pub mod regulation;
pub mod section;
mod side;
pub mod simulation;
pub mod trf;

pub use document::EventDocument;
pub use points::Points;
pub use regulation::Regulation;
pub use side::Side;
