//! The terminal without its screen.
//!
//! A [`Controller`] has one game in hand, live or being entered. Each accepted touch is an entry of
//! the game's journal, committed to the terminal's SQLite **before** [`Controller::view`] shows it;
//! a touch that cannot be stored has not happened.

mod arbiter;
pub mod blind;
mod clock;
mod counting;
mod desk;
mod edit;
mod enrolment;
mod instruct;
mod keypad;
mod kiosk;
mod live;
mod notice;
mod overlay;
mod pen;
pub mod pin;
mod result;
pub mod stick;
#[cfg(test)]
mod tests;
pub mod time;
mod view;

pub use clock::Clocks;
pub use counting::{Counting, Did};
pub use desk::{Controller, Terminal};
pub use edit::Doing;
pub use enrolment::{Enrolment, Fault};
pub use keypad::{Key, Keypad};
pub use kiosk::{Kiosk, LinkView, Page};
pub use live::Heartbeat;
pub use notice::Notice;
pub use overlay::Overlay;
pub use time::{SteppedTime, SystemTime, TimeSource};
pub use view::{EntryView, PlyView, View};
