//! The real firmware on a simulated ATmega328P, driven by the link through a pseudo terminal.

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use clock_link::authority::{
    Authority, MoveTime, Notice, Pending, Reading, Source, Start, Table, Times,
};
use clock_link::{
    Answer, ClockLink, Command, CommandId, Config, LinkEvent, PortChoice, Side, Terms,
};
use tempfile::TempDir;

use crate::tools::{Board, firmware, read_log};
use crate::wire::{gather, wait_for};

pub fn open(folder: &Path) -> ClockLink {
    let port = PortChoice::Path(folder.join("clock"));
    ClockLink::open(Config {
        port,
        terms: Terms::default(),
    })
    .expect("a thread")
}

pub fn is_sample(event: &LinkEvent) -> bool {
    matches!(event, LinkEvent::Sample(_))
}

pub fn answer_to(link: &ClockLink, command: Command) -> Answer {
    let id = link.send(command);
    let events = wait_for(
        link,
        |event| matches!(event, LinkEvent::Answered { id: of, .. } if *of == id),
    );
    match events.last() {
        Some(LinkEvent::Answered { answer, .. }) => answer.clone(),
        other => panic!("{other:?}"),
    }
}

fn set(left_ms: u32, right_ms: u32, increment_ms: u32) -> Command {
    Command::SetTimes {
        left_ms,
        right_ms,
        increment_ms,
        first: Side::Left,
        ply: 0,
    }
}

fn fields(body: &str) -> Vec<String> {
    body.split(',').map(str::to_owned).collect()
}

fn up_ms(fields: &[String]) -> f64 {
    fields[3].parse().expect("a number")
}

/// The state lines sent for this reason: when, and their fields.
fn states(log: &[(f64, String)], why: &str) -> Vec<(f64, Vec<String>)> {
    log.iter()
        .map(|(ms, body)| (*ms, fields(body)))
        .filter(|(_, fields)| fields[0] == "xqs" && fields[2] == why)
        .collect()
}

/// A terminal without a screen: the table, its link, and what it would write into its journal.
struct Terminal {
    link: ClockLink,
    table: Table,
    journal: Vec<MoveTime>,
    notices: Vec<Notice>,
}

impl Terminal {
    /// Follows the link until something is so; gives up after half a minute.
    fn follow_until(&mut self, what: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !what(self) {
            assert!(
                Instant::now() < deadline,
                "it did not come: {:#?}",
                self.notices
            );
            let mut notices = Vec::new();
            let event = self.link.events().recv_timeout(Duration::from_millis(20));
            if let Ok(event) = event {
                self.table.on_link(Instant::now(), &event, &mut notices);
            }
            self.take(notices);
        }
    }

    fn follow(&mut self, time: Duration) {
        let end = Instant::now() + time;
        self.follow_until(|_| Instant::now() >= end);
    }

    fn moved(&mut self, side: Side) {
        let mut notices = Vec::new();
        self.table.moved(Instant::now(), side, &mut notices);
        self.take(notices);
    }

    fn take(&mut self, notices: Vec<Notice>) {
        for notice in notices {
            match notice {
                Notice::Timed(time) => self.journal.push(time),
                notice => self.notices.push(notice),
            }
        }
    }

    /// On a busy machine the simulator may fall behind for a moment, which shows as a difference
    /// between the clocks; nothing else is to be noticed.
    fn complaints(&self) -> Vec<&Notice> {
        self.notices
            .iter()
            .filter(|notice| !matches!(notice, Notice::Differs { .. }))
            .collect()
    }

    fn send(&mut self, command: &Command) -> CommandId {
        let id = self.link.send(command.clone());
        self.table.sent(id, command);
        id
    }

    /// A player thinks, presses, and the move is entered.
    fn play(&mut self, board: &mut Board, side: Side, enters_first: bool) {
        let ply = self.journal.len() + 1;
        self.follow(Duration::from_millis(300 + 37 * ply as u64));
        if enters_first {
            self.moved(side);
        }
        board.order(match side {
            Side::Left => "push left",
            Side::Right => "bounce right",
        });
        if enters_first {
            self.follow_until(|terminal| terminal.journal.len() == ply);
        } else {
            self.follow_until(|it| matches!(it.table.pending(), Pending::MoveMissing { .. }));
            self.moved(side);
        }
        assert_eq!(self.journal.len(), ply);
    }
}

