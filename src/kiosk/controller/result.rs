//! How a game ends: both players choose, equal choices stand, both sign (9).

use xiangqi::Side;

use super::desk::{Choice, Controller};
use super::notice::Notice;
use crate::journal::{Event, Outcome, Phase, Reason, Signer, Verdict};

impl Controller {
    /// A player names the result. Two equal choices make it stand; two different ones call the
    /// arbiter.
    pub fn choose_result(&mut self, side: Side, verdict: Verdict, reason: Reason) {
        self.tick();
        if !matches!(self.state().phase(), Phase::Playing | Phase::Paused) {
            return;
        }
        if self.choose((side, verdict, reason)) {
            self.settle();
        }
    }

    fn choose(&mut self, (side, verdict, reason): Choice) -> bool {
        self.state().chosen(side) == Some((verdict, reason))
            || self.write(Event::ResultChosen {
                side,
                verdict,
                reason,
            })
    }

    fn settle(&mut self) {
        let state = self.state();
        let (Some(red), Some(black)) = (state.chosen(Side::Red), state.chosen(Side::Black)) else {
            return;
        };
        if red == black {
            // 9: the time used by both belongs to the result.
            if let Some(reading) = self.pen.reading() {
                if !self.write(Event::ClockReading { reading }) {
                    return;
                }
            }
            let (verdict, reason) = red;
            if self.write(Event::Result(Outcome { verdict, reason })) {
                self.selected = None;
                self.notice = None;
            }
        } else {
            let called = state.is_calling() || self.write(Event::ArbiterCalled { side: None });
            if called {
                self.notice = Some(Notice::ResultsDiffer);
            }
        }
    }

    /// The side that did not offer the draw accepts it.
    pub fn accept_draw(&mut self) {
        self.tick();
        let Some(offerer) = self.state().open_offer() else {
            return;
        };
        if !matches!(self.state().phase(), Phase::Playing | Phase::Paused) {
            return;
        }
        let agreed = (Verdict::Draw, Reason::Agreement);
        if self.choose((offerer, agreed.0, agreed.1))
            && self.choose((offerer.opposite(), agreed.0, agreed.1))
        {
            self.settle();
        }
    }

    /// `side` resigns. It stands when the opponent has chosen the same and both have signed.
    pub fn resign(&mut self, side: Side) {
        self.choose_result(side, Verdict::win(side.opposite()), Reason::Resignation);
    }

    /// A player signs the result with a finger; strokes in thousandths of the pad's width.
    pub fn sign(&mut self, side: Side, strokes: Vec<Vec<(i16, i16)>>) {
        let signer = Signer::from(side);
        if self.state().phase() == Phase::Decided && !self.state().signatures().contains(&signer) {
            self.write(Event::Signed {
                by: signer,
                strokes,
            });
        }
    }
}
