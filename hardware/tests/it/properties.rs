//! Any bytes, cut anywhere: never a panic, never an impossible time, always the same events.

use std::time::{Duration, Instant};

use clock_link::dgt::{Ack, DgtBoard, Framer, Message, SideTime, Times};
use clock_link::xqc1::{Hello, LineReader, Report, Request, State, Text, Why, Xqc1, seal};
use clock_link::{ClockDriver, LinkEvent, MAX_MS, Outbox, Sample, Side};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Left), Just(Side::Right)]
}

fn why() -> impl Strategy<Value = Why> {
    prop_oneof![
        Just(Why::Period),
        Just(Why::Press),
        Just(Why::Go),
        Just(Why::Pause),
        Just(Why::Set),
        Just(Why::Flag),
        Just(Why::Asked),
    ]
}

fn state() -> impl Strategy<Value = State> {
    let numbers = (
        any::<u16>(),
        any::<u32>(),
        0..=MAX_MS,
        0..=MAX_MS,
        any::<u16>(),
    );
    let sides = (option::of(side()), option::of(side()), option::of(side()));
    (numbers, sides, why()).prop_map(|(numbers, (running, flag, turn), why)| {
        let (seq, up_ms, left_ms, right_ms, ply) = numbers;
        State {
            seq,
            why,
            up_ms,
            left_ms,
            right_ms,
            running,
            flag,
            ply,
            turn,
        }
    })
}

fn report() -> impl Strategy<Value = Report> {
    let word = "[a-zA-Z0-9.=+-]{1,12}";
    let hello = (
        any::<u16>(),
        any::<u16>(),
        word,
        "[0-9.]{1,6}",
        "[A-Z0-9]{1,8}",
        word,
    )
        .prop_map(|(seq, protocol, model, firmware, serial, caps)| {
            Report::Hello(Hello {
                seq,
                protocol,
                model,
                firmware,
                serial,
                caps,
            })
        });
    let refused =
        (any::<u16>(), option::of(any::<u16>()), "[a-z]{1,8}").prop_map(|(seq, number, reason)| {
            Report::Refused {
                seq,
                number,
                reason,
            }
        });
    prop_oneof![
        state().prop_map(Report::State),
        hello,
        (any::<u16>(), any::<u16>()).prop_map(|(seq, number)| Report::Accepted { seq, number }),
        refused,
    ]
}

fn request() -> impl Strategy<Value = Request> {
    let set = (0..=MAX_MS, 0..=MAX_MS, 0..=600_000u32, side(), any::<u16>()).prop_map(
        |(left_ms, right_ms, increment_ms, first, ply)| Request::Set {
            left_ms,
            right_ms,
            increment_ms,
            first,
            ply,
        },
    );
    let text = "[a-z0-9-]{0,16}".prop_map(|text| Text::new(&text).expect("of allowed letters"));
    prop_oneof![
        Just(Request::Hello),
        Just(Request::State),
        set,
        any::<bool>().prop_map(Request::Run),
        text.prop_map(Request::Display),
        (0..=5000u16).prop_map(Request::Beep),
    ]
}

fn side_time() -> impl Strategy<Value = SideTime> {
    let numbers = (0..=9u8, 0..60u8, 0..60u8);
    (numbers, any::<[bool; 3]>()).prop_map(|((hours, minutes, seconds), bits)| {
        let [flag_blocked, time_per_move, flag_shown] = bits;
        SideTime {
            hours,
            minutes,
            seconds,
            flag_blocked,
            time_per_move,
            flag_shown,
        }
    })
}

fn times() -> impl Strategy<Value = Times> {
    (side_time(), side_time(), side(), any::<[bool; 4]>()).prop_map(
        |(left, right, to_move, [running, battery_low, bit_d3, bit_d4])| Times {
            left,
            right,
            running,
            to_move,
            battery_low,
            bit_d3,
            bit_d4,
        },
    )
}

