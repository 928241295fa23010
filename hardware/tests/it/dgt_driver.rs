//! The driver for a DGT board, with a simulated board on the other side.

use std::time::{Duration, Instant};

use clock_link::dgt::DgtBoard;
use clock_link::{
    Answer, ClockDriver, Command, CommandId, Fault, Health, LinkEvent, Outbox, Side, Trace,
};

use crate::board::{Board, Manners, framed};

struct Bench {
    now: Instant,
    driver: DgtBoard,
    board: Board,
    out: Outbox,
}

impl Bench {
    fn new(manners: Manners) -> Self {
        Self::remembering(Instant::now(), manners, None)
    }

    fn remembering(now: Instant, manners: Manners, trace: Option<Trace>) -> Self {
        Self {
            now,
            driver: DgtBoard::new(now, 10_000, trace),
            board: Board::new(now, manners),
            out: Outbox::default(),
        }
    }

    /// Lets time pass in steps of ten milliseconds; gives what happened.
    fn run(&mut self, ms: u64) -> Vec<LinkEvent> {
        for _ in 0..ms / 10 {
            self.now += Duration::from_millis(10);
            self.driver.on_tick(self.now, &mut self.out);
            let down = std::mem::take(&mut self.out.writes);
            self.board.on_bytes(self.now, &down);
            let up = self.board.on_tick(self.now);
            self.driver.on_bytes(self.now, &up, &mut self.out);
        }
        std::mem::take(&mut self.out.events)
    }

    fn send(&mut self, id: u32, command: Command) -> Result<(), clock_link::Unsupported> {
        self.driver
            .command(self.now, CommandId(id), command, &mut self.out)
    }
}

fn short(events: &[LinkEvent]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            LinkEvent::Sample(_) => None,
            LinkEvent::Pressed {
                side,
                exact,
                sample,
                ..
            } => Some(format!(
                "press {side:?} {exact} {}/{}",
                sample.left_ms / 1000,
                sample.right_ms / 1000
            )),
            LinkEvent::FlagFell { side, .. } => Some(format!("flag {side:?}")),
            LinkEvent::Connected(ident) => {
                Some(format!("connected {} {}", ident.serial, ident.firmware))
            }
            LinkEvent::Answered { id, answer } => Some(format!("answer {} {answer:?}", id.0)),
            other => Some(format!("{other:?}")),
        })
        .collect()
}

fn last_sample(events: &[LinkEvent]) -> (u32, u32, Option<Side>) {
    events
        .iter()
        .rev()
        .find_map(|event| match event {
            LinkEvent::Sample(sample) => Some((
                sample.left_ms / 1000,
                sample.right_ms / 1000,
                sample.running,
            )),
            _ => None,
        })
        .expect("a sample")
}

const SET: Command = Command::SetTimes {
    left_ms: 754_000,
    right_ms: 598_400,
    increment_ms: 10_000,
    first: Side::Left,
    ply: 0,
};

#[test]
fn start_up_asks_for_the_version_then_listens() {
    let mut bench = Bench::new(Manners::default());
    let events = bench.run(2000);
    assert_eq!(short(&events), ["connected 00137 1.02"]);
    assert_eq!(last_sample(&events), (1810, 1810, None));
    assert_eq!(bench.board.commands[..5], [0x4b, 0x4d, 0x45, 0x41, 0x09]);
}

#[test]
fn ten_moves_are_heard_as_ten_presses() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    let mut heard = Vec::new();
    for n in 0..10 {
        bench.run(3000 + 700 * n);
        bench.board.press(bench.now);
        heard.extend(short(&bench.run(300)));
    }
    let sides: Vec<&str> = heard.iter().map(|press| &press[..12]).collect();
    assert_eq!(sides, ["press Left t", "press Right "].repeat(5));
    // 3.0 s used, 10 s added; the clock shows a second until it has passed.
    assert_eq!(heard[0], "press Left true 1817/1810");
}

