//! The XQC1 driver, line by line, with a clock of our own making.

use std::time::{Duration, Instant};

use clock_link::xqc1::{Xqc1, seal};
use clock_link::{ClockDriver, Command, CommandId, Fault, Health, LinkEvent, Outbox, Side, Trace};

const HELLO: &str = "xqh,0,1,xqclock-avr,1.0,328P0001";

struct Bench {
    start: Instant,
    driver: Xqc1,
    out: Outbox,
}

impl Bench {
    fn new() -> Self {
        Self::remembering(None)
    }

    fn remembering(trace: Option<Trace>) -> Self {
        let start = Instant::now() + Duration::from_secs(1000);
        Self {
            start,
            driver: Xqc1::new(start, trace),
            out: Outbox::default(),
        }
    }

    fn at(&self, ms: u64) -> Instant {
        self.start + Duration::from_millis(ms)
    }

    /// Plays lines that arrive `ms` after the start.
    fn hear(&mut self, ms: u64, bodies: &[&str]) -> Vec<LinkEvent> {
        let lines: String = bodies.iter().map(|body| seal(body)).collect();
        self.driver
            .on_bytes(self.at(ms), lines.as_bytes(), &mut self.out);
        std::mem::take(&mut self.out.events)
    }

    fn tick(&mut self, ms: u64) -> Vec<LinkEvent> {
        self.driver.on_tick(self.at(ms), &mut self.out);
        std::mem::take(&mut self.out.events)
    }

    fn wrote(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.out.writes)).expect("ASCII")
    }

    /// Says hello and a first state, and lets the driver's own hello be answered.
    fn connected(state: &str) -> Self {
        let mut bench = Self::new();
        bench.hear(0, &[HELLO, state]);
        bench.tick(0);
        let seq: u16 = state.split(',').nth(1).unwrap().parse().unwrap();
        bench.hear(0, &[&format!("xqa,{},1", seq.wrapping_add(1))]);
        bench.wrote();
        bench
    }
}

