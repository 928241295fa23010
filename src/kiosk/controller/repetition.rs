//! The proposal on a claim of repetition: the judge's labels ply by ply, which the arbiter confirms
//! or changes; the verdict is drawn from them anew (23, 26).

use xiangqi::judge::{self, Class, Judgement, Label, Verdict, Weight};
use xiangqi::{Game, Position, Setup, Side};

use super::desk::Controller;
use crate::journal::Claim;

/// What the arbiter can rule on a claim of repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A draw unless someone varies.
    Draw,
    /// This side has to vary (23.5.2).
    MustVary(Side),
    /// This side has lost: one-sided perpetual check (23.5.1).
    Loses(Side),
    /// The claim is not accepted (23.3).
    Refuse,
}

/// The judge's proposal with what the arbiter changed about it.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The entry up to which it was judged.
    seq: u64,
    judgement: Option<Judgement>,
    /// The row the arbiter looks at.
    pub chosen: usize,
}

impl Proposal {
    /// The judgement; none when nothing recurs.
    pub const fn judgement(&self) -> Option<&Judgement> {
        self.judgement.as_ref()
    }

    /// The label of the chosen ply is another one.
    pub fn relabel(&mut self, label: Label, weight: Weight) {
        if let Some(judgement) = &mut self.judgement {
            judgement.relabel(self.chosen, label, weight);
        }
    }

    /// What the rules say as the labels stand; none when a label is not sure.
    pub fn proposed(&self) -> Option<Choice> {
        let Some(judgement) = &self.judgement else {
            return Some(Choice::Refuse);
        };
        let against = |side: Side, class: Class| {
            if class == Class::PerpetualCheck {
                Choice::Loses(side)
            } else {
                Choice::MustVary(side)
            }
        };
        match judgement.verdict {
            Verdict::RedLoses => Some(against(Side::Red, judgement.red)),
            Verdict::BlackLoses => Some(against(Side::Black, judgement.black)),
            Verdict::Draw => Some(Choice::Draw),
            Verdict::PlayOn => Some(Choice::Refuse),
            Verdict::Undecided => None,
        }
    }
}

impl Controller {
    /// The proposal for an open claim of repetition. `last` is kept while the game stands still, so
    /// that the arbiter's labels stay.
    pub fn propose(&self, last: Option<Proposal>) -> Option<Proposal> {
        let claims = self.state().open_claims();
        if !claims
            .iter()
            .any(|claim| matches!(claim, Claim::Repetition { .. }))
        {
            return None;
        }
        let seq = self.last_entry();
        if let Some(last) = last.filter(|last| last.seq == seq) {
            return Some(last);
        }
        Some(Proposal {
            seq,
            judgement: self.line_to_judge().as_ref().and_then(judge::judge),
            chosen: 0,
        })
    }

    /// The moves since the last dash or irregular move, as the judge takes them.
    fn line_to_judge(&self) -> Option<Game> {
        let start: Setup = self.state().started()?.start_fen.parse().ok()?;
        let mut game = Game::new(Position::from_setup(&start).ok()?);
        for ply in self.state().plies() {
            let played = ply.mv.filter(|_| ply.irregular.is_none());
            if played.is_some_and(|mv| game.push(mv).is_ok()) {
                continue;
            }
            let after = Setup {
                board: ply.after.clone(),
                side: Some(ply.side.opposite()),
                plies_since_capture: None,
                move_number: None,
            };
            game.correct(Position::from_setup(&after).ok()?);
        }
        Some(game)
    }
}
