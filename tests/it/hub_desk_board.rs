//! What an arbiter and a record keeper do at one board: rulings, fouls, clocks, corrections.

use qipu::journal::{Event, Verdict};
use tournament::document::GameResult;

use crate::hub_desk_client::Desk;
use crate::hub_stage::{Pen, Stage, game_of};

const BOARD: &str = "/desk/boards/1/1";

fn post(desk: &Desk, act: &str, fields: &[(&str, &str)]) -> u16 {
    desk.post(&format!("{BOARD}/{act}"), fields).status
}

/// A finished game at board 1: 炮二平五 马８进７ 马八进七 马２进３, Red won.
fn finished(stage: &Stage) -> qipu::journal::GameId {
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, "h2e2 h9g7 b0c2 b9c7", Verdict::Red);
    client.push(assigned.game, &entries).expect("follows");
    assigned.game
}

#[test]
fn a_record_is_corrected_with_a_reason_and_the_original_stays() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    let game = finished(&stage);
    let moves = || {
        let state = stage.hub.live_state(game).expect("reads back").state;
        let texts = state.plies().iter().map(|ply| ply.chinese.clone());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(moves(), ["炮二平五", "马８进７", "马八进七", "马２进３"]);
    let replace = |ply: &str, text: &str, why: &str| {
        let fields = [
            ("edit", "replace"),
            ("ply", ply),
            ("text", text),
            ("why", why),
        ];
        post(&desk, "correct", &fields)
    };
    assert_eq!(replace("3", "马二进三", ""), 409, "a correction says why");
    assert_eq!(replace("3", "马二进九", "看错"), 409, "no horse goes there");
    assert_eq!(replace("3", "马二进三", "两马看错"), 303);
    assert_eq!(moves(), ["炮二平五", "马８进７", "马二进三", "马２进３"]);
    let insert = [
        ("edit", "insert"),
        ("ply", "5"),
        ("text", "P7+1"),
        ("why", "漏一着"),
    ];
    assert_eq!(post(&desk, "correct", &insert), 303);
    assert_eq!(moves().last().map(String::as_str), Some("兵七进一"));
    let page = desk.get(BOARD).page();
    assert!(
        page.contains("两马看错") && page.contains("马八进七"),
        "{page}"
    );
}

#[test]
fn what_is_unclear_changes_nothing() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    finished(&stage);
    let before = format!("{:?}", stage.hub.document());
    for (act, fields) in [
        ("result", [("result", "white"), ("reason", "")]),
        (
            "ruling",
            [("matter", "limit-white"), ("finding", "refused")],
        ),
        ("ruling", [("matter", "limit-red"), ("finding", "perhaps")]),
        ("foul", [("side", "red"), ("article", "  ")]),
        ("clock", [("red", "half an hour"), ("black", "30:00")]),
        ("clock", [("red", "12:99"), ("black", "30:00")]),
    ] {
        assert_eq!(post(&desk, act, &fields), 409, "{act} {fields:?}");
    }
    assert_eq!(desk.get("/desk/boards/1/99").status, 409);
    assert_eq!(desk.get("/desk/rounds/9").status, 409);
    let marks = [("r-1", "9")];
    assert_eq!(desk.post("/desk/rounds/1/results", &marks).status, 409);
    assert_eq!(format!("{:?}", stage.hub.document()), before);
}

#[test]
fn a_foul_at_a_finished_board_counts_in_the_ranking() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    finished(&stage);
    let fields = [("side", "black"), ("article", "8.1.5")];
    assert_eq!(post(&desk, "foul", &fields), 303);
    let document = stage.hub.document().expect("is there");
    let game = &document.rounds[0].games[0];
    assert_eq!((game.fouls.red, game.fouls.black), (0, 1));
    assert_eq!(game.result, GameResult::Red);
    let places = stage.hub.tables().expect("is there");
    let place = places
        .standings
        .individual
        .iter()
        .find(|place| place.number == game.black);
    assert_eq!(place.expect("has a place").fouls, 1);
}

/// An irregular move is the arbiter's to see, not the players' nor the spectators'.
#[test]
fn an_irregular_move_shows_in_the_arbiters_hall_alone() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = [
        pen.write(Event::Started(assigned.start.clone())),
        // A horse does not go straight.
        pen.write(Event::Move {
            mv: "b0b4".parse().expect("two points"),
        }),
    ];
    client.push(assigned.game, &entries).expect("follows");
    assert!(desk.get("/desk").page().contains("呼叫裁判：违例"));
    assert!(!desk.get("/hall").page().contains("违例"));
    let page = desk.get(BOARD).page();
    assert!(
        page.contains("role=\"alert\"") && page.contains("违例："),
        "{page}"
    );
    let fields = [("matter", "irregular-red"), ("finding", "black")];
    assert_eq!(post(&desk, "ruling", &fields), 303);
    let document = stage.hub.document().expect("is there");
    assert_eq!(document.rounds[0].games[0].result, GameResult::Black);
}
