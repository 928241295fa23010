//! Whether a move is a chase (24.3), by comparing what its side could win before and after it.

use super::label::Weight;
use super::offer::{self, Offer, offers};
use super::root::{Root, root};
use super::scene::{Act, Man, Men, Scene, Wanted, is_fighter, role, side_of};
use super::settle::{Effort, Terms};
use super::threat::{Threat, attacking_screen, helpers, prey, screen, threats, worth_at_home};
use super::worth::Worth;
use crate::{Move, Role, Side};

/// One move under judgement.
pub(super) struct Trial {
    /// Before the move, with the side that makes it to move; checkers are not minded, so that an
    /// answer to check is compared with what the side had apart from the check.
    pub(super) before: Scene,
    /// After the move, as if the same side were to move again.
    pub(super) after: Scene,
    pub(super) mv: Move,
    pub(super) mover: Man,
    /// It answers a check.
    pub(super) answers: bool,
}

/// What was found.
#[derive(Debug, Clone)]
pub(super) enum Finding {
    Chase(Box<Chase>),
    /// 26.9: an exchange is offered that the other side cannot accept without loss.
    Trap(Man),
    /// No chase, and the reason that comes nearest to one.
    None(Option<Excuse>),
}

/// A chase, with what the reader is told of it.
#[derive(Debug, Clone)]
pub(super) struct Chase {
    pub(super) threat: Threat,
    pub(super) weight: Weight,
    /// More than one piece is needed (24.17), or the target has too few roots (24.15).
    pub(super) joint: bool,
    pub(super) rootless: bool,
    /// It is a chariot that would be won.
    pub(super) chariot: bool,
}

/// Why something that looks like a chase is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excuse {
    /// 26.1.2: a king move that answers check.
    GeneralAnswers,
    /// 24.3: the gain was there before.
    Unchanged,
    /// 26.1: general and soldier may chase.
    GeneralOrSoldier,
    /// 26.2: the defender's single attacking piece touches an advisor or elephant.
    SingleAttacker,
    /// 26.9, 26.10: an exchange is offered.
    Exchange,
}

impl Trial {
    pub(super) fn side(&self) -> Side {
        side_of(self.mover)
    }
}

/// Judges the move, knowing the exchanges it leaves on offer.
pub(super) fn find(trial: &Trial, on_offer: &[Offer], effort: &mut Effort) -> Finding {
    let Trial {
        before,
        after,
        mover,
        ..
    } = trial;
    let mut excuse = (!on_offer.is_empty()).then_some(Excuse::Exchange);
    // What the other side could take before and still can is lost anyway, and no part of the sum.
    let prey_now = prey(&after.passed(), effort);
    let prey_then = prey(&before.passed(), effort);
    let mut terms = Terms {
        forlorn: prey_now,
        ..Terms::default()
    };
    terms.add_offers(on_offer);
    let mut now = threats(after, &terms, effort);
    if exempt(trial, &now, &mut terms, effort) {
        excuse = Some(Excuse::GeneralOrSoldier);
        now = threats(after, &terms, effort);
    }
    if now.is_empty() {
        return bare(trial, excuse, effort);
    }
    // What the moved piece takes at once comes first, as it is what the move is for.
    now.sort_by_key(|threat| (!threat.is_direct(), threat.captor != *mover));
    let had = threats_before(trial, prey_then, effort);
    let direct = now.iter().filter(|threat| threat.is_direct());
    let direct = direct.fold(Men::NONE, |men, threat| men.with(threat.target));
    let mut found: Option<((bool, Weight), Chase)> = None;
    for threat in now {
        if had.iter().any(|other| is_same(other, &threat)) {
            excuse = excuse.or(Some(Excuse::Unchanged));
            continue;
        }
        if may_go_on(trial, &terms, &threat, effort) {
            excuse = Some(Excuse::GeneralOrSoldier);
            continue;
        }
        if is_single_attacker(trial, threat.target) {
            excuse = Some(Excuse::SingleAttacker);
            continue;
        }
        let helpers = helpers(after, &terms, &threat, effort);
        let part = helpers.has(*mover)
            || after.man_at(threat.act.mv.from()) == Some(*mover)
            || threat.captor == *mover
            || is_fighting_screen(trial, threat.act);
        let chase = weigh(trial, &terms, threat, helpers, direct, effort);
        // What the moved piece has a part in says what the move is for.
        let rank = (part, chase.weight);
        if found.as_ref().is_none_or(|(best, _)| rank > *best) {
            found = Some((rank, chase));
        }
        if rank == (true, Weight::Heavy) {
            break; // nothing outranks it
        }
    }
    match found {
        Some((_, chase)) => Finding::Chase(Box::new(chase)),
        None => bare(trial, excuse, effort),
    }
}

