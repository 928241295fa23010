//! What a DGT electronic board says about itself and the clock connected to it.
//!
//! Decoding is always compiled; `DgtBoard`, the driver that sends bytes to a board, is the
//! feature `dgt`. Read the notice in `README.md` before shipping it.
//!
//! ```
//! use clock_link::Side;
//! use clock_link::dgt::{Framer, Message};
//!
//! let mut framer = Framer::default();
//! let bytes = [0x8d, 0x00, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08];
//! let messages: Vec<_> = bytes.iter().filter_map(|&byte| framer.push(byte)).collect();
//! let [Ok(Message::Times(times))] = &messages[..] else { panic!("{messages:?}") };
//! assert_eq!(times.left.total_ms(), 182_000);
//! assert_eq!((times.running, times.to_move), (false, Side::Left));
//! ```

mod ack;
#[cfg(feature = "dgt")]
mod board;
mod frame;
mod message;
#[cfg(feature = "dgt")]
mod order;
mod plausible;
mod times;

pub use ack::{Ack, AckKind, Button};
#[cfg(feature = "dgt")]
pub use board::DgtBoard;
pub use frame::{Framer, Reject};
pub use message::{Battery, Message};
#[cfg(feature = "dgt")]
pub use order::{ClockOrder, Mode, Order};
pub use plausible::{Verdict, judge};
pub use times::{SideTime, Times};
