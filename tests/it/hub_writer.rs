//! One writer a game: take-over, what the old writer still had, records and calls of others.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use qipu::journal::{Event, GameState, Verdict, chain};
use qipu::store::TerminalStore;
use qipu::store::hub::entry;
use qipu::sync::signature::{Signature, Subject};
use qipu::sync::wire::{RecordUpload, Refusal};
use qipu::sync::{Assignment, HubClient, Identity, Link, LinkError, LinkState, worker};

use crate::hub_stage::{Pen, Stage, game_of, me};

/// 炮二平五 马８进７ 马八进七 马２进３.
const MOVES: &str = "h2e2 h9g7 b0c2 b9c7";

fn refusal<T: std::fmt::Debug>(answer: Result<T, LinkError>) -> Refusal {
    match answer {
        Err(LinkError::Refused { refusal, .. }) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

fn record(moves: &str, result: &str) -> RecordUpload {
    let mut record = RecordUpload {
        fingerprint: String::new(),
        start_fen: xiangqi::Position::start().to_fen(),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        result: result.to_owned(),
    };
    record.fingerprint = record.computed_fingerprint();
    record
}

/// hub.md: 200 new, 200 duplicate, 409 differs.
#[test]
fn a_record_is_new_then_a_duplicate_and_another_one_differs() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let game = game_of(&client).game;
    let first = record(MOVES, "red");
    assert!(!client.record(game, &first).expect("is sound").duplicate);
    assert!(client.record(game, &first).expect("is sound").duplicate);
    let other = record("h2e2 h9g7", "red");
    assert_eq!(refusal(client.record(game, &other)), Refusal::Differs);
    assert!(client.record(game, &first).is_err(), "two are there now");
    let kept: i64 = stage
        .hub
        .store()
        .read(|connection| {
            Ok::<_, qipu::store::StoreError>(connection.query_row(
                "SELECT count(*) FROM record",
                [],
                |row| row.get(0),
            )?)
        })
        .expect("reads back");
    assert_eq!(kept, 2, "both are kept");
    // The first became the game's journal: its page shows it.
    let (_, page) = stage.page(&format!("/games/{game}"));
    assert!(
        page.contains("炮二平五") && page.contains("马２进３"),
        "{page}"
    );
}

#[test]
fn a_record_that_is_no_legal_game_is_refused_with_the_ply() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let game = game_of(&client).game;
    let wrong = |record: &RecordUpload, part: &str| {
        let answer = refusal(client.record(game, record));
        let Refusal::Unreadable { reason } = answer else {
            panic!("{answer:?}")
        };
        assert!(reason.contains(part), "{reason}");
    };
    wrong(&record("h2e2 h9h7", "red"), "move 2");
    wrong(&record("h2e2 xx", "red"), "move 2");
    wrong(&record("", "red"), "moves");
    wrong(&record(MOVES, "unfinished"), "result");
    let mut forged = record(MOVES, "red");
    forged.result = "black".to_owned();
    wrong(&forged, "fingerprint");
}

/// The fingerprint of a record, by `printf 'FEN\nh2e2 h9g7\nred' | sha256sum`.
#[test]
fn another_program_gets_the_same_fingerprint() {
    let record = RecordUpload {
        start_fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1".into(),
        ..record("h2e2 h9g7", "red")
    };
    assert_eq!(record.computed_fingerprint(), FINGERPRINT);
}

const FINGERPRINT: &str = "cd31e67b844b54fc651f06a13be96b11e6a2db1e05d9510185dfc5f450bcb1f6";

#[test]
fn a_recording_station_takes_the_record_of_a_game_that_is_over() {
    let stage = Stage::with_round_one(4);
    let (board, station) = (stage.terminal(Some(1)), stage.terminal(None));
    let game = game_of(&board).game;
    let entered = record(MOVES, "red");
    assert_eq!(refusal(station.record(game, &entered)), Refusal::NotYours);
    let result = qipu::hub::ResultEntry {
        round: 1,
        board: 1,
        result: tournament::document::GameResult::Red,
        reason: String::new(),
    };
    stage.hub.enter_result(result, &me()).expect("is there");
    assert!(!station.record(game, &entered).expect("is over").duplicate);
}

