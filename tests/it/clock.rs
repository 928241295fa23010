//! `qipu clock`: what it decodes, and a clock of its own that it watches.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn clock() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipu"));
    command.arg("clock");
    command
}

fn decode(driver: &str, input: &[u8]) -> Output {
    let mut child = clock()
        .args(["decode", "--driver", driver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program of this package was built for this test");
    let mut stdin = child.stdin.take().expect("piped");
    // It may end at the first wrong line.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn events(output: &Output) -> Vec<Value> {
    String::from_utf8(output.stdout.clone())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn a_board_is_decoded_to_the_letter_of_the_contract() {
    // The first frame of a 3+2 game, a flag, an answer, no clock, hours of fifteen.
    let output = decode(
        "dgt",
        b"8d 00 0a 20 03 02 20 03 02 08\n8d000a 30 00 00 20 00 16 12\n8d 00 0a 0a 10\n\
          09 0a 1e 00 00 8d 00 0a 00 00 00 00 00 00 20\n8d 00 0a 00 30 00 0f 00 00 09\n",
    );
    assert_eq!(output.status.code(), Some(0));
    let first = r#"{"event":"times","left_ms":182000,"right_ms":182000,"running":false,"to_move":"left","flag":null,"battery_low":false}"#;
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().next(), Some(first));
    assert_eq!(
        events(&output)[1..],
        [
            json!({"event": "times", "left_ms": 16000, "right_ms": 0, "running": false,
                   "to_move": "right", "flag": "right", "battery_low": false}),
            json!({"event": "ack", "ack": [16, 9, 30, 0]}),
            json!({"event": "no_clock"}),
            json!({"event": "rejected", "reason": "hours_above_9"}),
        ]
    );
}

#[test]
fn a_clock_of_our_own_is_decoded() {
    let hex = |text: &str| {
        text.bytes()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let lines = [
        // The cut line that comes first, a hello, a press, a flag, a refusal, a damaged line.
        ",1800000,1800000,--,0*282b\r\n",
        "$xqh,7,1,xqclock-avr,0.1,328P0001*5b00\r\n",
        "$xqs,17,t,3079,13999,1800000,r-,1*40ff\r\n",
        "$xqs,81,f,18578,0,1808499,ll,2*0284\r\n",
        "$xqn,27,crc*5c70\r\n",
        "$xqn,28,crc*5c70\r\n",
    ];
    let input: Vec<String> = lines.iter().map(|line| hex(line)).collect();
    let output = decode("xqc1", input.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let times = |left_ms, right_ms, running, to_move, flag: Value| {
        json!({"event": "times", "left_ms": left_ms, "right_ms": right_ms, "running": running,
               "to_move": to_move, "flag": flag, "battery_low": false})
    };
    assert_eq!(
        events(&output),
        [
            json!({"event": "hello", "protocol": 1, "model": "xqclock-avr", "firmware": "0.1",
                   "serial": "328P0001", "caps": ""}),
            times(13_999, 1_800_000, true, "right", Value::Null),
            times(0, 1_808_499, false, "left", json!("left")),
            json!({"event": "refused", "command": null, "reason": "crc"}),
            json!({"event": "rejected", "reason": "checksum"}),
        ]
    );
}

#[test]
fn what_is_no_hex_is_named_by_line_and_column() {
    let output = decode("dgt", b"8d 00\n8d 0g\n");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 2, column 5"), "{said}");
    assert_eq!(decode("dgt", b"8d 0\n").status.code(), Some(2));
    assert_eq!(decode("dgt", b"\n\n").status.code(), Some(0));
    assert_eq!(decode("novag", b"").status.code(), Some(2));
}

#[test]
fn the_end_of_the_input_is_told_where_it_cuts_something() {
    let reasons = |driver: &str, input: &[u8]| -> Vec<Value> {
        events(&decode(driver, input))
            .iter()
            .map(|event| event["reason"].clone())
            .collect()
    };
    assert_eq!(reasons("dgt", b"8d 00 0a 00 30"), ["truncated"]);
    assert_eq!(
        reasons("dgt", b"0d 00 0a 00 30 00 00 30 00 09"),
        ["no_message_bit"]
    );
    assert_eq!(reasons("xqc1", b"24 78 71"), ["truncated"]);
    assert_eq!(reasons("xqc1", b"31 32 33"), ["no_line"]);
    assert_eq!(reasons("xqc1", b""), Vec::<Value>::new());
}

#[test]
fn an_over_long_line_is_one_fault_and_costs_nothing_but_itself() {
    let mut line = "24".to_owned() + &"78".repeat(300) + "0d0a\n";
    let good = "$xqs,17,t,3079,13999,1800000,r-,1*40ff\r\n";
    line.extend(good.bytes().map(|byte| format!("{byte:02X} ")));
    let found: Vec<Value> = events(&decode("xqc1", line.as_bytes()))
        .iter()
        .map(|event| {
            [&event["event"], &event["reason"], &event["left_ms"]]
                .map(Clone::clone)
                .into()
        })
        .collect();
    assert_eq!(
        found,
        [
            json!(["rejected", "too_long", null]),
            json!(["times", null, 13_999])
        ]
    );
}

#[test]
fn a_clock_it_plays_is_one_it_can_watch() {
    let folder = tempfile::tempdir().unwrap();
    let port = folder.path().join("clock");
    let mut played = clock()
        .args([
            "simulate",
            "--base",
            "60",
            "--increment",
            "2",
            "--serial",
            "T7",
            "--link",
        ])
        .arg(&port)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = BufReader::new(played.stdout.take().expect("piped")).lines();
    let first = said.next().expect("a line").unwrap();
    assert!(first.starts_with("port /dev/"), "{first}");
    let mut watching = clock()
        .args(["monitor", "--json", "--seconds", "20"])
        .arg(&port)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut heard = BufReader::new(watching.stdout.take().expect("piped"))
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).expect("JSON"));
    let connected = heard
        .find(|event| event["event"] == "connected")
        .expect("a clock");
    assert_eq!(connected["clock"]["serial"], "T7");
    let buttons = played.stdin.as_mut().expect("piped");
    writeln!(buttons, "pause").unwrap();
    heard
        .find(|event| event["running"] == true)
        .expect("it runs");
    writeln!(buttons, "left").unwrap();
    let pressed = heard
        .find(|event| event["event"] == "pressed")
        .expect("a press");
    assert_eq!(
        (&pressed["side"], &pressed["ply"]),
        (&json!("left"), &json!(1))
    );
    let left_ms = pressed["left_ms"].as_u64().unwrap();
    assert!((52_000..62_000).contains(&left_ms), "{left_ms}");
    writeln!(buttons, "quit").unwrap();
    assert!(played.wait().unwrap().success());
    let lost = heard
        .find(|event| event["event"] == "lost")
        .expect("the plug was pulled");
    assert_eq!(lost["reason"], "unplugged");
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(!port.exists());
}

#[test]
fn a_port_that_is_not_there_is_a_fault_of_the_environment() {
    let output = clock()
        .args(["monitor", "/dev/no-such-port"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let output = clock()
        .args(["simulate", "--base", "36000"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