const START: Start = Start {
    times: Times {
        left_ms: 60_000,
        right_ms: 61_000,
    },
    increment_ms: 10_000,
    to_move: Side::Left,
    plies: 0,
};
const SIDES: [Side; 2] = [Side::Left, Side::Right];

impl Terminal {
    /// Sits down at a clock, sets it and waits until it shows the times.
    fn at(folder: &Path) -> Self {
        let table = Table::new(Authority::External, START);
        let link = open(folder);
        let mut terminal = Self {
            link,
            table,
            journal: Vec::new(),
            notices: Vec::new(),
        };
        terminal.follow_until(|it| it.reading().source == Source::External);
        terminal.send(&terminal.table.set_command(START.times, Side::Left, 0));
        terminal.follow_until(|it| it.reading().times == START.times);
        terminal.notices.clear();
        terminal
    }

    fn reading(&self) -> Reading {
        self.table.reading(Instant::now())
    }

    fn offered(&self) -> Option<(Times, Option<u32>)> {
        self.notices.iter().find_map(|notice| match notice {
            Notice::RestoreOffered { times, lost_ms } => Some((*times, *lost_ms)),
            _ => None,
        })
    }

    /// Plays the moves of a range, some entered before the press and some after it.
    fn play_moves(&mut self, board: &mut Board, plies: Range<usize>) {
        for ply in plies {
            self.play(board, SIDES[ply % 2], ply % 3 == 0);
        }
        assert_eq!(self.complaints(), [] as [&Notice; 0]);
    }

    /// The board was killed and started again: what is offered for restoring is what it last
    /// said, and what it kept itself is what it was at the last press.
    fn restore(&mut self, folder: &Path, lines_before: usize) {
        self.follow_until(|it| it.offered().is_some());
        let (times, lost_ms) = self.offered().expect("just seen");
        assert!(
            lost_ms.is_some_and(|ms| (700..5000).contains(&ms)),
            "{lost_ms:?}"
        );
        let log = read_log(folder);
        let (before, after) = log.split_at(lines_before);
        let last = fields(&before.last().expect("it spoke before").1);
        assert_eq!(
            last[4..6],
            [times.left_ms.to_string(), times.right_ms.to_string()]
        );
        let (_, pressed) = states(before, "t").pop().expect("there were presses");
        let kept = after
            .iter()
            .map(|(_, body)| fields(body))
            .find(|kept| kept[0] == "xqs");
        let expected = [&pressed[4], &pressed[5], "--", "5"].map(ToOwned::to_owned);
        assert_eq!(kept.expect("it speaks")[4..8], expected);
        // The arbiter lets the times be written back.
        let command = self
            .table
            .restore_command(times)
            .expect("a restore is offered");
        self.send(&command);
        self.follow_until(|it| it.notices.contains(&Notice::Restored));
        self.notices.clear();
    }

    /// What was recorded is what the firmware said, to the millisecond.
    fn check_journal(&self, log: &[(f64, String)]) {
        let said = states(log, "t");
        assert_eq!((self.journal.len(), said.len()), (10, 10));
        for (ply, (time, (_, fields))) in self.journal.iter().zip(&said).enumerate() {
            assert_eq!(time.ply as usize, ply + 1);
            assert_eq!((time.side, time.source), (SIDES[ply % 2], Source::External));
            let said = |n: usize| fields[n].parse::<u32>().unwrap();
            assert_eq!(
                (time.counted.left_ms, time.counted.right_ms),
                (said(4), said(5))
            );
            assert_eq!(said(7) as usize, ply + 1);
            // And the terminal's own clock, which measured the same presses, is close to it.
            for side in SIDES {
                let apart = time.kiosk.of(side).abs_diff(time.counted.of(side));
                assert!(apart < 1000, "{time:?}");
            }
        }
    }
}

