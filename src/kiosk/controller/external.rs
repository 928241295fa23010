//! A game under an electronic clock: what the clock says becomes entries, what the arbiter decides
//! becomes commands. The clock completes moves, stands, runs and shows flags; it never ends a game.

mod follow;

use clock_link::{Command, CommandId};

use super::desk::Controller;
use super::notice::Notice;
use crate::journal::{ClockFact, Event, Phase, Reading, Started};
use crate::kiosk::clock::{GameClock, Offer, Seats, Standing};

impl Controller {
    /// The game begins under the clock on the line, which is set to the game's times and started.
    pub fn start_under(&mut self, started: Started, seats: Seats, standing: &Standing) {
        let (Phase::Waiting, Some(time), Some(ident)) =
            (self.state().phase(), started.time, &standing.ident)
        else {
            return self.start(started);
        };
        let clock = format!("{} {}", ident.model, ident.serial);
        if !self.write(Event::Started(started)) {
            return;
        }
        let Some(reading) = self.state().reading() else {
            return;
        };
        let rules = ClockFact::Rules {
            clock,
            red_on_left: seats.red_on_left(),
            by: Self::arbiter(),
        };
        if !self.write(Event::ExternalClock(rules)) {
            return;
        }
        let on_move = self.pen.on_move();
        let mut clock = GameClock::new(seats, reading, time.increment_ms, on_move, 0);
        // Nothing of what it showed before the start belongs to the game.
        let _ = clock.meet(self.pen.terminal.time.moment(), standing);
        clock.begin(reading, on_move);
        self.pen.clock = Some(clock);
        if let Some(reading) = self.pen.reading() {
            self.write(Event::ClockReading { reading });
        }
    }

    /// The external clock of this game.
    pub const fn external_clock(&self) -> Option<&GameClock> {
        self.pen.clock.as_ref()
    }

    /// The clock that answers is the one of this table.
    pub(super) fn trust_clock(&mut self) {
        if let Some(clock) = &mut self.pen.clock {
            clock.trust();
        }
    }

    /// The arbiter lets the clock on the line rule a paused game, or seats the players at it the
    /// other way round. Whether the game follows it now.
    pub(super) fn put_under(&mut self, seats: Seats, standing: &Standing) -> bool {
        let state = self.pen.state();
        let (Phase::Paused, Some(time), Some(ident)) = (
            state.phase(),
            state.started().and_then(|started| started.time),
            &standing.ident,
        ) else {
            return false;
        };
        let (plies, on_move) = (self.pen.completed_plies(), self.pen.on_move());
        let (clock, Some(reading)) = (
            format!("{} {}", ident.model, ident.serial),
            self.pen.reading(),
        ) else {
            return false;
        };
        let rules = ClockFact::Rules {
            clock,
            red_on_left: seats.red_on_left(),
            by: Self::arbiter(),
        };
        if !self.write(Event::ExternalClock(rules)) {
            return false;
        }
        if let Some(clock) = &mut self.pen.clock {
            clock.seat(seats);
            return true;
        }
        let mut clock = GameClock::new(seats, reading, time.increment_ms, on_move, plies);
        let _ = clock.meet(self.pen.terminal.time.moment(), standing);
        clock.take_over(reading, on_move, plies);
        self.pen.clock = Some(clock);
        true
    }

    /// The arbiter lets the terminal's own times count again in a paused game.
    pub(super) fn dismiss_clock(&mut self) -> bool {
        if self.pen.clock.is_none() || self.state().phase() != Phase::Paused {
            return false;
        }
        let reading = self.pen.reading().map(|reading| Reading {
            external: false,
            ..reading
        });
        let dismissed = ClockFact::Dismissed {
            by: Self::arbiter(),
        };
        if !self.write(Event::ExternalClock(dismissed)) {
            return false;
        }
        self.pen.clock = None;
        if let Some(reading) = reading {
            self.write(Event::ClockReading { reading });
        }
        true
    }

    /// The game hears of the clock on the line, if it did not yet.
    pub(super) fn meet_clock(&mut self, standing: &Standing) {
        let now = self.pen.terminal.time.moment();
        let Some(clock) = self.pen.clock.as_mut().filter(|clock| !clock.is_met()) else {
            return;
        };
        let happenings = clock.meet(now, standing);
        self.follow_clock(happenings);
    }

    /// What the clock is to be told, in its order.
    pub fn take_commands(&mut self, send: impl FnMut(Command) -> CommandId) {
        let now = self.pen.terminal.time.moment();
        let over = matches!(self.state().phase(), Phase::Decided | Phase::Closed);
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        if over {
            clock.run_at(now, false);
        }
        clock.take_commands(send);
    }

    /// The times the arbiter may have written back to a clock that started anew.
    pub fn clock_offer(&self) -> Option<Offer> {
        self.pen.clock.as_ref()?.offer()
    }

    /// The arbiter has them written back.
    pub(super) fn restore_clock(&mut self) {
        if let Some(clock) = &mut self.pen.clock {
            clock.restore();
        }
    }

    /// The arbiter lets the times stand that the clock came back with.
    pub(super) fn keep_clock(&mut self) {
        let kept = self.pen.clock.as_mut().is_some_and(GameClock::keep);
        if let (true, Some(reading)) = (kept, self.pen.reading()) {
            self.notice = Some(Notice::Paused);
            self.write(Event::ClockSet {
                reading,
                by: Self::arbiter(),
            });
        }
    }

    /// The terminal's own button while an external clock rules: it counts only while that is gone.
    pub(super) fn press_instead(&mut self) {
        let now = self.pen.terminal.time.moment();
        let side = self.pen.on_move();
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        if clock.is_heard() || clock.offer().is_some() {
            self.notice = Some(Notice::PressClockFirst);
            return;
        }
        let happenings = clock.moved(now, side);
        self.follow_clock(happenings);
    }

    /// Sets the times, on the external clock too if one rules; says what has to be done by hand.
    pub(super) fn set_times(&mut self, reading: Reading, by: &str) -> bool {
        let now = self.pen.terminal.time.moment();
        let Some(clock) = &mut self.pen.clock else {
            return self.write(Event::ClockSet {
                reading,
                by: by.to_owned(),
            });
        };
        let reading = Reading {
            external: clock.is_heard(),
            ..reading
        };
        let Ok(by_hand) = clock.set(now, reading) else {
            self.notice = Some(Notice::PauseFirst);
            return false;
        };
        let is_set = self.write(Event::ClockSet {
            reading,
            by: by.to_owned(),
        });
        if let Some(fact) = by_hand {
            self.note(fact);
        }
        is_set
    }

    /// What the desk had written concerns the external clock too.
    pub(super) fn follow_desk(&mut self, event: &Event) {
        let now = self.pen.terminal.time.moment();
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        match event {
            Event::ClockSet { reading, .. } => {
                if let Some(fact) = clock.set_or_by_hand(now, *reading) {
                    self.note(fact);
                }
            }
            Event::Paused { .. } => clock.run_at(now, false),
            Event::Resumed => clock.run_at(now, true),
            _ => {}
        }
    }

    /// Both clocks stand or run, wherever they are.
    pub(super) fn run_clock(&mut self, run: bool) {
        let now = self.pen.terminal.time.moment();
        if let Some(clock) = &mut self.pen.clock {
            clock.run_at(now, run);
        }
    }
}

#[cfg(test)]
mod tests;
