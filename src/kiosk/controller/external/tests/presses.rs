//! Presses and moves, in either order; flags.

use super::*;
use crate::journal::Phase;
use crate::kiosk::controller::{ClockSource, Notice};

#[test]
fn the_clock_is_set_and_started_with_the_game() {
    let mut hall = Hall::playing();
    let face = hall.face();
    assert_eq!((face.right_ms, face.increment_ms), (1_800_000, 10_000));
    assert!(face.running && face.turn == Seat::Left);
    assert!((1_799_400..1_800_000).contains(&face.left_ms), "{face:?}");
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.source, ClockSource::External);
    assert_eq!(clocks.running, Some(Side::Red));
    let [
        ClockFact::Rules {
            clock,
            red_on_left: true,
            ..
        },
    ] = &hall.facts()[..]
    else {
        panic!("{:?}", hall.facts());
    };
    assert!(clock.ends_with(" M1"), "{clock}");
    assert_eq!(hall.state().phase(), Phase::Playing);
}

#[test]
fn a_move_takes_the_times_of_its_press_whichever_came_first() {
    let mut hall = Hall::playing();
    hall.pass(5000);
    hall.touch("h2e2");
    hall.pass(1000);
    hall.press(Seat::Left);
    let red_ms = u64::from(hall.face().left_ms);
    assert_eq!(hall.presses(), [(Side::Red, external(red_ms, 1_800_000))]);

    hall.pass(7000);
    hall.press(Seat::Right);
    let black_ms = u64::from(hall.face().right_ms);
    let waits = ClockFact::PressWaits {
        side: Side::Black,
        reading: external(red_ms, black_ms),
    };
    assert!(hall.facts().contains(&waits));
    assert_eq!(hall.game().notice(), Some(Notice::MoveMissing(Side::Black)));
    hall.pass(4000);
    hall.touch("h9g7");
    assert_eq!(hall.presses()[1], (Side::Black, external(red_ms, black_ms)));
    assert_eq!(hall.game().notice(), None);
    assert_eq!(
        hall.state().plies()[1].reading,
        Some(external(red_ms, black_ms))
    );
    // The terminal measured the same presses itself, and that is written beside them.
    let own: Vec<Reading> = hall
        .facts()
        .iter()
        .filter_map(|fact| match fact {
            ClockFact::Beside { own } => Some(*own),
            _ => None,
        })
        .collect();
    assert_eq!(own.len(), 2);
    assert!(
        own[0].red_ms.abs_diff(red_ms) < 20 && !own[0].external,
        "{own:?}"
    );
    assert!(own[1].black_ms.abs_diff(black_ms) < 20, "{own:?}");
}

#[test]
fn a_move_without_a_press_waits_and_the_terminals_own_button_is_none() {
    let mut hall = Hall::playing();
    hall.touch("h2e2");
    hall.game().press_clock();
    assert_eq!(hall.game().notice(), Some(Notice::PressClockFirst));
    hall.touch("h9g7");
    assert_eq!(hall.game().notice(), Some(Notice::PressClockFirst));
    assert_eq!(hall.state().plies().len(), 1);
    assert_eq!(hall.presses(), []);
    hall.press(Seat::Left);
    hall.touch("h9g7");
    assert_eq!(hall.state().plies().len(), 2);
}

#[test]
fn a_move_taken_back_waits_for_no_press() {
    let mut hall = Hall::playing();
    hall.touch("h2e2");
    hall.game().take_back();
    hall.touch("b2e2");
    hall.press(Seat::Left);
    assert_eq!(hall.presses().len(), 1);
    assert_eq!(hall.state().plies().len(), 1);
    // Nor is there a second move for the next press to belong to.
    hall.press(Seat::Right);
    assert_eq!(hall.game().notice(), Some(Notice::MoveMissing(Side::Black)));
}

#[test]
fn two_presses_without_a_move_call_the_arbiter() {
    let mut hall = Hall::playing();
    hall.press(Seat::Left);
    assert!(!hall.state().is_calling());
    hall.press(Seat::Right);
    assert!(hall.state().is_calling());
    assert!(
        hall.facts()
            .contains(&ClockFact::PressesWithoutMoves { count: 2 })
    );
    hall.touch("h2e2");
    hall.touch("h9g7");
    let sides: Vec<Side> = hall.presses().iter().map(|(side, _)| *side).collect();
    assert_eq!(sides, [Side::Red, Side::Black]);
}

#[test]
fn a_flag_of_the_clock_is_shown_and_ends_nothing() {
    let mut hall = Hall::playing();
    hall.pass(1_801_000);
    assert_eq!(hall.face().flag, Some(Seat::Left));
    assert_eq!(hall.state().flag(), Some(Side::Red));
    assert_eq!(hall.game().notice(), Some(Notice::Flag(Side::Red)));
    assert_eq!(hall.state().phase(), Phase::Paused);
    assert_eq!(hall.state().outcome(), None);
    let flags = hall
        .events()
        .iter()
        .filter(|event| matches!(event, Event::FlagFell { .. }))
        .count();
    assert_eq!(flags, 1);
    // 21.6: what the flag means is the arbiter's to say.
    hall.game().rule_on_flag(true);
    assert_eq!(hall.state().phase(), Phase::Decided);
}

#[test]
fn an_estimate_shows_no_flag() {
    let mut hall = Hall::playing();
    hall.unplug();
    hall.pass(1_900_000);
    hall.game().tick();
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!((clocks.red_ms, clocks.source), (0, ClockSource::Estimated));
    assert_eq!(hall.state().flag(), None);
    assert_eq!(hall.state().phase(), Phase::Playing);
    assert!(
        !hall
            .events()
            .iter()
            .any(|event| matches!(event, Event::FlagFell { .. }))
    );
}

#[test]
fn the_button_of_the_clock_pauses_the_game_and_lets_it_go_on() {
    let mut hall = Hall::playing();
    hall.pass(2000);
    hall.toggle();
    assert_eq!(hall.state().phase(), Phase::Paused);
    let left_ms = hall.face().left_ms.into();
    assert_eq!(hall.state().reading(), Some(external(left_ms, 1_800_000)));
    hall.toggle();
    assert_eq!(hall.state().phase(), Phase::Playing);
}

#[test]
fn the_clock_alone_alternates_without_a_record() {
    let mut hall = Hall::playing();
    hall.kiosk.clock_alone();
    hall.press(Seat::Left);
    hall.pass(2000);
    hall.press(Seat::Right);
    hall.press(Seat::Left);
    let sides: Vec<Side> = hall.presses().iter().map(|(side, _)| *side).collect();
    assert_eq!(sides, [Side::Red, Side::Black, Side::Red]);
    assert!(!hall.state().is_calling());
    assert_eq!(hall.game().notice(), None);
}
