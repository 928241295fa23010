//! The terminal and the clock on its line: who is paired, who sits where, what the arbiter sees.

use std::time::Instant;

use clock_link::Ident;
use clock_link::authority::Authority;
use clock_link::diagnostics::Diagnostics;

use super::kiosk::Kiosk;
use super::notice::Notice;
use super::{ClockSource, Controller};
use crate::journal::{Phase, Reading};
use crate::kiosk::clock::{
    Badge, ClockSetting, GameClock, Line, Offer, Seat, Seats, Standing, Warning,
};
use crate::store::StoreError;

/// The clock on a terminal's line.
#[derive(Debug)]
pub struct ClockDesk {
    line: Box<dyn Line>,
    standing: Standing,
    setting: ClockSetting,
}

/// What the arbiter's page shows of the clock.
#[derive(Debug, Clone)]
pub struct ClockPanel {
    /// The sign.
    pub badge: Badge,
    /// What is wrong.
    pub warning: Option<Warning>,
    /// The clock that answers.
    pub ident: Option<Ident>,
    /// The clock the table is paired with.
    pub paired: Option<Ident>,
    /// Whether the clock's times count in the game in hand or, between games, in the next one.
    pub rules: bool,
    /// Where Red sits, once confirmed.
    pub seats: Option<Seats>,
    /// Who pressed last: Red, if it was a game's first press.
    pub pressed: Option<Seat>,
    /// The times that may be restored.
    pub offer: Option<Offer>,
    /// The times to be set on the clock by hand.
    pub by_hand: Option<Reading>,
    /// Port, counters, drift, the last lines.
    pub diagnostics: Diagnostics,
    /// When this was so.
    pub now: Instant,
}

impl ClockDesk {
    fn keep(&self, kiosk: &Kiosk) {
        if let Err(error) = self.setting.keep(&kiosk.terminal().store) {
            tracing::error!(%error, "the clock's setting cannot be kept");
        }
    }
}

impl Kiosk {
    /// A link to a clock was opened.
    ///
    /// # Errors
    /// The setting cannot be read.
    pub fn attach_clock(&mut self, mut line: Box<dyn Line>) -> Result<(), StoreError> {
        let setting = ClockSetting::open(&self.terminal().store)?;
        line.pair(setting.paired.clone());
        self.clock = Some(ClockDesk {
            line,
            standing: Standing::default(),
            setting,
        });
        Ok(())
    }

    /// Hears the clock and sends it what is to be sent; to be called ten times a second. Whether
    /// the game has changed.
    pub fn tick_clock(&mut self) -> bool {
        let now = self.time().moment();
        let Some(desk) = &mut self.clock else {
            return false;
        };
        let before = self.game.as_ref().map(known);
        if let Some(game) = &mut self.game {
            game.meet_clock(&desk.standing);
        }
        for event in desk.line.take_events() {
            desk.standing.hear(now, &event);
            if let Some(game) = &mut self.game {
                game.clock_heard(&event);
            }
        }
        if let Some(game) = &mut self.game {
            game.take_commands(|command| desk.line.send(command));
        }
        before != self.game.as_ref().map(known)
    }

    /// The game in hand begins, under the clock if the arbiter has settled that and it is there.
    pub(super) fn start_with_clock(&mut self, started: crate::journal::Started) {
        let Some(game) = &mut self.game else { return };
        let settled = self.clock.as_ref().and_then(|desk| {
            let rules = desk.setting.authority == Authority::External;
            desk.setting
                .seats
                .filter(|_| rules)
                .map(|seats| (desk, seats))
        });
        match settled {
            Some((desk, seats)) if desk.standing.is_usable() => {
                game.start_under(started, seats, &desk.standing);
            }
            Some(_) => {
                game.start(started);
                game.notice = Some(Notice::ClockNotThere);
            }
            None => game.start(started),
        }
    }

