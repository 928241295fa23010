use std::time::Instant;

use super::{Authority, Notice, Running, Table, Times};
use crate::{Answer, Command, CommandId, MAX_MS, Side};

/// What is written to the clock, and what it says to it.
impl Table {
    /// The command that writes the offered times back, or others the arbiter chose. The game
    /// stays paused until the clock has taken them.
    pub fn restore_command(&self, times: Times) -> Option<Command> {
        let before = self.restore.as_ref()?;
        Some(self.set_command(times, before.to_move, before.ply.unwrap_or(0)))
    }

    /// The arbiter lets the times stand that the clock itself came back with.
    pub fn keep_restarted(&mut self) {
        if self.restore.take().is_some() {
            self.go_on_after_restart();
        }
    }

    /// Changes one side's time, such as by a penalty. Gives the command for the external clock
    /// if that one rules and is there.
    ///
    /// # Errors
    /// [`Running`] while a time runs.
    pub fn adjust(
        &mut self,
        now: Instant,
        side: Side,
        by_ms: i64,
    ) -> Result<Option<Command>, Running> {
        // What was sent a moment ago may not show yet.
        let mut times = match self.sent {
            Some((_, times)) => times,
            None => self.reading(now).times,
        };
        let changed = (i64::from(times.of(side)) + by_ms).clamp(0, MAX_MS.into());
        times.set(side, changed as u32);
        self.put(now, times)
    }

    /// Sets both times. Gives the command for the external clock if that one rules and is there;
    /// while it is gone the estimate goes on from these times, and the clock is to be set by hand.
    ///
    /// # Errors
    /// [`Running`] while a time runs.
    pub fn put(&mut self, now: Instant, times: Times) -> Result<Option<Command>, Running> {
        let shown = self.reading(now);
        if shown.running.is_some() {
            return Err(Running);
        }
        match &self.sample {
            Some(sample) if self.authority == Authority::External && self.is_heard() => Ok(Some(
                self.set_command(times, sample.to_move, sample.ply.unwrap_or(0)),
            )),
            _ => {
                self.own.set(now, times, shown.to_move, false);
                if self.authority == Authority::Kiosk {
                    self.own_flag_said = false;
                    self.flag = None;
                }
                Ok(None)
            }
        }
    }

    /// Times were sent to the clock under this number; should it not take them, they must be set
    /// by hand.
    pub fn sent(&mut self, id: CommandId, command: &Command) {
        if let Command::SetTimes {
            left_ms, right_ms, ..
        } = *command
        {
            self.sent = Some((id, Times { left_ms, right_ms }));
        }
    }

    /// The command that sets the external clock, such as before a game. It must stand.
    pub fn set_command(&self, times: Times, first: Side, ply: u16) -> Command {
        let Times { left_ms, right_ms } = times;
        let increment_ms = self.own.increment_ms();
        Command::SetTimes {
            left_ms,
            right_ms,
            increment_ms,
            first,
            ply,
        }
    }

    pub(super) fn answered(&mut self, id: CommandId, answer: &Answer, notices: &mut Vec<Notice>) {
        let Some((_, times)) = self.sent.take_if(|(sent, _)| *sent == id) else {
            return;
        };
        if *answer != Answer::Done {
            notices.push(Notice::SetByHand { times });
        } else if self.restore.take().is_some() {
            self.go_on_after_restart();
            notices.push(Notice::Restored);
        }
    }

    fn go_on_after_restart(&mut self) {
        self.ledger.clear();
        self.flag = None;
        if let Some(sample) = self.sample.clone() {
            self.follow(&sample);
        }
    }
}
