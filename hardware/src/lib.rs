//! Electronic chess clocks on a serial line.
//!
//! A terminal opens a [`ClockLink`] and hands each of its events to an
//! [`authority::Table`], which decides whose time counts and says what is to be shown, recorded or
//! told to the arbiter:
//!
//! ```no_run
//! use std::time::Instant;
//! use clock_link::authority::{Authority, Start, Table, Times};
//! use clock_link::{ClockLink, Config, PortChoice, Side, Terms};
//!
//! # fn main() -> std::io::Result<()> {
//! let terms = Terms { increment_ms: 10_000, ..Terms::default() };
//! let link = ClockLink::open(Config { port: PortChoice::Auto, terms })?;
//! let times = Times { left_ms: 1_800_000, right_ms: 1_800_000 };
//! let start = Start { times, increment_ms: 10_000, to_move: Side::Left, plies: 0 };
//! let (mut table, mut notices) = (Table::new(Authority::External, start), Vec::new());
//! for event in link.events() {
//!     table.on_link(Instant::now(), &event, &mut notices);
//!     for notice in notices.drain(..) {
//!         println!("{notice:?} for {:?}", notice.audience());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Below it everything but one thread a port is pure: bytes and the present moment in, events and
//! bytes out.
//!
//! ```
//! use std::time::Instant;
//!
//! use clock_link::{ClockDriver, LinkEvent, Outbox, xqc1::{Xqc1, seal}};
//!
//! let now = Instant::now();
//! let (mut driver, mut out) = (Xqc1::new(now, None), Outbox::default());
//! driver.on_bytes(now, seal("xqh,0,1,xqclock-avr,1.0,328P0001").as_bytes(), &mut out);
//! driver.on_bytes(now, seal("xqs,1,.,250,1800000,1800000,--,0,l").as_bytes(), &mut out);
//! let [LinkEvent::Connected(ident), LinkEvent::Sample(sample)] = &out.events[..] else {
//!     panic!("{:?}", out.events);
//! };
//! assert_eq!(ident.serial, "328P0001");
//! assert_eq!((sample.left_ms, sample.running), (1_800_000, None));
//! ```

pub mod authority;
mod backoff;
mod command;
pub mod dgt;
pub mod diagnostics;
mod drift;
mod driver;
mod ear;
mod event;
mod handle;
mod link;
pub mod model;
mod noise;
mod played;
mod port_thread;
mod ports;
mod sample;
mod side;
mod simulated;
pub mod xqc1;

pub use command::{Command, CommandId};
pub use driver::{ClockDriver, Health, Outbox, Trace};
pub use event::{Answer, Fault, Ident, LinkEvent, LinkState, Reason, Unsupported};
pub use handle::{ClockLink, Config};
pub use link::Terms;
pub use played::PlayedClock;
pub use ports::PortChoice;
pub use sample::{MAX_MS, Raw, Sample};
pub use side::Side;
pub use simulated::{Buttons, Simulated};
