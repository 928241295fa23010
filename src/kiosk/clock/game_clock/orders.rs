//! What the clock is told, and what it answers.

use std::time::Instant;

use clock_link::authority::Running;
use clock_link::{Answer, Command, CommandId};
use xiangqi::Side;

use super::{Errand, GameClock, Happening};
use crate::journal::{ClockFact, Reading};

impl GameClock {
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
            None => Ok(Some(self.leave_to_the_hand(reading))),
        }
    }

    /// Sets both times, as the desk wants it; a clock that runs is set by hand.
    pub fn set_or_by_hand(&mut self, now: Instant, reading: Reading) -> Option<ClockFact> {
        match self.set(now, reading) {
            Ok(fact) => fact,
            Err(Running) => Some(self.leave_to_the_hand(reading)),
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

    pub(super) fn answered(
        &mut self,
        id: CommandId,
        answer: &Answer,
        happenings: &mut Vec<Happening>,
    ) {
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
}
