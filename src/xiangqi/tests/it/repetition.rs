//! The judge of repetitions against cases whose labels and verdicts come from the rule book, or
//! were worked out by hand from its articles.

use std::fmt::Write as _;

use serde_json::Value;
use xiangqi::judge::{self, Class, Judgement};
use xiangqi::{Game, Position};

/// About half of the rule book's diagrams, with what the book says of them.
const BOOK: &str = include_str!("../data/repetition-cases.json");

struct Tally {
    labels: (usize, usize),
    failures: String,
}

fn judgement(case: &Value) -> Judgement {
    let start = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
    let moves = case["moves"].as_str().unwrap().split(' ');
    let game = Game::replay(start, moves.map(|text| text.parse().unwrap())).unwrap();
    judge::judge(&game).unwrap_or_else(|| panic!("{}: no repetition found", case["name"]))
}

/// Exchange, sacrifice, block and follow are kinds of idle move (24.8).
fn kind(label: &str) -> &str {
    match label {
        "check" | "kill" | "chase" => label,
        _ => "idle",
    }
}

fn class_agrees(expected: &str, class: Class) -> bool {
    match expected {
        // Where the weight does not matter the cases do not say it.
        "prohibited" => matches!(class, Class::Light | Class::Heavy),
        other => other == class.code(),
    }
}

fn run(cases: &str) -> Tally {
    let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
    let mut tally = Tally {
        labels: (0, 0),
        failures: String::new(),
    };
    for case in &cases {
        let judgement = judgement(case);
        let name = &case["name"];
        if judgement.verdict.code() != case["verdict"].as_str().unwrap() {
            let _ = writeln!(tally.failures, "{name}: verdict {:?}", judgement.verdict);
        }
        for (key, class) in [("red", judgement.red), ("black", judgement.black)] {
            let expected = case[key].as_str().unwrap();
            if !class_agrees(expected, class) {
                let _ = writeln!(
                    tally.failures,
                    "{name}: {key} is {expected}, found {class:?}"
                );
            }
        }
        if let Some(labels) = case["labels"].as_str() {
            let labels: Vec<&str> = labels.split(' ').collect();
            assert_eq!(labels.len(), judgement.plies.len(), "{name}");
            for (ply, expected) in judgement.plies.iter().zip(labels) {
                tally.labels.1 += 1;
                if kind(ply.label().code()) == kind(expected) {
                    tally.labels.0 += 1;
                } else {
                    let _ = writeln!(
                        tally.failures,
                        "{name}: {} is {expected}, found {}: {}",
                        ply.mv,
                        ply.label(),
                        ply.reason.english
                    );
                }
            }
        }
    }
    tally
}

#[test]
fn the_diagrams_of_the_rule_book() {
    let tally = run(BOOK);
    println!("labels {} of {}", tally.labels.0, tally.labels.1);
    assert!(
        tally.failures.is_empty(),
        "labels {:?}\n{}",
        tally.labels,
        tally.failures
    );
}
