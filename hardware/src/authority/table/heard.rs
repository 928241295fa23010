use std::time::Instant;

use super::{Heard, Table, settle};
use crate::authority::ledger::Press;
use crate::authority::{Authority, Notice, Source, Times};
use crate::{Fault, LinkEvent, Sample, Side};

/// What the link says.
impl Table {
    /// Takes an event of the link.
    pub fn on_link(&mut self, now: Instant, event: &LinkEvent, notices: &mut Vec<Notice>) {
        match event {
            LinkEvent::Connected(_) => {
                self.link = match self.link {
                    Heard::Lost | Heard::Returning => Heard::Returning,
                    Heard::Untrusted if self.sample.is_some() => Heard::Returning,
                    Heard::Never | Heard::Yes | Heard::Untrusted => Heard::Yes,
                };
            }
            LinkEvent::Fault(Fault::OtherClock { found, .. }) => {
                self.lose(now, Heard::Untrusted, notices);
                notices.push(Notice::OtherClock {
                    found: (**found).clone(),
                });
            }
            LinkEvent::Fault(Fault::Drift { ppm }) => notices.push(Notice::Drifts { ppm: *ppm }),
            LinkEvent::Fault(fault) => notices.push(Notice::Fault(fault.clone())),
            LinkEvent::NoClock => {
                if self.link != Heard::Untrusted {
                    self.lose(now, Heard::Lost, notices);
                }
                notices.push(Notice::NoClock);
            }
            LinkEvent::Lost(_) => self.lose(now, Heard::Lost, notices),
            LinkEvent::Answered { id, answer } => self.answered(*id, answer, notices),
            LinkEvent::State(_) => {}
            _ if self.link == Heard::Untrusted => {}
            LinkEvent::Restarted { lost_ms } => self.restarted(now, *lost_ms, notices),
            LinkEvent::Pressed {
                side, at, sample, ..
            } => {
                self.pressed(*side, *at, sample, notices);
            }
            LinkEvent::FlagFell { side, .. } => self.flag_fell(*side, notices),
            LinkEvent::Sample(sample) => self.sampled(sample, notices),
        }
    }

    fn lose(&mut self, now: Instant, heard: Heard, notices: &mut Vec<Notice>) {
        let before = std::mem::replace(&mut self.link, heard);
        // A clock that was only coming back was not believed yet: the estimate goes on.
        if self.authority == Authority::Kiosk || before != Heard::Yes {
            return;
        }
        if let Some(sample) = &self.sample {
            let runs = sample.running.is_some() && self.restore.is_none();
            self.own.set(sample.at, sample.into(), sample.to_move, runs);
        }
        notices.push(Notice::Estimating);
        self.time_waiting_moves(now, notices);
    }

    fn restarted(&mut self, now: Instant, lost_ms: Option<u32>, notices: &mut Vec<Notice>) {
        let Some(before) = self
            .sample
            .take()
            .filter(|_| self.authority == Authority::External)
        else {
            return;
        };
        // What was played while it was gone belongs to the times that are restored.
        let played = self.ledger.unconfirmed() as u16;
        let (before, lost_ms) = if self.link == Heard::Returning && played > 0 {
            (self.estimate(now, before, played), None)
        } else {
            (before, lost_ms)
        };
        // A second restart before the first was dealt with leaves the first offer standing.
        let before = self.restore.take().unwrap_or(before);
        let times = Times::from(&before);
        self.own.set(before.at, times, before.to_move, false);
        self.time_waiting_moves(before.at, notices);
        self.restore = Some(before);
        if self.link == Heard::Returning {
            self.link = Heard::Yes;
            notices.push(Notice::Recovered);
        }
        notices.push(Notice::RestoreOffered { times, lost_ms });
    }

    /// The sample as it would be now, had the clock heard what the terminal recorded.
    fn estimate(&self, now: Instant, sample: Sample, played: u16) -> Sample {
        let times = self.own.times(now);
        Sample {
            at: now,
            left_ms: times.left_ms,
            right_ms: times.right_ms,
            running: self.own.running(),
            to_move: self.own.to_move(),
            ply: sample.ply.map(|ply| ply.wrapping_add(played)),
            ..sample
        }
    }

    fn pressed(&mut self, side: Side, at: Instant, sample: &Sample, notices: &mut Vec<Notice>) {
        if self.authority == Authority::Kiosk || self.restore.is_some() {
            return;
        }
        if self.link == Heard::Yes {
            self.own.press(at);
        }
        let (external, kiosk) = (Times::from(sample), self.own.times(at));
        match self.ledger.press(Press {
            side,
            at,
            external,
            kiosk,
        }) {
            Some(pair) => settle(pair, notices),
            None if self.ledger.lone_presses() >= 2 => {
                notices.push(Notice::PressesWithoutMoves {
                    count: self.ledger.lone_presses(),
                });
            }
            None => {}
        }
    }

    fn flag_fell(&mut self, side: Side, notices: &mut Vec<Notice>) {
        if self.authority == Authority::External {
            self.flag = Some(side);
            notices.push(Notice::Flag {
                side,
                source: Source::External,
            });
        }
    }

    fn sampled(&mut self, sample: &Sample, notices: &mut Vec<Notice>) {
        let rules = self.authority == Authority::External;
        let previous = self.sample.replace(sample.clone());
        if self.restore.is_some() {
            return;
        }
        // Plugged into its board again, a clock is back without a new connection.
        if rules && matches!(self.link, Heard::Returning | Heard::Lost) {
            self.link = Heard::Yes;
            notices.push(Notice::Recovered);
            let count = self.ledger.unconfirmed();
            if count > 0 {
                notices.push(Notice::PressesMissed { count });
            }
            self.compare(sample.at, sample, notices);
            self.follow(sample);
            return;
        }
        self.link = Heard::Yes;
        if !rules {
            return;
        }
        self.flag = sample.flag;
        let stood = self.own.running().is_none();
        let Some(previous) = previous else {
            self.compare(sample.at, sample, notices);
            self.follow(sample);
            return;
        };
        let stands = sample.running.is_none();
        let was_set = previous.running.is_none()
            && stands
            && (Times::from(&previous), previous.to_move) != (sample.into(), sample.to_move);
        // Started somewhere between the two samples: only from now on can the two be compared.
        let was_started = stood && !stands;
        if was_set || was_started || self.own.to_move() != sample.to_move {
            self.follow(sample);
            return;
        }
        self.compare(sample.at, sample, notices);
        if stands {
            self.follow(sample);
        }
    }
}
