//! The site in a real browser, from a folder without a server: its search finds what the program
//! finds. Skipped where there is no chromium.

use std::path::Path;
use std::process::Command;

use qipu::publish::issue::{Part, issue};
use qipu::publish::load::{self, Records};
use qipu::publish::position::{PositionIndex, key};
use qipu::publish::{Edition, position};
use qipu::store::HubStore;
use xiangqi::{Board, Setup, Side};

use crate::needs;
use crate::publish_event::play;

/// A page after its scripts have run.
fn opened(profile: &Path, page: &Path, hash: &str) -> String {
    let told = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--virtual-time-budget=10000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#{hash}", page.display()))
        .output()
        .expect("the browser starts");
    assert!(told.status.success(), "{told:?}");
    String::from_utf8(told.stdout).expect("a page is text")
}

fn edition(data: &Path) -> Edition {
    let store = HubStore::open_to_read(data).unwrap();
    load::load(&store, Records::All).unwrap().unwrap()
}

/// How many games the page says it found.
fn count(page: &str) -> usize {
    let after = page
        .split("id=\"count\"")
        .nth(1)
        .expect("the place of the count");
    let text = after.split('>').nth(1).expect("its text");
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no count in {text}"))
}

#[test]
fn the_search_of_the_site_finds_what_the_program_finds() {
    if !needs::programmes(&["chromium"]) {
        return;
    }
    let room = tempfile::tempdir().unwrap();
    play(&room.path().join("data"), 12, 3);
    let edition = edition(&room.path().join("data"));
    let out = room.path().join("out");
    issue(&edition, &out, &[Part::Site], "2026-06-18T18:00:00+08:00").unwrap();
    let page = |hash: &str| opened(&room.path().join("profile"), &out.join("search.html"), hash);

    assert_eq!(count(&page("")), edition.games.len());
    let number = edition.games[4].black;
    let theirs = edition
        .games
        .iter()
        .filter(|game| game.red == number || game.black == number);
    assert_eq!(count(&page(&format!("player={number}"))), theirs.count());

    // A position some way into a game, and the same one mirrored, with each side to move.
    let lines: Vec<Vec<xiangqi::Move>> = edition
        .games
        .iter()
        .map(|game| game.score.plies.iter().map(|ply| ply.mv).collect())
        .collect();
    let index = PositionIndex::build(
        lines
            .iter()
            .map(|line| (Board::start(), Side::Red, line.as_slice())),
    );
    for (game, ply) in [(0, 1), (3, 2), (7, 3), (11, 4)] {
        let mut board = Board::start();
        for mv in &lines[game][..ply] {
            board.apply(*mv);
        }
        let side = if ply % 2 == 0 { Side::Red } else { Side::Black };
        let wanted = index.find(key::of(&board, side)).len();
        assert!(wanted > 0);
        for board in [board.clone(), mirrored(&board)] {
            let fen = Setup::from((board, side)).to_string();
            let found = count(&page(&format!("fen={}", fen.replace(' ', "%20"))));
            assert_eq!(found, wanted, "{fen}");
        }
    }
}

fn mirrored(board: &Board) -> Board {
    let mut mirrored = Board::empty();
    for (square, piece) in board.pieces() {
        let other = xiangqi::Square::new(8 - square.file(), square.rank());
        mirrored.set(other.expect("a point"), Some(piece));
    }
    mirrored
}

/// The script makes the same keys as the program, to the last bit.
#[test]
fn the_script_and_the_program_make_the_same_keys() {
    if !needs::programmes(&["chromium"]) {
        return;
    }
    let games = qipu::demo::games::shipped();
    let mut asked = Vec::new();
    for (at, game) in games.iter().enumerate().step_by(9) {
        let mut walk = position::key::Walk::new(Board::start(), Side::Red);
        let mut board = Board::start();
        for mv in &game.moves[..(at * 7 % game.moves.len())] {
            walk.apply(*mv);
            board.apply(*mv);
        }
        let black = (at * 7 % game.moves.len()) % 2 == 1;
        asked.push((board.to_string(), black, walk.key(), walk.is_mirrored()));
    }
    let room = tempfile::tempdir().unwrap();
    let page = room.path().join("keys.html");
    let questions: Vec<_> = asked.iter().map(|(fen, black, ..)| (fen, black)).collect();
    let html = format!(
        "<p id=keys></p><script>{}{}\ndocument.getElementById('keys').textContent = {}.map(\
         ([fen, black]) => {{ const key = qipuKey(qipuBoard.read(fen), black);\
         return [key.high, key.low, key.mirrored].join('/'); }}).join(' ');</script>",
        include_str!("../../src/publish/site/assets/key.js"),
        include_str!("../../src/publish/site/assets/board.js"),
        serde_json::to_string(&questions).unwrap()
    );
    std::fs::write(&page, html).unwrap();
    let told = opened(&room.path().join("profile"), &page, "");
    let keys = told.split("<p id=\"keys\">").nth(1).expect("the answers");
    let keys = keys.split('<').next().unwrap_or_default();
    let wanted: Vec<String> = asked
        .iter()
        .map(|(_, _, key, mirrored)| format!("{}/{}/{mirrored}", key >> 32, key & 0xffff_ffff))
        .collect();
    assert!(wanted.len() > 20);
    assert_eq!(keys, wanted.join(" "));
}