#[test]
fn a_flag_is_a_bit_and_is_told_once() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.left_ms = 3000;
    // The times were set by hand: two frames that agree are believed.
    assert_eq!(last_sample(&bench.run(2500)), (3, 1810, None));
    bench.board.running = true;
    assert_eq!(short(&bench.run(6000)), ["flag Left"]);
}

#[test]
fn a_single_frame_that_cannot_be_is_held_back() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    bench.run(2000);
    let mut stale = bench.board.clock_frame();
    stale[4] = 0x45;
    bench.board.say(bench.now, framed(stale));
    let events = bench.run(2000);
    let jumped = events
        .iter()
        .any(|event| matches!(event, LinkEvent::Sample(sample) if sample.left_ms > 1_810_000));
    assert!(!jumped, "{events:?}");
    assert!(last_sample(&events).0 <= 1808);
}

#[test]
fn no_clock_is_told_once_and_the_link_stays() {
    let mut bench = Bench::new(Manners {
        has_clock: false,
        ..Manners::default()
    });
    let mut events = short(&bench.run(4000));
    events.sort();
    assert_eq!(events, ["NoClock", "connected 00137 1.02"]);
    assert_eq!(bench.driver.health(bench.now), Health::Live);
    bench.board.manners.has_clock = true;
    let events = bench.run(1000);
    assert_eq!(last_sample(&events), (1810, 1810, None));
}

#[test]
fn a_board_that_answers_nothing_is_dead_after_three_seconds() {
    let mut bench = Bench::new(Manners::default());
    bench.run(2000);
    bench.board.manners.alive = false;
    bench.run(2500);
    assert_eq!(bench.driver.health(bench.now), Health::Live);
    bench.run(1600);
    assert_eq!(bench.driver.health(bench.now), Health::Dead);
}

#[test]
fn a_running_clock_that_says_nothing_is_asked_then_stale() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    bench.run(1500);
    // The board lives and answers, but the clock's times no longer come.
    bench.board.manners.mute_clock = true;
    bench.board.commands.clear();
    // Its last word is up to a second old already.
    bench.run(1400);
    assert_eq!(bench.board.received(0x41), 0);
    bench.run(1200);
    assert_eq!(bench.board.received(0x41), 1);
    assert_eq!(bench.driver.health(bench.now), Health::Live);
    bench.run(2500);
    assert_eq!(bench.driver.health(bench.now), Health::Stale);
    bench.board.manners.mute_clock = false;
    bench.run(1000);
    assert_eq!(bench.driver.health(bench.now), Health::Live);
}

#[test]
fn setting_the_times_is_answered_and_is_no_press() {
    for manners in [
        Manners::default(),
        Manners {
            stutters: true,
            ..Manners::default()
        },
        Manners {
            ack_delay: Duration::from_millis(1900),
            ..Manners::default()
        },
        Manners {
            ack_delay: Duration::ZERO,
            ..Manners::default()
        },
    ] {
        let mut bench = Bench::new(manners);
        bench.run(4000);
        bench.send(7, SET).unwrap();
        let events = bench.run(4000);
        assert_eq!(short(&events), ["answer 7 Done"], "{manners:?}");
        // 598.4 s go out as whole seconds.
        assert_eq!(last_sample(&events), (754, 598, None));
    }
}

#[test]
fn a_lost_message_is_sent_once_more() {
    let mut bench = Bench::new(Manners::default());
    bench.run(4000);
    bench.board.manners.deaf_to_messages = 1;
    bench.send(7, SET).unwrap();
    assert_eq!(short(&bench.run(4000)), ["answer 7 Done"]);
    bench.board.manners.deaf_to_messages = 2;
    bench.send(8, SET).unwrap();
    assert_eq!(short(&bench.run(5000)), ["answer 8 Unanswered"]);
}

