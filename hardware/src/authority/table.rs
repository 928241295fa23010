use std::time::Instant;

use super::ledger::{Ledger, Pair, Recorded};
use super::{Authority, Countdown, MoveTime, Notice, Pending, Reading, Source, Start, Times};
use crate::{CommandId, Sample, Side};

mod heard;

/// A clock that counts whole seconds tells them up to one second late.
const TOLERATED_COARSE_MS: u32 = 3_000;
const TOLERATED_FINE_MS: u32 = 300;

/// The clocks of one table.
#[derive(Debug)]
pub struct Table {
    pub(super) authority: Authority,
    pub(super) own: Countdown,
    /// The last sample of the clock of this table.
    pub(super) sample: Option<Sample>,
    pub(super) link: Heard,
    pub(super) ledger: Ledger,
    plies: u32,
    pub(super) flag: Option<Side>,
    pub(super) own_flag_said: bool,
    differs: bool,
    pub(super) restore: Option<Sample>,
    pub(super) sent: Option<(CommandId, Times)>,
}

/// How far the external clock can be believed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Never,
    Yes,
    /// Connected again, and not yet known how many presses it counted meanwhile.
    Returning,
    Lost,
    /// Another clock than this table's.
    Untrusted,
}

impl Table {
    /// A table at the start of a game, or at the point where it goes on; the clock stands.
    pub fn new(authority: Authority, start: Start) -> Self {
        Self {
            authority,
            own: Countdown::new(start.times, start.increment_ms, start.to_move),
            sample: None,
            link: Heard::Never,
            ledger: Ledger::default(),
            plies: start.plies,
            flag: None,
            own_flag_said: false,
            differs: false,
            restore: None,
            sent: None,
        }
    }

    /// Whose times count.
    pub fn authority(&self) -> Authority {
        self.authority
    }

    /// The arbiter lets the other clock rule. The terminal's clock goes on from what is shown.
    pub fn set_authority(&mut self, now: Instant, to: Authority, notices: &mut Vec<Notice>) {
        let from = self.authority;
        if from == to {
            return;
        }
        let shown = self.reading(now);
        self.own
            .set(now, shown.times, shown.to_move, shown.running.is_some());
        self.time_waiting_moves(now, notices);
        self.ledger.clear();
        (self.authority, self.differs, self.flag) = (to, false, None);
        notices.push(Notice::AuthorityChanged { from, to });
    }

    /// The arbiter accepts the clock that is connected as the one of this table.
    pub fn trust(&mut self) {
        if self.link == Heard::Untrusted {
            (self.link, self.sample) = (Heard::Yes, None);
        }
    }

    /// Starts or stops the terminal's own clock. Where the external clock rules and is there, its
    /// own buttons or a command to it do that.
    pub fn run(&mut self, now: Instant, run: bool) {
        if self.authority == Authority::Kiosk || !self.is_heard() {
            self.own.run(now, run);
        }
    }

    /// Whether the external clock of this table is there and believed.
    pub fn is_heard(&self) -> bool {
        self.link == Heard::Yes
    }

    /// Whether it started anew and its times are not restored yet.
    pub fn is_restoring(&self) -> bool {
        self.restore.is_some()
    }

    /// The last move is taken off the record again before its press: it was entered wrongly.
    pub fn taken_back(&mut self) {
        if self.ledger.take_back() {
            self.plies -= 1;
        }
    }

    /// What to show now.
    pub fn reading(&self, now: Instant) -> Reading {
        let flag = self.flag;
        let own = |source| Reading {
            times: self.own.times(now),
            running: self.own.running(),
            to_move: self.own.to_move(),
            source,
            age: None,
            flag,
        };
        if self.authority == Authority::Kiosk {
            return own(Source::Kiosk);
        }
        if let Some(before) = &self.restore {
            let (running, to_move, source) = (None, before.to_move, Source::Estimated);
            return Reading {
                times: before.into(),
                running,
                to_move,
                source,
                age: None,
                flag,
            };
        }
        match (&self.sample, self.link) {
            (Some(sample), Heard::Yes | Heard::Returning) => Reading {
                times: run_on(sample, now),
                running: sample.running,
                to_move: sample.to_move,
                source: Source::External,
                age: Some(now.saturating_duration_since(sample.at)),
                flag,
            },
            _ => own(Source::Estimated),
        }
    }

    /// What is owed at the table.
    pub fn pending(&self) -> Pending {
        if let Some(press) = self.ledger.lone_press() {
            return Pending::MoveMissing {
                side: press.side,
                since: press.at,
            };
        }
        match self.ledger.lone_move() {
            Some(recorded) if self.link == Heard::Yes => Pending::PressMissing {
                side: recorded.side,
            },
            _ => Pending::Nothing,
        }
    }

