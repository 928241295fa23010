//! Exchanges offered (24.4, 26.9, 26.10).

use super::scene::{Act, Acts, Man, Scene, Wanted, is_fighter, role};
use super::settle::{Effort, Settlement, Terms, Weighing};
use super::threat::prey;
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
    let facing = facing(scene, own, theirs)?;
    let chariot = match facing.others[..] {
        [] => None,
        [other] => Some(chariot_beside(scene, theirs, other)?),
        _ => return None,
    };
    if costs(scene, &facing, &Terms::default(), effort) {
        return None;
    }
    Some(Offer {
        own,
        theirs,
        chariot,
    })
}

/// 26.9: a piece of the other side that a move has just offered to exchange for one of its kind,
/// where accepting costs the other side the game, or material that it does not stand to lose anyway.
/// Refusing may cost nothing; it is a chase all the same.
pub(super) fn trap(before: &Scene, after: &Scene, effort: &mut Effort) -> Option<Man> {
    let mut acts = after.acts(Wanted::Captures);
    acts.sort_unstable_by_key(|act| act.mv);
    acts.iter().find_map(|act| {
        let (own, theirs) = (after.man_at(act.mv.from())?, act.takes?);
        let facing_now = facing(after, own, theirs)?;
        // 24.3: pieces that faced each other before are no news.
        if facing(before, own, theirs).is_some() {
            return None;
        }
        let terms = Terms {
            forlorn: prey(after, effort),
            ..Terms::default()
        };
        costs(after, &facing_now, &terms, effort).then_some(theirs)
    })
}

/// Two pieces of a kind that can take each other.
struct Facing {
    /// The position with the other side to move, and its capture.
    reply: Scene,
    accepting: Act,
    /// What else touches the piece of the other side.
    others: Acts,
}

fn facing(scene: &Scene, own: Man, theirs: Man) -> Option<Facing> {
    // 26.9 speaks of like for like; no two pieces of different kinds and equal worth can take each
    // other.
    if role(own) != role(theirs) || !is_fighter(role(own)) {
        return None;
    }
    let (from, to) = (scene.square_of(own)?, scene.square_of(theirs)?);
    let mut others = scene.acts(Wanted::Captures);
    others.retain(|act| act.takes == Some(theirs));
    let touching = others.len();
    others.retain(|act| act.mv.from() != from);
    if others.len() == touching {
        return None;
    }
    let reply = scene.passed();
    let accepting = Move::new(to, from);
    let accepting = reply
        .acts(Wanted::Captures)
        .into_iter()
        .find(|act| act.mv == accepting)?;
    Some(Facing {
        reply,
        accepting,
        others,
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
fn costs(scene: &Scene, facing: &Facing, terms: &Terms, effort: &mut Effort) -> bool {
    Settlement::new(scene, terms, Weighing::Whole, effort)
        .line(&facing.reply, facing.accepting, 0, 1)
        .score
        > 0
}
