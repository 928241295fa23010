//! During the game: what is touched is recorded, nothing is judged, nothing is refused for being
//! against the rules of movement. The arbiter's desk sees irregularities at once; the board does not.

use xiangqi::{Move, Side, Square};

use super::desk::Controller;
use super::notice::Notice;
use crate::journal::{Event, Phase, Reading, Started};

impl Controller {
    /// Red's clock is started: the game begins.
    pub fn start(&mut self, started: Started) {
        if self.state().phase() != Phase::Waiting {
            return;
        }
        if self.write(Event::Started(started)) {
            if let Some(reading) = self.pen.reading() {
                self.write(Event::ClockReading { reading });
            }
        }
    }

    pub(super) fn touch_live(&mut self, square: Square) {
        if !self.is_open() {
            return;
        }
        let state = self.pen.state();
        if !state.is_pressed() && self.pen.keeps_time() {
            self.notice = Some(Notice::PressClockFirst);
            return;
        }
        let side = state.side();
        let piece = state.board().get(square);
        let own = piece.is_some_and(|piece| piece.side == side);
        self.notice = self.standing_notice();
        match self.selected {
            Some(from) if from == square => self.selected = None,
            // Nobody can put a piece on an own one: another piece was meant.
            _ if own => self.selected = Some(square),
            Some(from) => {
                if self.write(Event::Move {
                    mv: Move::new(from, square),
                }) {
                    self.selected = None;
                    self.notice = None;
                    self.tell_clock_of_move();
                }
            }
            None if piece.is_some() => self.notice = Some(Notice::NotYourPiece),
            None => {}
        }
    }

    /// The mover presses the clock: the move is completed, the increment added (6.1).
    pub fn press_clock(&mut self) {
        self.tick();
        if self.state().phase() != Phase::Playing || self.state().is_pressed() {
            return;
        }
        if self.pen.clock.is_some() {
            return self.press_instead();
        }
        let side = self.pen.on_move();
        let Some(clocks) = self.pen.clocks() else {
            return;
        };
        let Some(reading) = self.pen.reading() else {
            return;
        };
        let reading = reading.with(side, clocks.of(side) + clocks.increment_ms);
        self.selected = None;
        if self.write(Event::Pressed { side, reading }) {
            self.notice = self.standing_notice();
        }
    }

    /// The clock alone: `side` presses after a move that is not recorded here.
    pub fn press_alone(&mut self, side: Side) {
        self.tick();
        let alone = self.state().plies().is_empty() && self.state().phase() == Phase::Playing;
        if !alone || self.pen.on_move() != side {
            return;
        }
        if self.pen.clock.is_some() {
            return self.press_instead();
        }
        let Some(clocks) = self.pen.clocks() else {
            return;
        };
        let Some(reading) = self.pen.reading() else {
            return;
        };
        let reading = reading.with(side, clocks.of(side) + clocks.increment_ms);
        self.write(Event::Pressed { side, reading });
    }

    /// The mover takes the move back before pressing: it was touched wrongly on the screen.
    pub fn take_back(&mut self) {
        if self.state().phase() == Phase::Playing && !self.state().is_pressed() {
            self.selected = None;
            self.withdraw_last();
        }
    }

    /// Notes that the last move, whose clock was not pressed, was taken back.
    pub(super) fn withdraw_last(&mut self) -> bool {
        let written = self.write(Event::TakenBack);
        if let Some(clock) = self.pen.clock.as_mut().filter(|_| written) {
            clock.taken_back();
        }
        written
    }

    /// Looks at the clock: a side whose time has run out has its flag noted, once. The terminal
    /// never declares a loss: a mate before the flag stands (21.6).
    pub fn tick(&mut self) {
        // What an external clock shows, and what is estimated for it, is no flag of the terminal's.
        if self.pen.clock.is_some() {
            return;
        }
        let Some(clocks) = self.pen.clocks() else {
            return;
        };
        let Some(side) = clocks.running.filter(|side| clocks.of(*side) == 0) else {
            return;
        };
        let Some(reading) = self.pen.reading() else {
            return;
        };
        if self.write(Event::FlagFell { side }) && self.write(Event::Paused { reading }) {
            self.selected = None;
            self.notice = Some(Notice::Flag(side));
        }
    }

    /// The side to move offers a draw (22.1: in own time; it cannot be withdrawn).
    pub fn offer_draw(&mut self) {
        if !self.is_open() || self.state().open_offer().is_some() {
            return;
        }
        let side = self.pen.on_move();
        if self.write(Event::DrawOffered { side }) {
            self.notice = Some(Notice::DrawOffered(side));
        }
    }

    /// The other side refuses the draw by word.
    pub fn decline_draw(&mut self) {
        if let Some(offerer) = self.state().open_offer() {
            if self.write(Event::DrawDeclined {
                side: offerer.opposite(),
            }) {
                self.notice = Some(Notice::DrawDeclined);
            }
        }
    }

