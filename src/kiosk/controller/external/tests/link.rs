//! The cable, the battery, the program: what may be gone for a while.

use super::*;
use crate::journal::Phase;
use crate::kiosk::clock::Badge;
use crate::kiosk::controller::{ClockSource, Notice};

#[test]
fn the_game_goes_on_by_estimates_while_the_clock_is_gone() {
    let mut hall = Hall::playing();
    hall.touch("h2e2");
    hall.press(Seat::Left);
    hall.pass(3000);
    assert_eq!(hall.kiosk.clock_badge(), (Badge::Ruling, None));
    hall.unplug();
    assert_eq!(hall.kiosk.clock_badge().0, Badge::Estimated);
    assert_eq!(hall.game().notice(), Some(Notice::ClockGone));
    hall.pass(2000);
    hall.touch("h9g7");
    hall.game().press_clock();
    let (side, reading) = hall.presses()[1];
    let black_ms = u64::from(hall.face().right_ms) + 10_000;
    assert!(side == Side::Black && !reading.external);
    assert!(reading.black_ms.abs_diff(black_ms) < 30, "{reading:?}");

    // The players went on pressing it meanwhile.
    hall.press(Seat::Right);
    hall.plug();
    assert_eq!(hall.kiosk.clock_badge(), (Badge::Ruling, None));
    assert!(hall.facts().ends_with(&[ClockFact::Lost, ClockFact::Back]));
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.source, ClockSource::External);
    assert_eq!(clocks.black_ms, u64::from(hall.face().right_ms));
    assert!(!hall.state().is_calling());
    hall.touch("h0g2");
    hall.press(Seat::Left);
    assert_eq!(hall.presses().len(), 3);
    assert!(hall.presses()[2].1.external);
}

#[test]
fn a_press_that_was_missed_while_the_clock_was_gone_is_for_the_arbiter() {
    let mut hall = Hall::playing();
    hall.unplug();
    hall.touch("h2e2");
    hall.game().press_clock();
    // Nobody pressed the clock itself.
    hall.plug();
    assert!(
        hall.facts()
            .contains(&ClockFact::PressesMissed { count: 1 })
    );
    assert!(hall.state().is_calling());
}

#[test]
fn a_move_recorded_while_the_clock_was_gone_is_completed_by_its_press_when_it_is_back() {
    let mut hall = Hall::playing();
    hall.unplug();
    hall.touch("h2e2");
    hall.plug();
    assert_eq!(hall.presses(), []);
    hall.press(Seat::Left);
    assert_eq!(
        hall.presses(),
        [(Side::Red, external(hall.face().left_ms.into(), 1_800_000))]
    );
}

#[test]
fn after_its_restart_the_arbiter_restores_the_times() {
    let mut hall = Hall::playing();
    hall.touch("h2e2");
    hall.press(Seat::Left);
    hall.pass(8000);
    let before = hall.face();
    hall.restart_clock();
    assert_eq!(hall.state().phase(), Phase::Paused);
    assert_eq!(hall.game().notice(), Some(Notice::ClockRestarted));
    assert!(hall.state().is_calling());
    let offer = hall.game().clock_offer().expect("times to restore");
    assert_eq!(offer.reading.red_ms, u64::from(before.left_ms));
    assert!(offer.reading.black_ms.abs_diff(before.right_ms.into()) <= 250);
    assert!(offer.lost_ms.is_some_and(|ms| ms <= 250), "{offer:?}");
    // Times that were not played do not run.
    hall.game().resume();
    assert_eq!(hall.state().phase(), Phase::Paused);

    hall.kiosk.restore_clock();
    hall.pass(500);
    assert_eq!(hall.game().clock_offer(), None);
    let face = hall.face();
    assert_eq!(u64::from(face.left_ms), offer.reading.red_ms);
    assert_eq!(u64::from(face.right_ms), offer.reading.black_ms);
    assert_eq!(face.turn, Seat::Right);
    let set = Event::ClockSet {
        reading: offer.reading,
        by: "arbiter".to_owned(),
    };
    assert!(hall.events().contains(&set));
    hall.game().resume();
    hall.pass(500);
    assert!(hall.face().running);
    hall.touch("h9g7");
    hall.press(Seat::Right);
    assert_eq!(hall.presses().len(), 2);
    assert_eq!(
        hall.presses()[1].1,
        external(offer.reading.red_ms, hall.face().right_ms.into())
    );
}

#[test]
fn the_arbiter_may_let_the_times_stand_that_the_clock_came_back_with() {
    let mut hall = Hall::playing();
    hall.pass(3000);
    hall.restart_clock();
    hall.kiosk.keep_clock_times();
    assert_eq!(hall.game().clock_offer(), None);
    assert_eq!(hall.state().reading().map(|it| it.red_ms), Some(1_234_000));
    hall.game().resume();
    hall.pass(500);
    assert!(hall.face().running);
}

#[test]
fn another_clock_is_believed_only_when_the_arbiter_says_so() {
    let mut hall = Hall::playing();
    hall.pass(2000);
    hall.unplug();
    let now = hall.time.moment();
    let paired = hall.cable.borrow().paired.clone();
    let face = Face {
        left_ms: 600_000,
        ..Face::default()
    };
    *hall.cable.borrow_mut() = Cable::new(now, "M2", face);
    hall.cable.borrow_mut().paired = paired;
    hall.pass(1000);
    assert_eq!(
        hall.kiosk.clock_badge(),
        (
            Badge::Estimated,
            Some(crate::kiosk::clock::Warning::OtherClock)
        )
    );
    assert!(hall.state().is_calling());
    assert!(
        hall.facts()
            .iter()
            .any(|fact| matches!(fact, ClockFact::OtherClock { clock } if clock.ends_with(" M2")))
    );
    let clocks = hall.game().clocks().expect("a game with time");
    assert!(clocks.red_ms > 1_700_000, "{clocks:?}");

    hall.game().pause();
    hall.kiosk.let_clock_rule(Seat::Left);
    hall.pass(500);
    let clocks = hall.game().clocks().expect("a game with time");
    assert_eq!(clocks.source, ClockSource::External);
}

#[test]
fn a_game_under_a_clock_goes_on_over_a_start_of_the_program() {
    let mut hall = Hall::playing();
    hall.touch("h2e2");
    hall.press(Seat::Left);
    hall.pass(3000);
    hall.time = Arc::new(SteppedTime::default());
    let terminal =
        Terminal::start(hall.store.clone(), hall.time.clone(), "t7").expect("another start");
    hall.kiosk = Kiosk::new(terminal, Some(assignment(hall.game))).expect("a readable journal");
    assert_eq!(hall.state().phase(), Phase::Paused);
    let face = hall.face();
    // Black pressed while the program was down.
    let turned = Face {
        right_ms: face.right_ms + 10_000,
        turn: Seat::Left,
        running: true,
        ply: 2,
        ..face
    };
    let now = hall.time.moment();
    let mut cable = Cable::new(now, "M1", turned);
    cable.clock.toggle(now);
    hall.cable = Rc::new(RefCell::new(cable));
    hall.attach();
    hall.pass(1000);
    assert_eq!(hall.state().phase(), Phase::Playing);
    assert_eq!(hall.game().notice(), Some(Notice::MoveMissing(Side::Black)));
    hall.touch("h9g7");
    assert_eq!(hall.presses().len(), 2);
    assert_eq!(hall.state().plies().len(), 2);
}
