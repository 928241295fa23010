//! Remaining times: the last reading less the time that passed since, for the side that runs.

use xiangqi::Side;

use super::pen::Pen;
use crate::journal::{Phase, Reading};

/// Who measured the times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockSource {
    /// The terminal.
    Terminal,
    /// The electronic clock on the line.
    External,
    /// The terminal, since that clock is gone: to be marked 估算.
    Estimated,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// Red's remaining time, milliseconds.
    pub red_ms: u64,
    /// Black's remaining time, milliseconds.
    pub black_ms: u64,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// Added with each completed move, milliseconds.
    pub increment_ms: u64,
    /// Who measured it.
    pub source: ClockSource,
}

impl Clocks {
    /// What `side` has left, in milliseconds.
    pub const fn of(&self, side: Side) -> u64 {
        match side {
            Side::Red => self.red_ms,
            Side::Black => self.black_ms,
        }
    }

    fn reading(&self) -> Reading {
        Reading {
            red_ms: self.red_ms,
            black_ms: self.black_ms,
            external: self.source == ClockSource::External,
        }
    }
}

impl Pen {
    /// The side that has to move or to press.
    pub fn on_move(&self) -> Side {
        if self.state().plies().is_empty()
            && let Some(pressed) = self.last_press()
        {
            return pressed.opposite();
        }
        let side = self.state().side();
        if self.state().is_pressed() || !self.keeps_time() {
            side
        } else {
            side.opposite()
        }
    }

    /// Whether the terminal is this game's clock.
    pub fn keeps_time(&self) -> bool {
        self.state()
            .started()
            .is_some_and(|started| started.time.is_some())
    }

    /// Both clocks now; none when the terminal keeps no time in this game.
    pub fn clocks(&self) -> Option<Clocks> {
        let state = self.state();
        let time = state.started()?.time?;
        let goes_on = matches!(state.phase(), Phase::Playing | Phase::Paused);
        if let Some(clock) = self.clock.as_ref().filter(|_| goes_on) {
            let (reading, running, is_estimate) = clock.now(self.terminal.time.moment());
            return Some(Clocks {
                red_ms: reading.red_ms,
                black_ms: reading.black_ms,
                running,
                increment_ms: time.increment_ms,
                source: if is_estimate {
                    ClockSource::Estimated
                } else {
                    ClockSource::External
                },
            });
        }
        let reading = state.reading()?;
        let mut clocks = Clocks {
            red_ms: reading.red_ms,
            black_ms: reading.black_ms,
            running: None,
            increment_ms: time.increment_ms,
            source: ClockSource::Terminal,
        };
        // Times of an earlier start, or of another terminal, do not compare: that clock stands.
        let Some((_, at)) = state.read_at().filter(|_| self.own_reading()) else {
            return Some(clocks);
        };
        if state.phase() == Phase::Playing && state.flag().is_none() {
            let side = self.on_move();
            let gone = self.terminal.time.mono_ms().saturating_sub(at);
            let left = clocks.of(side).saturating_sub(gone);
            match side {
                Side::Red => clocks.red_ms = left,
                Side::Black => clocks.black_ms = left,
            }
            clocks.running = Some(side);
        }
        Some(clocks)
    }

    /// The clocks as an entry holds them.
    pub fn reading(&self) -> Option<Reading> {
        self.clocks().map(|clocks| clocks.reading())
    }
}