/// Nothing is won by taking; an exchange offered may still be a chase (26.9).
fn bare(trial: &Trial, excuse: Option<Excuse>, effort: &mut Effort) -> Finding {
    match offer::trap(&trial.before, &trial.after, effort) {
        Some(theirs) => Finding::Trap(theirs),
        None => Finding::None(excuse),
    }
}

/// What the side could win before its move, by the same terms.
fn threats_before(trial: &Trial, prey_then: Men, effort: &mut Effort) -> Vec<Threat> {
    let before = &trial.before;
    // If the piece that moved was in danger where it stood, nothing could be won before.
    let forlorn = prey_then.without(trial.mover);
    let mut terms = Terms {
        forlorn,
        ..Terms::default()
    };
    terms.add_offers(&offers(before, effort));
    threats(before, &terms, effort)
}

/// 24.3: a gain that was there before and is no greater now. The same piece falls first, or the
/// same pieces fall for no higher price. Where general or soldier could take before and another
/// piece attacks now, that is new (26.1.1).
fn is_same(had: &Threat, threat: &Threat) -> bool {
    let joined = matches!(role(had.captor), Role::General | Role::Soldier)
        && threat.is_direct()
        && threat.captor != had.captor;
    !joined
        && had.gain >= threat.gain
        && (had.target == threat.target
            || (threat.line.won.within(had.line.won) && had.line.lost.within(threat.line.lost)))
}

/// Enters what general and soldier may take for ever; whether there was anything.
fn exempt(trial: &Trial, now: &[Threat], terms: &mut Terms, effort: &mut Effort) -> bool {
    let free: Vec<(Man, Man)> = now
        .iter()
        .filter(|threat| threat.is_direct() && may_go_on(trial, terms, threat, effort))
        .map(|threat| (threat.captor, threat.target))
        .collect();
    for (captor, taken) in &free {
        terms.add_void(*captor, *taken);
    }
    !free.is_empty()
}

/// Whether it is a general or a soldier that takes, and may chase for ever: the general by its own
/// moves (26.1); a soldier by its own moves and by those of other pieces (26.7), unless taking
/// uncovers a check (26.7).
fn may_go_on(trial: &Trial, terms: &Terms, threat: &Threat, effort: &mut Effort) -> bool {
    match role(threat.captor) {
        Role::General => threat.captor == trial.mover,
        Role::Soldier if threat.is_direct() => {
            !uncovers_check(&trial.after, threat.act.mv) && !is_joined(trial, terms, threat, effort)
        }
        Role::Soldier => true,
        _ => false,
    }
}

/// 24.17, 26.1.1: the soldier takes where others stand behind it, and it is the move that brought
/// them together.
fn is_joined(trial: &Trial, terms: &Terms, threat: &Threat, effort: &mut Effort) -> bool {
    root(&trial.after, terms, threat, effort) == Root::Outnumbered
        && (threat.captor == trial.mover
            || helpers(&trial.after, terms, threat, effort).has(trial.mover))
}

/// Whether a piece other than the one that moves gives check by the move.
fn uncovers_check(scene: &Scene, mv: Move) -> bool {
    let checkers = scene.after(mv).position.checkers();
    checkers.into_iter().any(|square| square != mv.to())
}

