//! The first round (D6), around what an event forbids and an arbiter lays down.

use tournament::document::{EventDocument, ForbiddenPair, Number};
use tournament::pairing::{self, Edits, Lock, PairedRound, PairingError};
use tournament::regulation::FirstRound;
use tournament::{Regulation, check, simulation};

fn event(players: u32) -> EventDocument {
    EventDocument {
        players: simulation::field(players),
        ..EventDocument::default()
    }
}

fn rule_book() -> Regulation {
    Regulation::built_in("cxa-2011").expect("built in")
}

/// RED-BLACK, board by board, and the bye.
fn boards(round: &PairedRound) -> (Vec<(Number, Number)>, Option<Number>) {
    let games = round.games.iter().map(|game| (game.red, game.black));
    (games.collect(), round.bye)
}

#[test]
fn d6_near_numbers_meet_and_the_colours_alternate_by_board() {
    let round = pairing::pair_next(&event(8), &rule_book()).expect("a pairing");
    let expected = vec![(1, 2), (4, 3), (5, 6), (8, 7)];
    assert_eq!(boards(&round), (expected, None));
}

#[test]
fn d6_other_methods_are_allowed() {
    let mut regulation = rule_book();
    regulation.pairing.first_round = FirstRound::Halves;
    let round = pairing::pair_next(&event(8), &regulation).expect("a pairing");
    assert_eq!(boards(&round).0, [(1, 5), (6, 2), (3, 7), (8, 4)]);
    regulation.pairing.first_round = FirstRound::FirstLast;
    let round = pairing::pair_next(&event(8), &regulation).expect("a pairing");
    assert_eq!(boards(&round).0, [(1, 8), (7, 2), (3, 6), (5, 4)]);
}

#[test]
fn an_odd_field_gives_the_last_number_the_bye() {
    let round = pairing::pair_next(&event(5), &rule_book()).expect("a pairing");
    assert_eq!(boards(&round), (vec![(1, 2), (4, 3)], Some(5)));
}

#[test]
fn i7_one_unit_does_not_meet_in_a_round_announced_for_it() {
    let mut event = event(8);
    for (player, unit) in event
        .players
        .iter_mut()
        .zip(["甘肃", "甘肃", "北京", "北京", "", "", "上海", "广东"])
    {
        player.unit = unit.into();
    }
    let mut regulation = rule_book();
    regulation.pairing.avoid_same_unit_rounds = vec![1];
    let round = pairing::pair_next(&event, &regulation).expect("a pairing");
    assert_eq!(boards(&round).0, [(1, 4), (3, 2), (5, 6), (8, 7)]);
    assert!(
        round.games[0].why.en.contains("1 may not meet 2"),
        "{:?}",
        round.games[0].why
    );
    event.rounds.push(round.to_round());
    assert_eq!(check::check(&event, &regulation), []);

    // Nobody minds where nothing is announced.
    event.rounds.clear();
    let round = pairing::pair_next(&event, &rule_book()).expect("a pairing");
    assert_eq!(boards(&round).0, [(1, 2), (4, 3), (5, 6), (8, 7)]);
}

#[test]
fn a_field_of_one_unit_is_refused_by_name() {
    let mut event = event(4);
    for player in &mut event.players {
        player.unit = "甘肃".into();
    }
    let mut regulation = rule_book();
    regulation.pairing.avoid_same_unit_rounds = vec![1];
    match pairing::pair_next(&event, &regulation) {
        Err(PairingError::Impossible { round, blocked }) => {
            assert_eq!((round, blocked), (1, vec![1, 2, 3, 4]));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_forbidden_pair_of_the_last_numbers_exchanges_upwards() {
    let mut event = event(6);
    event.forbidden.push(ForbiddenPair {
        players: [6, 5],
        from_round: None,
        to_round: Some(2),
    });
    let round = pairing::pair_next(&event, &rule_book()).expect("a pairing");
    assert_eq!(boards(&round).0, [(1, 2), (6, 3), (4, 5)]);
}

#[test]
fn the_bye_moves_up_where_the_rest_could_not_be_paired() {
    let mut event = event(3);
    event.forbidden.push(ForbiddenPair {
        players: [1, 2],
        from_round: None,
        to_round: None,
    });
    let round = pairing::pair_next(&event, &rule_book()).expect("a pairing");
    assert_eq!(boards(&round), (vec![(1, 3)], Some(2)));
}

#[test]
fn an_arbiters_wishes_leave_the_others_where_they_were() {
    let edits = Edits {
        locks: vec![Lock { red: 7, black: 1 }],
        red: vec![6],
        bye: Some(9),
        ..Edits::default()
    };
    let round = pairing::pair_with(&event(9), &rule_book(), &edits).expect("a pairing");
    // 1 and 7 are placed; of the others near numbers meet, board by board.
    let expected = vec![(7, 1), (3, 2), (4, 5), (6, 8)];
    assert_eq!(boards(&round), (expected, Some(9)));
}
