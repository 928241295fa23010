//! Exchanges offered (24.4, 26.9, 26.10).

use super::scene::{Act, Man, Scene, Wanted, is_fighter, role};
use super::settle::{Effort, Settlement, Terms, Weighing};
use crate::{Move, Role};

/// Two pieces of a kind that can take each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) own: Man,
    pub(super) theirs: Man,
    /// The chariot that touches the same piece (26.10).
    pub(super) chariot: Option<Man>,
}

/// The exchanges that the side to move in the scene (the one that has just moved, in truth) has on
/// offer, and that the other side could accept without loss.
pub(super) fn offers(scene: &Scene, effort: &mut Effort) -> Vec<Offer> {
    let mut acts = scene.acts(Wanted::Captures);
    acts.sort_unstable_by_key(|act| act.mv);
    acts.iter()
        .filter_map(|act| {
            let (own, theirs) = (scene.man_at(act.mv.from())?, act.takes?);
            offer(scene, own, theirs, effort)
        })
        .collect()
}

/// The exchange of the one piece for the other, which may take it first.
pub(super) fn offer(scene: &Scene, own: Man, theirs: Man, effort: &mut Effort) -> Option<Offer> {
    // 26.9 speaks of like for like; no two pieces of different kinds and equal worth can take each
    // other.
    if role(own) != role(theirs) || !is_fighter(role(own)) {
        return None;
    }
    let (from, to) = (scene.square_of(own)?, scene.square_of(theirs)?);
    let captors = scene.acts(Wanted::Captures);
    let captors = captors.iter().filter(|act| act.takes == Some(theirs));
    let (offered, others): (Vec<Act>, Vec<Act>) = captors.partition(|act| act.mv.from() == from);
    let reply = scene.passed();
    let accepting = Move::new(to, from);
    let accepting = reply
        .acts(Wanted::Captures)
        .into_iter()
        .find(|act| act.mv == accepting)?;
    let chariot = match others[..] {
        [] => None,
        [other] => Some(chariot_beside(scene, theirs, other)?),
        _ => return None,
    };
    if offered.is_empty() || costs(scene, &reply, accepting, effort) {
        return None;
    }
    Some(Offer {
        own,
        theirs,
        chariot,
    })
}

/// 26.10: a chariot and a horse that touch a horse, or a chariot and a cannon a cannon, offer an
/// exchange only while the one touched has a root; with any other helper it is a chase.
fn chariot_beside(scene: &Scene, theirs: Man, other: Act) -> Option<Man> {
    let chariot = scene.man_at(other.mv.from())?;
    let backs = scene.after(other.mv).acts(Wanted::Captures);
    let rooted = backs.iter().any(|act| act.takes == Some(chariot));
    (rooted && role(chariot) == Role::Chariot && matches!(role(theirs), Role::Horse | Role::Cannon))
        .then_some(chariot)
}

/// 26.9: whether accepting costs the side that accepts the game, or material that is a gain for the
/// side that offers.
fn costs(scene: &Scene, reply: &Scene, accepting: Act, effort: &mut Effort) -> bool {
    Settlement::new(scene, &Terms::default(), Weighing::Whole, effort)
        .line(reply, accepting, 0, 1)
        .score
        > 0
}
