//! The judge of repetitions against cases whose labels and verdicts come from the rule book, or
//! were worked out by hand from its articles.

use std::fmt::Write as _;

use serde_json::Value;
use xiangqi::judge::{self, Class, Judgement};
use xiangqi::{Game, Position};

/// About half of the rule book's diagrams, with what the book says of them.
const BOOK: &str = include_str!("../data/repetition-cases.json");

/// Games worked out by hand from the articles.
const MADE_UP: &str = include_str!("../data/repetition-made-up.json");
/// Single moves with the label, and for a chase the weight, that follows from the article.
const MOVES: &str = include_str!("../data/repetition-moves.json");

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

fn read(cases: &str) -> Vec<Value> {
    serde_json::from_str(cases).unwrap()
}

fn run(cases: &[Value]) -> Tally {
    let mut tally = Tally {
        labels: (0, 0),
        failures: String::new(),
    };
    for case in cases {
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

fn assert_all(cases: &[Value]) {
    let tally = run(cases);
    assert!(
        tally.failures.is_empty(),
        "{} of {} labels agree\n{}",
        tally.labels.0,
        tally.labels.1,
        tally.failures
    );
}

#[test]
fn the_diagrams_of_the_rule_book() {
    assert_all(&read(BOOK));
}

#[test]
fn games_made_up_from_the_articles() {
    assert_all(&read(MADE_UP));
}

/// The case with every text changed so: the FEN by rows, the points of the moves one by one.
fn turned(
    case: &Value,
    rows: fn(Vec<String>) -> Vec<String>,
    point: fn(u8, u8) -> (u8, u8),
) -> Value {
    let mut case = case.clone();
    let fen = case["fen"].as_str().unwrap().to_owned();
    let (placement, rest) = fen.split_once(' ').unwrap();
    let placement = rows(placement.split('/').map(str::to_owned).collect()).join("/");
    case["fen"] = format!("{placement} {rest}").into();
    let moves = case["moves"].as_str().unwrap().replace(' ', "");
    let points: Vec<String> = moves
        .as_bytes()
        .chunks(2)
        .map(|pair| {
            let (file, rank) = point(pair[0] - b'a', pair[1] - b'0');
            format!("{}{rank}", char::from(b'a' + file))
        })
        .collect();
    let moves: Vec<String> = points.chunks(2).map(<[String]>::concat).collect();
    case["moves"] = moves.join(" ").into();
    case
}

#[test]
fn the_mirror_image_is_judged_alike() {
    let mirrored: Vec<Value> = read(BOOK)
        .iter()
        .map(|case| {
            turned(
                case,
                |rows| {
                    rows.into_iter()
                        .map(|row| row.chars().rev().collect())
                        .collect()
                },
                |file, rank| (8 - file, rank),
            )
        })
        .collect();
    assert_all(&mirrored);
}

#[test]
fn with_colours_exchanged_it_is_judged_alike() {
    let exchanged: Vec<Value> = read(BOOK)
        .iter()
        .map(|case| {
            let mut other = turned(
                case,
                |rows| {
                    let swap = |letter: char| match letter {
                        'a'..='z' => letter.to_ascii_uppercase(),
                        _ => letter.to_ascii_lowercase(),
                    };
                    rows.into_iter()
                        .rev()
                        .map(|row| row.chars().map(swap).collect())
                        .collect()
                },
                |file, rank| (file, 9 - rank),
            );
            other["fen"] = other["fen"].as_str().unwrap().replace(" w ", " b ").into();
            (other["red"], other["black"]) = (case["black"].clone(), case["red"].clone());
            other["verdict"] = match case["verdict"].as_str().unwrap() {
                "red_loses" => "black_loses".into(),
                "black_loses" => "red_loses".into(),
                same => same.into(),
            };
            // Red's first ply is now the second of the cycle.
            if let Some((first, others)) =
                case["labels"].as_str().and_then(|all| all.split_once(' '))
            {
                other["labels"] = format!("{others} {first}").into();
            }
            other
        })
        // A streak that does not come round has no such turn.
        .filter(|case| case["cycle"] == 4)
        .collect();
    assert!(exchanged.len() > 40);
    assert_all(&exchanged);
}

#[test]
fn single_moves_article_by_article() {
    let mut failures = String::new();
    for case in read(MOVES) {
        let position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
        let mv = case["move"].as_str().unwrap().parse().unwrap();
        let ply = judge::look(&position, mv).unwrap_or_else(|| panic!("{case}: not legal"));
        let weight = match ply.charge.weight {
            judge::Weight::Light => "light",
            judge::Weight::Heavy => "heavy",
        };
        let weighed = case["weight"]
            .as_str()
            .is_none_or(|expected| expected == weight);
        if kind(ply.label().code()) != kind(case["label"].as_str().unwrap()) || !weighed {
            let (label, reason) = (ply.label(), &ply.reason.english);
            let _ = writeln!(failures, "{case}: found {label} ({weight}): {reason}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_verdict_follows_from_labels_the_arbiter_changes() {
    let case = &read(MADE_UP)[5];
    assert_eq!(case["article"], "25.3");
    let mut judgement = judgement(case);
    assert_eq!(
        (judgement.verdict.code(), judgement.article),
        ("red_loses", "25.3")
    );
    judgement.relabel(1, judge::Label::Chase, judge::Weight::Light);
    judgement.relabel(3, judge::Label::Chase, judge::Weight::Heavy);
    assert_eq!(
        (judgement.verdict.code(), judgement.article),
        ("red_loses", "26.8.3")
    );
    judgement.relabel(0, judge::Label::Exchange, judge::Weight::Heavy);
    assert_eq!(
        (judgement.verdict.code(), judgement.article),
        ("black_loses", "25.3")
    );
    judgement.relabel(1, judge::Label::Undecided, judge::Weight::Heavy);
    assert_eq!(judgement.verdict.code(), "undecided");
}
