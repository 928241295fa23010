//! The electronic clock of one game: what it says becomes something for the journal, what the
//! arbiter decides becomes a command.

mod heard;
mod orders;

use std::collections::VecDeque;
use std::time::Instant;

use clock_link::authority::{Authority, Pending, Source, Start, Table};
use clock_link::{Command, CommandId};
use xiangqi::Side;

use super::Seats;
use crate::journal::{ClockFact, Reading};

/// Something the journal has to hold, or the game to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A side's move is completed.
    Completed {
        /// Whose.
        side: Side,
        /// The times that count.
        reading: Reading,
        /// The terminal's own measure, where an external clock gave the times.
        own: Option<Reading>,
    },
    /// The clock shows a fallen flag.
    Flag(Side),
    /// Somebody stopped the clock.
    Stopped,
    /// Somebody started it.
    Started,
    /// It was met running, after a start of the program or a loss of the link.
    FoundRunning,
    /// It has taken the times from before its restart.
    Restored(Reading),
    /// It cannot be started or stopped from here.
    RunByHand,
    /// Anything else to be written down.
    Fact(ClockFact),
}

/// The times of a clock that started anew, to be written back to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The last times before.
    pub reading: Reading,
    /// How old they were when it was gone, milliseconds.
    pub lost_ms: Option<u32>,
}

/// What a command was sent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Errand {
    /// Set before the start: the clock runs once it has taken the times.
    Begin,
    Run,
}

/// The external clock of one game.
#[derive(Debug)]
pub struct GameClock {
    table: Table,
    seats: Seats,
    commands: Vec<(Command, Option<Errand>)>,
    errands: Vec<(CommandId, Errand)>,
    /// Starts and stops that were asked for and did not show yet.
    expected: VecDeque<bool>,
    /// Whether the last sample ran; none before the first since the clock was met.
    ran: Option<bool>,
    is_met: bool,
    /// So many moves were completed when the program went down.
    unheard_after: Option<u32>,
    /// The move recorded last waits for its press.
    awaits_press: bool,
    offer: Option<Offer>,
    by_hand: Option<Reading>,
}

impl GameClock {
    /// The clock of a game that begins, or goes on at `reading`.
    pub fn new(
        seats: Seats,
        reading: Reading,
        increment_ms: u64,
        on_move: Side,
        plies: u32,
    ) -> Self {
        let start = Start {
            times: seats.times(reading),
            increment_ms: u32::try_from(increment_ms).unwrap_or(u32::MAX),
            to_move: seats.of(on_move),
            plies,
        };
        Self {
            table: Table::new(Authority::External, start),
            seats,
            commands: Vec::new(),
            errands: Vec::new(),
            expected: VecDeque::new(),
            ran: None,
            is_met: false,
            unheard_after: None,
            awaits_press: false,
            offer: None,
            by_hand: None,
        }
    }

    /// The same clock for a game in which so many moves were completed when the program went down.
    #[must_use]
    pub fn after(self, plies: u32) -> Self {
        Self {
            unheard_after: Some(plies),
            ..self
        }
    }

    /// Whether the clock is there and believed.
    pub fn is_heard(&self) -> bool {
        self.table.is_heard()
    }

    /// Whether this game has heard of the clock on the line yet.
    pub const fn is_met(&self) -> bool {
        self.is_met
    }

    /// Who sits where.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The players sit the other way round than was confirmed.
    pub const fn seat(&mut self, seats: Seats) {
        self.seats = seats;
    }

    /// The arbiter accepts the clock that answers.
    pub fn trust(&mut self) {
        self.table.trust();
    }

    /// The times now, who runs, and whether they are an estimate.
    pub fn now(&self, now: Instant) -> (Reading, Option<Side>, bool) {
        let shown = self.table.reading(now);
        let is_external = shown.source == Source::External;
        let reading = self.seats.reading(shown.times, is_external);
        (
            reading,
            shown.running.map(|seat| self.seats.at(seat)),
            !is_external,
        )
    }

    /// Who pressed without a recorded move, if somebody did.
    pub fn move_missing(&self) -> Option<Side> {
        match self.table.pending() {
            Pending::MoveMissing { side, .. } => Some(self.seats.at(side)),
            Pending::PressMissing { .. } | Pending::Nothing => None,
        }
    }

    /// Whether the move recorded last is known to the clock's ledger.
    pub const fn awaits_press(&self) -> bool {
        self.awaits_press
    }

    /// The times that can be restored.
    pub const fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// The times that must be set on the clock by hand.
    pub const fn by_hand(&self) -> Option<Reading> {
        self.by_hand
    }

    /// A move was recorded. Where the clock is there it waits for its press; else it is completed
    /// now, with an estimate.
    pub fn moved(&mut self, now: Instant, side: Side) -> Vec<Happening> {
        self.awaits_press = true;
        let (mut notices, mut happenings) = (Vec::new(), Vec::new());
        self.table.moved(now, self.seats.of(side), &mut notices);
        self.take(notices, &mut happenings);
        happenings
    }

    /// The move recorded last is taken off again.
    pub fn taken_back(&mut self) {
        if std::mem::take(&mut self.awaits_press) {
            self.table.taken_back();
        }
    }

    fn leave_to_the_hand(&mut self, reading: Reading) -> ClockFact {
        self.by_hand = Some(reading);
        ClockFact::SetByHand { reading }
    }
}