/// All that the old writer still had is kept, not its first entry alone.
#[test]
fn whatever_the_replaced_terminal_still_had_is_kept_beside_the_game() {
    let stage = Stage::with_round_one(4);
    let (first, spare) = (stage.terminal(Some(1)), stage.terminal(None));
    let assigned = game_of(&first);
    let mut pen = Pen::new(assigned.game, &first.identity().terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Red);
    // Nothing of it had reached the hub when the spare took over.
    let hub = &stage.hub;
    hub.hand_over(assigned.game, &spare.identity().terminal, &me())
        .expect("both are known");
    assert!(matches!(
        refusal(first.push(assigned.game, &entries)),
        Refusal::OldEpoch { .. }
    ));
    let beside = || {
        hub.store()
            .read(|connection| entry::beside(connection, assigned.game))
            .expect("reads back")
    };
    assert_eq!(beside(), entries);
    // Once more changes nothing, and the line is still the spare's to begin.
    assert!(first.push(assigned.game, &entries).is_err());
    assert_eq!(beside(), entries);
    let line = spare.journal(assigned.game).expect("the spare may read");
    assert_eq!(line.entries, []);
}

/// A fork: both versions are kept, a person looks at them and decides.
#[test]
fn a_person_decides_between_two_versions_of_a_game() {
    let stage = Stage::with_round_one(4);
    let (first, spare) = (stage.terminal(Some(1)), stage.terminal(None));
    let assigned = game_of(&first);
    let id = assigned.game;
    let mut pen = Pen::new(id, &first.identity().terminal);
    let played = pen.whole(&assigned, MOVES, Verdict::Red);
    first.push(id, &played[..2]).expect("is its game");
    let hub = &stage.hub;
    hub.hand_over(id, &spare.identity().terminal, &me())
        .expect("both are known");
    let line = spare.journal(id).expect("the spare may read");
    let mut taken = Pen::new(id, &spare.identity().terminal);
    taken.head = chain::verify(id, &line.entries).expect("is whole");
    taken.head.epoch = line.epoch;
    let other = [taken.write(Event::Move {
        mv: "c6c5".parse().expect("is a move"),
    })];
    spare.push(id, &other).expect("it writes on");
    first.push(id, &played).expect_err("another one writes");

    let versions = hub.versions(id).expect("reads back");
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0].writer, first.identity().terminal);
    assert_eq!((versions[0].from, &versions[0].entries), (3, &played));
    hub.take_version(id, "nobody", &me())
        .expect_err("no such version");
    hub.take_version(id, &first.identity().terminal, &me())
        .expect("there is one");
    let line = hub
        .store()
        .read(|connection| entry::line_after(connection, id, 0))
        .expect("reads back");
    assert_eq!(line, played);
    let document = hub.document().expect("there is an event");
    let result = document.rounds[0].games[0].result;
    assert_eq!(result, tournament::document::GameResult::Red);
    assert!(hub.versions(id).expect("reads back").is_empty());
    // The first terminal writes again; what the spare had is kept and is its own no more.
    let journal = first.journal(id).expect("it is its game");
    assert_eq!(journal.epoch, 3);
    spare.push(id, &other).expect_err("another one writes");
    hub.keep_line(id, &me()).expect("is there");
    assert!(hub.versions(id).expect("reads back").is_empty());
    let kept = hub.store().read(|connection| {
        Ok::<_, qipu::store::StoreError>(connection.query_row(
            "SELECT count(*) FROM entry",
            [],
            |row| row.get::<_, i64>(0),
        )?)
    });
    let both = played.len() + other.len();
    assert_eq!(kept.expect("reads back"), both as i64);
}

