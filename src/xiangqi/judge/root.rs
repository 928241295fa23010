//! Roots: how the piece that would be taken is protected (24.15 to 24.17).

use super::scene::{Man, Scene, Wanted, is_fighter, role};
use super::settle::{Effort, MATE, Settlement, Terms, Weighing};
use super::threat::{Threat, worth_at_home};
use super::worth::Worth;
use crate::Role;

/// How the target of a direct capture is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    /// Nobody can take back.
    Without,
    /// Whoever could take back cannot leave its place (24.16): it counts as without.
    False,
    /// Somebody can take back and the captor still wins, being the cheaper piece.
    Harmless,
    /// The captor wins only because others of its side stand behind it: too few roots (24.15), or a
    /// joint chase (24.17).
    Outnumbered,
}

impl Root {
    /// Whether the target counts as a piece without root (24.16).
    pub(super) const fn is_rootless(self) -> bool {
        matches!(self, Self::Without | Self::False)
    }
}

/// Looks at every way to take back after a direct threat.
pub(super) fn root(scene: &Scene, terms: &Terms, threat: &Threat, effort: &mut Effort) -> Root {
    let mv = threat.act.mv;
    let (Some(captor), Some(target)) = (scene.man_at(mv.from()), threat.act.takes) else {
        return Root::Without;
    };
    let net = worth_at_home(scene, target) - worth_at_home(scene, captor);
    let taken = scene.after(mv);
    let mut backs = taken.acts(Wanted::Captures);
    backs.retain(|act| act.takes == Some(captor));
    if net.at_worst() > 0 {
        return if backs.is_empty() {
            Root::Without
        } else {
            Root::Harmless
        };
    }
    if general_is_kept_off(&taken, captor) {
        return Root::Outnumbered;
    }
    let mut root = Root::Without;
    for back in backs {
        let by = taken.man_at(back.mv.from());
        if by.is_some_and(|man| role(man) == Role::General)
            || refuted_there(&taken, terms, back, net, effort)
        {
            return Root::Outnumbered;
        }
        root = Root::False;
    }
    root
}

/// Whether the general would take back if another fighting piece did not guard the captor.
fn general_is_kept_off(taken: &Scene, captor: Man) -> bool {
    let Some(square) = taken.square_of(captor) else {
        return false;
    };
    let general = taken.side().index() as Man * 16;
    let takes_back = |scene: &Scene| {
        scene
            .acts(Wanted::Captures)
            .iter()
            .any(|act| act.takes == Some(captor) && scene.man_at(act.mv.from()) == Some(general))
    };
    if !taken.targets(general).contains(square) || takes_back(taken) {
        return false;
    }
    let men: Vec<Man> = taken
        .men(taken.side().opposite())
        .map(|(man, _)| man)
        .collect();
    men.into_iter()
        .any(|man| man != captor && is_fighter(role(man)) && takes_back(&taken.petrified(man)))
}

/// Whether taking back is answered by taking on the same point once more. If it is answered
/// elsewhere the root could not leave its place.
fn refuted_there(
    taken: &Scene,
    terms: &Terms,
    back: super::scene::Act,
    net: Worth,
    effort: &mut Effort,
) -> bool {
    let after = taken.after(back.mv);
    let mut there = after.acts(Wanted::Captures);
    there.retain(|act| act.mv.to() == back.mv.to());
    there.into_iter().any(|act| {
        let line = Settlement::new(&after, terms, Weighing::Whole, effort).line(
            &after,
            act,
            -MATE - 1,
            MATE + 1,
        );
        line.score + net.at_worst() > 0
    })
}
