//! A link with a real port: who is there, unplugging, replugging, a held port, noise.

use std::fs;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clock_link::diagnostics::Counters;
use clock_link::{
    Answer, Command, Fault, Ident, LinkEvent, LinkState, PortChoice, Reason, Side, Terms,
};

use crate::board::{Board, Manners};
use crate::wire::{Device, FarEnd, Sockets, gather, link as open, wait_for};

fn is_state(state: LinkState) -> impl Fn(&LinkEvent) -> bool {
    move |event| *event == LinkEvent::State(state)
}

fn is_connected(event: &LinkEvent) -> bool {
    matches!(event, LinkEvent::Connected(_))
}

fn is_sample(event: &LinkEvent) -> bool {
    matches!(event, LinkEvent::Sample(_))
}

fn presses(events: &[LinkEvent]) -> usize {
    events
        .iter()
        .filter(|event| matches!(event, LinkEvent::Pressed { .. }))
        .count()
}

fn board() -> Board {
    let manners = Manners {
        wants_pauses: false,
        ..Manners::default()
    };
    Board::new(Instant::now(), manners)
}

#[test]
fn a_clock_is_recognised_by_listening_and_written_to_only_then() {
    let sockets = Sockets::new();
    let far_end = FarEnd::new(sockets.plug("clock"), Device::Nothing);
    let link = sockets.link_to("clock");
    wait_for(&link, is_state(LinkState::Listening));
    std::thread::sleep(Duration::from_millis(800));
    far_end.say(b"0,0,--,0*282b\r\n$xqs,3,.,750,5000,6000,--,0,l*0000\r\n");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(far_end.received(), b"");
    far_end.say(b"$xqn,27,crc*5c70\r\n");
    wait_for(&link, is_state(LinkState::Live));
    std::thread::sleep(Duration::from_millis(100));
    assert!(far_end.received().starts_with(b"$kqh,1*"));
}

#[test]
fn nothing_is_ever_written_to_a_device_that_says_nothing() {
    let sockets = Sockets::new();
    let far_end = FarEnd::new(sockets.plug("clock"), Device::Nothing);
    let start = Instant::now();
    let link = sockets.link_to("clock");
    wait_for(&link, |event| {
        *event == LinkEvent::Fault(Fault::UnknownDevice)
    });
    let waited = start.elapsed();
    assert!(waited.as_millis() >= 1500, "{waited:?}");
    // It is left alone from then on.
    assert_eq!(gather(&link, Duration::from_secs(3)), []);
    assert_eq!(link.diagnostics().state, LinkState::Unknown);
    assert_eq!(far_end.received(), b"");
    drop(far_end);
    // Another device in the same socket brings a new try.
    let far_end = FarEnd::clock(sockets.plug("clock"), "M1");
    wait_for(&link, is_connected);
    drop(far_end);
}

#[test]
fn noise_is_no_clock_and_gets_no_answer() {
    for dgt_announced in [false, true] {
        let sockets = Sockets::new();
        let far_end = FarEnd::new(sockets.plug("clock"), Device::Nothing);
        let terms = Terms {
            dgt_announced,
            ..Terms::default()
        };
        let link = open(PortChoice::Path(sockets.path("clock")), terms);
        wait_for(&link, is_state(LinkState::Listening));
        for n in 0..20u8 {
            far_end.say(&[n.wrapping_mul(37), 0x31, b'x', n | 0x80]);
            std::thread::sleep(Duration::from_millis(20));
        }
        wait_for(&link, is_state(LinkState::Unknown));
        assert_eq!(far_end.received(), b"");
    }
}

#[test]
fn a_board_that_talks_is_recognised_by_listening() {
    let sockets = Sockets::new();
    let mut board = board();
    // An earlier program left it in update mode.
    board.on_bytes(Instant::now(), &[0x4b]);
    board.running = true;
    let far_end = FarEnd::new(sockets.plug("board"), Device::Board(Box::new(board)));
    let link = sockets.link_to("board");
    let events = wait_for(&link, is_connected);
    let Some(LinkEvent::Connected(ident)) = events.last() else {
        panic!("{events:?}");
    };
    assert_eq!(
        (ident.protocol.as_str(), ident.serial.as_str()),
        ("dgt", "00137")
    );
    wait_for(&link, is_sample);
    drop(far_end);
}

