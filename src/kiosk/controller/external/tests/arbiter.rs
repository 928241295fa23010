//! What only the arbiter settles: which clock, who sits where, other times.

use super::*;
use crate::journal::Phase;
use crate::kiosk::controller::{ClockSource, Notice};
use crate::sync::assignment::Instruction;

#[test]
fn nothing_settled_the_terminal_keeps_the_time() {
    let mut hall = Hall::new();
    hall.kiosk.start();
    hall.pass(5000);
    assert!(!hall.face().running);
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.source, ClockSource::Terminal);
    assert_eq!(hall.facts(), []);
}

#[test]
fn the_first_press_says_where_red_sits_and_the_arbiter_confirms_it() {
    let mut hall = Hall::new();
    hall.toggle();
    hall.press(Seat::Left);
    hall.press(Seat::Right);
    let panel = hall.kiosk.clock_panel().expect("a link");
    assert_eq!((panel.pressed, panel.seats), (Some(Seat::Right), None));
    hall.toggle();
    hall.kiosk.let_clock_rule(Seat::Right);
    let panel = hall.kiosk.clock_panel().expect("a link");
    assert!(panel.rules && panel.seats.is_some_and(|seats| !seats.red_on_left()));
    hall.kiosk.start();
    hall.pass(500);
    assert_eq!(hall.face().turn, Seat::Right);
    hall.touch("h2e2");
    hall.press(Seat::Right);
    assert_eq!(
        hall.presses(),
        [(Side::Red, external(hall.face().right_ms.into(), 1_800_000))]
    );
    // It outlives the program.
    let setting = crate::kiosk::clock::ClockSetting::open(&hall.store).expect("readable");
    assert_eq!(setting.paired.map(|it| it.serial).as_deref(), Some("M1"));
    assert_eq!(
        setting.seats.map(crate::kiosk::clock::Seats::red_on_left),
        Some(false)
    );
}

#[test]
fn a_clock_that_is_not_there_does_not_rule_the_game() {
    let mut hall = Hall::new();
    hall.kiosk.let_clock_rule(Seat::Left);
    hall.unplug();
    hall.kiosk.start();
    assert_eq!(hall.game().notice(), Some(Notice::ClockNotThere));
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.source, ClockSource::Terminal);
}

#[test]
fn seats_the_wrong_way_round_call_the_arbiter_who_turns_them() {
    let mut hall = Hall::playing();
    // Red in fact sits on the right: the clock runs for the left, who is Black.
    hall.press(Seat::Left);
    hall.touch("h2e2");
    hall.press(Seat::Right);
    hall.game().pause();
    hall.pass(500);
    hall.kiosk.let_clock_rule(Seat::Right);
    let seats = hall.game().external_clock().expect("it rules").seats();
    assert!(!seats.red_on_left());
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.red_ms, u64::from(hall.face().right_ms));
    assert!(matches!(
        hall.facts().last(),
        Some(ClockFact::Rules {
            red_on_left: false,
            ..
        })
    ));
}

#[test]
fn pausing_at_the_terminal_stops_the_clock_and_resuming_starts_it() {
    let mut hall = Hall::playing();
    hall.game().pause();
    hall.pass(500);
    assert!(!hall.face().running);
    let paused = hall.events().len();
    hall.pass(3000);
    assert_eq!(hall.state().phase(), Phase::Paused);
    hall.game().resume();
    hall.pass(500);
    assert!(hall.face().running);
    assert_eq!(hall.state().phase(), Phase::Playing);
    // One entry for each act, none for the clock's obedience.
    assert_eq!(hall.events().len(), paused + 1);
}

#[test]
fn article_22_2_a_false_claim_takes_five_minutes_off_the_clock() {
    let mut hall = Hall::playing();
    hall.game().claim_limit();
    hall.pass(500);
    let before = hall.face();
    assert!(!before.running);
    hall.game().rule_on_limit(false);
    hall.pass(500);
    let face = hall.face();
    assert_eq!(face.left_ms, before.left_ms - 300_000);
    assert_eq!((face.right_ms, face.turn), (1_800_000, Seat::Left));
    let reading = external(face.left_ms.into(), 1_800_000);
    let set = Event::ClockSet {
        reading,
        by: "arbiter".to_owned(),
    };
    assert!(hall.events().contains(&set));
}

#[test]
fn a_clock_is_set_only_while_it_stands() {
    let mut hall = Hall::playing();
    let before = hall.events().len();
    hall.game().set_clock(Side::Black, 60_000);
    assert_eq!(hall.game().notice(), Some(Notice::PauseFirst));
    assert_eq!(hall.events().len(), before);
    hall.game().pause();
    hall.pass(500);
    // Both sides, one right after the other.
    hall.game().set_clock(Side::Black, 60_000);
    hall.kiosk.tick_clock();
    hall.pass(500);
    hall.game().set_clock(Side::Red, 90_000);
    hall.pass(500);
    let face = hall.face();
    assert_eq!((face.left_ms, face.right_ms), (90_000, 60_000));
}

