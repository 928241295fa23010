//! A round from pairing to closing: what is published is frozen, what is owed is decided.

use qipu::hub::{ActError, ResultEntry};
use qipu::journal::Verdict;
use tournament::document::{GameResult, RecordState};

use crate::hub_stage::{Pen, Stage, game_of, me, new_event};

fn enter(stage: &Stage, board: u32, result: GameResult) {
    let entry = ResultEntry {
        round: 1,
        board,
        result,
        reason: String::new(),
    };
    stage
        .hub
        .enter_result(entry, &me())
        .expect("the board is there");
}

/// pairing.md 8, 5: two clicks on "publish" once made two games of each pair.
#[test]
fn publishing_twice_changes_nothing() {
    let stage = Stage::empty();
    stage
        .hub
        .create_event(new_event(6, false), &me())
        .expect("is the first");
    let draft = stage.hub.pair_next(&me()).expect("can be paired");
    assert_eq!(stage.page("/rounds/1").0, 404, "a draft is not public");
    assert!(
        stage
            .hub
            .publish_round(1, &draft.digest, &me())
            .expect("is a draft")
    );
    let before = stage.hub.document().expect("there is an event");
    assert!(
        !stage
            .hub
            .publish_round(1, &draft.digest, &me())
            .expect("is known")
    );
    assert_eq!(stage.hub.document().expect("there is an event"), before);
    assert_eq!(stage.page("/rounds/1").0, 200);
    let other = stage.hub.publish_round(1, "another", &me());
    assert!(
        matches!(other, Err(ActError::Changed { round: 1 })),
        "{other:?}"
    );
}

/// pairing.md 8, 17: the boards still open are named.
#[test]
fn a_round_with_open_boards_does_not_close_and_the_next_is_not_paired() {
    let stage = Stage::with_round_one(6);
    enter(&stage, 2, GameResult::Draw);
    let closed = stage.hub.close_round(1, &me());
    let Err(ActError::BoardsOpen { boards, .. }) = closed else {
        panic!("{closed:?}")
    };
    assert_eq!(boards, [1, 3]);
    let paired = stage.hub.pair_next(&me());
    assert!(matches!(paired, Err(ActError::RoundOpen(1))), "{paired:?}");
}

#[test]
fn an_owed_record_is_met_by_the_game_and_missed_without_it() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, "h2e2 h9g7", Verdict::Red);
    client.push(assigned.game, &entries).expect("follows");
    enter(&stage, 2, GameResult::Black);

    let owed = stage
        .hub
        .close_round(1, &me())
        .expect("both boards are decided");
    let state = |board| {
        owed.iter()
            .find(|owed| owed.board == board)
            .map(|owed| owed.state)
    };
    // Rounds 1-3: winners drawn by lot. Where both winners are drawn one has met it.
    let document = stage.hub.document().expect("there is an event");
    let fouls = |board: usize| document.rounds[0].games[board - 1].fouls;
    if let Some(state) = state(1) {
        assert_eq!(state, RecordState::Met);
        assert_eq!((fouls(1).red, fouls(1).black), (0, 0));
    }
    assert_eq!(state(2), Some(RecordState::Missed), "{owed:?}");
    assert_eq!((fouls(2).red, fouls(2).black), (0, 1));

    stage.hub.waive_record(1, 2, &me()).expect("is owed");
    let document = stage.hub.document().expect("there is an event");
    assert_eq!(
        document.rounds[0].games[1].fouls.black, 0,
        "a waived record costs nothing"
    );
}

#[test]
fn the_arbiters_result_stands_over_the_journal() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, "h2e2", Verdict::Red);
    enter(&stage, 1, GameResult::Black);
    client.push(assigned.game, &entries).expect("follows");
    let document = stage.hub.document().expect("there is an event");
    assert_eq!(document.rounds[0].games[0].result, GameResult::Black);
}

#[test]
fn where_the_arbiter_confirms_two_signatures_do_not_count_alone() {
    let stage = Stage::empty();
    stage
        .hub
        .create_event(new_event(4, true), &me())
        .expect("is the first");
    stage.publish_next();
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    client
        .push(assigned.game, &pen.whole(&assigned, "h2e2", Verdict::Red))
        .expect("follows");
    let result = || stage.hub.document().expect("there is an event").rounds[0].games[0].result;
    assert_eq!(result(), GameResult::Unfinished);
    stage
        .hub
        .confirm_result(1, 1, &me())
        .expect("there is a result");
    assert_eq!(result(), GameResult::Red);
}

#[test]
fn three_rounds_end_with_places_on_the_page() {
    let stage = Stage::with_round_one(6);
    for round in 1..=3 {
        if round > 1 {
            assert_eq!(stage.publish_next(), round);
        }
        for board in 1..=3 {
            let entry = ResultEntry {
                round,
                board,
                result: GameResult::Red,
                reason: String::new(),
            };
            stage
                .hub
                .enter_result(entry, &me())
                .expect("the board is there");
        }
        stage
            .hub
            .close_round(round, &me())
            .expect("every board is decided");
    }
    assert!(matches!(
        stage.hub.pair_next(&me()),
        Err(ActError::AllPlayed(3))
    ));
    for path in [
        "/",
        "/standings",
        "/teams",
        "/prizes",
        "/hall",
        "/players/1",
        "/rounds/3",
    ] {
        for lang in ["zh", "en"] {
            let (status, page) = stage.page(&format!("{path}?lang={lang}"));
            assert_eq!(status, 200, "{path}");
            assert!(page.len() < 100_000, "{path} has {} bytes", page.len());
        }
    }
    let (_, places) = stage.page("/standings?lang=en");
    assert!(
        places.contains("Individual places") && places.contains("甲6"),
        "{places}"
    );
}
