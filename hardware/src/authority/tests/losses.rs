//! The clock is gone, and comes back.

use super::*;

#[test]
fn the_display_runs_on_from_the_sample() {
    let mut hall = Hall::running();
    hall.pass(1000);
    hall.is_plugged = false;
    hall.pass(700);
    let reading = hall.reading();
    assert_eq!(reading.source, Source::External);
    assert!(
        (1_798_200..=1_798_310).contains(&reading.times.left_ms),
        "{reading:?}"
    );
    let age = reading.age.unwrap();
    assert!((690..960).contains(&age.as_millis()), "{age:?}");
}

#[test]
fn without_the_clock_times_are_estimates_and_never_a_flag() {
    let mut hall = Hall::running();
    hall.pass(5000);
    assert_eq!(hall.unplug(), [Notice::Estimating]);
    hall.pass(3000);
    let reading = hall.reading();
    assert_eq!(
        (reading.source, reading.running),
        (Source::Estimated, Some(Side::Left))
    );
    assert!(
        (1_792_000..=1_792_020).contains(&reading.times.left_ms),
        "{reading:?}"
    );
    let times = timed(&hall.moved(Side::Left));
    let [(1, Side::Left, Source::Estimated, left, 1_800_000)] = times[..] else {
        panic!("{times:?}");
    };
    assert!((1_802_000..=1_802_020).contains(&left), "{left}");
    let notices = hall.pass(1_900_000);
    assert_eq!(notices, []);
    let reading = hall.reading();
    assert_eq!((reading.times.right_ms, reading.flag), (0, None));
}

#[test]
fn presses_during_a_loss_confirm_the_moves_recorded_then() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.unplug();
    hall.pass(1000);
    hall.clock.press(hall.now(), Side::Left);
    assert_eq!(timed(&hall.moved(Side::Left)).len(), 1);
    hall.pass(2000);
    hall.clock.press(hall.now(), Side::Right);
    assert_eq!(timed(&hall.moved(Side::Right)).len(), 1);
    hall.pass(1000);
    hall.plug();
    let notices = hall.pass(1000);
    assert_eq!(notices, [Notice::Recovered]);
    assert_eq!(hall.table.pending(), Pending::Nothing);
    assert_eq!(hall.reading().source, Source::External);
}

#[test]
fn a_move_recorded_during_a_loss_without_a_press_is_missed() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.unplug();
    hall.pass(1000);
    hall.moved(Side::Left);
    hall.pass(1000);
    hall.plug();
    let notices = hall.pass(1000);
    // The clock went on taking Left's time: 7 s used, where the terminal has 6 s and the bonus.
    assert!(
        notices.contains(&Notice::PressesMissed { count: 1 }),
        "{notices:?}"
    );
    assert!(
        notices
            .iter()
            .any(|notice| matches!(notice, Notice::Differs { .. })),
        "{notices:?}"
    );
    assert_eq!(
        hall.table.pending(),
        Pending::PressMissing { side: Side::Left }
    );
    // The press that comes late is no second time for the same move.
    assert_eq!(timed(&hall.press(Side::Left)), []);
    assert_eq!(hall.table.pending(), Pending::Nothing);
}

#[test]
fn a_press_before_the_loss_still_belongs_to_the_move_after_it() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.press(Side::Left);
    hall.unplug();
    hall.pass(500);
    assert_eq!(
        timed(&hall.moved(Side::Left)),
        [(1, Side::Left, Source::External, 1_805_000, 1_800_000)]
    );
    assert_eq!(hall.reading().to_move, Side::Right);
}

#[test]
fn a_move_that_waited_for_its_press_is_timed_when_the_clock_is_gone() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.moved(Side::Left);
    let times = timed(&hall.unplug());
    assert!(
        matches!(times[..], [(1, Side::Left, Source::Estimated, ..)]),
        "{times:?}"
    );
    assert_eq!(hall.reading().to_move, Side::Right);
}