#[test]
fn a_silent_board_is_asked_only_where_it_was_announced() {
    let sockets = Sockets::new();
    let far_end = FarEnd::new(sockets.plug("board"), Device::Board(Box::new(board())));
    let terms = Terms {
        dgt_announced: true,
        increment_ms: 10_000,
        paired: None,
    };
    let link = open(PortChoice::Path(sockets.path("board")), terms);
    wait_for(&link, is_state(LinkState::Listening));
    std::thread::sleep(Duration::from_millis(1000));
    assert_eq!(far_end.received(), b"");
    wait_for(&link, is_connected);
    assert_eq!(far_end.received().first(), Some(&0x4d));
    far_end.toggle();
    wait_for(
        &link,
        |event| matches!(event, LinkEvent::Sample(sample) if sample.running.is_some()),
    );
    std::thread::sleep(Duration::from_millis(1200));
    far_end.press(Side::Left);
    let events = wait_for(&link, |event| matches!(event, LinkEvent::Pressed { .. }));
    assert_eq!(presses(&events), 1);
}

#[test]
fn an_unplugged_clock_comes_back_and_its_presses_are_caught_up_with() {
    let sockets = Sockets::new();
    let far_end = FarEnd::clock(sockets.plug("clock"), "M1");
    let link = sockets.link_to("clock");
    wait_for(&link, is_sample);
    far_end.toggle();
    wait_for(
        &link,
        |event| matches!(event, LinkEvent::Sample(sample) if sample.running.is_some()),
    );
    // In the middle of a line.
    far_end.say(b"$xqs,9,.,27");
    let device = far_end.unplug();
    sockets.unplug("clock");
    wait_for(&link, |event| *event == LinkEvent::Lost(Reason::Unplugged));
    let id = link.send(Command::Ask);
    let answer = LinkEvent::Answered {
        id,
        answer: Answer::NotConnected,
    };
    wait_for(&link, |event| *event == answer);

    // The clock has a battery: it runs on, and Left presses while it is unplugged.
    let Device::Clock(mut clock) = device else {
        panic!("it was a clock");
    };
    std::thread::sleep(Duration::from_millis(2500));
    clock.press(Instant::now(), Side::Left);
    let face = clock.face();
    let _ = clock.take_output();
    let far_end = FarEnd::new(sockets.plug("clock"), Device::Clock(clock));
    let events = wait_for(&link, is_sample);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, LinkEvent::Restarted { .. })),
        "{events:?}"
    );
    assert_eq!(presses(&events), 1, "{events:?}");
    let Some(LinkEvent::Sample(sample)) = events.last() else {
        panic!("{events:?}");
    };
    assert_eq!(
        (sample.left_ms, sample.running),
        (face.left_ms, Some(Side::Right))
    );
    drop(far_end);
}

#[test]
fn a_clock_is_found_again_under_another_name() {
    let sockets = Sockets::new();
    let far_end = FarEnd::clock(sockets.plug("usb-0:1"), "M1");
    // A modem that has nothing to say sits beside it.
    let modem = FarEnd::new(sockets.plug("usb-0:2"), Device::Nothing);
    let link = open(PortChoice::AnyIn(sockets.folder().into()), Terms::default());
    wait_for(&link, is_sample);
    // Long enough that the next clock, just switched on, is younger.
    std::thread::sleep(Duration::from_secs(2));
    drop(far_end);
    sockets.unplug("usb-0:1");
    wait_for(&link, |event| matches!(event, LinkEvent::Lost(_)));
    let far_end = FarEnd::clock(sockets.plug("usb-0:3"), "M1");
    let events = wait_for(&link, is_sample);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, LinkEvent::Restarted { .. })),
        "{events:?}"
    );
    assert!(
        link.diagnostics()
            .port
            .is_some_and(|port| port.ends_with("usb-0:3"))
    );
    assert_eq!(modem.received(), b"");
    drop(far_end);
}

