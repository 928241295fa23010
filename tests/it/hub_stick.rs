//! The same game by memory stick and by network, in whatever order.

use std::sync::Arc;

use qipu::hub::ActError;
use qipu::journal::{Entry, Event, Verdict};
use qipu::kiosk::controller::{Kiosk, SteppedTime, Terminal};
use qipu::store::TerminalStore;
use qipu::store::hub::{audit, entry, game};
use qipu::sync::HubClient;
use qipu::sync::wire::Upload;

use crate::hub_stage::{Pen, Stage, game_of, me};

/// 炮二平五 马８进７ 马八进七 马２进３.
const MOVES: &str = "h2e2 h9g7 b0c2 b9c7";

struct Scene {
    stage: Stage,
    client: HubClient,
    entries: Vec<Entry>,
}

fn scene() -> Scene {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Red);
    Scene {
        stage,
        client,
        entries,
    }
}

fn document(entries: &[Entry]) -> Vec<u8> {
    let entries = entries.to_vec();
    serde_json::to_vec_pretty(&Upload { entries }).expect("entries are JSON")
}

impl Scene {
    fn line(&self) -> Vec<Entry> {
        let game = self.entries[0].game;
        let store = self.stage.hub.store();
        store
            .read(|connection| entry::line_after(connection, game, 0))
            .expect("reads back")
    }

    fn result(&self) -> &'static str {
        let id = self.entries[0].game;
        let stored = self
            .stage
            .hub
            .store()
            .read(|connection| game::get(connection, id));
        game::code(stored.expect("reads back").expect("is stored").standing())
    }
}

#[test]
fn a_stick_brings_a_game_and_the_network_changes_nothing() {
    let scene = scene();
    let hub = &scene.stage.hub;
    let taken = hub
        .import_stick(&document(&scene.entries), &me())
        .expect("a terminal's file");
    assert_eq!((taken.round, taken.board), (1, 1));
    assert_eq!((taken.entries, taken.new), (8, 8));
    assert_eq!(taken.refusal, None);
    assert_eq!(
        (scene.line(), scene.result()),
        (scene.entries.clone(), "red")
    );
    let game = scene.entries[0].game;
    let accepted = scene.client.push(game, &scene.entries).expect("all known");
    assert_eq!(accepted.accepted_through, 8);
    let again = hub
        .import_stick(&document(&scene.entries), &me())
        .expect("a terminal's file");
    assert_eq!((again.new, again.refusal), (0, None));
    assert_eq!(scene.line(), scene.entries);
    let rows = hub.store().read(audit::all).expect("reads back");
    let imports = rows.iter().filter(|row| row.act.action == "stick.import");
    assert_eq!(imports.count(), 2);
}

#[test]
fn the_network_brings_half_and_a_stick_the_rest() {
    let scene = scene();
    let game = scene.entries[0].game;
    scene
        .client
        .push(game, &scene.entries[..3])
        .expect("they follow");
    let taken = scene
        .stage
        .hub
        .import_stick(&document(&scene.entries), &me())
        .expect("a terminal's file");
    assert_eq!((taken.new, taken.refusal), (5, None));
    assert_eq!(
        (scene.line(), scene.result()),
        (scene.entries.clone(), "red")
    );
}

#[test]
fn another_terminals_version_on_a_stick_is_kept_beside_the_game() {
    let scene = scene();
    let game = scene.entries[0].game;
    scene
        .client
        .push(game, &scene.entries)
        .expect("they follow");
    let mut other = Pen::new(game, "somebody");
    let forked: Vec<Entry> = ["c3c4", "c6c5"]
        .map(|mv| {
            other.write(Event::Move {
                mv: mv.parse().expect("is a move"),
            })
        })
        .into();
    let taken = scene
        .stage
        .hub
        .import_stick(&document(&forked), &me())
        .expect("a terminal's file");
    assert_eq!(taken.new, 0);
    assert!(taken.refusal.is_some());
    assert_eq!(
        (scene.line(), scene.result()),
        (scene.entries.clone(), "red")
    );
    let store = scene.stage.hub.store();
    let beside = store.read(|connection| entry::beside(connection, game));
    assert_eq!(beside.expect("reads back"), forked);
}

#[test]
fn what_is_no_terminals_file_is_refused_and_changes_nothing() {
    let scene = scene();
    let hub = &scene.stage.hub;
    let mut foreign = Pen::new(qipu::journal::GameId(uuid::Uuid::from_u128(9)), "t");
    let foreign = [foreign.write(Event::Resumed)];
    let two_games = [scene.entries[0].clone(), foreign[0].clone()];
    let files = [
        b"".to_vec(),
        b"{\"entries\":[]}".to_vec(),
        b"PK\x03\x04".to_vec(),
        document(&two_games),
        document(&foreign),
    ];
    for file in files {
        let refused = hub.import_stick(&file, &me());
        let known = matches!(refused, Err(ActError::Refused(..) | ActError::NoGame));
        assert!(known, "{refused:?}");
    }
    assert_eq!(scene.line(), []);
}

/// What the terminal itself writes is what the desk takes in.
#[test]
fn the_terminals_own_file_is_taken_in() {
    let scene = scene();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = TerminalStore::open(folder.path().join("t.sqlite")).expect("a new file");
    let writer = scene.client.identity().terminal.clone();
    let time = Arc::new(SteppedTime::default());
    let terminal = Terminal::start(Arc::new(store), time, writer).expect("a start");
    let assignment = scene
        .client
        .assignment(None, std::time::Duration::ZERO)
        .expect("the hub answers")
        .expect("the first answer");
    let event = assignment.event.id.clone();
    let mut kiosk = Kiosk::new(terminal, Some(assignment)).expect("a game");
    kiosk.start();
    let game = kiosk.game_mut().expect("a game");
    for square in ["h2", "e2"] {
        game.touch(square.parse().expect("is a square"));
    }
    let file = kiosk.stick_file().expect("readable").expect("a game");
    assert_eq!(file.name, format!("qipu-{event}-1-1.json"));
    let taken = scene
        .stage
        .hub
        .import_stick(&file.content, &me())
        .expect("a terminal's file");
    assert!(taken.new >= 2, "{taken:?}");
    let (_, page) = scene.stage.page(&format!("/games/{}", taken.game));
    assert!(page.contains("炮二平五"), "{page}");
}