/// Presses as (side, exact), flags, restarts and samples in short.
fn short(events: &[LinkEvent]) -> Vec<String> {
    events
        .iter()
        .map(|event| match event {
            LinkEvent::Pressed { side, exact, .. } => format!("press {side:?} {exact}"),
            LinkEvent::FlagFell { side, .. } => format!("flag {side:?}"),
            LinkEvent::Restarted { lost_ms } => format!("restarted {lost_ms:?}"),
            LinkEvent::Sample(sample) => {
                format!(
                    "{}/{} {:?}",
                    sample.left_ms, sample.right_ms, sample.running
                )
            }
            LinkEvent::Connected(ident) => format!("connected {}", ident.serial),
            LinkEvent::Answered { id, answer } => format!("answer {} {answer:?}", id.0),
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_press_is_heard_once_with_the_times_of_its_line() {
    let mut bench = Bench::connected("xqs,1,.,250,1800000,1800000,l-,0,l");
    assert_eq!(
        short(&bench.hear(3000, &["xqs,3,t,3250,1807000,1800000,r-,1,r"])),
        ["press Left true", "1807000/1800000 Some(Right)"]
    );
    assert_eq!(
        short(&bench.hear(3250, &["xqs,4,.,3500,1807000,1799750,r-,1,r"])),
        ["1807000/1799750 Some(Right)"]
    );
}

#[test]
fn a_press_whose_line_was_lost_is_concluded_from_the_next() {
    let mut bench = Bench::connected("xqs,1,.,250,1800000,1800000,l-,0,l");
    assert_eq!(
        short(&bench.hear(3250, &["xqs,4,.,3500,1807000,1799750,r-,1,r"])),
        ["press Left false", "1807000/1799750 Some(Right)"]
    );
    assert_eq!(bench.out.log.counters().gaps, 1);
}

#[test]
fn three_missed_presses_are_told_in_the_order_they_were_made() {
    let mut bench = Bench::connected("xqs,1,.,250,1800000,1800000,l-,0,l");
    assert_eq!(
        short(&bench.hear(9000, &["xqs,9,t,9250,1810000,1805000,r-,3,r"])),
        [
            "press Left false",
            "press Right false",
            "press Left true",
            "1810000/1805000 Some(Right)"
        ]
    );
}

#[test]
fn a_flag_is_told_once_and_nothing_runs_after_it() {
    let mut bench = Bench::connected("xqs,80,.,18328,250,1808499,l-,2");
    assert_eq!(
        short(&bench.hear(250, &["xqs,81,f,18578,0,1808499,ll,2"])),
        ["flag Left", "0/1808499 None"]
    );
    assert_eq!(
        short(&bench.hear(500, &["xqs,82,.,18828,0,1808499,ll,2"])),
        ["0/1808499 None"]
    );
}

#[test]
fn a_time_of_zero_is_no_flag() {
    let mut bench = Bench::connected("xqs,1,.,250,1,1808499,l-,2,l");
    assert_eq!(
        short(&bench.hear(250, &["xqs,3,.,500,0,1808499,l-,2,l"])),
        ["0/1808499 Some(Left)"]
    );
}

#[test]
fn a_smaller_count_of_milliseconds_is_a_restart() {
    let mut bench = Bench::connected("xqs,900,.,225000,1700000,1750000,l-,12,l");
    bench.hear(250, &["xqs,903,.,225250,1699750,1750000,l-,12,l"]);
    // Two seconds of silence, then the clock is 300 ms old: it started 1.7 s after the sample.
    assert_eq!(
        short(&bench.hear(2250, &["xqs,1,.,300,1702000,1750000,--,12,l"])),
        ["restarted Some(1700)", "1702000/1750000 None"]
    );
}

#[test]
fn a_hello_of_its_own_accord_with_count_zero_is_a_restart() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,12,l");
    assert_eq!(short(&bench.hear(400, &[HELLO])), [""; 0]);
    // Its count of milliseconds is greater than the last one known.
    assert_eq!(
        short(&bench.hear(650, &["xqs,1,.,260,1700000,1750000,--,12,l"]))[0],
        "restarted Some(390)"
    );
}

#[test]
fn a_clock_that_fell_behind_has_restarted() {
    let mut bench = Bench::connected("xqs,9,.,2250,1700000,1750000,l-,12,l");
    // A minute later it is ten seconds old.
    assert_eq!(
        short(&bench.hear(60_000, &["xqs,41,.,10250,1700000,1750000,--,12,l"]))[0],
        "restarted Some(49750)"
    );
}

#[test]
fn counts_that_turn_over_are_no_restart() {
    let mut bench = Bench::connected("xqs,65535,.,4294967200,1700000,1750000,l-,65535,l");
    assert_eq!(
        short(&bench.hear(250, &["xqs,1,t,154,1709750,1750000,r-,0,r"])),
        ["press Left true", "1709750/1750000 Some(Right)"]
    );
}

#[test]
fn after_a_loss_presses_are_caught_up_with_and_a_restart_is_seen() {
    let mut before = Bench::connected("xqs,40,.,10000,1700000,1750000,l-,4,l");
    before.hear(250, &["xqs,42,.,10250,1699750,1750000,l-,4,l"]);
    let trace = before.driver.trace();

    let mut same_run = Bench::remembering(trace.clone());
    // The two benches share no clock; give the new one the old one's.
    same_run.start = before.start;
    let events = same_run.hear(5000, &["xqh,60,1,xqclock-avr,1.0,328P0001"]);
    assert_eq!(short(&events), ["connected 328P0001"]);
    assert_eq!(
        short(&same_run.hear(5250, &["xqs,61,.,15250,1706000,1748000,r-,5,r"])),
        ["press Left false", "1706000/1748000 Some(Right)"]
    );

    let mut new_run = Bench::remembering(trace.clone());
    new_run.start = before.start;
    new_run.hear(5000, &["xqh,60,1,xqclock-avr,1.0,328P0001"]);
    assert_eq!(
        short(&new_run.hear(5250, &["xqs,2,.,500,1700000,1750000,--,4,l"]))[0],
        "restarted Some(4500)"
    );

    let mut other_clock = Bench::remembering(trace);
    other_clock.start = before.start;
    other_clock.hear(5000, &["xqh,60,1,xqclock-avr,1.0,328P0002"]);
    assert_eq!(
        short(&other_clock.hear(5250, &["xqs,2,.,500,1700000,1750000,--,4,l"])),
        ["1700000/1750000 None"]
    );
}

#[test]
fn setting_the_times_is_no_press() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,--,4,l");
    let command = Command::SetTimes {
        left_ms: 900_000,
        right_ms: 800_000,
        increment_ms: 10_000,
        first: Side::Right,
        ply: 7,
    };
    let now = bench.at(300);
    bench
        .driver
        .command(now, CommandId(5), command, &mut bench.out)
        .unwrap();
    assert_eq!(bench.wrote(), seal("kqt,2,900000,800000,10000,r,7"));
    assert_eq!(
        short(&bench.hear(400, &["xqs,3,s,400,900000,800000,--,7,r", "xqa,4,2"])),
        ["900000/800000 None", "answer 5 Done"]
    );
    assert_eq!(
        short(&bench.hear(650, &["xqs,5,.,650,900000,800000,--,7,r"])),
        ["900000/800000 None"]
    );
}

#[test]
fn setting_the_times_is_no_press_even_if_its_line_was_lost() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,--,4,l");
    let command = Command::SetTimes {
        left_ms: 900_000,
        right_ms: 800_000,
        increment_ms: 10_000,
        first: Side::Right,
        ply: 7,
    };
    let now = bench.at(300);
    bench
        .driver
        .command(now, CommandId(5), command, &mut bench.out)
        .unwrap();
    assert_eq!(short(&bench.hear(400, &["xqa,4,2"])), ["answer 5 Done"]);
    assert_eq!(
        short(&bench.hear(650, &["xqs,5,.,650,900000,800000,--,7,r"])),
        ["900000/800000 None"]
    );
}