#[test]
fn the_clock_of_another_table_is_told_from_ones_own() {
    let sockets = Sockets::new();
    let paired = Ident {
        protocol: "xqc1".into(),
        model: "xqclock-model".into(),
        firmware: "0.0".into(),
        serial: "M1".into(),
        caps: String::new(),
    };
    let terms = Terms {
        paired: Some(paired),
        ..Terms::default()
    };
    let link = open(PortChoice::Path(sockets.path("clock")), terms);
    let own = FarEnd::clock(sockets.plug("clock"), "M1");
    let events = wait_for(&link, is_sample);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, LinkEvent::Fault(_))),
        "{events:?}"
    );
    drop(own);
    let swapped = FarEnd::clock(sockets.plug("clock"), "M2");
    let events = wait_for(&link, is_sample);
    let found: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            LinkEvent::Fault(Fault::OtherClock { found, .. }) => Some(found.serial.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(found, ["M2"]);
    drop(swapped);
}

#[test]
fn a_port_held_by_another_program_is_said_once_and_tried_again() {
    let sockets = Sockets::new();
    let far_end = FarEnd::clock(sockets.plug("clock"), "M1");
    let path = sockets.path("clock").display().to_string();
    let other = serialport::new(path, 9600).open_native().expect("the port");
    let link = sockets.link_to("clock");
    wait_for(&link, |event| *event == LinkEvent::Fault(Fault::PortBusy));
    let more = gather(&link, Duration::from_secs(2));
    assert_eq!(more, [], "once is enough");
    drop(other);
    wait_for(&link, is_sample);
    drop(far_end);
}

#[test]
fn a_clock_plugged_in_late_is_seen_at_once() {
    let sockets = Sockets::new();
    // A busy machine may be late once.
    let waits = (0..4).map(|_| {
        let link = sockets.link_to("clock");
        // By now it looks only every two seconds.
        std::thread::sleep(Duration::from_millis(3500));
        assert_eq!(link.diagnostics().state, LinkState::Absent);
        let plugged = Instant::now();
        let far_end = FarEnd::clock(sockets.plug("clock"), "M1");
        wait_for(&link, is_state(LinkState::Listening));
        let waited = plugged.elapsed();
        wait_for(&link, is_sample);
        drop((link, far_end));
        sockets.unplug("clock");
        waited
    });
    assert!(waits.take_while(|waited| waited.as_millis() >= 500).count() < 4);
}

#[test]
fn a_clock_that_falls_silent_is_stale_then_lost_and_looked_for_again() {
    let sockets = Sockets::new();
    let far_end = FarEnd::new(sockets.plug("clock"), Device::Nothing);
    let link = sockets.link_to("clock");
    wait_for(&link, is_state(LinkState::Listening));
    let start = Instant::now();
    far_end.say(b"$xqh,7,1,xqclock-avr,0.1,328P0001*5b00\r\n");
    wait_for(&link, is_state(LinkState::Stale));
    // Not earlier; how much later is up to the machine. With time held in the hand it is exact.
    assert!(start.elapsed().as_millis() >= 1500, "{:?}", start.elapsed());
    wait_for(&link, |event| *event == LinkEvent::Lost(Reason::Silent));
    assert!(start.elapsed().as_millis() >= 3000, "{:?}", start.elapsed());
    // The socket is known to hold a clock: it is not given up, however long it stays silent.
    wait_for(&link, is_state(LinkState::Listening));
    wait_for(&link, is_state(LinkState::Lost));
    wait_for(&link, is_state(LinkState::Listening));
    far_end.say(b"$xqh,7,1,xqclock-avr,0.1,328P0001*5b00\r\n");
    wait_for(&link, is_state(LinkState::Live));
}

/// Processor time of the thread of this name, in nanoseconds.
fn processor_time(name: &str) -> Option<u64> {
    fs::read_dir("/proc/self/task")
        .ok()?
        .flatten()
        .find_map(|task| {
            let comm = fs::read_to_string(task.path().join("comm")).ok()?;
            let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
            (comm.trim_end() == name).then(|| stat.split(' ').next()?.parse().ok())?
        })
}

/// What a line is flooded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flood {
    /// Noise from the beginning.
    Noise,
    /// Noise with the lines of a clock in between.
    NoiseAndLines,
    /// A clock at first, then only noise.
    ClockThenNoise,
}

