//! One ply, judged.

use super::chase::{self, Excuse, Finding, Trial};
use super::label::{Label, Weight};
use super::mate::MateSearch;
use super::offer::{self, Offer};
use super::reason::{self, Reason};
use super::scene::{Scene, piece, role};
use super::settle::{Effort, Moves};
use super::verdict::Charge;
use crate::{Move, Position, Role, Side};

/// A ply of the cycle with its label and the reason of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedPly {
    /// The ply of the game, from 1.
    pub number: usize,
    /// Who moved.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// Its label and weight.
    pub charge: Charge,
    /// Why, in words.
    pub reason: Reason,
}

impl JudgedPly {
    /// What the move is.
    pub const fn label(&self) -> Label {
        self.charge.label
    }

    /// The arbiter's own label.
    pub(super) fn rule(&mut self, label: Label, weight: Weight) {
        self.charge = Charge {
            label,
            weight,
            ..self.charge
        };
        self.reason = reason::ruled(label);
    }
}

/// Judges a legal move.
pub(super) fn judge(
    position: &Position,
    mv: Move,
    number: usize,
    effort: &mut Effort,
) -> JudgedPly {
    let (charge, reason) = label(position, mv, effort);
    JudgedPly {
        number,
        side: position.side(),
        mv,
        charge,
        reason,
    }
}

fn label(position: &Position, mv: Move, effort: &mut Effort) -> (Charge, Reason) {
    let charge = |label| Charge {
        label,
        weight: Weight::Heavy,
        chariot: false,
    };
    let played = position.after(mv);
    if played.is_check() {
        return (charge(Label::Check), reason::check());
    }
    let before = Scene::sparing_checkers(position);
    let Some(mover) = before.man_at(mv.from()) else {
        return (charge(Label::Idle), reason::undecided());
    };
    let trial = Trial {
        answers: position.is_check(),
        after: Scene::new(&played, position.side()),
        before,
        mv,
        mover,
    };
    // 26.1.2: the general that answers a check is idle, whatever it attacks or uncovers.
    if trial.answers && piece(mover).role == Role::General {
        let reason = reason::allowed(Label::Idle, Some(Excuse::GeneralAnswers), piece(mover));
        return (charge(Label::Idle), reason);
    }
    let on_offer = offer::offers(&trial.after, effort);
    if let Some(line) = kill(&trial, &on_offer, effort) {
        return (charge(Label::Kill), reason::kill(&trial.after, &line));
    }
    let finding = chase::find(&trial, &on_offer, effort);
    if effort.ran_out() {
        return (charge(Label::Undecided), reason::undecided());
    }
    match finding {
        Finding::Chase(chase) => {
            let reason = reason::chase(&trial.after, &chase);
            let charge = Charge {
                label: Label::Chase,
                weight: chase.weight,
                chariot: chase.chariot,
            };
            (charge, reason)
        }
        Finding::Trap(theirs) => {
            let charge = Charge {
                label: Label::Chase,
                weight: Weight::Heavy,
                chariot: role(theirs) == Role::Chariot,
            };
            (charge, reason::trap(&trial.after, theirs))
        }
        Finding::None(excuse) => {
            let label = super::quiet::label(&trial, &on_offer, effort);
            (charge(label), reason::allowed(label, excuse, piece(mover)))
        }
    }
}

/// 24.2: a mate that threatens after the move and did not before it (26.3).
fn kill(trial: &Trial, on_offer: &[Offer], effort: &mut Effort) -> Option<Moves> {
    let scene = &trial.after;
    let offered: Vec<Move> = on_offer
        .iter()
        .filter_map(|offer| {
            Some(Move::new(
                scene.square_of(offer.own)?,
                scene.square_of(offer.theirs)?,
            ))
        })
        .collect();
    let starts = MateSearch::new(&offered, effort).starts(scene);
    if starts.is_empty() {
        return None;
    }
    let before = &trial.before;
    let had = MateSearch::new(&[], effort).starts(before);
    // The same check by the same piece, wherever it came from, is the same threat.
    let first = |scene: &Scene, mv: Move| (scene.man_at(mv.from()), mv.to());
    starts
        .into_iter()
        .find(|(act, _)| {
            !had.iter()
                .any(|(other, _)| first(before, other.mv) == first(scene, act.mv))
        })
        .map(|(_, line)| line)
}
