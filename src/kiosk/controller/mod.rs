//! The terminal without its screen.
//!
//! A [`Controller`] has one game in hand, live or being entered. Each accepted touch is an entry of
//! the game's journal, committed to the terminal's SQLite **before** [`Controller::view`] shows it;
//! a touch that cannot be stored has not happened.

pub mod alone;
mod arbiter;
pub mod blind;
mod clock;
mod clock_desk;
mod correction;
mod counting;
mod desk;
mod edit;
pub mod enrolment;
mod external;
mod instruct;
mod keypad;
mod kiosk;
pub mod light;
mod live;
mod notice;
mod overlay;
mod pen;
pub mod pin;
mod repetition;
mod result;
mod station;
pub mod stick;
mod takeaway;
#[cfg(test)]
mod tests;
pub mod time;
mod view;

pub use clock::{ClockSource, Clocks};
pub use clock_desk::{ClockDesk, ClockPanel};
pub use correction::{Mending, Replay};
pub use counting::{Counting, Did};
pub use desk::{Controller, Terminal};
pub use edit::Doing;
pub use enrolment::{Enrolment, Fault, Place, Step};
pub use keypad::{Key, Keypad};
pub use kiosk::{Kiosk, LinkView, Page};
pub use live::Heartbeat;
pub use notice::Notice;
pub use overlay::Overlay;
pub use repetition::{Choice, Proposal};
pub use time::{SteppedTime, SystemTime, TimeSource};
pub use view::{EntryView, PlyView, View};
