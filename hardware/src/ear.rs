use std::time::{Duration, Instant};

use crate::dgt::{Framer, Message};
use crate::xqc1::LineReader;

/// How long a port is listened to before anything may be sent.
const PASSIVE: Duration = Duration::from_millis(1_500);
/// How long a board has to answer when it is asked for its version.
const PROBE: Duration = Duration::from_millis(500);
const PROBES: u8 = 2;
/// Asks a DGT board for its version.
const ASK_VERSION: u8 = 0x4d;
/// What was heard is played to the driver that is chosen; older bytes are of no use to it.
const KEPT: usize = 512;

/// Finds out who is on a port, by listening first.
///
/// Text sent to a DGT board would be a string of commands, one of which erases its firmware, so
/// nothing is sent to a device that has not been recognised, but for the one question a board may
/// be asked, on a silent port on which one was announced.
#[derive(Debug)]
pub(crate) struct Ear {
    lines: LineReader,
    frames: Framer,
    heard: Vec<u8>,
    opened: Instant,
    may_probe: bool,
    probes: u8,
    rejected: u32,
}

/// Who is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// A clock of ours.
    Xqc1,
    /// A DGT board.
    Dgt,
    /// Nobody we know.
    Nobody,
}

impl Ear {
    /// Listens to a port opened at `now`; `may_probe` if a DGT board was announced on it.
    pub fn new(now: Instant, may_probe: bool) -> Self {
        Self {
            lines: LineReader::default(),
            frames: Framer::default(),
            heard: Vec::new(),
            opened: now,
            may_probe,
            probes: 0,
            rejected: 0,
        }
    }

    /// Takes bytes; says who is there as soon as it is certain.
    pub fn on_bytes(&mut self, now: Instant, bytes: &[u8]) -> Option<Found> {
        let mut found = None;
        for &byte in bytes {
            if let Some(Ok(line)) = self.lines.push(now, byte)
                && line.body().starts_with("xq")
            {
                found = found.or(Some(Found::Xqc1));
            }
            match self.frames.push(byte) {
                Some(Ok(message)) if self.is_proof(&message) => {
                    found = found.or(Some(Found::Dgt));
                }
                Some(Err(_)) => self.rejected += 1,
                _ => {}
            }
        }
        self.heard.extend(bytes);
        let surplus = self.heard.len().saturating_sub(KEPT);
        self.heard.drain(..surplus);
        found
    }

    /// A frame of a known kind and its length proves a board, unless it may be chance: noise
    /// brings a short frame about once in a minute, and far more rejected ones with it.
    fn is_proof(&self, message: &Message) -> bool {
        match message {
            Message::Times(_) | Message::Ack(_) | Message::NoClock { .. } => true,
            Message::BoardVersion { .. }
            | Message::Serial(_)
            | Message::LongSerial(_)
            | Message::FieldUpdate { .. }
            | Message::BoardDump { .. }
            | Message::Battery(_) => self.rejected == 0,
            _ => false,
        }
    }

    /// Lets time pass; may put a byte into `writes`. Says [`Found::Nobody`] once it has listened
    /// and asked for long enough.
    pub fn on_tick(&mut self, now: Instant, writes: &mut Vec<u8>) -> Option<Found> {
        if now.saturating_duration_since(self.opened) < PASSIVE + PROBE * self.probes.into() {
            return None;
        }
        let silent = self.heard.is_empty();
        if silent && self.may_probe && self.probes < PROBES {
            self.probes += 1;
            writes.push(ASK_VERSION);
            return None;
        }
        Some(Found::Nobody)
    }

    /// What was heard so far, for the driver.
    pub fn into_heard(self) -> Vec<u8> {
        self.heard
    }
}