    /// The arbiter pairs the table with the clock that answers and says where Red sits: its times
    /// count from the next game on, and at once in a paused one.
    pub fn let_clock_rule(&mut self, red: Seat) {
        let seats = Seats::red_on(red);
        let Some(mut desk) = self.clock.take() else {
            return;
        };
        let playing = self
            .game
            .as_ref()
            .filter(|game| game.state().phase() == Phase::Playing);
        if desk.standing.ident.is_some() && playing.is_none() {
            desk.standing.trust();
            desk.setting = ClockSetting {
                authority: Authority::External,
                seats: Some(seats),
                paired: desk.standing.ident.clone(),
            };
            desk.line.pair(desk.setting.paired.clone());
            desk.keep(self);
            if let Some(game) = &mut self.game {
                game.trust_clock();
                game.put_under(seats, &desk.standing);
            }
        } else if let Some(game) = self.game.as_mut().filter(|_| desk.standing.ident.is_some()) {
            game.notice = Some(Notice::PauseFirst);
        }
        self.clock = Some(desk);
    }

    /// The arbiter lets the terminal's own times count, from the next game on and at once in a
    /// paused one.
    pub fn let_terminal_rule(&mut self) {
        let Some(mut desk) = self.clock.take() else {
            // A game begun under a clock at another terminal goes on here without one.
            if let Some(game) = &mut self.game {
                game.dismiss_clock();
            }
            return;
        };
        let under_it = self
            .game
            .as_ref()
            .filter(|game| game.external_clock().is_some());
        let playing = under_it.is_some_and(|game| game.state().phase() == Phase::Playing);
        if playing {
            if let Some(game) = &mut self.game {
                game.notice = Some(Notice::PauseFirst);
            }
        } else {
            desk.setting.authority = Authority::Kiosk;
            desk.keep(self);
            if let Some(game) = &mut self.game {
                game.dismiss_clock();
            }
        }
        self.clock = Some(desk);
    }

    /// The arbiter has the times from before its restart written back to the clock.
    pub fn restore_clock(&mut self) {
        if let Some(game) = &mut self.game {
            game.restore_clock();
        }
        self.tick_clock();
    }

    /// The arbiter lets the times stand that the clock came back with.
    pub fn keep_clock_times(&mut self) {
        if let Some(game) = &mut self.game {
            game.keep_clock();
        }
    }

    /// The ports are tried again at once.
    pub fn retry_clock(&mut self) {
        if let Some(desk) = &mut self.clock {
            desk.line.retry();
        }
    }

    /// The sign of the clock and what is wrong with it.
    pub fn clock_badge(&self) -> (Badge, Option<Warning>) {
        let source = self
            .game
            .as_ref()
            .and_then(Controller::clocks)
            .map(|clocks| clocks.source);
        let estimates = source == Some(ClockSource::Estimated);
        let Some(desk) = &self.clock else {
            let badge = if estimates {
                Badge::Estimated
            } else {
                Badge::None
            };
            return (badge, None);
        };
        let now = self.time().moment();
        let rules = source == Some(ClockSource::External);
        (
            desk.standing.badge(now, rules, estimates),
            desk.standing.warning(now),
        )
    }

    /// All the arbiter's page shows of it; none without a link.
    pub fn clock_panel(&self) -> Option<ClockPanel> {
        let desk = self.clock.as_ref()?;
        let (badge, warning) = self.clock_badge();
        let game = self
            .game
            .as_ref()
            .filter(|game| matches!(game.state().phase(), Phase::Playing | Phase::Paused));
        let under_it = game.and_then(Controller::external_clock);
        Some(ClockPanel {
            badge,
            warning,
            ident: desk.standing.ident.clone(),
            paired: desk.setting.paired.clone(),
            rules: match game {
                Some(_) => under_it.is_some(),
                None => desk.setting.authority == Authority::External,
            },
            seats: under_it.map(GameClock::seats).or(desk.setting.seats),
            pressed: desk.standing.pressed,
            offer: game.and_then(Controller::clock_offer),
            by_hand: under_it.and_then(GameClock::by_hand),
            diagnostics: desk.line.diagnostics(),
            now: self.time().moment(),
        })
    }
}

/// What a screen would show differently.
fn known(game: &Controller) -> (u64, Option<Notice>) {
    (game.last_entry(), game.notice())
}