/// Out and back: the first terminal gets its game back and goes on where the spare left it, over
/// the real link.
#[test]
fn a_terminal_that_gets_its_game_back_delivers_on() {
    let stage = Stage::with_round_one(4);
    let (first, spare) = (stage.identity(Some(1)), stage.terminal(Some(2)));
    let client = HubClient::new(&stage.server.url(), first.clone());
    let assigned = game_of(&client);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = TerminalStore::open(folder.path().join("t.sqlite")).expect("a new file");
    let store = Arc::new(store);
    let mut pen = Pen::new(assigned.game, &first.terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Red);
    for entry in &entries[..4] {
        store.append(entry).expect("it follows");
    }
    client
        .push(assigned.game, &entries[..3])
        .expect("is its game");

    let hub = &stage.hub;
    hub.hand_over(assigned.game, &spare.identity().terminal, &me())
        .expect("both are known");
    let line = spare.journal(assigned.game).expect("the spare may read");
    let mut taken = Pen::new(assigned.game, &spare.identity().terminal);
    taken.head = chain::verify(assigned.game, &line.entries).expect("is whole");
    taken.head.epoch = line.epoch;
    let by_spare = [
        taken.write(Event::WriterChanged { by: "test".into() }),
        taken.write(Event::Move {
            mv: "i0i1".parse().expect("is a move"),
        }),
    ];
    spare.push(assigned.game, &by_spare).expect("it writes on");

    let link = Link::start(Arc::clone(&store), client.clone(), Arc::new(Nobody));
    wait_for("the entry nobody took is set aside", || {
        let delivery = store.delivery(assigned.game).expect("readable");
        delivery
            .aside
            .is_some_and(|aside| aside.reason == "old_epoch")
    });
    hub.hand_over(assigned.game, &first.terminal, &me())
        .expect("both are known");
    let line = client.journal(assigned.game).expect("it is its game again");
    store.adopt(&line.entries).expect("it is a line");
    let mut head = store.head(assigned.game).expect("readable");
    head.epoch = line.epoch;
    let stamp = entries[0].stamp.clone();
    let on = head.append(&first.terminal, stamp, Event::Resumed);
    store.append(&on).expect("it follows");
    link.wake();
    wait_for("everything is delivered", || {
        let delivery = store.delivery(assigned.game).expect("readable");
        delivery.accepted == on.seq && delivery.aside.is_none()
    });
    drop(link);
    let line = hub
        .store()
        .read(|connection| entry::line_after(connection, assigned.game, 0))
        .expect("reads back");
    assert_eq!(line, store.entries(assigned.game).expect("readable"));
    assert_eq!(GameState::fold(&line).plies().len(), 3);
    // What it wrote meanwhile is kept on both sides.
    assert_eq!(
        store.beside(assigned.game).expect("readable"),
        entries[3..4]
    );
    let beside = hub
        .store()
        .read(|connection| entry::beside(connection, assigned.game))
        .expect("reads back");
    assert_eq!(beside, entries[3..4]);
}

struct Nobody;

impl worker::Listener for Nobody {
    fn assigned(&self, _: &Assignment) {}
    fn link(&self, _: LinkState) {}
}

fn wait_for(what: &str, mut there: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("a minute, and not yet: {what}");
}

/// The stream: the last value first, the new board as soon as the terminal is moved, the end when
/// its key is revoked.
#[test]
fn the_assignment_stream_follows_the_terminal_and_ends_with_its_key() {
    let stage = Stage::with_round_one(4);
    let identity = stage.identity(Some(1));
    let mut stream = listen(&stage, &identity);
    let first = next(&mut stream).expect("the last value first");
    assert_eq!(first.board, Some(1));
    let hub = &stage.hub;
    hub.place_terminal(&identity.terminal, Some(2), &me())
        .expect("is known");
    let moved = next(&mut stream).expect("the new value");
    assert_eq!(moved.board, Some(2));
    assert_ne!(
        moved.game.map(|game| game.game),
        first.game.map(|game| game.game)
    );
    hub.revoke_terminal(&identity.terminal, &me())
        .expect("is known");
    assert!(next(&mut stream).is_none(), "the stream ends");
}

fn listen(stage: &Stage, identity: &Identity) -> BufReader<TcpStream> {
    let path = "/api/v1/assignment";
    let subject = Subject {
        method: "GET",
        path,
        body: b"",
    };
    let key = hex::decode(&identity.key).expect("a key is hex");
    let now_ms = chrono::Utc::now().timestamp_millis();
    let nonce = uuid::Uuid::now_v7().simple().to_string();
    let signed = Signature::sign(&key, subject, &identity.terminal, now_ms, nonce).header();
    let mut socket = TcpStream::connect(stage.server.address()).expect("the hub listens");
    socket
        .set_read_timeout(Some(Duration::from_secs(10)))
        .expect("a time above zero");
    write!(
        socket,
        "GET {path} HTTP/1.1\r\nHost: hub\r\nAccept: text/event-stream\r\n\
         Authorization: {signed}\r\n\r\n"
    )
    .expect("the hub reads");
    BufReader::new(socket)
}

/// The next value of the stream; nothing when it ends.
fn next(stream: &mut BufReader<TcpStream>) -> Option<Assignment> {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).expect("within ten seconds") == 0 || line == "0\r\n" {
            return None;
        }
        if let Some(data) = line.strip_prefix("data: ") {
            return Some(serde_json::from_str(data.trim()).expect("an assignment"));
        }
    }
}
