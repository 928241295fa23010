//! The plug is pulled, and another terminal takes over.

use qipu::kiosk::controller::Kiosk;
use qipu_ui::{GameData, Notice, Page, Session};
use slint::{ComponentHandle, Model};
use xiangqi::Move;

use crate::arbiter::unlock;
use crate::table::{START, Table, assignment};

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn moves(table: &Table) -> Vec<String> {
    let rows = table.app.global::<GameData>().get_moves();
    rows.iter()
        .flat_map(|row| [row.red.to_string(), row.black.to_string()])
        .filter(|text| !text.is_empty())
        .collect()
}

/// The finger is down on a piece when the power goes. What was shown is there again, the clocks
/// stand where they were last known, and nothing half done is left.
#[test]
fn a_power_cut_in_the_middle_of_a_touch_leaves_a_whole_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = assignment(qipu::journal::Mode::Live, START, None);
    let first = told.clone();
    let folder = std::thread::spawn(move || {
        let table = Table::start(folder, Some(first));
        table.press("红方 王喆");
        table.press("黑方 李堃玥");
        table.press("开始，红方走棋");
        table.touch_move(mv("h2e2"));
        table.press("红方按钟");
        table.wait(12_000);
        let beat = table
            .screen
            .kiosk()
            .borrow()
            .game()
            .and_then(qipu::kiosk::controller::Controller::heartbeat);
        beat.expect("a running clock")
            .keep(&table.store)
            .expect("room");
        let at = crate::table::middle(&table.point("h9"));
        table.down(at);
        table.pull_the_plug()
    })
    .join()
    .expect("a first start");
    let table = Table::start(folder, Some(told));
    assert_eq!(table.app.global::<Session>().get_page(), Page::Play);
    assert_eq!(
        table.app.global::<Session>().get_notice(),
        Notice::PausedAfterPower
    );
    assert_eq!(moves(&table), ["炮二平五"]);
    assert!(table.app.global::<GameData>().get_paused());
    assert_eq!(
        table.app.global::<GameData>().get_black_clock().text,
        "29:48"
    );
    let lifted = table.screen.kiosk().borrow().game().expect("a game").view();
    assert_eq!(lifted.selected, None);
    unlock(&table);
    table.press("开钟，继续");
    table.press("锁上返回");
    table.touch_move(mv("h9g7"));
    table.press("黑方按钟");
    assert_eq!(moves(&table), ["炮二平五", "马８进７"]);
}

/// A spare shows nothing to touch before it has the hub's line; then the arbiter lets it go on. The
/// touches are nine: into the arbiter's pages, six digits, the clock, out again.
#[test]
fn a_spare_takes_over_in_nine_touches() {
    let told = assignment(qipu::journal::Mode::Live, START, None);
    let game = told.game.as_ref().expect("a game").game;
    let first = told.clone();
    let line = std::thread::spawn(move || {
        let table = Table::set(first);
        table.press("红方 王喆");
        table.press("黑方 李堃玥");
        table.press("开始，红方走棋");
        table.touch_move(mv("h2e2"));
        table.press("红方按钟");
        table.store.entries(game).expect("readable")
    })
    .join()
    .expect("the first terminal");
    let mut spare = told;
    if let Some(game) = &mut spare.game {
        game.epoch = 2;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let table = Table::start_as(folder, Some(spare), "t8");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Waiting);
    table.store.adopt(&line).expect("an unbroken line");
    table.screen.act(|kiosk: &mut Kiosk| {
        kiosk.fetched(game, 2).expect("readable");
    });
    assert_eq!(table.app.global::<Session>().get_page(), Page::Play);
    assert!(table.app.global::<GameData>().get_paused());
    unlock(&table);
    table.press("开钟，继续");
    table.press("锁上返回");
    table.touch_move(mv("h9g7"));
    table.press("黑方按钟");
    assert_eq!(moves(&table), ["炮二平五", "马８进７"]);
}

#[test]
fn the_terminal_that_lost_the_game_says_so() {
    let mut told = assignment(qipu::journal::Mode::Live, START, None);
    if let Some(game) = &mut told.game {
        game.may_write = false;
    }
    let table = Table::set(told);
    assert_eq!(table.app.global::<Session>().get_page(), Page::Waiting);
    assert!(table.app.global::<Session>().get_elsewhere());
}
