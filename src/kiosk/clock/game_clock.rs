//! The electronic clock of one game: what it says becomes something for the journal, what the
//! arbiter decides becomes a command.

use std::collections::VecDeque;
use std::time::Instant;

use clock_link::authority::{
    Authority, MoveTime, Notice, Pending, Running, Source, Start, Table, Times,
};
use clock_link::{Answer, Command, CommandId, LinkEvent, Sample};
use xiangqi::Side;

use super::{Seat, Seats, Standing};
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

    /// Hears of the clock that is on the line already.
    pub fn meet(&mut self, now: Instant, standing: &Standing) -> Vec<Happening> {
        let (Some(ident), Some(sample)) = (&standing.ident, &standing.sample) else {
            return Vec::new();
        };
        if !standing.is_usable() {
            return Vec::new();
        }
        self.is_met = true;
        let mut happenings = self.hear(now, &LinkEvent::Connected(ident.clone()));
        happenings.extend(self.hear(now, &LinkEvent::Sample(sample.clone())));
        happenings
    }

    /// Takes an event of the link.
    pub fn hear(&mut self, now: Instant, event: &LinkEvent) -> Vec<Happening> {
        let mut happenings = Vec::new();
        match event {
            LinkEvent::Connected(_) => self.is_met = true,
            LinkEvent::Lost(_) | LinkEvent::Restarted { .. } | LinkEvent::NoClock => {
                self.ran = None;
                self.expected.clear();
            }
            LinkEvent::Answered { id, answer } => self.answered(*id, answer, &mut happenings),
            _ => {}
        }
        let mut notices = Vec::new();
        self.table.on_link(now, event, &mut notices);
        self.take(notices, &mut happenings);
        match event {
            LinkEvent::Pressed { side, sample, .. } => {
                if self.move_missing() == Some(self.seats.at(*side)) {
                    happenings.push(Happening::Fact(ClockFact::PressWaits {
                        side: self.seats.at(*side),
                        reading: self.seats.reading(sample.into(), true),
                    }));
                }
            }
            LinkEvent::Sample(sample) => {
                self.sampled(sample, &mut happenings);
                happenings.extend(self.unheard_presses(now, sample));
            }
            _ => {}
        }
        happenings
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

    /// The game begins: the clock is set and, once it has taken that, runs. A clock that runs
    /// already was started by hand and is followed.
    pub fn begin(&mut self, reading: Reading, on_move: Side) {
        if self.ran == Some(true) {
            return;
        }
        let set = self
            .table
            .set_command(self.seats.times(reading), self.seats.of(on_move), 0);
        self.commands.push((set, Some(Errand::Begin)));
    }

    /// The arbiter lets this clock rule a game that goes on: it is stopped and set to the game's
    /// times.
    pub fn take_over(&mut self, reading: Reading, on_move: Side, plies: u32) {
        self.run(false);
        let times = self.seats.times(reading);
        let set = self
            .table
            .set_command(times, self.seats.of(on_move), plies as u16);
        self.commands.push((set, None));
    }

    /// Starts or stops the clock; the estimate, while it is gone.
    pub fn run_at(&mut self, now: Instant, run: bool) {
        self.table.run(now, run);
        self.run(run);
    }

    fn run(&mut self, run: bool) {
        let runs = self.expected.back().copied().or(self.ran);
        if !self.is_heard() || runs == Some(run) {
            return;
        }
        let command = if run { Command::Run } else { Command::Pause };
        self.expected.push_back(run);
        self.commands.push((command, Some(Errand::Run)));
    }

    /// The arbiter sets both times. A fact to write down where it has to be done by hand.
    ///
    /// # Errors
    /// [`Running`] while a time runs.
    pub fn set(&mut self, now: Instant, reading: Reading) -> Result<Option<ClockFact>, Running> {
        let times = self.seats.times(reading);
        match self.table.put(now, times)? {
            Some(command) => {
                self.commands.push((command, None));
                Ok(None)
            }
            None => Ok(Some(self.to_set_by_hand(reading))),
        }
    }

    /// Sets both times, as the desk wants it; a clock that runs is set by hand.
    pub fn set_or_by_hand(&mut self, now: Instant, reading: Reading) -> Option<ClockFact> {
        match self.set(now, reading) {
            Ok(fact) => fact,
            Err(Running) => Some(self.to_set_by_hand(reading)),
        }
    }

    /// The arbiter has the offered times written back to a clock that started anew.
    pub fn restore(&mut self) -> bool {
        let Some(offer) = self.offer else {
            return false;
        };
        let command = self.table.restore_command(self.seats.times(offer.reading));
        let is_offered = command.is_some();
        self.commands.extend(command.map(|command| (command, None)));
        is_offered
    }

    /// The arbiter lets the times stand that the clock came back with.
    pub fn keep(&mut self) -> bool {
        self.table.keep_restarted();
        self.offer.take().is_some()
    }

    /// The commands to send now, in their order.
    pub fn take_commands(&mut self, mut send: impl FnMut(Command) -> CommandId) {
        for (command, errand) in std::mem::take(&mut self.commands) {
            let id = send(command.clone());
            self.table.sent(id, &command);
            self.errands.extend(errand.map(|errand| (id, errand)));
        }
    }

    fn answered(&mut self, id: CommandId, answer: &Answer, happenings: &mut Vec<Happening>) {
        let Some(at) = self.errands.iter().position(|(of, _)| *of == id) else {
            return;
        };
        match (self.errands.swap_remove(at).1, answer) {
            (Errand::Begin, Answer::Done) => self.run(true),
            // The table tells what has to be set by hand; it is started by hand too.
            (Errand::Begin, _) | (Errand::Run, Answer::Done) => {}
            (Errand::Run, _) => {
                self.expected.clear();
                happenings.push(Happening::RunByHand);
            }
        }
    }

    fn sampled(&mut self, sample: &Sample, happenings: &mut Vec<Happening>) {
        if !self.is_heard() || self.table.is_restoring() {
            return;
        }
        if self
            .by_hand
            .is_some_and(|wanted| self.shows(sample, wanted))
        {
            self.by_hand = None;
        }
        let runs = sample.running.is_some();
        let before = self.ran.replace(runs);
        if before == Some(runs) {
            return;
        }
        if self.expected.front() == Some(&runs) {
            self.expected.pop_front();
            return;
        }
        match (before, runs) {
            (None, true) => happenings.push(Happening::FoundRunning),
            (Some(false), true) => happenings.push(Happening::Started),
            // Stopped by its flag, it says so itself.
            (_, false) if sample.flag.is_none() => happenings.push(Happening::Stopped),
            _ => {}
        }
    }

    /// Presses the clock has counted while the program was down.
    fn unheard_presses(&mut self, now: Instant, sample: &Sample) -> Vec<Happening> {
        let is_heard = self.is_heard();
        let (Some(plies), Some(ply)) = (self.unheard_after.take_if(|_| is_heard), sample.ply)
        else {
            return Vec::new();
        };
        let presses = ply.wrapping_sub(plies as u16);
        // More than one each cannot be told from a clock that counts from elsewhere.
        if !(1..=2).contains(&presses) {
            return Vec::new();
        }
        let mut side = if presses == 1 {
            sample.to_move.other()
        } else {
            sample.to_move
        };
        let mut happenings = Vec::new();
        for _ in 0..presses {
            let press = LinkEvent::Pressed {
                side,
                at: sample.at,
                sample: sample.clone(),
                exact: false,
            };
            happenings.extend(self.hear(now, &press));
            side = side.other();
        }
        happenings
    }

    fn shows(&self, sample: &Sample, wanted: Reading) -> bool {
        let (shown, wanted) = (Times::from(sample), self.seats.times(wanted));
        [Seat::Left, Seat::Right].iter().all(|seat| {
            shown.of(*seat).abs_diff(wanted.of(*seat)) <= u32::from(sample.resolution_ms)
        })
    }

    fn to_set_by_hand(&mut self, reading: Reading) -> ClockFact {
        self.by_hand = Some(reading);
        ClockFact::SetByHand { reading }
    }

    fn take(&mut self, notices: Vec<Notice>, happenings: &mut Vec<Happening>) {
        for notice in notices {
            let fact = match notice {
                Notice::Timed(time) => {
                    self.awaits_press = false;
                    happenings.push(self.completed(&time));
                    continue;
                }
                Notice::Flag { side, .. } => {
                    happenings.push(Happening::Flag(self.seats.at(side)));
                    continue;
                }
                Notice::Restored => {
                    if let Some(offer) = self.offer.take() {
                        happenings.push(Happening::Restored(offer.reading));
                    }
                    continue;
                }
                Notice::PressesWithoutMoves { count } => ClockFact::PressesWithoutMoves {
                    count: count as u32,
                },
                Notice::PressesMissed { count } => ClockFact::PressesMissed {
                    count: count as u32,
                },
                Notice::WrongSide { moved, .. } => ClockFact::WrongSide {
                    moved: self.seats.at(moved),
                },
                Notice::Differs {
                    side,
                    kiosk_ms,
                    external_ms,
                } => ClockFact::Differs {
                    side: self.seats.at(side),
                    own_ms: kiosk_ms.into(),
                    external_ms: external_ms.into(),
                },
                Notice::Drifts { ppm } => ClockFact::Drifts { ppm },
                Notice::Estimating => ClockFact::Lost,
                Notice::Recovered => ClockFact::Back,
                Notice::RestoreOffered { times, lost_ms } => {
                    let reading = self.seats.reading(times, true);
                    self.offer = Some(Offer { reading, lost_ms });
                    ClockFact::Restarted { reading, lost_ms }
                }
                Notice::OtherClock { found } => ClockFact::OtherClock {
                    clock: format!("{} {}", found.model, found.serial),
                },
                Notice::SetByHand { times } => {
                    let reading = self.seats.reading(times, true);
                    self.to_set_by_hand(reading)
                }
                // What the badge says changes nothing in the game; the authority is the arbiter's.
                Notice::NoClock | Notice::Fault(_) | Notice::AuthorityChanged { .. } => continue,
            };
            happenings.push(Happening::Fact(fact));
        }
    }

    fn completed(&self, time: &MoveTime) -> Happening {
        let is_external = time.source == Source::External;
        Happening::Completed {
            side: self.seats.at(time.side),
            reading: self.seats.reading(time.counted, is_external),
            own: is_external.then(|| self.seats.reading(time.kiosk, false)),
        }
    }
}
