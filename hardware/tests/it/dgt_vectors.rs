//! The frames, streams, successions and commands of `vectors/dgt.json`.

use std::time::{Duration, Instant};

use clock_link::dgt::{
    AckKind, Button, ClockOrder, Framer, Message, Mode, Order, Reject, Times, Verdict, judge,
};
use clock_link::{Raw, Side};
use serde_json::{Value, json};

fn vectors(kind: &str) -> Vec<Value> {
    let text = include_str!("../../vectors/dgt.json");
    let all: Value = serde_json::from_str(text).expect("the vectors are JSON");
    all[kind].as_array().expect("a list").clone()
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split(' ')
        .map(|pair| u8::from_str_radix(pair, 16).expect("hex"))
        .collect()
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn side_fields(times: &Times, of: Side) -> Value {
    let time = times.of(of);
    json!({
        "hours": time.hours, "minutes": time.minutes, "seconds": time.seconds,
        "total_s": time.total_s(), "flag_blocked": time.flag_blocked,
        "time_per_move": time.time_per_move, "flag_shown": time.flag_shown,
    })
}

/// What a message decodes to, in the words of the vectors.
fn fields(message: &Message) -> Value {
    match message {
        Message::Times(times) => json!({
            "result": "times",
            "right": side_fields(times, Side::Right), "left": side_fields(times, Side::Left),
            "running": times.running, "tumbler_high": side(times.to_move),
            "battery_low": times.battery_low, "bit_d3": times.bit_d3, "bit_d4": times.bit_d4,
            "to_move": side(times.to_move), "to_move_consistent": times.turn_bits_agree(),
        }),
        Message::Ack(ack) => {
            let mut fields = json!({
                "result": "clock_ack", "ack": ack.bytes, "ok": ack.is_ok(),
                "auto": ack.is_unasked(),
            });
            let (command, more) = match ack.kind() {
                AckKind::DisplayOrReady if ack.is_unasked() => ("ready", json!({})),
                AckKind::DisplayOrReady => ("display", json!({})),
                AckKind::Version { main, sub } => {
                    ("version", json!({"clock_version": format!("{main}.{sub}")}))
                }
                AckKind::Button {
                    button: Some(Button::Ok),
                    state,
                } => ("button", json!({"button": "ok", "button_state": state})),
                AckKind::SetAndRunOrMode(mode) => ("mode", json!({ "mode": mode })),
                AckKind::NotInMode => ("not_in_mode", json!({})),
                AckKind::Beep => ("beep", json!({})),
                _ => ("unknown", json!({})),
            };
            fields["command"] = command.into();
            for (key, value) in more.as_object().expect("an object") {
                fields[key] = value.clone();
            }
            fields
        }
        Message::NoClock { status } => json!({"result": "no_clock", "status": status}),
        Message::Empty => json!({"result": "ignore", "why": "empty_bwtime"}),
        Message::BoardDump { squares } => json!({"result": "board_dump", "squares": squares}),
        Message::Serial(text) => json!({"result": "serial", "text": text}),
        Message::LongSerial(text) => json!({"result": "long_serial", "text": text}),
        Message::BoardVersion { main, sub } => {
            json!({"result": "board_version", "version": format!("{main}.{sub:02}")})
        }
        Message::Battery(battery) => json!({
            "result": "battery", "percent": battery.percent,
            "hours_left": battery.left.map(|left| left.0),
            "minutes_left": battery.left.map(|left| left.1),
            "on_hours": battery.on.0, "on_minutes": battery.on.1,
            "standby_days": battery.standby.0, "standby_hours": battery.standby.1,
            "standby_minutes": battery.standby.2,
            "charging": battery.charging, "discharging": battery.discharging,
        }),
        Message::FieldUpdate { .. } => json!({"result": "field_update"}),
        other => panic!("no vector has {other:?}"),
    }
}

fn read(framer: &mut Framer, bytes: &[u8]) -> Vec<Result<Message, Reject>> {
    bytes.iter().filter_map(|&byte| framer.push(byte)).collect()
}

#[test]
fn frames() {
    let vectors = vectors("frames");
    assert_eq!(vectors.len(), 42);
    for vector in vectors {
        let mut framer = Framer::default();
        let mut results = read(&mut framer, &bytes(vector["hex"].as_str().unwrap()));
        let found = if results.is_empty() && framer.is_inside() {
            json!({"result": "need_more", "need": framer.missing()})
        } else if results.is_empty() && framer.skipped() > 0 {
            json!({"result": "reject", "why": Reject::NoMessageBit.word()})
        } else {
            assert_eq!(results.len(), 1, "{vector}");
            match results.remove(0) {
                Ok(message) => fields(&message),
                Err(reject) => json!({"result": "reject", "why": reject.word()}),
            }
        };
        assert_eq!(found, vector["expect"], "{}", vector["name"]);
    }
}

#[test]
fn streams() {
    let vectors = vectors("streams");
    assert_eq!(vectors.len(), 7);
    for vector in vectors {
        let mut framer = Framer::default();
        let mut found = Vec::new();
        for chunk in vector["chunks_hex"].as_array().unwrap() {
            for result in read(&mut framer, &bytes(chunk.as_str().unwrap())) {
                found.push(match result {
                    Ok(message) => fields(&message)["result"].as_str().unwrap().to_owned(),
                    Err(reject) => format!("reject:{}", reject.word()),
                });
            }
        }
        assert_eq!(json!(found), vector["expect_results"], "{}", vector["name"]);
    }
}

fn times(hex: &str) -> Times {
    match &read(&mut Framer::default(), &bytes(hex))[..] {
        [Ok(Message::Times(times))] => *times,
        other => panic!("{other:?}"),
    }
}

#[test]
fn successions() {
    let vectors = vectors("plausibility");
    assert_eq!(vectors.len(), 8);
    for vector in vectors {
        let sample = |key: &str, at| times(vector[key].as_str().unwrap()).sample(at, Raw::new());
        let start = Instant::now();
        let elapsed = Duration::from_secs(vector["elapsed_s"].as_u64().unwrap());
        let before = sample("previous_hex", start);
        let verdict = judge(&before, &sample("next_hex", start + elapsed), 10);
        let found = match verdict {
            Verdict::Accept => "accept",
            Verdict::Press(Side::Left) => "accept_move_left",
            Verdict::Press(Side::Right) => "accept_move_right",
            Verdict::TwoPresses(_) => "accept_two_moves",
            Verdict::Lever => "accept_no_move",
            Verdict::HoldAndAsk => "hold_and_ask",
        };
        assert_eq!(found, vector["expect"], "{}", vector["name"]);
    }
}

#[test]
fn commands() {
    let set = |left, right, mode| ClockOrder::SetAndRun { left, right, mode }.bytes();
    let known = [
        ("send_reset", vec![Order::Reset.byte()]),
        ("send_clk", vec![Order::Clock.byte()]),
        ("send_brd", vec![Order::Board.byte()]),
        ("send_update", vec![Order::Update.byte()]),
        ("send_update_brd", vec![Order::UpdateBoard.byte()]),
        ("return_serialnr", vec![Order::Serial.byte()]),
        ("send_trademark", vec![Order::TradeMark.byte()]),
        ("send_update_nice", vec![Order::UpdateNice.byte()]),
        ("battery_status", vec![Order::Battery.byte()]),
        ("send_version", vec![Order::Version.byte()]),
        ("long_serialnr", vec![Order::LongSerial.byte()]),
        ("clock_version", ClockOrder::Version.bytes()),
        ("clock_end_text", ClockOrder::EndText.bytes()),
        ("clock_button", ClockOrder::Button.bytes()),
        ("clock_beep_1024ms", ClockOrder::Beep(16).bytes()),
        (
            "setnrun_30:00_30:00_left_runs",
            set([0, 30, 0], [0, 30, 0], Mode::Runs(Side::Left)),
        ),
        (
            "setnrun_30:10_both_pause",
            set([0, 30, 10], [0, 30, 10], Mode::Paused),
        ),
        (
            "setnrun_1:59:59_0:00:05_right_runs",
            set([1, 59, 59], [0, 0, 5], Mode::Runs(Side::Right)),
        ),
        (
            "setnrun_lever_toggles",
            set([0, 30, 0], [0, 30, 0], Mode::LeverFromLeft),
        ),
        (
            "ascii_dgt3000_8_chars",
            ClockOrder::Text(*b"XIANGQI ").bytes(),
        ),
    ];
    let vectors = vectors("commands");
    assert_eq!(vectors.len(), known.len());
    for vector in vectors {
        let name = vector["name"].as_str().unwrap();
        let (_, encoded) = known.iter().find(|(known, _)| *known == name).expect(name);
        assert_eq!(*encoded, bytes(vector["hex"].as_str().unwrap()), "{name}");
    }
}

#[test]
fn only_one_of_the_two_flag_bits_blocks_the_clock() {
    assert_eq!(
        times("8d 00 0a 30 00 00 20 00 16 12").flag(),
        Some(Side::Right)
    );
    assert_eq!(
        times("8d 00 0a 40 29 59 00 30 00 13").flag(),
        Some(Side::Right)
    );
    // A time of zero with the clock running is no flag.
    assert_eq!(times("8d 00 0a 00 00 00 00 00 00 09").flag(), None);
    // Both show one, the left is blocked.
    assert_eq!(
        times("8d 00 0a 40 29 59 10 00 00 09").flag(),
        Some(Side::Left)
    );
}
