//! What a side could win if it were to move (24.3).

use super::scene::{Act, Man, Men, Scene, Wanted, is_fighter, role};
use super::settle::{Effort, Line, MATE, Settlement, Terms, Weighing};
use super::worth::Worth;
use crate::Square;

/// A first move that wins material, and how.
#[derive(Debug, Clone)]
pub(super) struct Threat {
    pub(super) act: Act,
    pub(super) line: Line,
    /// The piece that counts first, and who takes it.
    pub(super) target: Man,
    pub(super) captor: Man,
    /// What it wins on the whole, 0 where that is no more than even.
    pub(super) gain: i32,
}

impl Threat {
    /// The target falls to the first move.
    pub(super) fn is_direct(&self) -> bool {
        self.act.takes == Some(self.target)
    }
}

/// All that the side to move could win in the scene.
pub(super) fn threats(scene: &Scene, terms: &Terms, effort: &mut Effort) -> Vec<Threat> {
    let mut acts = scene.acts(Wanted::Forcing);
    acts.sort_unstable_by_key(|act| act.mv);
    acts.into_iter()
        .filter(|act| {
            let captor = scene.man_at(act.mv.from());
            captor
                .zip(act.takes)
                .is_none_or(|(captor, taken)| !terms.is_void(captor, taken))
        })
        .filter_map(|act| threat(scene, terms, act, effort))
        .collect()
}

/// Whether a first move wins: on the whole, or in the exchange itself while the whole is no loss.
///
/// The second is 26.5: a piece that protects another, or is pinned before it, chases when what it
/// wins is no less than what it leaves to be taken.
fn threat(scene: &Scene, terms: &Terms, act: Act, effort: &mut Effort) -> Option<Threat> {
    let mut weigh = |weighing, floor, ceiling| {
        Settlement::new(scene, terms, weighing, effort).line(scene, act, floor, ceiling)
    };
    let whole = weigh(Weighing::Whole, 0, MATE + 1);
    let (line, gain) = if whole.score > 0 {
        let gain = whole.score;
        (whole, gain)
    } else {
        let exchange = weigh(Weighing::Exchange, 0, MATE + 1);
        if exchange.score <= 0 || weigh(Weighing::Lenient, -1, 0).score < 0 {
            return None;
        }
        (exchange, 0)
    };
    let (captor, target) = first_gain(scene, terms, &line)?;
    Some(Threat {
        act,
        line,
        target,
        captor,
        gain,
    })
}

/// The same without the line.
fn wins(scene: &Scene, terms: &Terms, act: Act, effort: &mut Effort) -> bool {
    let mut score = |weighing, floor| {
        Settlement::new(scene, terms, weighing, effort)
            .line(scene, act, floor, floor + 1)
            .score
    };
    score(Weighing::Whole, 0) > 0
        || (score(Weighing::Exchange, 0) > 0 && score(Weighing::Lenient, -1) >= 0)
}

/// The first capture of the hero in a line that counts.
fn first_gain(scene: &Scene, terms: &Terms, line: &Line) -> Option<(Man, Man)> {
    let mut now = scene.clone();
    for (ply, mv) in line.moves.iter().enumerate() {
        if ply % 2 == 0
            && let (Some(captor), Some(target)) = (now.man_at(mv.from()), now.man_at(mv.to()))
            && worth_at_home(scene, target) != Worth::NOTHING
            && !terms.forlorn.has(target)
            && !terms.is_void(captor, target)
        {
            return Some((captor, target));
        }
        now = now.after(*mv);
    }
    None
}

pub(super) fn worth_at_home(scene: &Scene, man: Man) -> Worth {
    scene.square_of(man).map_or(Worth::NOTHING, |square| {
        Worth::of(super::scene::piece(man), square)
    })
}

/// The pieces of the other side that the side to move could win: they stand to be lost whatever
/// the other side does elsewhere.
pub(super) fn prey(scene: &Scene, effort: &mut Effort) -> Men {
    threats(scene, &Terms::default(), effort)
        .iter()
        .fold(Men::NONE, |prey, threat| prey.union(threat.line.won))
}

/// The screen of a cannon's capture.
pub(super) fn screen(scene: &Scene, act: Act) -> Option<Man> {
    let captor = scene.man_at(act.mv.from())?;
    act.takes?;
    if role(captor) != crate::Role::Cannon {
        return None;
    }
    let (from, to) = (act.mv.from(), act.mv.to());
    let steps = (
        (to.file().cmp(&from.file()) as i8),
        (to.rank().cmp(&from.rank()) as i8),
    );
    let mut square: Option<Square> = from.offset(steps.0, steps.1);
    while let Some(at) = square.filter(|at| *at != to) {
        if let Some(man) = scene.man_at(at) {
            return Some(man);
        }
        square = at.offset(steps.0, steps.1);
    }
    None
}

/// The fighting pieces other than the first mover without which the threat comes to nothing
/// (24.17): each in turn is turned to stone.
pub(super) fn helpers(scene: &Scene, terms: &Terms, threat: &Threat, effort: &mut Effort) -> Men {
    let mover = scene.man_at(threat.act.mv.from());
    let mut helpers = Men::NONE;
    for (man, _) in scene.men(scene.side()) {
        if Some(man) == mover || !is_fighter(role(man)) {
            continue;
        }
        if !survives(&scene.petrified(man), terms, threat.act, effort) {
            helpers = helpers.with(man);
        }
    }
    if let Some(screen) = attacking_screen(scene, threat.act) {
        helpers = helpers.with(screen);
    }
    helpers
}

/// Whether the first move still wins in a scene that lacks a piece.
fn survives(scene: &Scene, terms: &Terms, act: Act, effort: &mut Effort) -> bool {
    let Some(act) = scene
        .acts(Wanted::Forcing)
        .into_iter()
        .find(|other| other.mv == act.mv)
    else {
        return false;
    };
    // Without it there might be no more than an exchange on offer (26.9).
    if let (Some(captor), Some(target)) = (scene.man_at(act.mv.from()), act.takes)
        && !terms.is_void(captor, target)
        && super::offer::offer(scene, captor, target, effort).is_some()
    {
        return false;
    }
    wins(scene, terms, act, effort)
}

/// The cannon's screen, where it is an own fighting piece that attacks the target itself: two
/// pieces then attack it together (24.17).
pub(super) fn attacking_screen(scene: &Scene, act: Act) -> Option<Man> {
    screen(scene, act).filter(|man| {
        super::scene::side_of(*man) == scene.side()
            && is_fighter(role(*man))
            && scene.targets(*man).contains(act.mv.to())
    })
}
