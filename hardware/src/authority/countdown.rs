use std::time::Instant;

use super::Times;
use crate::{MAX_MS, Side};

/// The terminal's own clock: two times and one that runs. Time is the difference of two moments,
/// never a count of ticks.
#[derive(Debug, Clone)]
pub struct Countdown {
    /// As it stood at `since`.
    times: Times,
    increment_ms: u32,
    to_move: Side,
    /// Since when the side to move has been running.
    since: Option<Instant>,
}

impl Countdown {
    /// A clock that stands.
    pub fn new(times: Times, increment_ms: u32, to_move: Side) -> Self {
        Self {
            times,
            increment_ms,
            to_move,
            since: None,
        }
    }

    /// The times now; a side that has used all its time has zero.
    pub fn times(&self, now: Instant) -> Times {
        let mut times = self.times;
        if let Some(since) = self.since {
            let used = now.saturating_duration_since(since).as_millis();
            let used_ms = u32::try_from(used).unwrap_or(u32::MAX);
            times.set(self.to_move, times.of(self.to_move).saturating_sub(used_ms));
        }
        times
    }

    /// Whose move it is.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Side> {
        self.since.map(|_| self.to_move)
    }

    /// What a move adds, in milliseconds.
    pub const fn increment_ms(&self) -> u32 {
        self.increment_ms
    }

    /// Starts or stops.
    pub fn run(&mut self, now: Instant, run: bool) {
        if run != self.since.is_some() {
            self.times = self.times(now);
            self.since = run.then_some(now);
        }
    }

    /// A move by the side to move is completed: it gets its increment, and the other side's time
    /// runs if this one's did.
    pub fn press(&mut self, now: Instant) {
        self.times = self.times(now);
        let more = self
            .times
            .of(self.to_move)
            .saturating_add(self.increment_ms);
        self.times.set(self.to_move, more.min(MAX_MS));
        self.to_move = self.to_move.other();
        self.since = self.since.map(|_| now);
    }

    /// Takes over times, side to move and whether it runs, as of `at`.
    pub fn set(&mut self, at: Instant, times: Times, to_move: Side, run: bool) {
        self.times = times;
        self.to_move = to_move;
        self.since = run.then_some(at);
    }
}
