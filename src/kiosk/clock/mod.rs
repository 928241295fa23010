//! The electronic clock on the table's line, as the terminal sees it: which clock is paired, who
//! sits where, what the link says, and what it means for the game in hand. No screen, no port.
//!
//! Which clock rules is decided in [`clock_link::authority`]; what follows for the journal is in
//! [`crate::kiosk::controller`].

mod badge;
mod game_clock;
mod line;
mod seats;
mod setting;
mod standing;

pub use badge::{Badge, Warning};
pub use game_clock::{GameClock, Happening, Offer};
pub use line::Line;
pub use seats::{Seat, Seats};
pub use setting::ClockSetting;
pub use standing::Standing;
