//! Xiangqi game records: PGN, XQF, CBR/CBL/CBF, DhtmlXQ, UBB and more; bytes to games and back.
//!
//! Reading gives a [`Game`]: a start, a [`Tree`] of moves with comments, headers, a result, and the
//! warnings the reader has. Nothing of a record is dropped in silence: an illegal move stays where
//! it is, text that is no move is kept as text.

mod bytes;
mod ccbridge;
mod dhtmlxq;
mod encoding;
mod error;
mod fen;
mod format;
mod game;
mod headers;
mod json;
mod order;
mod outcome;
mod page;
mod pfc;
mod pgn;
mod read;
mod servers;
mod sniff;
mod tree;
mod walk;
mod warning;
mod write;
mod xml;
mod xqf;

pub use encoding::TextEncoding;
pub use error::RecordError;
pub use format::{Format, Hint};
pub use game::{Close, Fault, Game, Origin};
pub use headers::{Field, Headers};
pub use outcome::Outcome;
pub use read::{Games, Reading, games, read, recognise};
pub use tree::{NodeId, Tree};
pub use warning::{Concern, Damage, Warning};
pub use write::{Dropped, Notation, Target, Written, join, write};
pub use xqf::XqfVersion;
