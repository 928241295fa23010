//! Why moves are not allowed, case by case, and that the reasons agree with the list of legal moves.

use proptest::prelude::*;
use xiangqi::{Breach, Illegal, Move, Position, Square};

use crate::random;

#[test]
fn reasons_are_those_of_the_book() {
    let mut lines = 0;
    let cases = include_str!("../data/illegal.txt").lines();
    for line in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').collect();
        let [fen, mv, code] = parts[..] else {
            panic!("three parts: {line}")
        };
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        let reason = position.why_illegal(mv.parse().unwrap());
        assert_eq!(reason.map_or("legal", Illegal::code), code, "{line}");
        lines += 1;
    }
    assert!(lines > 70, "only {lines} cases");
}

#[test]
fn articles_4_1_3_and_4_1_8_what_a_breach_costs() {
    let breach = Illegal::CannonNeedsScreen;
    assert_eq!(Breach::of(breach, 0, 1).article(), "4.1.8");
    assert_eq!(Breach::of(breach, 0, 2), Breach::FoulAndReplay);
    assert_eq!(Breach::of(breach, 1, 2), Breach::Loss { article: "4.1.8" });
    for reason in [
        Illegal::GeneralsFace,
        Illegal::LeavesGeneralInCheck,
        Illegal::ExposesGeneral,
    ] {
        assert_eq!(Breach::of(reason, 0, 2), Breach::Loss { article: "4.1.3" });
    }
}

proptest! {
    #![proptest_config(random::config(200))]

    #[test]
    fn every_move_is_listed_or_has_a_reason(position in random::position()) {
        let listed = position.legal_moves();
        for from in Square::all() {
            let targets = position.legal_targets_from(from);
            for to in Square::all() {
                let mv = Move::new(from, to);
                let legal = listed.contains(&mv);
                prop_assert_eq!(position.is_legal(mv), legal, "{}", mv);
                prop_assert_eq!(targets.contains(to), legal, "{}", mv);
                match position.why_illegal(mv) {
                    None => prop_assert!(legal, "{}", mv),
                    Some(reason) => {
                        prop_assert!(!legal && !reason.chinese().is_empty(), "{}", mv);
                        prop_assert_eq!(position.play(mv), Err(reason));
                    }
                }
            }
        }
        prop_assert_eq!(position.count_legal_moves() as usize, listed.len());
        prop_assert_eq!(position.has_legal_move(), !listed.is_empty());
    }

    /// Self-destruction (3.4) is told only of moves whose piece can go so.
    #[test]
    fn self_destruction_follows_the_pieces_ways(position in random::position()) {
        for from in position.pieces_of(position.side()) {
            for to in Square::all() {
                let mv = Move::new(from, to);
                if let Some(reason) = position.why_illegal(mv) {
                    let can = position.targets(from).contains(to);
                    prop_assert_eq!(reason.is_self_destruction(), can, "{} {}", mv, reason);
                }
            }
        }
    }
}