/// Writes into a line as fast as it takes it; gives the bytes written.
fn flood(mut port: serialport::TTYPort, stop: &AtomicBool, flood: Flood) -> u64 {
    let start = Instant::now();
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut seq = 0u16;
    let mut written = 0;
    while !stop.load(Ordering::Relaxed) {
        let has_lines = match flood {
            Flood::Noise => false,
            Flood::NoiseAndLines => true,
            Flood::ClockThenNoise => start.elapsed() < Duration::from_secs(1),
        };
        let mut bytes: Vec<u8> = (0..200)
            .map(|_| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed >> 32) as u8
            })
            .collect();
        if has_lines {
            let up = start.elapsed().as_millis();
            let line = format!("xqs,{seq},.,{up},1800000,1800000,--,0,l");
            bytes.extend(clock_link::xqc1::seal(&line).bytes());
            seq = seq.wrapping_add(1);
        }
        match port.write(&bytes) {
            Ok(length) => written += length as u64,
            Err(_) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    written
}

/// The share of one core the link takes under a flood, what it counted and said meanwhile.
fn measure(seconds: u64, kind: Flood) -> (f64, Counters, Vec<LinkEvent>) {
    let sockets = Sockets::new();
    let name = format!("fl{}", kind as u8);
    let port = sockets.plug(&name);
    let stop = Arc::new(AtomicBool::new(false));
    let far_end = {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || flood(port, &stop, kind))
    };
    let link = sockets.link_to(&name);
    wait_for(&link, is_state(LinkState::Listening));
    let thread = format!("clock {name}");
    let before = processor_time(&thread).expect("the thread");
    let start = Instant::now();
    let seen = gather(&link, Duration::from_secs(seconds));
    let used = processor_time(&thread).expect("the thread") - before;
    let share = used as f64 / start.elapsed().as_nanos() as f64;
    // The end of the flood pulls the plug.
    let counters = link.diagnostics().counters;
    stop.store(true, Ordering::Relaxed);
    let offered = far_end.join().expect("the flood");
    println!(
        "{kind:?} for {seconds} s: {offered} bytes offered, {} read, {} good and {} bad lines, \
         {} losses, {:.2} % of one core",
        counters.bytes,
        counters.good,
        counters.bad,
        counters.losses,
        share * 100.0
    );
    (share, counters, seen)
}

#[test]
fn noise_at_full_speed_costs_under_five_percent() {
    let (share, _, seen) = measure(4, Flood::Noise);
    assert!(share < 0.05, "{share}");
    assert!(
        seen.contains(&LinkEvent::Fault(Fault::UnknownDevice)),
        "{seen:?}"
    );
}

#[test]
fn a_clock_amid_noise_at_full_speed_is_still_heard() {
    let (share, counters, seen) = measure(4, Flood::NoiseAndLines);
    assert!(share < 0.05, "{share}");
    assert!(seen.contains(&LinkEvent::Fault(Fault::Noisy)), "{seen:?}");
    assert!(
        !seen
            .iter()
            .any(|event| matches!(event, LinkEvent::Restarted { .. }))
    );
    assert!(seen.iter().rev().take(5).any(is_sample), "{seen:?}");
    assert_eq!(counters.losses, 0);
}

#[test]
fn a_clock_drowned_by_noise_is_lost_and_still_looked_for() {
    let (share, counters, seen) = measure(8, Flood::ClockThenNoise);
    assert!(share < 0.05, "{share}");
    assert!(seen.contains(&LinkEvent::Fault(Fault::Noisy)), "{seen:?}");
    assert!(seen.contains(&LinkEvent::Lost(Reason::Silent)), "{seen:?}");
    assert!(
        !seen.contains(&LinkEvent::State(LinkState::Unknown)),
        "{seen:?}"
    );
    assert!(counters.bytes > 10_000);
}

#[test]
#[ignore = "three minutes long; the figures are in hardware/README.md"]
fn a_minute_of_noise() {
    for kind in [Flood::Noise, Flood::NoiseAndLines, Flood::ClockThenNoise] {
        let (share, ..) = measure(60, kind);
        assert!(share < 0.05, "{share}");
    }
}
