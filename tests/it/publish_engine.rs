//! Annotation by Debian's `fairy-stockfish`: opinions on every ply, said to be the machine's, on the
//! page and in the files. Skipped where the engine is not installed.

use qipu::publish::annotate::{Engine, EngineError, Limits, annotate};
use qipu::publish::issue::{Part, issue};
use qipu::publish::load::{self, Records};
use qipu::publish::{Edition, MACHINE};
use qipu::store::HubStore;

use crate::needs;
use crate::publish_event::play;

/// Where Debian puts it, which is not always on the path.
const ENGINE: &str = "/usr/games/fairy-stockfish";

fn is_there() -> bool {
    std::path::Path::new(ENGINE).is_file() || needs::programmes(&[ENGINE])
}

fn edition(room: &std::path::Path) -> Edition {
    let data = room.join("data");
    play(&data, 4, 1);
    let store = HubStore::open_to_read(&data).unwrap();
    load::load(&store, Records::All).unwrap().unwrap()
}

#[test]
fn an_engine_annotates_and_is_told_apart_from_people() {
    if !is_there() {
        return;
    }
    let room = tempfile::tempdir().unwrap();
    let mut edition = edition(room.path());
    let limits = Limits {
        nodes: 500,
        boards: 1,
    };
    annotate(&mut edition, ENGINE, limits).unwrap();
    let (first, second) = (&edition.games[0], &edition.games[1]);
    let legal = first.score.plies.iter().take_while(|ply| !ply.irregular);
    assert_eq!(first.evaluations.len(), legal.count());
    assert!(first.evaluations.iter().all(Option::is_some));
    assert!(second.evaluations.is_empty(), "board 2 was not asked for");
    let tree = &first.record.tree;
    let comments: Vec<&str> = std::iter::once(record::Tree::ROOT)
        .chain(tree.main_line())
        .map(|node| tree.comment(node))
        .filter(|comment| !comment.is_empty())
        .collect();
    assert!(comments[0].contains("Fairy-Stockfish") && comments[0].contains("500"));
    for comment in comments.iter().flat_map(|comment| comment.lines()) {
        assert!(comment.starts_with(MACHINE), "{comment}");
    }
    let out = room.path().join("out");
    issue(&edition, &out, &[Part::Site], "2026-06-18T18:00:00+08:00").unwrap();
    let page = |name: &str| std::fs::read_to_string(out.join("games").join(name)).unwrap();
    let told = "机器评估（引擎所见，非人言）";
    assert!(page("01-001.html").contains(told) && !page("01-002.html").contains(told));
    assert!(page("01-001.html").contains("<summary>机器评注"));
    assert!(page("01-001.pgn").contains(MACHINE));
}

/// What is no engine, or none for this game, is named and ends nothing else.
#[test]
fn what_is_no_engine_is_named() {
    let absent = Engine::start("/nowhere/engine");
    assert!(
        matches!(absent, Err(EngineError::Start { .. })),
        "{absent:?}"
    );
    let silent = Engine::start("true");
    assert!(matches!(silent, Err(EngineError::Silent(_))), "{silent:?}");
}
