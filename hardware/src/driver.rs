use std::time::Instant;

use crate::diagnostics::Log;
use crate::{Command, CommandId, Ident, LinkEvent, Sample, Unsupported};

/// A driver: bytes in, events and bytes out, the time passed in. It touches no port and reads no
/// clock, so every byte sequence can be played to it in a test.
pub trait ClockDriver: Send {
    /// Takes bytes that arrived at `now`.
    fn on_bytes(&mut self, now: Instant, bytes: &[u8], out: &mut Outbox);

    /// Lets timers run; called at least every 50 ms.
    fn on_tick(&mut self, now: Instant, out: &mut Outbox);

    /// Takes a command. Its answer comes as [`LinkEvent::Answered`] with the same number.
    ///
    /// # Errors
    /// [`Unsupported`] if this kind of clock cannot do it; no answer follows then.
    fn command(
        &mut self,
        now: Instant,
        id: CommandId,
        command: Command,
        out: &mut Outbox,
    ) -> Result<(), Unsupported>;

    /// Whether the clock is still heard.
    fn health(&self, now: Instant) -> Health;

    /// What to remember of this clock when the link is lost.
    fn trace(&self) -> Option<Trace>;

    /// Drift in millionths, once it has been seen for long enough.
    fn drift_ppm(&self) -> Option<i32> {
        None
    }

    /// Ends all commands that have no answer yet.
    fn abandon(&mut self, out: &mut Outbox);
}

/// What a driver wants done.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Bytes for the port.
    pub writes: Vec<u8>,
    /// Events for the terminal.
    pub events: Vec<LinkEvent>,
    /// The diagnostics.
    pub log: Log,
}

/// How well a clock is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// As it should be.
    Live,
    /// Quiet for longer than it should.
    Stale,
    /// To be given up.
    Dead,
}

/// What was last known of a clock, to tell after a loss whether it has restarted and which
/// presses were missed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Who it was.
    pub ident: Ident,
    /// The last sample.
    pub sample: Sample,
    /// The clock's own count of milliseconds at that sample, where it has one.
    pub up_ms: Option<u32>,
    /// The number of the last line, where lines are numbered.
    pub seq: Option<u16>,
}