#[test]
fn times_for_a_clock_that_is_gone_are_to_be_set_by_hand() {
    let mut hall = Hall::playing();
    hall.unplug();
    hall.game().pause();
    hall.game().set_clock(Side::Black, 60_000);
    assert_eq!(hall.game().notice(), Some(Notice::SetByHand));
    let by_hand = hall
        .game()
        .external_clock()
        .and_then(crate::kiosk::clock::GameClock::by_hand)
        .expect("numbers to set");
    assert_eq!(by_hand.black_ms, 60_000);
    assert!(
        hall.facts()
            .contains(&ClockFact::SetByHand { reading: by_hand })
    );
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!((clocks.black_ms, clocks.running), (60_000, None));
}

#[test]
fn the_arbiter_changes_who_keeps_the_time_of_a_paused_game() {
    let mut hall = Hall::playing();
    hall.pass(4000);
    hall.kiosk.let_terminal_rule();
    assert_eq!(hall.game().notice(), Some(Notice::PauseFirst));
    hall.game().pause();
    hall.pass(500);
    let left_ms = u64::from(hall.face().left_ms);
    hall.kiosk.let_terminal_rule();
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(
        (clocks.source, clocks.red_ms),
        (ClockSource::Terminal, left_ms)
    );
    hall.game().resume();
    hall.pass(2000);
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.red_ms, left_ms - 2000);
    assert!(!hall.face().running);

    hall.game().pause();
    hall.kiosk.let_clock_rule(Seat::Left);
    hall.pass(500);
    assert_eq!(u64::from(hall.face().left_ms), left_ms - 2000);
    hall.game().resume();
    hall.pass(500);
    assert!(hall.face().running);
    assert!(
        hall.facts()
            .iter()
            .any(|fact| matches!(fact, ClockFact::Dismissed { .. }))
    );
}

#[test]
fn the_clock_stands_when_the_game_is_over() {
    let mut hall = Hall::playing();
    hall.game().choose_result(
        Side::Red,
        crate::journal::Verdict::Draw,
        crate::journal::Reason::Agreement,
    );
    hall.game().choose_result(
        Side::Black,
        crate::journal::Verdict::Draw,
        crate::journal::Reason::Agreement,
    );
    assert_eq!(hall.state().phase(), Phase::Decided);
    hall.pass(500);
    assert!(!hall.face().running);
}

#[test]
fn the_desk_sets_the_clock_through_the_terminal() {
    let mut hall = Hall::playing();
    hall.game().pause();
    hall.pass(500);
    let mut told = assignment(hall.game);
    let set = Event::ClockSet {
        reading: Reading {
            red_ms: 700_000,
            black_ms: 800_000,
            external: false,
        },
        by: "desk".to_owned(),
    };
    told.instructions.push(Instruction {
        id: "1".to_owned(),
        game: hall.game,
        event: set.clone(),
    });
    hall.kiosk.assigned(told).expect("a writable journal");
    hall.pass(500);
    assert!(hall.events().contains(&set));
    let face = hall.face();
    assert_eq!((face.left_ms, face.right_ms), (700_000, 800_000));
}

#[test]
fn a_clock_that_takes_no_commands_is_set_and_run_by_hand() {
    let mut hall = Hall::new();
    hall.cable.borrow_mut().is_deaf = true;
    hall.kiosk.let_clock_rule(Seat::Left);
    hall.kiosk.start();
    hall.pass(500);
    assert_eq!(hall.game().notice(), Some(Notice::SetByHand));
    let wanted = external(1_800_000, 1_800_000);
    assert!(
        hall.facts()
            .contains(&ClockFact::SetByHand { reading: wanted })
    );
    assert!(hall.state().is_calling());
    // The arbiter sets it.
    let now = hall.time.moment();
    let line = clock_link::xqc1::seal("kqt,99,1800000,1800000,10000,l");
    hall.cable.borrow_mut().clock.on_bytes(now, line.as_bytes());
    hall.pass(500);
    let clock = hall.game().external_clock().expect("it rules");
    assert_eq!(clock.by_hand(), None);
    hall.toggle();
    assert_eq!(hall.state().phase(), Phase::Playing);
    hall.touch("h2e2");
    hall.press(Seat::Left);
    assert_eq!(hall.presses().len(), 1);

    hall.game().pause();
    hall.pass(300);
    assert_eq!(hall.game().notice(), Some(Notice::RunByHand));
    assert!(hall.face().running);
    hall.toggle();
    assert_eq!(hall.state().phase(), Phase::Paused);
    hall.game().resume();
    hall.pass(300);
    assert_eq!(hall.game().notice(), Some(Notice::RunByHand));
    hall.toggle();
    assert_eq!(hall.state().phase(), Phase::Playing);
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.running, Some(Side::Black));
}
