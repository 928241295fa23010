//! Whose time counts, flags, and clocks that are not believed.

use super::*;

#[test]
fn kiosk_rules_and_its_flag_is_for_the_arbiter() {
    let mut hall = Hall::new(Authority::Kiosk);
    hall.table.run(hall.now(), true);
    hall.pass(5000);
    let notices = hall.moved(Side::Left);
    assert_eq!(
        timed(&notices),
        [(1, Side::Left, Source::Kiosk, 1_805_000, 1_800_000)]
    );
    assert_eq!(hall.table.pending(), Pending::Nothing);
    hall.is_plugged = false;
    let notices = hall.pass(1_800_000);
    assert_eq!(
        notices,
        [Notice::Flag {
            side: Side::Right,
            source: Source::Kiosk
        }]
    );
    assert_eq!(hall.reading().flag, Some(Side::Right));
}

#[test]
fn a_clock_that_starts_with_another_time_is_noticed() {
    let mut hall = Hall::new(Authority::External);
    // The first bonus is in the start time already.
    let face = Face {
        left_ms: 1_810_000,
        right_ms: 1_810_000,
        ..Face::default()
    };
    hall.clock = ModelClock::start(hall.now(), "M1", face);
    let notices = hall.pass(1000);
    let differs = Notice::Differs {
        side: Side::Left,
        kiosk_ms: 1_800_000,
        external_ms: 1_810_000,
    };
    assert_eq!(notices, [differs]);
}

#[test]
fn another_clock_is_not_believed_until_the_arbiter_says_so() {
    let mut hall = Hall::running();
    hall.pass(2000);
    let ident = |serial: &str| Ident {
        protocol: "xqc1".into(),
        model: "m".into(),
        firmware: "1".into(),
        serial: serial.into(),
        caps: String::new(),
    };
    let fault = Fault::OtherClock {
        expected: Box::new(ident("M1")),
        found: Box::new(ident("M2")),
    };
    let mut notices = Vec::new();
    hall.table
        .on_link(hall.now(), &LinkEvent::Fault(fault), &mut notices);
    assert_eq!(
        notices,
        [
            Notice::Estimating,
            Notice::OtherClock { found: ident("M2") }
        ]
    );
    hall.clock.press(hall.now(), Side::Left);
    assert_eq!(hall.pass(500), []);
    assert_eq!(hall.reading().source, Source::Estimated);
    hall.table.trust();
    hall.pass(500);
    assert_eq!(hall.reading().source, Source::External);
}

#[test]
fn the_visit_of_another_clock_leaves_the_estimate_as_it_was() {
    let mut hall = Hall::running();
    hall.pass(2000);
    hall.unplug();
    hall.pass(1000);
    assert_eq!(timed(&hall.moved(Side::Left)).len(), 1);
    hall.pass(1000);
    let ident = |serial: &str| Ident {
        protocol: "xqc1".into(),
        model: "m".into(),
        firmware: "1".into(),
        serial: serial.into(),
        caps: String::new(),
    };
    let (now, mut notices) = (hall.now(), Vec::new());
    let fault = Fault::OtherClock {
        expected: Box::new(ident("M1")),
        found: Box::new(ident("M2")),
    };
    for event in [LinkEvent::Connected(ident("M2")), LinkEvent::Fault(fault)] {
        hall.table.on_link(now, &event, &mut notices);
    }
    assert_eq!(notices, [Notice::OtherClock { found: ident("M2") }]);
    let reading = hall.reading();
    assert_eq!(
        (reading.source, reading.to_move),
        (Source::Estimated, Side::Right)
    );
    // Left: three seconds used, ten added. Right thinks since a second.
    assert!(
        reading.times.left_ms.abs_diff(1_807_000) <= 20,
        "{reading:?}"
    );
    assert!(
        reading.times.right_ms.abs_diff(1_799_000) <= 20,
        "{reading:?}"
    );
}

#[test]
fn the_arbiter_changes_the_authority_and_time_goes_on() {
    let mut hall = Hall::running();
    hall.pass(5000);
    hall.press(Side::Left);
    hall.moved(Side::Left);
    hall.pass(2000);
    let mut notices = Vec::new();
    hall.table
        .set_authority(hall.now(), Authority::Kiosk, &mut notices);
    let change = Notice::AuthorityChanged {
        from: Authority::External,
        to: Authority::Kiosk,
    };
    assert_eq!(notices, [change]);
    let reading = hall.reading();
    assert_eq!(
        (reading.source, reading.running),
        (Source::Kiosk, Some(Side::Right))
    );
    assert!(
        (1_797_900..=1_798_000).contains(&reading.times.right_ms),
        "{reading:?}"
    );
    let times = timed(&hall.moved(Side::Right));
    assert!(
        matches!(times[..], [(2, Side::Right, Source::Kiosk, ..)]),
        "{times:?}"
    );
}

#[test]
fn the_flag_of_the_external_clock_is_shown_and_decides_nothing() {
    let mut hall = Hall::running();
    hall.clock.toggle(hall.now());
    hall.pass(300);
    let command = hall.table.set_command(
        Times {
            left_ms: 2_000,
            right_ms: 60_000,
        },
        Side::Left,
        0,
    );
    hall.send(1, command);
    hall.pass(300);
    hall.clock.toggle(hall.now());
    let notices = hall.pass(3000);
    assert_eq!(
        notices,
        [Notice::Flag {
            side: Side::Left,
            source: Source::External
        }]
    );
    assert_eq!(notices[0].audience(), Audience::Table);
    assert_eq!(hall.reading().flag, Some(Side::Left));
    // Moves are recorded all the same.
    assert_eq!(hall.moved(Side::Left), []);
}