    /// The side to move claims the natural limit: the clocks stand for the arbiter (22.2).
    pub fn claim_limit(&mut self) {
        if !self.is_open() {
            return;
        }
        let side = self.pen.on_move();
        if self.write(Event::LimitClaimed { side }) {
            self.pause();
            self.notice = Some(Notice::LimitClaimed);
        }
    }

    /// The side to move claims a repetition: the clocks stand for the arbiter (23.1).
    pub fn claim_repetition(&mut self) {
        if !self.is_open() {
            return;
        }
        let side = self.pen.on_move();
        if self.write(Event::RepetitionClaimed { side }) {
            self.pause();
            self.notice = Some(Notice::RepetitionClaimed);
        }
    }

    /// Someone at the board calls the arbiter. The clock goes on: stopping it is the arbiter's.
    pub fn call_arbiter(&mut self) {
        if self.state().is_calling() || self.state().phase() == Phase::Closed {
            return;
        }
        let side = (self.state().phase() == Phase::Playing).then(|| self.pen.on_move());
        if self.write(Event::ArbiterCalled { side }) {
            self.notice = Some(Notice::ArbiterCalled);
        }
    }

    /// Stops both clocks.
    pub fn pause(&mut self) {
        if self.state().phase() == Phase::Playing {
            let reading = self.pen.reading().unwrap_or(NO_CLOCK);
            self.selected = None;
            if self.write(Event::Paused { reading }) {
                self.notice = Some(Notice::Paused);
                self.run_clock(false);
            }
        }
    }

    /// The arbiter lets the game go on.
    pub fn resume(&mut self) {
        if self.state().phase() != Phase::Paused {
            return;
        }
        // Times that were not played do not run.
        if self.clock_offer().is_some() {
            self.notice = Some(Notice::ClockRestarted);
            return;
        }
        if self.write(Event::Resumed) {
            self.notice = None;
            self.run_clock(true);
        }
    }

    /// The arbiter sets both clocks, in milliseconds.
    pub fn set_clocks(&mut self, red_ms: u64, black_ms: u64, by: &str) {
        let reading = Reading {
            red_ms,
            black_ms,
            external: false,
        };
        self.set_times(reading, by);
    }

    /// Whether pieces can be moved and draws offered now; says why not.
    fn is_open(&mut self) -> bool {
        self.tick();
        match self.state().phase() {
            Phase::Playing => true,
            Phase::Paused => {
                self.notice = self.standing_notice().or(Some(Notice::Paused));
                false
            }
            Phase::Waiting | Phase::Decided | Phase::Closed => false,
        }
    }

    /// What stays to be said while it holds, whatever is touched.
    pub(super) fn standing_notice(&self) -> Option<Notice> {
        let state = self.state();
        state
            .flag()
            .map(Notice::Flag)
            .or_else(|| state.open_offer().map(Notice::DrawOffered))
    }

    /// The times as far as they are known after a restart: the last entry, or the last heartbeat
    /// when that is later.
    pub(super) fn known_reading(&self) -> Option<Reading> {
        let reading = self.pen.clocks().map(|clocks| Reading {
            red_ms: clocks.red_ms,
            black_ms: clocks.black_ms,
            external: false,
        })?;
        let beat: Option<Heartbeat> = self.pen.terminal.store.setting(HEARTBEAT).ok().flatten();
        Some(match beat {
            Some(beat) if beat.game == self.pen.game() && beat.seq == self.pen.last() => {
                beat.reading
            }
            _ => reading,
        })
    }

    /// Where the clocks stand now, to be kept each second by [`Heartbeat::keep`]: it bounds what a
    /// power cut can lose of a player's time.
    pub fn heartbeat(&self) -> Option<Heartbeat> {
        self.pen.clocks()?.running?;
        let reading = self.pen.reading()?;
        Some(Heartbeat {
            game: self.pen.game(),
            seq: self.pen.last(),
            reading,
        })
    }

    /// The side that has to move or to press.
    pub fn on_move(&self) -> Side {
        self.pen.on_move()
    }
}

const NO_CLOCK: Reading = Reading {
    red_ms: 0,
    black_ms: 0,
    external: false,
};
const HEARTBEAT: &str = "heartbeat";

/// A mark beside the journal, overwritten each second: both times, and the entry they follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Heartbeat {
    game: crate::journal::GameId,
    seq: u64,
    reading: Reading,
}

impl Heartbeat {
    /// Puts it on the disk.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn keep(
        &self,
        store: &crate::store::TerminalStore,
    ) -> Result<(), crate::store::StoreError> {
        store.set_setting(HEARTBEAT, self)
    }
}
