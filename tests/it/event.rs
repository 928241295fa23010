//! `qipu event`: the contract other programs rely on, from standard input to exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn ask(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qipu"))
        .arg("event")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program of this package was built for this test");
    let mut pipe = child.stdin.take().expect("it was asked for");
    // A command that refuses its arguments may not read.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the child was started")
}

fn answer(arguments: &[&str], document: &Value, code: i32) -> Value {
    let output = ask(
        &[arguments, &["-", "--json"]].concat(),
        &document.to_string(),
    );
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn game(board: u32, red: u32, black: u32, result: &str) -> Value {
    json!({"board": board, "red": red, "black": black, "result": result,
           "fouls": {"red": 0, "black": u32::from(board == 1)}})
}

/// Four players, two rounds: 1 beat 2, 3 beat 4 with Black; 3 beat 1, 4 and 2 drew.
fn event() -> Value {
    let players: Vec<Value> = (1..=4)
        .map(|number| {
            json!({"number": number, "name": format!("P{number}"), "unit": "", "team": "A",
                   "sex": "M", "regions": ["gansu"], "withdrawn_after": null, "shirt": 7})
        })
        .collect();
    json!({
        "regulation": "qingshui-2019",
        "players": players,
        "rounds": [
            {"round": 1, "games": [game(1, 1, 2, "red"), game(2, 4, 3, "black")], "bye": null},
            {"round": 2, "games": [game(1, 3, 1, "red"), game(2, 2, 4, "draw")], "bye": null}
        ],
        "hall": "北校区"
    })
}

#[test]
fn the_last_pairing_of_four_players() {
    let paired = answer(&["pair"], &event(), 0);
    assert_eq!(paired["round"], 3);
    assert_eq!(paired["bye"], Value::Null);
    let mut pairs: Vec<Vec<u64>> = paired["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| {
            assert!(game["why"].is_string(), "{game}");
            let mut pair = vec![game["red"].as_u64(), game["black"].as_u64()];
            pair.sort();
            pair.into_iter().flatten().collect()
        })
        .collect();
    pairs.sort();
    assert_eq!(pairs, [[1, 4], [2, 3]]);
}

#[test]
fn an_impossible_pairing_names_the_players_and_exits_1() {
    let mut document = event();
    let third = json!({"round": 3, "games": [game(1, 3, 2, "red"), game(2, 1, 4, "draw")]});
    document["rounds"]
        .as_array_mut()
        .expect("rounds")
        .push(third);
    let refused = answer(&["pair"], &document, 1);
    assert_eq!(refused["blocked"], json!([1, 2, 3, 4]));
    assert_eq!(refused["games"], json!([]));
}

#[test]
fn standings_and_the_deciding_key() {
    let standings = answer(&["standings"], &event(), 0);
    // By hand: points 4, 2, 1, 1; 对手分 of 2 is 2+1, of 4 is 4+1.
    let places: Vec<[&Value; 5]> = standings["individual"]
        .as_array()
        .expect("places")
        .iter()
        .map(|row| {
            [
                "number",
                "points",
                "opponents_points",
                "fouls",
                "decided_by",
            ]
            .map(|key| &row[key])
        })
        .collect();
    let expected = [
        json!([3, 4, 3, 0, "points"]),
        json!([1, 2, 5, 1, "points"]),
        json!([4, 1, 5, 0, "opponents_points"]),
        json!([2, 1, 3, 1, "opponents_points"]),
    ];
    for (row, expected) in places.iter().zip(&expected) {
        assert_eq!(&json!(row), expected);
    }
    let team = &standings["teams"][0];
    assert_eq!(
        (&team["team"], &team["sum"], &team["best"]),
        (&json!("A"), &json!(10), &json!(1))
    );
}

#[test]
fn a_rematch_is_hard() {
    let mut document = event();
    let third = json!({"round": 3, "games": [game(1, 3, 1, "red"), game(2, 2, 4, "draw")]});
    document["rounds"]
        .as_array_mut()
        .expect("rounds")
        .push(third);
    let checked = answer(&["check"], &document, 1);
    let violations = checked["violations"].as_array().expect("violations");
    let hard: Vec<[&Value; 3]> = violations
        .iter()
        .filter(|found| found.get("soft").is_none())
        .map(|found| ["round", "board", "rule"].map(|key| &found[key]))
        .collect();
    assert_eq!(json!(hard), json!([[3, 1, "rematch"], [3, 2, "rematch"]]));
    assert_eq!(answer(&["check"], &event(), 0), json!({"violations": []}));
}

#[test]
fn prizes_and_obligations_answer_in_their_shapes() {
    let prizes = answer(&["prizes"], &event(), 0);
    let first = &prizes["lists"][0];
    assert_eq!(first["list"], "individual");
    assert_eq!(
        first["awards"][0],
        json!({"place": 1, "number": 3, "amount": 20_000})
    );
    assert!(prizes["totals"].is_object() && prizes["questions"].is_array());
    let owed = answer(&["obligations"], &event(), 0);
    for record in owed["obligations"].as_array().expect("a list") {
        assert!(
            record["number"].is_u64() && record["round"].is_u64(),
            "{record}"
        );
    }
}

#[test]
fn an_exported_document_keeps_fields_of_other_programs() {
    let exported = answer(&["export"], &event(), 0);
    assert_eq!(exported["hall"], "北校区");
    assert_eq!(exported["players"][0]["shirt"], 7);
}

#[test]
fn a_trf_goes_out_and_comes_back() {
    let document = event().to_string();
    let trf = ask(&["export", "-", "--to", "trf26"], &document);
    assert_eq!(trf.status.code(), Some(0), "{trf:?}");
    let text = String::from_utf8(trf.stdout).expect("UTF-8");
    let again = ask(&["pair", "-", "--trf", "--json"], &text);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    let again: Value = serde_json::from_slice(&again.stdout).expect("one JSON document");
    assert_eq!(again["games"], answer(&["pair"], &event(), 0)["games"]);
}

#[test]
fn contradictions_exit_2_and_say_what_they_are() {
    let mut twice = event();
    twice["players"][1]["number"] = json!(1);
    let mut bye = event();
    bye["rounds"][1]["bye"] = json!(4);
    let mut missing = event();
    missing["rounds"][1]["round"] = json!(3);
    for (document, sentence) in [
        (twice, "qipu: -: number 1 is given to two players\n"),
        (
            bye,
            "qipu: -: round 2: player 4 has the bye and also a game on board 2\n",
        ),
        (
            missing,
            "qipu: -: round 2 is missing: round 3 stands in its place\n",
        ),
    ] {
        let output = ask(&["standings", "-", "--json"], &document.to_string());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), sentence);
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn inline_and_unknown_regulations() {
    let mut document = event();
    document["regulation"] = json!({"name": "three", "points": {"win": 3, "draw": 1, "loss": 0}});
    let standings = answer(&["standings"], &document, 0);
    assert_eq!(standings["individual"][0]["points"], 6);
    document["regulation"] = json!("nowhere.toml");
    let output = ask(&["standings", "-"], &document.to_string());
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("`nowhere.toml`"), "{said}");
}
