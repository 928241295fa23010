//! What only the arbiter does at the board: the clock, rulings, fouls, the result, the record.

use xiangqi::Side;

use super::desk::Controller;
use super::notice::Notice;
use crate::journal::{
    Claim, Event, Finding, Matter, Outcome, Phase, Reading, Reason, Signer, Started, Verdict,
};

/// 22.2: what an unfounded claim of the natural limit costs, besides the foul.
const CLAIM_COSTS_MS: u64 = 5 * 60 * 1000;
/// The name a ruling at the terminal carries; the desk knows who was on duty.
const ARBITER: &str = "arbiter";

impl Controller {
    pub(super) fn arbiter() -> String {
        ARBITER.to_owned()
    }

    /// Rules on the open claim of the natural limit: a draw, or a foul and five minutes (22.2).
    pub fn rule_on_limit(&mut self, good: bool) {
        let Some(side) = self.open_claim(|claim| matches!(claim, Claim::Limit { .. })) else {
            return;
        };
        let matter = Matter::Limit { side };
        if good {
            let outcome = Outcome {
                verdict: Verdict::Draw,
                reason: Reason::NaturalLimit,
            };
            self.rule(matter, Finding::Upheld { outcome });
            return;
        }
        if self.rule(matter, Finding::Refused) && self.foul(side, "8.1.4") {
            if let Some(reading) = self.pen.reading() {
                let left = reading.of(side).saturating_sub(CLAIM_COSTS_MS);
                self.set_times(reading.with(side, left), ARBITER);
            }
        }
    }

    /// Rules on the open claim of repetition (23.5).
    pub fn rule_on_repetition(&mut self, finding: Finding) {
        let Some(side) = self.open_claim(|claim| matches!(claim, Claim::Repetition { .. })) else {
            return;
        };
        self.rule(Matter::Repetition { side }, finding);
    }

    /// Rules on a flag that fell: time is lost, or what was on the board before it stands (21.6).
    pub fn rule_on_flag(&mut self, lost: bool) {
        let Some(side) = self.state().flag() else {
            return;
        };
        let outcome = Outcome {
            verdict: Verdict::win(side.opposite()),
            reason: Reason::Time,
        };
        let finding = if lost {
            Finding::Upheld { outcome }
        } else {
            Finding::PlayOn
        };
        self.rule(Matter::Flag { side }, finding);
    }

    /// The call is answered; nothing was found.
    pub fn answer_call(&mut self) {
        self.rule(Matter::Call, Finding::PlayOn);
    }

    /// The arbiter decides a game that was not begun: a player did not come (20.1).
    pub fn decide_unplayed(&mut self, started: Started, verdict: Verdict, reason: Reason) {
        if self.state().phase() == Phase::Waiting && self.write(Event::Started(started)) {
            self.decide(verdict, reason);
        }
    }

    /// The arbiter decides the game. Absence is a forfeit: + and − (20.3).
    pub fn decide(&mut self, verdict: Verdict, reason: Reason) {
        let verdict = match (verdict, reason) {
            (Verdict::Red, Reason::Absence) => Verdict::BlackForfeit,
            (Verdict::Black, Reason::Absence) => Verdict::RedForfeit,
            (Verdict::Draw, Reason::Absence) => Verdict::BothForfeit,
            (verdict, _) => verdict,
        };
        if matches!(self.state().phase(), Phase::Playing | Phase::Paused) {
            self.rule(
                Matter::Call,
                Finding::Ends {
                    outcome: Outcome { verdict, reason },
                },
            );
        }
    }

    fn rule(&mut self, matter: Matter, finding: Finding) -> bool {
        let reading = self.pen.reading();
        let ends = matches!(finding, Finding::Upheld { .. } | Finding::Ends { .. });
        // 9: the time used by both belongs to the result.
        if let (true, Some(reading)) = (ends, reading) {
            if !self.write(Event::ClockReading { reading }) {
                return false;
            }
        }
        self.notice = None;
        self.write(Event::Ruled {
            matter,
            finding,
            by: Self::arbiter(),
        })
    }

    /// Notes a foul under an article (8.1).
    pub fn foul(&mut self, side: Side, article: &str) -> bool {
        let article = article.to_owned();
        self.write(Event::Foul {
            side,
            article,
            by: Self::arbiter(),
        })
    }

    /// Sets one clock, in milliseconds; the other stands as it is.
    pub fn set_clock(&mut self, side: Side, ms: u64) {
        let Some(reading) = self.pen.reading() else {
            return;
        };
        let reading = Reading {
            external: false,
            ..reading.with(side, ms)
        };
        self.set_times(reading, ARBITER);
    }

    /// Opens a finished game again.
    pub fn reopen(&mut self) {
        if matches!(self.state().phase(), Phase::Decided | Phase::Closed)
            && self.write(Event::Reopened {
                by: Self::arbiter(),
            })
        {
            self.pause();
            self.notice = Some(Notice::Paused);
        }
    }

    /// The arbiter's own signature closes the game when a player will not sign.
    pub fn sign_as_arbiter(&mut self) {
        if self.state().phase() == Phase::Decided {
            let by = Signer::Arbiter {
                name: Self::arbiter(),
            };
            self.write(Event::Signed {
                by,
                strokes: Vec::new(),
            });
        }
    }

    fn open_claim(&self, wanted: impl Fn(&Claim) -> bool) -> Option<Side> {
        let claim = self
            .state()
            .open_claims()
            .iter()
            .find(|claim| wanted(claim))?;
        match claim {
            Claim::Limit { side } | Claim::Repetition { side } => Some(*side),
        }
    }
}
