//! The clock has started anew, and times that are written to it.

use super::*;

#[test]
fn a_restart_pauses_the_game_until_the_times_are_restored() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.press(Side::Left);
    hall.moved(Side::Left);
    hall.pass(3200);
    // The battery is changed: the clock comes back with what it kept.
    hall.clock = ModelClock::start(
        hall.now(),
        "M1",
        Face {
            ply: 1,
            ..Face::default()
        },
    );
    let notices = hall.pass(1000);
    let [
        Notice::RestoreOffered {
            times,
            lost_ms: Some(lost_ms),
        },
    ] = notices[..]
    else {
        panic!("{notices:?}");
    };
    assert_eq!(times.left_ms, 1_805_000);
    assert!(
        (1_796_750..=1_797_000).contains(&times.right_ms),
        "{times:?}"
    );
    assert!(lost_ms <= 260, "{lost_ms}");
    let reading = hall.reading();
    assert_eq!((reading.times, reading.running), (times, None));

    let command = hall.table.restore_command(times).unwrap();
    let Command::SetTimes {
        first: Side::Right,
        ply: 1,
        increment_ms: 10_000,
        ..
    } = command
    else {
        panic!("{command:?}");
    };
    hall.send(4, command);
    assert_eq!(hall.pass(500), [Notice::Restored]);
    let face = hall.clock.face();
    assert_eq!(
        (face.left_ms, face.right_ms, face.turn),
        (times.left_ms, times.right_ms, Side::Right)
    );
    hall.clock.toggle(hall.now());
    hall.pass(1000);
    let notices = hall.press(Side::Right);
    assert_eq!(notices, []);
    assert_eq!(timed(&hall.moved(Side::Right)).len(), 1);
}

#[test]
fn a_clock_that_restarted_while_it_was_gone_is_restored_and_believed_again() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.unplug();
    hall.pass(1000);
    hall.clock = ModelClock::start(hall.now(), "M1", Face::default());
    hall.plug();
    let notices = hall.pass(1000);
    let [Notice::Recovered, Notice::RestoreOffered { times, .. }] = notices[..] else {
        panic!("{notices:?}");
    };
    let command = hall.table.restore_command(times).unwrap();
    hall.send(4, command);
    assert_eq!(hall.pass(500), [Notice::Restored]);
    hall.clock.toggle(hall.now());
    assert_eq!(hall.pass(1000), []);
    assert_eq!(hall.moved(Side::Left), []);
    assert_eq!(timed(&hall.press(Side::Left)).len(), 1);
}

#[test]
fn what_was_played_while_a_restarted_clock_was_gone_is_restored_with_its_times() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.unplug();
    hall.pass(3000);
    // Left's move, timed by the terminal; then Right thinks for two seconds.
    assert_eq!(timed(&hall.moved(Side::Left)).len(), 1);
    hall.pass(2000);
    hall.clock = ModelClock::start(hall.now(), "M1", Face::default());
    hall.plug();
    let notices = hall.pass(1000);
    let [
        Notice::Recovered,
        Notice::RestoreOffered {
            times,
            lost_ms: None,
        },
    ] = notices[..]
    else {
        panic!("{notices:?}");
    };
    assert!(times.left_ms.abs_diff(1_802_000) <= 30, "{times:?}");
    // It runs on until the first line of the started clock is heard.
    assert!(times.right_ms.abs_diff(1_798_000) <= 280, "{times:?}");
    let command = hall.table.restore_command(times).unwrap();
    assert!(
        matches!(
            command,
            Command::SetTimes {
                first: Side::Right,
                ply: 1,
                ..
            }
        ),
        "{command:?}"
    );
}

#[test]
fn penalty_time_goes_to_the_clock_only_while_it_stands() {
    let mut hall = Hall::running();
    hall.pass(5000);
    let now = hall.now();
    assert_eq!(hall.table.adjust(now, Side::Left, -300_000), Err(Running));
    hall.clock.toggle(now);
    hall.pass(300);
    let command = hall
        .table
        .adjust(hall.now(), Side::Left, -300_000)
        .unwrap()
        .unwrap();
    hall.send(1, command);
    assert_eq!(hall.pass(500), []);
    assert_eq!(hall.clock.face().left_ms, 1_795_000 - 300_000);
    assert_eq!(hall.reading().times.left_ms, 1_495_000);
    // More than there is leaves nothing, and the clock shows the flag once it runs.
    let command = hall
        .table
        .adjust(hall.now(), Side::Left, -1_800_000)
        .unwrap()
        .unwrap();
    hall.send(2, command);
    hall.pass(500);
    hall.clock.toggle(hall.now());
    let notices = hall.pass(500);
    assert_eq!(
        notices,
        [Notice::Flag {
            side: Side::Left,
            source: Source::External
        }]
    );
}

#[test]
fn a_clock_that_does_not_take_times_is_set_by_hand() {
    let mut hall = Hall::running();
    let command = hall.table.set_command(START.times, Side::Left, 0);
    hall.table.sent(CommandId(9), &command);
    let answer = Answer::Refused("mode".into());
    let mut notices = Vec::new();
    let event = LinkEvent::Answered {
        id: CommandId(9),
        answer,
    };
    hall.table.on_link(hall.now(), &event, &mut notices);
    assert_eq!(notices, [Notice::SetByHand { times: START.times }]);
}

#[test]
fn the_kiosk_adjusts_its_own_time() {
    let mut hall = Hall::new(Authority::Kiosk);
    let now = hall.now();
    assert_eq!(hall.table.adjust(now, Side::Right, 60_000), Ok(None));
    assert_eq!(hall.reading().times.right_ms, 1_860_000);
    hall.table.run(now, true);
    assert_eq!(hall.table.adjust(now, Side::Right, 60_000), Err(Running));
}
