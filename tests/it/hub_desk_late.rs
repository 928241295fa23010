//! Spectators are behind the boards for as long as the event wants; the desk never is.

use std::time::{Duration, Instant};

use qipu::journal::{Event, Reading, Verdict};
use serde_json::Value;
use xiangqi::Side;

use crate::hub_desk_client::Desk;
use crate::hub_stage::{Pen, Stage, game_of};

fn plies(desk: &Desk, path: &str) -> usize {
    let sheet: Value = serde_json::from_str(&desk.get(path).page()).expect("is JSON");
    sheet["plies"].as_array().expect("a list").len()
}

#[test]
fn spectators_see_a_move_after_the_delay_and_the_desk_at_once() {
    let stage = Stage::with_round_one(4);
    let desk = Desk::chief_of_all(&stage);
    desk.post("/desk/publication/conduct", &[("delay", "2")])
        .done();
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let reading = Reading {
        red_ms: 1_790_000,
        black_ms: 1_800_000,
        external: false,
    };
    let entries = [
        pen.write(Event::Started(assigned.start.clone())),
        pen.write(Event::Move {
            mv: "h2e2".parse().expect("is a move"),
        }),
        pen.write(Event::Pressed {
            side: Side::Red,
            reading,
        }),
    ];
    let began = Instant::now();
    client.push(assigned.game, &entries).expect("follows");
    let public = format!("/games/{}/state.json", assigned.game);
    let own = format!("/desk/games/{}/state.json", assigned.game);
    assert_eq!(plies(&desk, &own), 1);
    assert!(began.elapsed() < Duration::from_millis(1800));
    assert_eq!(plies(&desk, &public), 0, "not even that it began");
    let page = desk.get(&format!("/games/{}", assigned.game)).page();
    assert!(
        page.contains("尚未开始") && !page.contains("href=\"?ply=1\""),
        "{page}"
    );
    assert!(desk.get("/hall").page().contains("未开始"));
    assert!(!desk.get("/hall").page().contains("29:50"));
    while plies(&desk, &public) == 0 {
        assert!(began.elapsed() < Duration::from_secs(8), "it never comes");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(began.elapsed() >= Duration::from_secs(2));
    // Clocks run on from when the press is shown, not from when it was made.
    let page = desk.get("/hall").page();
    let tile = page.split("id=\"board-1\"").nth(1).expect("has a tile");
    let age = tile
        .split("data-age=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let age: i64 = age.expect("has an age").parse().expect("is a number");
    assert!(age < 2000, "{age} ms");

    // A game that is over is shown whole.
    let rest = pen.whole_end(Verdict::Red);
    client.push(assigned.game, &rest).expect("follows");
    let entered = [("r-1", "1")];
    desk.post("/desk/rounds/1/results", &entered).done();
    let page = desk.get(&format!("/games/{}", assigned.game)).page();
    assert!(page.contains("红胜"), "{page}");
}
