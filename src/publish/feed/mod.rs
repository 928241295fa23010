//! The live feed: what broadcasters and spectators get of games that are being played.
//!
//! A feed is behind the boards by the event's delay: a move is in it only when the hub has had it
//! for so long. Broadcasters pull it (JSON or PGN, with a validator so that nothing is sent twice)
//! or have it pushed to them; what went out is logged ([`crate::store::hub::publication::Sent`]).
//! The documents are described in `docs/feed.md`.

mod caching;
mod document;
mod push;

pub use caching::{Caching, is_current};
pub use document::{Decided, Feed, FeedGame, LiveEntry, LiveGame, feed};
pub use push::{PushError, Receiver};
