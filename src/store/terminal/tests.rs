//! A game that changes hands: the hub's line stands, and what was written here is not lost.

use uuid::Uuid;

use super::*;
use crate::journal::{Event, Stamp, chain};

const GAME: GameId = GameId(Uuid::from_u128(7));

fn stamp() -> Stamp {
    Stamp {
        wall: "2019-06-15T09:00:00+08:00".to_owned(),
        boot: 1,
        mono_ms: 0,
    }
}

fn write(head: &mut Head, writer: &str) -> Entry {
    head.append(writer, stamp(), Event::Resumed)
}

#[test]
fn a_terminal_that_gets_its_game_back_takes_the_hubs_line_and_keeps_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
    let mut ours = Head::empty(GAME);
    let written: Vec<Entry> = (0..5).map(|_| write(&mut ours, "first")).collect();
    for entry in &written {
        store.append(entry).expect("it follows");
    }
    // The hub had three of them when the spare took over and wrote two.
    let mut theirs = Head {
        epoch: 2,
        ..Head::after(&written[2])
    };
    let mut line = written[..3].to_vec();
    line.extend((0..2).map(|_| write(&mut theirs, "spare")));

    store.adopt(&line).expect("it is a line");
    assert_eq!(store.entries(GAME).expect("readable"), line);
    chain::verify(GAME, &line).expect("an unbroken chain");
    assert_eq!(store.beside(GAME).expect("readable"), written[3..]);
    assert_eq!(store.delivery(GAME).expect("readable").accepted, 5);
    // Once more changes nothing.
    store.adopt(&line).expect("it is known");
    assert_eq!(store.entries(GAME).expect("readable"), line);
    assert_eq!(store.beside(GAME).expect("readable"), written[3..]);
}

#[test]
fn what_is_no_line_is_not_adopted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
    let mut head = Head::empty(GAME);
    let written: Vec<Entry> = (0..3).map(|_| write(&mut head, "first")).collect();
    let mut broken = written.clone();
    broken.remove(1);
    assert!(matches!(store.adopt(&broken), Err(StoreError::Chain(_))));
    assert_eq!(store.entries(GAME).expect("readable"), []);
}
