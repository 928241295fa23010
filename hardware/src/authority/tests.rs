use std::time::{Duration, Instant};

use super::*;
use crate::model::{Face, ModelClock};
use crate::xqc1::Xqc1;
use crate::{Answer, ClockDriver, Command, CommandId, Fault, Ident, LinkEvent, Outbox, Reason};

/// A table whose external clock is the model clock behind the real driver.
struct Hall {
    start: Instant,
    ms: u64,
    clock: ModelClock,
    driver: Xqc1,
    out: Outbox,
    is_plugged: bool,
    table: Table,
}

const START: Start = Start {
    times: Times {
        left_ms: 1_800_000,
        right_ms: 1_800_000,
    },
    increment_ms: 10_000,
    to_move: Side::Left,
    plies: 0,
};

impl Hall {
    fn new(authority: Authority) -> Self {
        let start = Instant::now();
        Self {
            start,
            ms: 0,
            clock: ModelClock::start(start, "M1", Face::default()),
            driver: Xqc1::new(start, None),
            out: Outbox::default(),
            is_plugged: true,
            table: Table::new(authority, START),
        }
    }

    /// A game under the external clock that runs since one second.
    fn running() -> Self {
        let mut hall = Self::new(Authority::External);
        let notices = hall.pass(1000);
        assert_eq!(notices, []);
        hall.clock.toggle(hall.now());
        hall
    }

    fn now(&self) -> Instant {
        self.start + Duration::from_millis(self.ms)
    }

    /// Lets time pass in steps of ten milliseconds.
    fn pass(&mut self, ms: u64) -> Vec<Notice> {
        let mut notices = Vec::new();
        for _ in 0..ms / 10 {
            self.ms += 10;
            let now = self.now();
            self.clock.on_tick(now);
            let said = self.clock.take_output();
            if self.is_plugged {
                self.driver.on_bytes(now, &said, &mut self.out);
                self.driver.on_tick(now, &mut self.out);
                let asked = std::mem::take(&mut self.out.writes);
                self.clock.on_bytes(now, &asked);
            }
            for event in std::mem::take(&mut self.out.events) {
                self.table.on_link(now, &event, &mut notices);
            }
            self.table.tick(now, &mut notices);
        }
        notices
    }

    fn press(&mut self, side: Side) -> Vec<Notice> {
        self.clock.press(self.now(), side);
        self.pass(50)
    }

    fn moved(&mut self, side: Side) -> Vec<Notice> {
        let mut notices = Vec::new();
        self.table.moved(self.now(), side, &mut notices);
        notices
    }

    fn reading(&self) -> Reading {
        self.table.reading(self.now())
    }

    fn unplug(&mut self) -> Vec<Notice> {
        self.is_plugged = false;
        let mut notices = Vec::new();
        self.table.on_link(
            self.now(),
            &LinkEvent::Lost(Reason::Unplugged),
            &mut notices,
        );
        notices
    }

    fn plug(&mut self) {
        self.is_plugged = true;
        self.driver = Xqc1::new(self.now(), self.driver.trace());
        let _ = self.clock.take_output();
    }

    fn send(&mut self, id: u32, command: Command) {
        let id = CommandId(id);
        self.table.sent(id, &command);
        let now = self.now();
        self.driver
            .command(now, id, command, &mut self.out)
            .unwrap();
    }
}

fn timed(notices: &[Notice]) -> Vec<(u32, Side, Source, u32, u32)> {
    notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Timed(it) => Some((
                it.ply,
                it.side,
                it.source,
                it.counted.left_ms,
                it.counted.right_ms,
            )),
            _ => None,
        })
        .collect()
}

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
fn penalty_time_goes_to_the_clock_only_while_it_stands() {
    let mut hall = Hall::running();
    hall.pass(5000);
    let now = hall.now();
    assert_eq!(
        hall.table.adjust(now, Side::Left, -300_000),
        Err(AdjustRefused::Running)
    );
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
    assert_eq!(
        hall.table.adjust(now, Side::Right, 60_000),
        Err(AdjustRefused::Running)
    );
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