#[test]
fn a_command_is_sent_four_times_then_given_up() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,4,l");
    let now = bench.at(1000);
    bench
        .driver
        .command(now, CommandId(9), Command::Pause, &mut bench.out)
        .unwrap();
    let line = seal("kqr,2,0");
    assert_eq!(bench.wrote(), line);
    for ms in [1299, 1300, 1599, 1600, 1899, 1900] {
        assert_eq!(short(&bench.tick(ms)), [""; 0]);
        assert_eq!(
            bench.wrote(),
            if ms % 100 == 0 { line.as_str() } else { "" },
            "{ms}"
        );
    }
    assert_eq!(short(&bench.tick(2200)), ["answer 9 Unanswered"]);
    assert_eq!(bench.wrote(), "");
}

#[test]
fn a_damaged_command_is_repeated_at_once_under_its_number() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,4,l");
    let now = bench.at(1000);
    bench
        .driver
        .command(now, CommandId(9), Command::Pause, &mut bench.out)
        .unwrap();
    let line = bench.wrote();
    bench.hear(1060, &["xqn,27,crc"]);
    bench.tick(1080);
    assert_eq!(bench.wrote(), line);
    assert_eq!(short(&bench.hear(1200, &["xqa,28,2"])), ["answer 9 Done"]);
}

#[test]
fn a_refusal_is_passed_on_and_one_for_another_number_is_not() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,4,l");
    let command = Command::SetTimes {
        left_ms: 1,
        right_ms: 1,
        increment_ms: 0,
        first: Side::Left,
        ply: 0,
    };
    let now = bench.at(1000);
    bench
        .driver
        .command(now, CommandId(9), command, &mut bench.out)
        .unwrap();
    assert_eq!(
        short(&bench.hear(1050, &["xqn,27,1,run", "xqa,28,1"])),
        [""; 0]
    );
    assert_eq!(
        short(&bench.hear(1060, &["xqn,29,2,run"])),
        [r#"answer 9 Refused("run")"#]
    );
}

#[test]
fn commands_go_out_one_at_a_time() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,--,4,l");
    let now = bench.at(1000);
    for (id, command) in [
        (1, Command::Run),
        (2, Command::Beep(100)),
        (3, Command::Ask),
    ] {
        bench
            .driver
            .command(now, CommandId(id), command, &mut bench.out)
            .unwrap();
    }
    assert_eq!(bench.wrote(), seal("kqr,2,1"));
    bench.hear(1050, &["xqa,5,2"]);
    assert_eq!(bench.wrote(), seal("kqb,3,100"));
    bench.driver.abandon(&mut bench.out);
    let events = std::mem::take(&mut bench.out.events);
    assert_eq!(
        short(&events),
        ["answer 2 NotConnected", "answer 3 NotConnected"]
    );
}

#[test]
fn a_clock_that_does_not_listen_is_shown_all_the_same() {
    let mut bench = Bench::new();
    assert_eq!(
        short(&bench.hear(0, &["xqs,1,.,250,1700000,1750000,l-,4,l"])),
        [""; 0]
    );
    assert_eq!(bench.wrote(), seal("kqh,1"));
    for ms in [300, 600, 900] {
        bench.tick(ms);
        assert_eq!(bench.wrote(), seal("kqh,1"));
    }
    assert_eq!(short(&bench.tick(1200)), ["connected "]);
    assert_eq!(
        short(&bench.hear(1250, &["xqs,6,.,1500,1698750,1750000,l-,4,l"])),
        ["1698750/1750000 Some(Left)"]
    );
}

