//! What an arbiter sees of a link when something is wrong with it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::{Ident, LinkState, Raw};

/// How many lines or frames the diagnostics page can show.
pub const RECENT: usize = 50;

/// What the arbiter's diagnostics page shows of a link.
#[derive(Debug, Clone)]
pub struct Diagnostics {
    /// Where the link stands.
    pub state: LinkState,
    /// The port in use or last used.
    pub port: Option<String>,
    /// Who answered last.
    pub ident: Option<Ident>,
    /// Counters since the link was opened.
    pub counters: Counters,
    /// When the last good line or frame came.
    pub last_good: Option<Instant>,
    /// Drift of the clock against this machine, in millionths; positive if the clock is fast.
    pub drift_ppm: Option<i32>,
    /// The last [`RECENT`] lines or frames, oldest first.
    pub recent: Vec<Heard>,
    /// When the port thread last went round; older than a second or two means it hangs.
    pub ticked: Instant,
}

impl Diagnostics {
    /// How old the newest good line or frame is.
    pub fn age(&self, now: Instant) -> Option<Duration> {
        self.last_good
            .map(|good| now.saturating_duration_since(good))
    }
}

/// Counts of what came over the line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Good lines or frames.
    pub good: u64,
    /// Bad ones.
    pub bad: u64,
    /// Lines the clock numbered and we never saw.
    pub gaps: u64,
    /// How often a clock was lost.
    pub losses: u64,
    /// Bytes read.
    pub bytes: u64,
}

/// One line or frame as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// When.
    pub at: Instant,
    /// Its bytes, without line end.
    pub raw: Raw,
    /// Why it was not used, if it was not.
    pub fault: Option<&'static str>,
}

/// The store behind [`Diagnostics`], of constant size.
#[derive(Debug, Default)]
pub struct Log {
    pub(crate) counters: Counters,
    pub(crate) last_good: Option<Instant>,
    recent: VecDeque<Heard>,
}

impl Log {
    /// The counters.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Notes a good line or frame.
    pub(crate) fn good(&mut self, at: Instant, now: Instant, raw: &Raw) {
        self.counters.good += 1;
        self.last_good = Some(now);
        self.keep(Heard {
            at,
            raw: raw.clone(),
            fault: None,
        });
    }

    /// Notes a bad one.
    pub(crate) fn bad(&mut self, now: Instant, raw: Raw, fault: &'static str) {
        self.counters.bad += 1;
        self.keep(Heard {
            at: now,
            raw,
            fault: Some(fault),
        });
    }

    pub(crate) fn recent(&self) -> Vec<Heard> {
        self.recent.iter().cloned().collect()
    }

    fn keep(&mut self, heard: Heard) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(heard);
    }
}
