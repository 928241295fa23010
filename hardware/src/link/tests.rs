use std::time::{Duration, Instant};

use super::LinkState::{Listening, Live, Lost, Opening, Stale};
use super::*;
use crate::xqc1::seal;

struct Bench {
    start: Instant,
    link: Link,
}

impl Bench {
    fn new(terms: Terms) -> Self {
        Self {
            start: Instant::now(),
            link: Link::new(terms),
        }
    }

    fn at(&self, ms: u64) -> Instant {
        self.start + Duration::from_millis(ms)
    }

    fn wish(&self, ms: u64) -> Wish {
        self.link.wish(self.at(ms))
    }

    fn open(&mut self, ms: u64) {
        assert_eq!(self.wish(ms), Wish::Open);
        self.link.opening();
        self.link.opened(self.at(ms), "/dev/serial/by-path/usb-0:2");
    }

    fn hear(&mut self, ms: u64, body: &str) {
        self.link.on_bytes(self.at(ms), seal(body).as_bytes());
    }

    fn tick(&mut self, ms: u64) -> Vec<u8> {
        self.link.on_tick(self.at(ms));
        self.link.take_writes()
    }

    fn states(&mut self) -> Vec<LinkState> {
        let events = self.link.take_events().into_iter();
        events
            .filter_map(|event| match event {
                LinkEvent::State(state) => Some(state),
                _ => None,
            })
            .collect()
    }
}

#[test]
fn a_missing_port_is_looked_for_at_growing_intervals() {
    let mut bench = Bench::new(Terms::default());
    let mut ms = 0;
    let mut pauses = Vec::new();
    for _ in 0..8 {
        assert_eq!(bench.wish(ms), Wish::Open);
        bench
            .link
            .open_failed(bench.at(ms), None, OpenFailure::Absent);
        let Wish::WaitUntil(until) = bench.wish(ms) else {
            panic!("it should wait");
        };
        let pause = (until - bench.at(ms)).as_millis() as u64;
        assert_eq!(bench.wish(ms + pause - 1), Wish::WaitUntil(until));
        pauses.push(pause);
        ms += pause;
    }
    assert_eq!(pauses, [100, 200, 400, 800, 1600, 2000, 2000, 2000]);
    assert_eq!(bench.states(), []);
}

#[test]
fn a_new_port_ends_the_wait() {
    let mut bench = Bench::new(Terms::default());
    for ms in [0, 100, 300, 700, 1500] {
        bench
            .link
            .open_failed(bench.at(ms), None, OpenFailure::Absent);
    }
    assert!(matches!(bench.wish(1600), Wish::WaitUntil(_)));
    bench.link.replugged();
    assert_eq!(bench.wish(1600), Wish::Open);
}

#[test]
fn a_silent_device_is_left_alone_after_a_second_and_a_half() {
    let mut bench = Bench::new(Terms::default());
    bench.open(0);
    assert_eq!(bench.tick(1499), b"");
    assert_eq!(bench.wish(1499), Wish::Read);
    assert_eq!(bench.tick(1500), b"");
    assert_eq!(bench.wish(1500), Wish::WaitForReplug);
    assert_eq!(bench.states(), [Opening, Listening, LinkState::Unknown]);
    assert_eq!(bench.wish(3_600_000), Wish::WaitForReplug);
    bench.link.replugged();
    assert_eq!(bench.wish(3_600_000), Wish::Open);
}

#[test]
fn where_a_board_was_announced_it_is_asked_twice() {
    let mut bench = Bench::new(Terms {
        dgt_announced: true,
        ..Terms::default()
    });
    bench.open(0);
    let writes: Vec<(u64, Vec<u8>)> = (0..=250)
        .map(|n| n * 10)
        .map(|ms| (ms, bench.tick(ms)))
        .filter(|(_, bytes)| !bytes.is_empty())
        .collect();
    assert_eq!(writes, [(1500, vec![0x4d]), (2000, vec![0x4d])]);
    assert_eq!(bench.wish(2500), Wish::WaitForReplug);
}

#[test]
fn a_device_that_answers_the_question_is_a_board() {
    let mut bench = Bench::new(Terms {
        dgt_announced: true,
        ..Terms::default()
    });
    bench.open(0);
    bench.tick(1500);
    bench.link.on_bytes(bench.at(1540), &[0x93, 0x00]);
    bench.link.on_bytes(bench.at(1541), &[0x05, 0x01, 0x02]);
    assert_eq!(bench.link.state, Live);
}

