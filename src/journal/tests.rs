//! The chain finds what was changed, and the fold says what the entries say.

use uuid::Uuid;
use xiangqi::Side;

use super::*;

fn stamp(mono_ms: u64) -> Stamp {
    Stamp {
        wall: "2026-06-15T09:00:00+08:00".to_owned(),
        boot: 1,
        mono_ms,
    }
}

fn started() -> Event {
    Event::Started(Started {
        mode: Mode::Live,
        start_fen: xiangqi::Position::start().to_fen(),
        time: Some(TimeControl {
            base_ms: 1_800_000,
            increment_ms: 10_000,
            first_move_bonus: false,
        }),
        limit_rounds: 40,
        claimant_check_cap: 0,
    })
}

fn mv(text: &str) -> Event {
    Event::Move {
        mv: text.parse().unwrap(),
    }
}

fn journal(events: Vec<Event>) -> Vec<Entry> {
    let mut head = Head::empty(GameId(Uuid::from_u128(7)));
    let events = events.into_iter().enumerate();
    events
        .map(|(at, event)| head.append("board-7", stamp(at as u64 * 1000), event))
        .collect()
}

#[test]
fn an_unbroken_chain_leads_to_its_last_entry() {
    let entries = journal(vec![started(), mv("h2e2"), mv("h9g7")]);
    let head = chain::verify(entries[0].game, &entries).unwrap();
    assert_eq!((head.seq, head.hash), (3, entries[2].hash));
}

#[test]
fn every_way_to_break_a_chain_is_named() {
    let entries = journal(vec![started(), mv("h2e2"), mv("h9g7")]);
    let game = entries[0].game;
    let mut changed = entries.clone();
    changed[1].event = mv("h2d2");
    assert_eq!(
        chain::verify(game, &changed),
        Err(ChainError::Changed { seq: 2 })
    );
    let gap = [entries[0].clone(), entries[2].clone()];
    assert_eq!(
        chain::verify(game, &gap),
        Err(ChainError::Gap {
            expected: 2,
            found: 3
        })
    );
    let mut head = Head::after(&entries[0]);
    let other = head.append("spare", stamp(1), mv("b2e2"));
    let fork = [entries[0].clone(), other, entries[2].clone()];
    assert_eq!(chain::verify(game, &fork), Err(ChainError::Fork { seq: 3 }));
    let elsewhere = GameId(Uuid::from_u128(8));
    assert!(matches!(
        chain::verify(elsewhere, &entries),
        Err(ChainError::OtherGame { seq: 1, .. })
    ));
    let mut head = Head {
        epoch: 2,
        ..Head::after(&entries[1])
    };
    assert!(matches!(
        head.accept(&entries[2]),
        Err(ChainError::OldEpoch { seq: 3, .. })
    ));
}

#[test]
fn an_entry_survives_its_journey_as_json() {
    let events = vec![
        started(),
        mv("h2e2"),
        Event::Pressed {
            side: Side::Red,
            reading: Reading {
                red_ms: 1_805_000,
                black_ms: 1_800_000,
                external: false,
            },
        },
        Event::Edited(Edit::Replace {
            ply: 1,
            mv: "b2e2".parse().unwrap(),
        }),
        Event::Signed {
            by: Signer::Red,
            strokes: vec![vec![(1, 2), (3, -4)]],
        },
        Event::Ruled {
            matter: Matter::Limit { side: Side::Black },
            finding: Finding::Refused,
            by: "裁判".to_owned(),
        },
    ];
    for entry in journal(events) {
        let text = serde_json::to_string(&entry).unwrap();
        let back: Entry = serde_json::from_str(&text).unwrap();
        assert_eq!(back, entry);
        assert_eq!(back.computed_hash(), back.hash);
    }
}

#[test]
fn the_fold_follows_a_game_to_its_signed_result() {
    let outcome = Outcome {
        verdict: Verdict::Red,
        reason: Reason::Resignation,
    };
    let mut state = GameState::default();
    assert_eq!(state.phase(), Phase::Waiting);
    for entry in journal(vec![started(), mv("h2e2"), mv("h9g7")]) {
        state.apply(&entry);
    }
    assert_eq!(state.phase(), Phase::Playing);
    let texts: Vec<_> = state
        .plies()
        .iter()
        .map(|ply| ply.chinese.as_str())
        .collect();
    assert_eq!(texts, ["炮二平五", "马８进７"]);
    for entry in journal(vec![
        Event::Result(outcome),
        Event::Signed {
            by: Signer::Red,
            strokes: Vec::new(),
        },
    ]) {
        state.apply(&entry);
    }
    assert_eq!(state.phase(), Phase::Decided);
    for entry in journal(vec![Event::Signed {
        by: Signer::Black,
        strokes: Vec::new(),
    }]) {
        state.apply(&entry);
    }
    assert_eq!(
        (state.phase(), state.outcome()),
        (Phase::Closed, Some(outcome))
    );
}

#[test]
fn an_irregular_move_stands_and_the_game_is_recorded_on() {
    // The chariot jumps over its own horse (a breach of 2.2); the next moves still have their texts.
    let state = GameState::fold(&journal(vec![
        started(),
        mv("a0c3"),
        mv("h9g7"),
        mv("h2e2"),
    ]));
    let irregular: Vec<_> = state
        .plies()
        .iter()
        .map(|ply| ply.irregular.is_some())
        .collect();
    assert_eq!(irregular, [true, false, false]);
    assert_eq!(state.plies()[2].chinese, "炮二平五");
}

#[test]
fn a_replaced_move_keeps_what_follows() {
    let state = GameState::fold(&journal(vec![
        started(),
        mv("h2e2"),
        mv("h9g7"),
        mv("h0g2"),
        Event::Edited(Edit::Replace {
            ply: 1,
            mv: "b2e2".parse().unwrap(),
        }),
        Event::Edited(Edit::Insert {
            ply: 3,
            mv: "i0i1".parse().unwrap(),
        }),
    ]));
    let moves: Vec<_> = state.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["b2e2", "h9g7", "i0i1", "h0g2"]);
    // The inserted move made it Black's turn when Red's horse moves: kept, and marked.
    assert!(state.plies()[3].irregular.is_some());
}
