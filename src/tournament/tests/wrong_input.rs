//! Contradictions are refused with a sentence that names them, and nothing is changed.

use serde_json::{Value, json};
use tournament::document::{EventDocument, Player};
use tournament::entries::{self, EntryFault};
use tournament::pairing::{self, EditFault, Edits, Lock, PairingError};
use tournament::{Regulation, simulation};

fn event(rounds: &Value) -> Value {
    let players: Vec<Value> = (1..=4)
        .map(|n| json!({"number": n, "name": format!("P{n}")}))
        .collect();
    json!({"regulation": "qingshui-2019", "players": players, "rounds": rounds})
}

fn fault(document: &Value) -> String {
    match EventDocument::from_json(document.to_string().as_bytes()) {
        Ok(_) => String::new(),
        Err(fault) => fault.to_string(),
    }
}

fn game(board: u32, red: u32, black: u32) -> Value {
    json!({"board": board, "red": red, "black": black, "result": "red"})
}

#[test]
fn documents() {
    let one = |round: Value| event(&json!([round]));
    let mut twice = event(&json!([]));
    twice["players"][3]["number"] = json!(3);
    let cases = [
        (twice, "number 3 is given to two players"),
        (
            one(json!({"round": 1, "games": [game(1, 1, 2), game(2, 2, 3)]})),
            "round 1: player 2 is in two games (boards [1, 2])",
        ),
        (
            one(json!({"round": 1, "games": [game(1, 1, 2)], "bye": 2})),
            "round 1: player 2 has the bye and also a game on board 1",
        ),
        (
            one(json!({"round": 1, "games": [game(1, 1, 1)]})),
            "round 1, board 1: player 1 plays against himself",
        ),
        (
            one(json!({"round": 1, "games": [game(1, 1, 2), game(2, 3, 0)]})),
            "round 1, board 2: a game needs two players; a bye has no result",
        ),
        (
            event(&json!([
                {"round": 1, "games": [game(1, 1, 2)]},
                {"round": 3, "games": [game(1, 3, 4)]}
            ])),
            "round 2 is missing: round 3 stands in its place",
        ),
        (
            one(json!({"round": 1, "games": [game(1, 1, 9)]})),
            "round 1: there is no player 9",
        ),
        (
            one(json!({"round": 1, "games": [game(1, 1, 2), game(1, 3, 4)]})),
            "round 1: board 1 has two games",
        ),
        (
            one(json!({"round": 1, "games": [], "bye": 1, "absent": [{"number": 1}]})),
            "round 1: player 1 is freed from the round twice",
        ),
    ];
    for (document, sentence) in cases {
        assert_eq!(fault(&document), sentence, "{document}");
    }
    assert_eq!(fault(&event(&json!([]))), "");
}

/// Other programs write `null` for what they do not know.
#[test]
fn null_is_nothing_known() {
    let text = r#"{"regulation": null, "players": [
        {"number": 1, "name": null, "unit": null, "team": null, "sex": null, "regions": null}
    ], "rounds": [{"round": 1, "games": [], "bye": 1}]}"#;
    let event = EventDocument::from_json(text.as_bytes()).expect("a document");
    let player = Player {
        number: 1,
        ..Player::default()
    };
    assert_eq!(event.players, [player]);
}

#[test]
fn unreadable_documents_name_line_and_column() {
    let text = "{\"players\":[\n  {\"number\": \"one\"}\n]}";
    let fault = EventDocument::from_json(text.as_bytes()).expect_err("no document");
    assert!(fault.to_string().contains("at line 2 column"), "{fault}");
    let fault = EventDocument::from_json(b"{\"rounds\": [{\"games\": []}]}").expect_err("no round");
    assert!(
        fault.to_string().contains("missing field `round`"),
        "{fault}"
    );
}

#[test]
fn everybody_withdrawn() {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut event = EventDocument {
        players: simulation::field(4),
        ..EventDocument::default()
    };
    for player in &mut event.players {
        player.withdrawn_after = Some(0);
    }
    let error = pairing::pair_next(&event, &regulation).expect_err("nobody");
    assert_eq!(
        error.to_string(),
        "round 1: 0 active players are left, too few to pair"
    );
    event.players[0].withdrawn_after = None;
    let error = pairing::pair_next(&event, &regulation).expect_err("nobody to meet");
    assert_eq!(
        error.to_string(),
        "round 1: 1 active players are left, too few to pair"
    );
}

