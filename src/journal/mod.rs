//! A game as a chained list of entries: the one truth from the first touch to publication.
//!
//! Every accepted touch, press, claim, ruling and correction is an [`Entry`]. An entry carries its
//! sequence number, its writer, and the SHA-256 of the entry before it ([`chain`]). The state of a
//! game is a fold over its entries ([`GameState`]), by the same function on terminal and hub.

pub mod chain;
mod clock;
mod edit;
mod entry;
mod event;
mod external_clock;
mod line;
mod matter;
mod outcome;
mod state;
#[cfg(test)]
mod tests;

pub use chain::{ChainError, Head};
pub use clock::Reading;
pub use edit::Edit;
pub use entry::{Digest, Entry, GameId, ParseDigestError, Stamp};
pub use event::{Event, Mode, Started, TimeControl};
pub use external_clock::{ClockFact, ExternalClock};
pub use matter::{Claim, Finding, Matter, Signer};
pub use outcome::{Outcome, Reason, Verdict};
pub use state::{GameState, Phase, Ply};