#[test]
fn a_clock_in_another_mode_refuses() {
    let mut bench = Bench::new(Manners {
        settable: false,
        ..Manners::default()
    });
    bench.run(4000);
    bench.send(7, SET).unwrap();
    assert_eq!(short(&bench.run(1000)), [r#"answer 7 Refused("mode")"#]);
}

#[test]
fn a_running_clock_is_not_set() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    bench.run(2000);
    bench.board.commands.clear();
    bench.send(7, SET).unwrap();
    assert_eq!(short(&bench.run(2000)), [r#"answer 7 Refused("run")"#]);
    assert!(
        !bench.board.commands.contains(&0x0a),
        "{:x?}",
        bench.board.commands
    );
}

#[test]
fn what_a_board_cannot_do_is_said_at_once() {
    let mut bench = Bench::new(Manners::default());
    bench.run(4000);
    for command in [
        Command::Run,
        Command::Pause,
        Command::Display("STOP".into()),
        Command::Display("nine-long".into()),
        Command::Beep(4096),
    ] {
        assert!(bench.send(1, command.clone()).is_err(), "{command:?}");
    }
    bench.send(1, Command::Display("red-time".into())).unwrap();
    bench.send(2, Command::Beep(200)).unwrap();
    bench.send(3, Command::Display(String::new())).unwrap();
    bench.send(4, Command::Ask).unwrap();
    let mut answers = short(&bench.run(5000));
    answers.sort();
    let done: Vec<String> = (1..=4)
        .map(|id| format!("answer {id} {:?}", Answer::Done))
        .collect();
    assert_eq!(answers, done);
}

#[test]
fn a_clock_that_says_it_is_ready_has_restarted() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    bench.run(5000);
    bench.board.clock_restarts(bench.now);
    let events = bench.run(500);
    let restarts: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            LinkEvent::Restarted { lost_ms } => *lost_ms,
            _ => None,
        })
        .collect();
    assert!(
        matches!(restarts[..], [lost_ms] if lost_ms <= 1000),
        "{restarts:?}"
    );
    assert_eq!(last_sample(&events), (1810, 1810, None));
}

#[test]
fn turn_bits_that_contradict_the_tumbler_are_a_fault_once() {
    let mut bench = Bench::new(Manners {
        swapped_turn_bits: true,
        ..Manners::default()
    });
    bench.run(1500);
    bench.board.running = true;
    bench.run(3000);
    bench.board.press(bench.now);
    // The tumbler is believed all the same.
    assert!(matches!(
        &bench.run(300)[..],
        [
            LinkEvent::Pressed {
                side: Side::Left,
                ..
            },
            ..
        ]
    ));
    let mut bench = Bench::new(Manners {
        swapped_turn_bits: true,
        ..Manners::default()
    });
    let events = bench.run(3000);
    let faults = events
        .iter()
        .filter(|e| **e == LinkEvent::Fault(Fault::TurnBits))
        .count();
    assert_eq!(faults, 1);
}

#[test]
fn a_press_while_the_link_was_down_is_caught_up_with() {
    let mut bench = Bench::new(Manners::default());
    bench.run(1500);
    bench.board.running = true;
    bench.run(3000);
    let trace = bench.driver.trace();
    let mut later = Bench::remembering(bench.now, Manners::default(), trace);
    (later.board.left_ms, later.board.running) = (bench.board.left_ms, true);
    later.board.press(later.now);
    let events = short(&later.run(2000));
    assert_eq!(events.len(), 2, "{events:?}");
    assert!(events[1].starts_with("press Left"), "{events:?}");
}

#[test]
fn an_hour_of_play_sends_nothing_forbidden() {
    let mut bench = Bench::new(Manners {
        stutters: true,
        ..Manners::default()
    });
    bench.run(1500);
    bench.board.running = true;
    for n in 0..240u32 {
        bench.run(15_000);
        bench.board.press(bench.now);
        match n % 4 {
            0 => drop(bench.send(n, SET)),
            1 => drop(bench.send(n, Command::Display("xiangqi".into()))),
            2 => drop(bench.send(n, Command::Beep(640))),
            _ => drop(bench.send(n, Command::Ask)),
        }
    }
    let keep_alives = bench.board.received(0x45);
    assert!((3500..=3700).contains(&keep_alives), "{keep_alives}");
}