/// 26.2: the side has one attacking piece left, the other side has more, and what it touches is an
/// advisor or an elephant.
fn is_single_attacker(trial: &Trial, target: Man) -> bool {
    if !matches!(role(target), Role::Advisor | Role::Elephant) {
        return false;
    }
    let (own, own_strength) = attackers(&trial.after, trial.side());
    let (theirs, their_strength) = attackers(&trial.after, trial.side().opposite());
    own == 1 && (their_strength > own_strength || (theirs > 1 && their_strength == own_strength))
}

/// How many attacking pieces a side has, and their strength: chariot 2, horse and cannon 1, with
/// soldiers across the river deciding between equals; one that has not crossed is no piece (1.2).
fn attackers(scene: &Scene, side: Side) -> (usize, u32) {
    scene
        .men(side)
        .fold((0, 0), |(count, strength), (man, _)| match role(man) {
            Role::Chariot => (count + 1, strength + 20),
            Role::Horse | Role::Cannon => (count + 1, strength + 10),
            Role::Soldier if worth_at_home(scene, man) != Worth::NOTHING => {
                (count + 1, strength + 1)
            }
            _ => (count, strength),
        })
}

/// The piece that moved is a fighting piece and the screen of the cannon that takes.
fn is_fighting_screen(trial: &Trial, act: Act) -> bool {
    is_fighter(role(trial.mover)) && screen(&trial.after, act) == Some(trial.mover)
}

/// How heavy a chase is (26.8).
fn weigh(
    trial: &Trial,
    terms: &Terms,
    threat: Threat,
    helpers: Men,
    direct: Men,
    effort: &mut Effort,
) -> Chase {
    let after = &trial.after;
    let chariot = threat.line.won.each().any(|man| role(man) == Role::Chariot);
    let target_is_chariot = role(threat.target) == Role::Chariot;
    let (joint, rootless, chariot) = if threat.is_direct() && !is_check_run(after, &threat, chariot)
    {
        let root = root(after, terms, &threat, effort);
        // Facing a piece of its kind it is no exchange only because others stand behind.
        let faced =
            role(threat.target) == role(threat.captor) && may_be_taken_by_target(after, &threat);
        let joint = root == Root::Outnumbered
            || (faced && !helpers.is_empty())
            || attacking_screen(after, threat.act).is_some()
            || is_fighting_screen(trial, threat.act);
        (joint, root.is_rootless(), target_is_chariot)
    } else {
        // A piece that can be taken at once is judged by that.
        let judged_above = !threat.is_direct() && direct.has(threat.target);
        let rootless = !judged_above && falls_free(after, &threat);
        (false, rootless, chariot && !judged_above)
    };
    let heavy = !joint && (rootless || chariot);
    let weight = if heavy { Weight::Heavy } else { Weight::Light };
    Chase {
        threat,
        weight,
        joint,
        rootless,
        chariot,
    }
}

/// Whether the target could take its captor first; one that is pinned could not, and is chased by
/// the captor alone.
fn may_be_taken_by_target(after: &Scene, threat: &Threat) -> bool {
    let first = Move::new(threat.act.mv.to(), threat.act.mv.from());
    let theirs = after.passed().acts(Wanted::Captures);
    theirs.iter().any(|act| act.mv == first)
}

/// Whether the first capture only serves as a check on the way to a chariot.
fn is_check_run(after: &Scene, threat: &Threat, chariot: bool) -> bool {
    let taken_back = threat
        .line
        .moves
        .get(1)
        .is_some_and(|mv| mv.to() == threat.act.mv.to());
    chariot
        && role(threat.target) != Role::Chariot
        && taken_back
        && after.after(threat.act.mv).is_check()
        && {
            let worth = |man| worth_at_home(after, man);
            (worth(threat.target) - worth(threat.captor)).at_worst() <= 0
        }
}

/// Whether nobody can take back where the target falls.
fn falls_free(after: &Scene, threat: &Threat) -> bool {
    let mut now = after.clone();
    for mv in &threat.line.moves {
        let falls = now.man_at(mv.to()) == Some(threat.target);
        now = now.after(*mv);
        if falls {
            let backs = now.acts(Wanted::Captures);
            return !backs
                .iter()
                .any(|act| act.takes.is_some() && act.mv.to() == mv.to());
        }
    }
    true
}