#[test]
fn ten_moves_with_the_clock_killed_at_the_fifth() {
    let Some(firmware) = firmware() else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let Some(mut board) = Board::start(firmware, folder, 1) else {
        return;
    };
    let mut terminal = Terminal::at(folder);
    board.order("push pause");
    terminal.play_moves(&mut board, 0..5);
    // A simulator that was kept from the processor for a moment catches up.
    let mut keeps_pace = || {
        std::thread::sleep(Duration::from_millis(100));
        let times = board.ask("time");
        let (simulated, wall) = times.split_once(' ').expect("two numbers");
        (simulated.parse::<f64>().unwrap() / wall.parse::<f64>().unwrap() - 1.0).abs() < 0.005
    };
    assert!((0..50).any(|_| keeps_pace()));

    // Somebody falls over the cable while Right is thinking.
    terminal.follow(Duration::from_millis(700));
    board.kill();
    let lines_before = read_log(folder).len();
    terminal.follow_until(|it| it.notices.contains(&Notice::Estimating));
    assert_eq!(terminal.reading().source, Source::Estimated);
    terminal.follow(Duration::from_millis(800));
    let mut board = Board::start(firmware, folder, 1).expect("it did start before");
    terminal.restore(folder, lines_before);
    terminal.link.send(Command::Run);
    terminal.play_moves(&mut board, 5..10);

    let log = read_log(folder);
    terminal.check_journal(&log);
    // Nor do the clock's milliseconds differ from those of its crystal.
    let periods = states(&log[lines_before..], ".");
    let (first, last) = (periods.first().unwrap(), periods.last().unwrap());
    let counted = up_ms(&last.1) - up_ms(&first.1);
    assert!(
        (counted - (last.0 - first.0)).abs() < 60.0 && counted > 2000.0,
        "{first:?} {last:?}"
    );
}