/// A stream as a clock, a board or neither would send it.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let frame = times().prop_map(|times| {
        let mut frame = vec![0x8d, 0x00, 0x0a];
        frame.extend(times.encode());
        frame
    });
    let piece = prop_oneof![
        vec(any::<u8>(), 0..40),
        report().prop_map(|report| seal(&report.body()).into_bytes()),
        frame,
        Just(vec![0x93, 0x00, 0x05, 0x01, 0x02]),
        Just(b"\r\n$$*$xqs,".to_vec()),
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn is_possible(sample: &Sample) -> bool {
    sample.left_ms <= MAX_MS
        && sample.right_ms <= MAX_MS
        && sample.running.is_none_or(|side| side == sample.to_move)
}

/// Plays chunks, one each 50 ms, with a tick after each; gives the events and all that was sent.
fn play(
    driver: &mut dyn ClockDriver,
    start: Instant,
    chunks: &[&[u8]],
) -> (Vec<LinkEvent>, Vec<u8>) {
    let mut out = Outbox::default();
    for (n, chunk) in (0..).zip(chunks) {
        let now = start + Duration::from_millis(50 * n);
        driver.on_bytes(now, chunk, &mut out);
        driver.on_tick(now, &mut out);
    }
    (out.events, out.writes)
}

fn check(events: &[LinkEvent]) -> Result<(), TestCaseError> {
    for event in events {
        match event {
            LinkEvent::Sample(sample)
            | LinkEvent::Pressed { sample, .. }
            | LinkEvent::FlagFell { sample, .. } => {
                prop_assert!(is_possible(sample), "{sample:?}");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Commands of a board that change or stop it.
fn is_forbidden(byte: u8) -> bool {
    matches!(byte, 0x46 | 0x48..=0x4a | 0x4e..=0x54 | 0x56..=0x60)
}

proptest! {
    #[test]
    fn any_bytes_to_both_drivers(chunks in vec(stream(), 0..8)) {
        let start = Instant::now();
        let chunks: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
        let (events, writes) = play(&mut Xqc1::new(start, None), start, &chunks);
        check(&events)?;
        prop_assert!(writes.iter().all(|byte| !byte.is_ascii_uppercase() && *byte != b'+'));
        let (events, writes) = play(&mut DgtBoard::new(start, 10_000, None), start, &chunks);
        check(&events)?;
        prop_assert!(!writes.iter().copied().any(is_forbidden), "{writes:x?}");
    }

    #[test]
    fn a_stream_cut_anywhere_gives_the_same_events(bytes in stream(), cuts in vec(0..200usize, 0..6)) {
        let start = Instant::now();
        let mut cuts: Vec<usize> = cuts.into_iter().filter(|cut| *cut < bytes.len()).collect();
        cuts.sort_unstable();
        let mut chunks = Vec::new();
        let mut from = 0;
        for cut in cuts {
            chunks.push(&bytes[from..cut]);
            from = cut;
        }
        chunks.push(&bytes[from..]);
        // All at one moment, so that only the cuts differ.
        let read = |driver: &mut dyn ClockDriver, chunks: &[&[u8]]| {
            let mut out = Outbox::default();
            for chunk in chunks {
                driver.on_bytes(start, chunk, &mut out);
            }
            out.events
        };
        prop_assert_eq!(
            read(&mut Xqc1::new(start, None), &chunks),
            read(&mut Xqc1::new(start, None), &[&bytes])
        );
        prop_assert_eq!(
            read(&mut DgtBoard::new(start, 10_000, None), &chunks),
            read(&mut DgtBoard::new(start, 10_000, None), &[&bytes])
        );
    }

    #[test]
    fn reports_are_read_as_they_were_written(report in report()) {
        prop_assert_eq!(Report::parse(&report.body()), Ok(report));
    }

    #[test]
    fn requests_are_read_as_they_were_written(request in request(), number in any::<u16>()) {
        let line = request.line(number);
        prop_assert!(line.len() <= 80);
        let body = &line[1..line.len() - "*0000\r\n".len()];
        prop_assert_eq!(Request::parse(body), Ok((number, request)));
    }

    #[test]
    fn any_request_line_is_read_or_refused(body in "\\PC{0,80}") {
        let _ = Request::parse(&body);
        let _ = Report::parse(&body);
    }

    #[test]
    fn one_or_two_wrong_bits_never_give_a_line(
        report in report(), first in 0..640usize, second in 0..640usize,
    ) {
        let line = seal(&report.body());
        let mut damaged = line.clone().into_bytes();
        let bits = damaged.len() * 8;
        damaged[first % bits / 8] ^= 1 << (first % 8);
        damaged[second % bits / 8] ^= 1 << (second % 8);
        if damaged == line.as_bytes() {
            damaged[0] ^= 1;
        }
        let now = Instant::now();
        let mut reader = LineReader::default();
        for byte in damaged {
            let read = reader.push(now, byte);
            prop_assert!(!matches!(read, Some(Ok(_))), "{read:?}");
        }
    }

    #[test]
    fn times_are_decoded_as_they_were_encoded(times in times()) {
        prop_assert_eq!(Times::decode(times.encode()), Ok(times));
    }

    #[test]
    fn any_seven_bytes_are_possible_times_or_refused(data in any::<[u8; 7]>()) {
        let data = data.map(|byte| byte & 0x7f);
        if let Ok(times) = Times::decode(data) {
            for time in [times.left, times.right] {
                prop_assert!(time.hours <= 9 && time.minutes <= 59 && time.seconds <= 59);
            }
            // Bits 5 and 6 of the status are no part of the times.
            let [rest @ .., status] = data;
            let [encoded @ .., encoded_status] = times.encode();
            prop_assert_eq!((encoded, encoded_status), (rest, status & 0x1f));
        }
    }

    #[test]
    fn acknowledgements_are_decoded_as_they_were_encoded(bytes in any::<[u8; 4]>()) {
        prop_assert_eq!(Ack::decode(Ack { bytes }.encode()), Some(Ack { bytes }));
    }

    #[test]
    fn a_good_frame_after_any_bytes_is_read(noise in vec(any::<u8>(), 0..300), times in times()) {
        prop_assume!(times.encode() != [0; 7]);
        let mut framer = Framer::default();
        for byte in noise {
            let _ = framer.push(byte);
        }
        let mut last = None;
        for byte in [0x8d, 0x00, 0x0a].into_iter().chain(times.encode()) {
            last = framer.push(byte);
        }
        prop_assert_eq!(last, Some(Ok(Message::Times(times))));
    }

    #[test]
    fn a_good_line_after_any_bytes_is_read(noise in vec(any::<u8>(), 0..300), report in report()) {
        let now = Instant::now();
        let mut reader = LineReader::default();
        for byte in noise {
            let _ = reader.push(now, byte);
        }
        let mut last = None;
        for byte in seal(&report.body()).bytes() {
            last = reader.push(now, byte);
        }
        let body = last.and_then(Result::ok).map(|line| line.body().to_owned());
        prop_assert_eq!(body, Some(report.body()));
    }
}

/// Every bit of one line, and every pair of bits of its body and check digits.
#[test]
fn every_one_and_two_bit_error_of_a_full_line_is_caught() {
    let line = seal("xqs,65535,.,4294967295,35999999,35999999,l-,65535,l,0123456789abcdefgh");
    assert!(line.len() >= 75, "{}", line.len());
    let bits = line.len() * 8;
    let now = Instant::now();
    for first in 0..bits {
        for second in first..bits {
            let mut damaged = line.clone().into_bytes();
            damaged[first / 8] ^= 1 << (first % 8);
            if second != first {
                damaged[second / 8] ^= 1 << (second % 8);
            }
            let mut reader = LineReader::default();
            let passed = damaged
                .iter()
                .filter_map(|&byte| reader.push(now, byte))
                .any(|read| read.is_ok());
            assert!(!passed, "bits {first} and {second}");
        }
    }
}
