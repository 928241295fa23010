//! What the clock says becomes entries of the game.

use clock_link::LinkEvent;
use xiangqi::Side;

use crate::journal::{ClockFact, Event, Phase, Reading};
use crate::kiosk::clock::{GameClock, Happening, Seat};
use crate::kiosk::controller::Controller;
use crate::kiosk::controller::notice::Notice;

impl Controller {
    /// The link has said something.
    pub fn clock_heard(&mut self, event: &LinkEvent) {
        let now = self.pen.terminal.time.moment();
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        let happenings = clock.hear(now, event);
        self.follow_clock(happenings);
        if let (LinkEvent::Pressed { side, .. }, true) = (event, self.is_clock_alone) {
            self.press_heard_alone(*side);
        }
    }

    /// A move was recorded, or waits since before the clock came back.
    pub(in crate::kiosk::controller) fn tell_clock_of_move(&mut self) {
        if self.state().is_pressed() {
            return;
        }
        let (now, side) = (
            self.pen.terminal.time.moment(),
            self.pen.state().side().opposite(),
        );
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        let may_wait = clock.is_heard() || clock.move_missing().is_some();
        if may_wait && !clock.awaits_press() {
            let happenings = clock.moved(now, side);
            self.follow_clock(happenings);
        }
    }

    fn press_heard_alone(&mut self, seat: Seat) {
        let now = self.pen.terminal.time.moment();
        let Some(clock) = &mut self.pen.clock else {
            return;
        };
        let happenings = clock.moved(now, clock.seats().at(seat));
        self.follow_clock(happenings);
    }

    pub(super) fn follow_clock(&mut self, happenings: Vec<Happening>) {
        for happening in happenings {
            // What the clock says of a game that is over, or not begun, is no part of it.
            if matches!(self.state().phase(), Phase::Playing | Phase::Paused) {
                self.follow_happening(happening);
            }
        }
        if self.state().phase() == Phase::Playing {
            self.tell_clock_of_move();
        }
        self.stand_by_clock();
    }

    fn follow_happening(&mut self, happening: Happening) {
        let phase = self.state().phase();
        match happening {
            Happening::Completed { side, reading, own } => self.completed(side, reading, own),
            Happening::Flag(side) => self.flag_heard(side),
            Happening::Stopped if phase == Phase::Playing => self.stand(Notice::Paused),
            Happening::Started if phase == Phase::Paused => {
                self.write(Event::Resumed);
                self.notice = self.standing_notice();
            }
            // The program was started anew; the game under its clock went on meanwhile.
            Happening::FoundRunning if std::mem::take(&mut self.paused_by_start) => {
                if self.write(Event::Resumed) {
                    self.notice = None;
                }
            }
            // The arbiter paused the game while the clock was gone.
            Happening::FoundRunning if phase == Phase::Paused => self.run_clock(false),
            Happening::Restored(reading) => {
                self.write(Event::ClockSet {
                    reading,
                    by: Self::arbiter(),
                });
                self.notice = Some(Notice::Paused);
            }
            Happening::RunByHand => self.notice = Some(Notice::RunByHand),
            Happening::Fact(fact) => self.note(fact),
            Happening::Stopped | Happening::Started | Happening::FoundRunning => {}
        }
    }

    fn completed(&mut self, side: Side, reading: Reading, own: Option<Reading>) {
        if self.state().is_pressed() && !self.is_clock_alone {
            return;
        }
        if let Some(own) = own {
            self.write(Event::ExternalClock(ClockFact::Beside { own }));
        }
        self.selected = None;
        if self.write(Event::Pressed { side, reading }) {
            self.notice = self.standing_notice();
        }
    }

    /// 21.6: the flag is shown; what it means is the arbiter's to say.
    fn flag_heard(&mut self, side: Side) {
        if self.state().flag().is_some() {
            return;
        }
        if self.write(Event::FlagFell { side }) {
            if self.state().phase() == Phase::Playing {
                self.stand(Notice::Flag(side));
            }
            self.notice = Some(Notice::Flag(side));
        }
    }

    fn stand(&mut self, notice: Notice) {
        let Some(reading) = self.pen.reading() else {
            return;
        };
        self.selected = None;
        if self.write(Event::Paused { reading }) {
            self.notice = Some(notice);
        }
    }

    /// Writes a fact down, and does what it asks for.
    pub(super) fn note(&mut self, fact: ClockFact) {
        let (calls, notice) = match &fact {
            ClockFact::Lost => (false, Some(Notice::ClockGone)),
            ClockFact::Back => (false, None),
            ClockFact::Restarted { .. } => (true, Some(Notice::ClockRestarted)),
            ClockFact::SetByHand { .. } => (true, Some(Notice::SetByHand)),
            ClockFact::PressesWithoutMoves { .. } if self.is_clock_alone => return,
            ClockFact::PressesWithoutMoves { .. }
            | ClockFact::PressesMissed { .. }
            | ClockFact::WrongSide { .. }
            | ClockFact::OtherClock { .. } => (true, self.notice),
            _ => (false, self.notice),
        };
        let restarted = matches!(fact, ClockFact::Restarted { .. });
        if !self.write(Event::ExternalClock(fact)) {
            return;
        }
        if restarted && self.state().phase() == Phase::Playing {
            self.stand(Notice::ClockRestarted);
        }
        if calls && !self.state().is_calling() {
            self.write(Event::ArbiterCalled { side: None });
        }
        self.notice = notice;
    }

    /// A press without a move asks for the move, as long as it is missing.
    fn stand_by_clock(&mut self) {
        let missing = self
            .pen
            .clock
            .as_ref()
            .and_then(GameClock::move_missing)
            .filter(|_| !self.is_clock_alone && self.state().phase() == Phase::Playing);
        match (missing, self.notice) {
            (Some(side), _) => self.notice = Some(Notice::MoveMissing(side)),
            (None, Some(Notice::MoveMissing(_))) => self.notice = self.standing_notice(),
            _ => {}
        }
    }
}