#[test]
fn what_a_clock_said_while_it_was_recognised_is_not_lost() {
    let mut bench = Bench::new(Terms::default());
    bench.open(0);
    // The rest of a cut line, a hello and the beginning of a state.
    bench.link.on_bytes(bench.at(5), b"0,--,0*282b\r\n");
    bench.hear(10, "xqh,0,1,xqclock-avr,1.0,328P0001");
    let events = bench.link.take_events();
    assert!(
        matches!(events.last(), Some(LinkEvent::Connected(_))),
        "{events:?}"
    );
    assert_eq!(bench.link.diagnostics(bench.at(10)).counters.bad, 0);
}

#[test]
fn live_stale_lost_and_back() {
    let mut bench = Bench::new(Terms::default());
    bench.open(0);
    bench.hear(10, "xqh,0,1,xqclock-avr,1.0,328P0001");
    for ms in [1400, 1600, 2900] {
        bench.tick(ms);
    }
    bench.hear(2950, "xqs,12,.,3000,1800000,1800000,--,0,l");
    for ms in [2960, 4500, 6000] {
        bench.tick(ms);
    }
    assert_eq!(
        bench.states(),
        [Opening, Listening, Live, Stale, Live, Stale, Lost]
    );
    // After a clock was heard the first pause is the shortest again.
    assert_eq!(bench.wish(6000), Wish::WaitUntil(bench.at(6100)));
    bench.open(6100);
    // This socket is known to hold a clock: silence does not make it a stranger.
    bench.tick(7600);
    assert_eq!(bench.states(), [Opening, Listening, Lost]);
    assert_eq!(bench.wish(7600), Wish::WaitUntil(bench.at(7800)));
}

#[test]
fn a_held_port_is_said_once() {
    let mut bench = Bench::new(Terms::default());
    for ms in [0, 100, 300] {
        bench.link.opening();
        bench
            .link
            .open_failed(bench.at(ms), Some("/dev/ttyUSB0"), OpenFailure::Busy);
    }
    let busy = LinkEvent::Fault(Fault::PortBusy);
    let expected = [LinkEvent::State(Opening), busy.clone()];
    assert_eq!(bench.link.take_events(), expected);
    bench
        .link
        .open_failed(bench.at(700), Some("/dev/ttyUSB0"), OpenFailure::Denied);
    assert_eq!(
        bench.link.take_events(),
        [LinkEvent::Fault(Fault::PortDenied)]
    );
    bench
        .link
        .open_failed(bench.at(1500), Some("/dev/ttyUSB0"), OpenFailure::Busy);
    assert_eq!(bench.link.take_events(), [busy]);
}

#[test]
fn commands_without_a_clock_are_answered_so() {
    let mut bench = Bench::new(Terms::default());
    let answer = LinkEvent::Answered {
        id: CommandId(3),
        answer: Answer::NotConnected,
    };
    bench.link.command(bench.at(0), CommandId(3), Command::Run);
    assert_eq!(bench.link.take_events(), std::slice::from_ref(&answer));
    bench.open(0);
    bench.hear(10, "xqh,0,1,xqclock-avr,1.0,328P0001");
    bench.link.command(bench.at(20), CommandId(3), Command::Run);
    bench.link.take_events();
    bench.link.broken(bench.at(30));
    let events = bench.link.take_events();
    assert!(events.contains(&answer), "{events:?}");
    assert!(
        events.contains(&LinkEvent::Lost(Reason::Unplugged)),
        "{events:?}"
    );
}

#[test]
fn the_unpaired_clock_is_named_each_time_it_connects() {
    let ident = Ident {
        protocol: "xqc1".into(),
        model: "xqclock-avr".into(),
        firmware: "1.0".into(),
        serial: "328P0002".into(),
        caps: String::new(),
    };
    let mut bench = Bench::new(Terms {
        paired: Some(ident),
        ..Terms::default()
    });
    for ms in [0, 10_000] {
        bench.open(ms);
        bench.hear(ms + 10, "xqh,0,1,xqclock-avr,1.0,328P0001");
        let events = bench.link.take_events();
        assert!(
            matches!(&events[..], [.., LinkEvent::Fault(Fault::OtherClock { found, .. })]
                if found.serial == "328P0001"),
            "{events:?}"
        );
        bench.link.broken(bench.at(ms + 20));
    }
}