#[test]
fn another_clock_behind_the_same_adapter_is_a_new_one() {
    let mut bench = Bench::connected("xqs,500,.,125000,1700000,1750000,l-,4,l");
    assert_eq!(
        short(&bench.hear(
            500,
            &[
                "xqh,0,1,xqclock-avr,1.0,328P0002",
                "xqs,1,.,250,1800000,1800000,--,0,l"
            ]
        )),
        ["connected 328P0002", "1800000/1800000 None"]
    );
}

#[test]
fn quiet_for_one_and_a_half_seconds_is_stale_for_three_is_dead() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,4,l");
    // Bytes that are no line are no sign of life.
    bench
        .driver
        .on_bytes(bench.at(1400), b"noise\r\n", &mut bench.out);
    let health = |bench: &Bench, ms| bench.driver.health(bench.at(ms));
    assert_eq!(health(&bench, 1499), Health::Live);
    assert_eq!(health(&bench, 1500), Health::Stale);
    assert_eq!(health(&bench, 2999), Health::Stale);
    assert_eq!(health(&bench, 3000), Health::Dead);
    bench.hear(2500, &["xqs,9,.,2750,1697500,1750000,l-,4,l"]);
    assert_eq!(health(&bench, 3000), Health::Live);
}

#[test]
fn twenty_one_bad_lines_in_ten_seconds_are_a_fault_and_the_link_stays() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,l-,4,l");
    for n in 0..20 {
        bench
            .driver
            .on_bytes(bench.at(100 * n), b"$bad line*0000\r\n", &mut bench.out);
    }
    assert_eq!(bench.out.events, []);
    bench
        .driver
        .on_bytes(bench.at(2100), b"$bad line*0000\r\n", &mut bench.out);
    assert_eq!(bench.out.events, [LinkEvent::Fault(Fault::Noisy)]);
    bench.out.events.clear();
    assert_eq!(
        bench
            .hear(2200, &["xqs,9,.,2450,1697800,1750000,l-,4,l"])
            .len(),
        1
    );
}

#[test]
fn a_clock_that_gains_half_a_percent_is_told_after_five_minutes() {
    let mut bench = Bench::connected("xqs,1,.,0,1700000,1750000,--,4,l");
    let mut told = Vec::new();
    for n in 1..=1400u64 {
        let (host_ms, up_ms) = (250 * n, 250 * n * 1005 / 1000);
        let line = format!("xqs,{},.,{up_ms},1700000,1750000,--,4,l", n + 3);
        for event in bench.hear(host_ms, &[&line]) {
            if let LinkEvent::Fault(Fault::Drift { ppm }) = event {
                told.push((host_ms, ppm));
            }
        }
    }
    let [(when_ms, ppm)] = told[..] else {
        panic!("{told:?}");
    };
    assert!((300_000..=306_000).contains(&when_ms), "{when_ms}");
    assert!((4_900..=5_100).contains(&ppm), "{ppm}");
}

#[test]
fn what_cannot_be_said_on_the_line_is_not_sent() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,--,4,l");
    let now = bench.at(1000);
    let mut refuse = |command| {
        bench
            .driver
            .command(now, CommandId(1), command, &mut bench.out)
    };
    assert!(refuse(Command::Display("STOP".into())).is_err());
    assert!(refuse(Command::Beep(60_000)).is_err());
    let set = |left_ms| Command::SetTimes {
        left_ms,
        right_ms: 0,
        increment_ms: 0,
        first: Side::Left,
        ply: 0,
    };
    assert!(refuse(set(36_000_000)).is_err());
    assert!(refuse(set(35_999_999)).is_ok());
    assert_eq!(bench.wrote(), seal("kqt,2,35999999,0,0,l,0"));
    assert_eq!(bench.out.events, []);
}

#[test]
fn an_answer_after_the_command_was_given_up_is_nobodys() {
    let mut bench = Bench::connected("xqs,1,.,250,1700000,1750000,--,4,l");
    let now = bench.at(0);
    bench
        .driver
        .command(now, CommandId(3), Command::Beep(5), &mut bench.out)
        .unwrap();
    for ms in [300, 600, 900, 1200] {
        bench.tick(ms);
    }
    let now = bench.at(1300);
    bench
        .driver
        .command(now, CommandId(4), Command::Beep(6), &mut bench.out)
        .unwrap();
    assert_eq!(short(&bench.hear(1350, &["xqa,9,2"])), [""; 0]);
    assert_eq!(short(&bench.hear(1400, &["xqa,10,3"])), ["answer 4 Done"]);
}
