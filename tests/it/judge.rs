//! `qipu judge`: its answer to the letter of the contract.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn judge(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qipu"))
        .arg("judge")
        .args(arguments)
        .output()
        .expect("the program of this package was built for this test")
}

fn answer(arguments: &[&str]) -> Value {
    let output = judge(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

const CHASE: &str = "4k4/9/9/9/9/2c6/9/1R7/9/3K5 w - - 0 1";
const ROUND: &str = "b2c2 c4b4 c2b2 b4c4";

#[test]
fn a_perpetual_chase_is_judged_with_a_reason_a_ply() {
    let moves = [ROUND; 3].join(" ");
    let answer = answer(&["--fen", CHASE, "--moves", &moves]);
    assert_eq!(answer["fen"], CHASE);
    assert_eq!(answer["end"], "ongoing");
    assert_eq!(answer["irregular"], Value::Null);
    assert_eq!(
        answer["plies"][0],
        json!({"n": 1, "move": "b2c2", "chinese": "车八平七", "wxf": "R8=7", "capture": false, "check": false})
    );
    assert_eq!(answer["plies"].as_array().map(Vec::len), Some(12));
    assert_eq!(
        answer["natural_limit"],
        json!({"limit": 40, "claimant_check_cap": 0,
               "red": {"counted": 6, "checks": 0, "claimable": false},
               "black": {"counted": 6, "checks": 0, "claimable": false}})
    );
    let repetition = &answer["repetition"];
    assert_eq!(
        (&repetition["cycle_plies"], &repetition["times"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(
        repetition["labels"],
        json!(["chase", "idle", "chase", "idle"])
    );
    assert_eq!(repetition["red_class"], "heavy");
    assert_eq!(repetition["black_class"], "allowed");
    assert_eq!(repetition["verdict"], "red_loses");
    assert_eq!(repetition["article"], "25.3");
    assert_eq!(repetition["reasons"].as_array().map(Vec::len), Some(4));
}

#[test]
fn without_a_cycle_there_is_no_repetition_and_two_cycles_are_too_few() {
    assert_eq!(
        answer(&["--moves", "h2e2 h9g7 h0g2"])["repetition"],
        Value::Null
    );
    let moves = [ROUND; 2].join(" ");
    let twice = answer(&["--fen", CHASE, "--moves", &moves]);
    assert_eq!(twice["repetition"]["verdict"], "play_on");
    assert_eq!(twice["repetition"]["times"], 2);
}

#[test]
fn the_natural_limit_takes_the_figures_of_the_event() {
    let moves = ["a8a9 d9d8 a9a8 d8d9"; 5].join(" ");
    let fen = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let limit = |cap| {
        let arguments = [
            "--fen",
            fen,
            "--moves",
            &moves,
            "--limit",
            "10",
            "--claimant-check-cap",
            cap,
        ];
        answer(&arguments)["natural_limit"].clone()
    };
    // Ten checks by Red: none of them counts for its own claim, all for Black's (22.2).
    assert_eq!(
        limit("0")["red"],
        json!({"counted": 0, "checks": 10, "claimable": false})
    );
    assert_eq!(
        limit("0")["black"],
        json!({"counted": 10, "checks": 0, "claimable": true})
    );
    assert_eq!(
        limit("10")["red"],
        json!({"counted": 10, "checks": 10, "claimable": true})
    );
}

#[test]
fn an_irregular_last_move_stands_and_nothing_is_judged_after_it() {
    let fen = "4k4/4a4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    let last = answer(&["--fen", fen, "--moves", "e8d7"]);
    assert_eq!(last["end"], "irregular");
    assert_eq!(last["irregular"]["move"], "e8d7");
    assert_eq!(last["irregular"]["code"], "generals_face");
    assert_eq!(last["plies"], json!([]));
    let output = judge(&["--fen", fen, "--moves", "e8d7 e0e1", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(answer, last);
}

#[test]
fn the_ends_on_the_board_are_named() {
    let fen = "3k5/9/3P5/9/9/9/9/R8/9/4K4 w - - 0 1";
    assert_eq!(
        answer(&["--fen", fen, "--moves", "a2a9"])["end"],
        "checkmate"
    );
    let fen = "3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(
        answer(&["--fen", fen, "--moves", "d6d7"])["end"],
        "stalemate"
    );
}

#[test]
fn moves_are_read_in_other_notations_and_text_is_in_both_languages() {
    let output = judge(&["--moves", "炮二平五 H8+7 h0g2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("马８进７  H8+7"), "{text}");
    assert!(text.contains("没有循环局面 (no repetition)"), "{text}");
}

#[test]
fn what_cannot_be_read_is_named() {
    for (arguments, named) in [
        (["--fen", "nonsense"], "--fen"),
        (["--moves", "h2e2 xyz"], "move 2"),
    ] {
        let output = judge(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(error.contains(named), "{error}");
    }
}