#[test]
fn four_players_have_three_rounds() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    let mut event = EventDocument {
        players: simulation::field(4),
        ..EventDocument::default()
    };
    for _ in 0..3 {
        let round = pairing::pair_next(&event, &regulation).expect("a pairing");
        event.rounds.push(round.to_round());
    }
    let before = event.clone();
    match pairing::pair_next(&event, &regulation) {
        Err(PairingError::Impossible { round, blocked }) => {
            assert_eq!((round, blocked), (4, vec![1, 2, 3, 4]));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(event, before);
}

#[test]
fn regulations_name_line_and_reason() {
    let fault = |text: &str| {
        Regulation::from_toml(text)
            .expect_err("a fault")
            .to_string()
    };
    assert!(
        fault("name = \"x\"\n[time]\nbase_hours = 1\n")
            .starts_with("line 3: unknown field `base_hours`")
    );
    assert!(
        fault("name = \"x\"\n[points]\nwin = 1.3\n").starts_with("line 3: 1.3 is no whole or half")
    );
    assert_eq!(
        fault("[points]\nwin = 1\ndraw = 2\nloss = 0\n"),
        "points: win 1, draw 2, loss 0 are not in falling order"
    );
    let list =
        "[[prizes]]\nlist = \"main\"\ntitle = \"\"\ntitle_en = \"\"\nkind = \"individual\"\n";
    assert_eq!(
        fault(&format!("{list}amounts = [100, 50]\ntotal = 160\n")),
        "prizes: the amounts of `main` add up to 150, not to the stated 160"
    );
    assert_eq!(
        fault("[ranking]\nkeys = [\"points\", \"wins\"]\n"),
        "ranking: the last key must be `lots` or `number`"
    );
    assert_eq!(
        fault("[regions.a]\ntitle = \"\"\ntitle_en = \"\"\nwithin = \"b\"\n"),
        "regions: `b` around `a` is unknown"
    );
    let error = Regulation::built_in("qingshui-2020").expect_err("unknown");
    assert_eq!(
        error.to_string(),
        "no regulation is called `qingshui-2020` (built in: qingshui-2019, cxa-2011, classical-60-10)"
    );
}

#[test]
fn every_built_in_regulation_loads_and_says_what_it_says() {
    for name in tournament::regulation::NAMES {
        let regulation = Regulation::built_in(name).expect(name);
        assert_eq!(regulation.name, *name);
        // A regulation written out and read again is the same one.
        let object = serde_json::to_value(&regulation).expect("JSON");
        let again = Regulation::from_json(object.as_object().expect("an object")).expect(name);
        assert_eq!(again, regulation);
    }
    let classical = Regulation::built_in("classical-60-10").expect("built in");
    assert_eq!(
        (
            classical.time.base_minutes,
            classical.time.increment_seconds
        ),
        (60, 10)
    );
    let book = Regulation::built_in("cxa-2011").expect("built in");
    // 4.2.4 and 22.2.
    assert_eq!(
        (
            book.natural_limit.rounds,
            book.natural_limit.claimant_check_cap
        ),
        (60, 10)
    );
}

#[test]
fn entries() {
    let regulation = Regulation::built_in("qingshui-2019").expect("built in");
    let mut event = EventDocument {
        players: simulation::field(4),
        ..EventDocument::default()
    };
    let before = event.clone();
    let player = |number: u32, name: &str, region: &str| Player {
        number,
        name: name.into(),
        regions: vec![region.into()],
        ..Player::default()
    };
    let refused = entries::enter(&mut event, &regulation, player(4, "Again", "gansu"));
    assert_eq!(refused, Err(EntryFault::NumberTaken(4)));
    let refused = entries::enter(&mut event, &regulation, player(5, " ", "gansu"));
    assert_eq!(refused, Err(EntryFault::NoName(5)));
    let refused = entries::enter(&mut event, &regulation, player(5, "Far", "shaanxi"));
    assert!(
        matches!(refused, Err(EntryFault::UnknownRegion { .. })),
        "{refused:?}"
    );
    assert_eq!(entries::expel(&mut event, 9), Err(EntryFault::Unknown(9)));
    assert_eq!(event, before);
    let round = pairing::pair_next(&event, &regulation).expect("a pairing");
    event.rounds.push(round.to_round());
    let refused = entries::withdraw(&mut event, 1, 0);
    assert_eq!(
        refused,
        Err(EntryFault::HasPlayed {
            number: 1,
            round: 1
        })
    );
    assert!(matches!(
        entries::close(&mut event, &regulation),
        Err(EntryFault::Begun(_))
    ));
}

#[test]
fn an_arbiters_wishes() {
    let regulation = Regulation::built_in("cxa-2011").expect("built in");
    let mut event = EventDocument {
        players: simulation::field(6),
        ..EventDocument::default()
    };
    let first = pairing::pair_next(&event, &regulation).expect("a pairing");
    event.rounds.push(first.to_round());
    let refuse = |edits: Edits| match pairing::pair_with(&event, &regulation, &edits) {
        Err(PairingError::Edit(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let lock = |red, black| Lock { red, black };
    let locks = |locks: &[Lock]| Edits {
        locks: locks.to_vec(),
        ..Edits::default()
    };
    assert_eq!(refuse(locks(&[lock(1, 2)])), EditFault::Met(1, 2));
    assert_eq!(
        refuse(locks(&[lock(1, 3), lock(3, 5)])),
        EditFault::LockedTwice(3)
    );
    assert_eq!(refuse(locks(&[lock(1, 1)])), EditFault::WithOneself(1));
    assert_eq!(refuse(locks(&[lock(1, 7)])), EditFault::NotPlaying(7));
    let bye = Edits {
        bye: Some(1),
        ..Edits::default()
    };
    assert_eq!(refuse(bye), EditFault::ByeInEvenField(1));
}
