//! Presses and moves, in either order.

use super::*;

#[test]
fn press_then_move_takes_the_sample_of_the_press() {
    let mut hall = Hall::running();
    hall.pass(7000);
    let press_at = hall.now();
    assert_eq!(timed(&hall.press(Side::Left)), []);
    assert!(matches!(
        hall.table.pending(),
        Pending::MoveMissing {
            side: Side::Left,
            ..
        }
    ));
    hall.pass(4000);
    let notices = hall.moved(Side::Left);
    let [Notice::Timed(timed)] = &notices[..] else {
        panic!("{notices:?}");
    };
    let counted = Times {
        left_ms: 1_803_000,
        right_ms: 1_800_000,
    };
    assert_eq!((timed.source, timed.counted), (Source::External, counted));
    assert_eq!(timed.external, Some(counted));
    assert!(timed.at.duration_since(press_at) < Duration::from_millis(15));
    assert_eq!(hall.table.pending(), Pending::Nothing);
}

#[test]
fn move_then_press_waits_for_the_press() {
    let mut hall = Hall::running();
    hall.pass(7000);
    assert_eq!(hall.moved(Side::Left), []);
    assert_eq!(
        hall.table.pending(),
        Pending::PressMissing { side: Side::Left }
    );
    hall.pass(2000);
    let notices = hall.press(Side::Left);
    assert_eq!(
        timed(&notices),
        [(1, Side::Left, Source::External, 1_801_000, 1_800_000)]
    );
    assert_eq!(hall.table.pending(), Pending::Nothing);
}

#[test]
fn a_move_taken_back_waits_for_no_press() {
    let mut hall = Hall::running();
    hall.pass(1000);
    hall.moved(Side::Left);
    hall.table.taken_back();
    assert_eq!(hall.table.pending(), Pending::Nothing);
    hall.moved(Side::Left);
    let notices = hall.press(Side::Left);
    assert_eq!(timed(&notices).len(), 1);
    assert_eq!(timed(&notices)[0].0, 1);
}

#[test]
fn two_presses_without_a_move_are_for_the_arbiter() {
    let mut hall = Hall::running();
    hall.pass(1000);
    assert_eq!(hall.press(Side::Left), []);
    hall.pass(1000);
    let notices = hall.press(Side::Right);
    assert_eq!(notices, [Notice::PressesWithoutMoves { count: 2 }]);
    assert_eq!(notices[0].audience(), Audience::Arbiter);
    assert_eq!(timed(&hall.moved(Side::Left)).len(), 1);
    assert_eq!(timed(&hall.moved(Side::Right)).len(), 1);
}

#[test]
fn seats_the_wrong_way_round_are_noticed() {
    let mut hall = Hall::running();
    hall.pass(1000);
    hall.press(Side::Left);
    let notices = hall.moved(Side::Right);
    let wrong = Notice::WrongSide {
        pressed: Side::Left,
        moved: Side::Right,
    };
    assert_eq!(notices.first(), Some(&wrong));
}

proptest::proptest! {
    /// Whatever the players, the cable and the arbiter do: no move is timed twice, and none is
    /// forgotten but those that still wait for their press.
    #[test]
    fn every_move_is_timed_once(acts in proptest::collection::vec(0..10u8, 1..60)) {
        let mut hall = Hall::running();
        let mut notices = Vec::new();
        let mut plies = 0;
        for act in acts {
            let to_move = hall.clock.face().turn;
            match act {
                0 | 1 => notices.extend(hall.press(to_move)),
                2 | 3 => {
                    plies += 1;
                    let side = if plies % 2 == 1 { Side::Left } else { Side::Right };
                    notices.extend(hall.moved(side));
                }
                4 if hall.is_plugged => notices.extend(hall.unplug()),
                4 => hall.plug(),
                5 => {
                    let to = match hall.table.authority() {
                        Authority::Kiosk => Authority::External,
                        Authority::External => Authority::Kiosk,
                    };
                    hall.table.set_authority(hall.now(), to, &mut notices);
                }
                6 => hall.clock.toggle(hall.now()),
                7 => {
                    let face = Face { ply: hall.clock.face().ply, ..Face::default() };
                    hall.clock = ModelClock::start(hall.now(), "M1", face);
                    notices.extend(hall.pass(4000));
                }
                8 => hall.table.keep_restarted(),
                _ => notices.extend(hall.pass(700)),
            }
        }
        // A clock that is gone for good settles what waits.
        notices.extend(hall.unplug());
        let mut seen: Vec<u32> = timed(&notices).iter().map(|timed| timed.0).collect();
        seen.sort_unstable();
        proptest::prop_assert_eq!(seen, (1..=plies).collect::<Vec<_>>());
    }
}