#[test]
fn commands_are_answered_and_refused_by_the_firmware() {
    let Some(firmware) = firmware() else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let Some(mut board) = Board::start(firmware, folder.path(), 1) else {
        return;
    };
    let link = open(folder.path());
    wait_for(&link, is_sample);
    assert_eq!(answer_to(&link, set(5_000, 1_200_000, 2_000)), Answer::Done);
    assert_eq!(
        answer_to(&link, Command::Display("table-7".into())),
        Answer::Done
    );
    assert_eq!(answer_to(&link, Command::Beep(50)), Answer::Done);
    assert_eq!(answer_to(&link, Command::Ask), Answer::Done);
    assert_eq!(answer_to(&link, Command::Run), Answer::Done);
    assert_eq!(
        answer_to(&link, set(1, 1, 1)),
        Answer::Refused("run".into())
    );
    let display = board.ask("display");
    assert!(
        display.ends_with(">   20:00|table-7         |") || display.contains("<   20:00|table-7"),
        "{display}"
    );
    let events = wait_for(&link, |event| matches!(event, LinkEvent::FlagFell { .. }));
    let Some(LinkEvent::FlagFell {
        side: Side::Left,
        sample,
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert_eq!(
        (sample.left_ms, sample.right_ms, sample.running),
        (0, 1_200_000, None)
    );
    assert_eq!(
        answer_to(&link, Command::Run),
        Answer::Refused("flag".into())
    );
    // The flag stays, and the buzzer has sounded for the command and for the flag.
    let later = gather(&link, Duration::from_millis(600));
    assert!(later.iter().all(|event| match event {
        LinkEvent::Sample(sample) => sample.flag == Some(Side::Left) && sample.left_ms == 0,
        _ => false,
    }));
    assert_eq!(board.ask("beeps"), "2");
    assert!(
        board
            .ask("display")
            .starts_with("|00.0   <   20:00|table-7")
    );
}

#[test]
fn a_bouncing_contact_costs_no_time_on_the_chip() {
    let Some(firmware) = firmware() else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let Some(mut board) = Board::start(firmware, folder.path(), 1) else {
        return;
    };
    let link = open(folder.path());
    wait_for(&link, is_sample);
    board.order("push pause");
    wait_for(
        &link,
        |event| matches!(event, LinkEvent::Sample(it) if it.running.is_some()),
    );
    std::thread::sleep(Duration::from_millis(400));
    board.order("bounce left");
    let events = wait_for(&link, |event| matches!(event, LinkEvent::Pressed { .. }));
    let presses = events
        .iter()
        .filter(|event| matches!(event, LinkEvent::Pressed { .. }));
    assert_eq!(presses.count(), 1);
    assert!(
        !gather(&link, Duration::from_millis(500))
            .iter()
            .any(|event| matches!(event, LinkEvent::Pressed { .. }))
    );
    let log = board.log();
    // How much earlier than its own start the clock's count begins in the log.
    let offset = states(&log, ".")
        .iter()
        .map(|(ms, fields)| ms - up_ms(fields))
        .fold(f64::INFINITY, f64::min);
    let (sent, press) = states(&log, "t").remove(0);
    // Twelve milliseconds of bouncing and twenty of stillness passed before it was certain.
    let late = sent - offset - up_ms(&press);
    assert!((31.0..110.0).contains(&late), "{late}");
    let (_, go) = states(&log, "g").remove(0);
    let used = up_ms(&press) - up_ms(&go);
    assert_eq!(press[4], (1_810_000 - used as u32).to_string());
}

#[test]
fn a_firmware_that_hangs_is_restarted_by_its_watchdog() {
    let Some(firmware) = firmware() else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let Some(mut board) = Board::start(firmware, folder.path(), 1) else {
        return;
    };
    let link = open(folder.path());
    wait_for(&link, is_sample);
    board.order("push pause");
    // Longer than the clock will have been up after it.
    let before = gather(&link, Duration::from_secs(3));
    board.order("push left");
    wait_for(&link, |event| matches!(event, LinkEvent::Pressed { .. }));
    gather(&link, Duration::from_millis(300));
    board.order("hang");
    let events = wait_for(&link, |event| matches!(event, LinkEvent::Restarted { .. }));
    // The link itself was never lost.
    assert!(
        !events
            .iter()
            .chain(&before)
            .any(|event| matches!(event, LinkEvent::Lost(_)))
    );
    assert!(matches!(
        events.last(),
        Some(LinkEvent::Restarted { lost_ms: Some(_) })
    ));
    let log = board.log();
    let hello = log
        .iter()
        .rposition(|(_, body)| body.starts_with("xqh"))
        .expect("a hello");
    assert!(
        log[hello].1.ends_with(",kept+reset=wdt"),
        "{:?}",
        log[hello]
    );
    // By its own crystal: half a second of silence, up to 250 ms before it, and the start.
    let silent_ms = log[hello].0 - log[hello - 1].0;
    assert!((480.0..900.0).contains(&silent_ms), "{silent_ms}");
    let sample = wait_for(&link, is_sample);
    let Some(LinkEvent::Sample(sample)) = sample.last() else {
        panic!("{sample:?}");
    };
    assert_eq!((sample.ply, sample.running), (Some(1), None));
}

/// At twenty times the speed of life, three hours of play by two players of five seconds a move.
#[test]
#[ignore = "ten minutes long; the figures are in hardware/README.md"]
fn three_simulated_hours() {
    let (Some(firmware), speed) = (firmware(), 20) else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    let Some(mut board) = Board::start(firmware, folder.path(), speed) else {
        return;
    };
    let link = open(folder.path());
    wait_for(&link, is_sample);
    assert_eq!(
        answer_to(&link, set(1_800_000, 1_800_000, 10_000)),
        Answer::Done
    );
    assert_eq!(answer_to(&link, Command::Run), Answer::Done);
    let memory = || {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
        statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4
    };
    let start = Instant::now();
    let (mut moves, mut settled_kib, mut samples) = (0u32, 0, 0u64);
    while start.elapsed() < Duration::from_secs(3 * 3600 / u64::from(speed)) {
        board.order(if moves.is_multiple_of(2) {
            "push left"
        } else {
            "push right"
        });
        let events = gather(&link, Duration::from_millis(5000 / u64::from(speed)));
        let pressed = events
            .iter()
            .filter(|it| matches!(it, LinkEvent::Pressed { .. }))
            .count();
        moves += pressed as u32;
        samples += events.iter().filter(|event| is_sample(event)).count() as u64;
        let bad = events.iter().find(|event| {
            matches!(
                event,
                LinkEvent::Restarted { .. } | LinkEvent::Lost(_) | LinkEvent::FlagFell { .. }
            )
        });
        assert_eq!(bad, None);
        if settled_kib == 0 && start.elapsed() > Duration::from_secs(30) {
            settled_kib = memory();
        }
    }
    let counters = link.diagnostics().counters;
    let grown = memory() as i64 - settled_kib as i64;
    println!(
        "{moves} presses, {samples} samples, {counters:?}, memory grown by {grown} KiB of {settled_kib}"
    );
    let times = board.ask("time");
    println!("simulated and wall seconds: {times}");
    assert_eq!((counters.bad, counters.gaps), (0, 0));
    assert!(grown < 1024, "{grown} KiB");
}
