//! What a move is that is neither check, kill nor chase: 兑, 献, 拦, 跟 or 闲 (24.4 to 24.8). All of
//! them are allowed; the difference only helps to read the judgement.

use super::chase::Trial;
use super::label::Label;
use super::mate::MateSearch;
use super::offer::{self, Offer};
use super::scene::{Man, Men, Scene, Wanted, role, side_of};
use super::settle::{Effort, Settlement, Terms, Weighing};
use super::threat::{prey, threats, worth_at_home};
use super::worth::Worth;
use crate::{Role, Side};

/// The label of a move that is no offence.
pub(super) fn label(trial: &Trial, on_offer: &[Offer], effort: &mut Effort) -> Label {
    let Trial {
        before,
        after,
        mover,
        ..
    } = trial;
    let is_new =
        |offer: &&Offer| offer::offer(before, offer.own, offer.theirs, &mut *effort).is_none();
    if on_offer.iter().find(is_new).is_some() {
        return Label::Exchange;
    }
    if trial.answers && cuts_a_line(trial) {
        return Label::Block;
    }
    if trades_evenly(after, *mover, effort) && !trades_evenly(before, *mover, effort) {
        return Label::Exchange;
    }
    let taking = threats(&after.passed(), &Terms::default(), effort);
    if taking
        .iter()
        .any(|threat| threat.is_direct() && threat.target == *mover)
    {
        return Label::Sacrifice;
    }
    let prey_then = prey(&before.passed(), effort);
    let prey_now = taking
        .iter()
        .fold(Men::NONE, |prey, threat| prey.union(threat.line.won));
    if cuts_a_line(trial) && saves(trial, prey_then, prey_now, effort) {
        return Label::Block;
    }
    if trails(before, after, *mover) {
        return Label::Follow;
    }
    Label::Idle
}

/// The piece could take one of equal worth and be taken back: an even trade, maybe between
/// different kinds (24.4).
fn trades_evenly(scene: &Scene, mover: Man, effort: &mut Effort) -> bool {
    let worth = worth_at_home(scene, mover);
    let acts = scene.acts(Wanted::Captures);
    worth != Worth::NOTHING
        && acts.into_iter().any(|act| {
            scene.man_at(act.mv.from()) == Some(mover)
                && act
                    .takes
                    .is_some_and(|man| worth_at_home(scene, man) == worth)
                && Settlement::new(scene, &Terms::default(), Weighing::Whole, effort)
                    .line(scene, act, -1, 1)
                    .score
                    == 0
        })
}

/// The piece now stands where a chariot or cannon of the other side could reach before.
fn cuts_a_line(trial: &Trial) -> bool {
    let theirs = trial.side().opposite();
    trial.before.men(theirs).any(|(man, square)| {
        matches!(role(man), Role::Chariot | Role::Cannon)
            && trial
                .before
                .position
                .reaches(square)
                .contains(trial.mv.to())
    })
}

/// Something that stood to be lost no longer does, or a mate no longer threatens.
fn saves(trial: &Trial, prey_then: Men, prey_now: Men, effort: &mut Effort) -> bool {
    !prey_then.without(trial.mover).within(prey_now)
        || !is_threatened(&trial.before, effort).is_empty()
            && is_threatened(&trial.after, effort).is_empty()
}

/// The mates the other side threatens.
fn is_threatened(scene: &Scene, effort: &mut Effort) -> Vec<crate::Move> {
    let starts = MateSearch::new(&[], effort).starts(&scene.passed());
    starts.into_iter().map(|(act, _)| act.mv).collect()
}

/// A fighting piece that attacks the same piece from its new point as from its old one, and cannot
/// win it (24.7).
fn trails(before: &Scene, after: &Scene, mover: Man) -> bool {
    let touched = |scene: &Scene| -> Vec<Man> {
        let side: Side = side_of(mover);
        scene
            .targets(mover)
            .into_iter()
            .filter_map(|square| scene.man_at(square))
            .filter(|man| side_of(*man) != side && role(*man) != Role::General)
            .collect()
    };
    let then = touched(before);
    matches!(role(mover), Role::Chariot | Role::Horse | Role::Cannon)
        && touched(after).iter().any(|man| then.contains(man))
}
