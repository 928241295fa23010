//! The recording station: any finished game, found by board or by name.

use qipu::journal::Mode;
use qipu_ui::{EntryData, Page, Session, StationData};
use slint::{ComponentHandle, Model};

use crate::table::{START, Table, assignment};

/// Three games are owed in a hall with one terminal.
fn station() -> Table {
    let mut told = assignment(Mode::Entry, START, Some("red"));
    told.board = None;
    let first = told.owed.remove(0);
    for (board, red, black) in [
        (3, "王宁", "李铁生"),
        (8, "梁飞", "孙鹏"),
        (13, "赵喆", "陈堃玥"),
    ] {
        let mut owed = first.clone();
        owed.board = board;
        owed.game.game = qipu::journal::GameId(uuid::Uuid::now_v7());
        red.clone_into(&mut owed.game.red.name);
        black.clone_into(&mut owed.game.black.name);
        told.owed.push(owed);
    }
    Table::set(told)
}

fn boards(table: &Table) -> Vec<String> {
    let rows = table.app.global::<StationData>().get_records();
    rows.iter().map(|row| row.board.to_string()).collect()
}

#[test]
fn a_game_is_found_by_its_board_or_by_a_players_initials() {
    let table = station();
    assert_eq!(table.app.global::<Session>().get_page(), Page::Station);
    assert_eq!(boards(&table), ["3", "8", "13"]);
    table.press("找 S");
    table.press("找 P");
    assert_eq!(boards(&table), ["8"]);
    table.press("退格");
    table.press("退格");
    table.press("找 1");
    assert_eq!(boards(&table), ["13"]);
    table.press("第 5 轮　第 13 台 赵喆 陈堃玥");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Entry);
    table.press("回到列表");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Station);
    assert_eq!(boards(&table).len(), 3, "the search is over");
}

#[test]
fn a_record_handed_in_here_goes_home_as_a_code_and_the_list_comes_back() {
    let table = station();
    table.press("第 5 轮　第 3 台 王宁 李铁生");
    table.touch_move("h2e2".parse().expect("a move"));
    table.press("录完送出 红胜");
    let data = table.app.global::<EntryData>();
    assert!(data.get_sent() && data.get_has_code());
    let text = table.screen.kiosk().borrow().takeaway().expect("a game");
    let read = record::read(text.as_bytes(), record::Hint::NONE).expect("a record");
    assert_eq!(read.games.len(), 1);
    assert_eq!(read.games[0].headers.get(record::Field::Red), "王宁");
    table.press("完成");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Station);
}