    /// Looks after the terminal's own flag; to be called now and then.
    pub fn tick(&mut self, now: Instant, notices: &mut Vec<Notice>) {
        let rules = self.authority == Authority::Kiosk;
        if let Some(side) = self.own.running().filter(|_| rules && !self.own_flag_said)
            && self.own.times(now).of(side) == 0
        {
            self.own_flag_said = true;
            self.flag = Some(side);
            notices.push(Notice::Flag {
                side,
                source: Source::Kiosk,
            });
        }
    }

    /// A move was recorded at the terminal.
    pub fn moved(&mut self, now: Instant, side: Side, notices: &mut Vec<Notice>) {
        self.plies += 1;
        let external_rules = self.authority == Authority::External;
        // While the times are being restored the game is paused and no press is taken.
        let waits_for_press = external_rules && self.link == Heard::Yes && self.restore.is_none();
        let was_pressed = self.ledger.lone_press().is_some();
        if external_rules && (waits_for_press || was_pressed) {
            let recorded = Recorded {
                ply: self.plies,
                side,
                is_timed: false,
            };
            if let Some(pair) = self.ledger.record(recorded) {
                settle(pair, notices);
            }
            return;
        }
        self.own.press(now);
        let heard = self.sample.as_ref().filter(|_| self.link == Heard::Yes);
        let external = heard.map(|sample| run_on(sample, now));
        let source = if external_rules {
            Source::Estimated
        } else {
            Source::Kiosk
        };
        if external_rules {
            // When the clock is back, its presses must come to as many.
            self.ledger.record(Recorded {
                ply: self.plies,
                side,
                is_timed: true,
            });
        }
        self.timed(self.plies, side, now, source, external, notices);
        if let Some(sample) = heard.cloned() {
            self.compare(now, &sample, notices);
        }
    }

    /// A move whose press did not come before the clock was gone is timed as it is.
    fn time_waiting_moves(&mut self, now: Instant, notices: &mut Vec<Notice>) {
        for Recorded { ply, side, .. } in self.ledger.give_up_waiting() {
            self.own.press(now);
            self.timed(ply, side, now, Source::Estimated, None, notices);
        }
    }

    fn timed(
        &self,
        ply: u32,
        side: Side,
        at: Instant,
        source: Source,
        external: Option<Times>,
        notices: &mut Vec<Notice>,
    ) {
        let kiosk = self.own.times(at);
        let counted = kiosk;
        notices.push(Notice::Timed(MoveTime {
            ply,
            side,
            at,
            source,
            counted,
            kiosk,
            external,
        }));
    }

    /// The terminal's clock goes on from the sample.
    pub(super) fn follow(&mut self, sample: &Sample) {
        self.own.set(
            sample.at,
            sample.into(),
            sample.to_move,
            sample.running.is_some(),
        );
    }

    /// Says once that the clocks differ, and again only after they have agreed.
    fn compare(&mut self, at: Instant, sample: &Sample, notices: &mut Vec<Notice>) {
        let tolerated = if sample.resolution_ms >= 1000 {
            TOLERATED_COARSE_MS
        } else {
            TOLERATED_FINE_MS
        };
        let (own, external) = (self.own.times(at), run_on(sample, at));
        let off = |side: Side| own.of(side).abs_diff(external.of(side));
        let worst = if off(Side::Left) >= off(Side::Right) {
            Side::Left
        } else {
            Side::Right
        };
        let differs = off(worst) > tolerated;
        if differs && !self.differs {
            notices.push(Notice::Differs {
                side: worst,
                kiosk_ms: own.of(worst),
                external_ms: external.of(worst),
            });
        }
        self.differs = differs;
    }
}

/// The times of a sample, run on to `now`.
fn run_on(sample: &Sample, now: Instant) -> Times {
    let mut clock = Countdown::new(sample.into(), 0, sample.to_move);
    clock.set(
        sample.at,
        sample.into(),
        sample.to_move,
        sample.running.is_some(),
    );
    clock.times(now)
}

fn settle(pair: Pair, notices: &mut Vec<Notice>) {
    warn_of_sides(&pair, notices);
    let Pair { press, recorded } = pair;
    if recorded.is_timed {
        return;
    }
    notices.push(Notice::Timed(MoveTime {
        ply: recorded.ply,
        side: recorded.side,
        at: press.at,
        source: Source::External,
        counted: press.external,
        kiosk: press.kiosk,
        external: Some(press.external),
    }));
}

fn warn_of_sides(pair: &Pair, notices: &mut Vec<Notice>) {
    let (pressed, moved) = (pair.press.side, pair.recorded.side);
    if pressed != moved {
        notices.push(Notice::WrongSide { pressed, moved });
    }
}
