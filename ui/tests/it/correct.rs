//! The arbiter puts the record right.

use qipu_ui::{ArbiterData, GameData, ReplayData, Tab};
use slint::{ComponentHandle, Model};

use crate::arbiter::{state, unlock};
use crate::table::{START, Table};

fn played(moves: &[&str]) -> Table {
    let table = Table::live(START);
    for (ply, text) in moves.iter().enumerate() {
        table.touch_move(text.parse().expect("a move"));
        table.press(if ply % 2 == 0 {
            "红方按钟"
        } else {
            "黑方按钟"
        });
    }
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Record);
    table
}

#[test]
fn a_move_is_walked_to_and_replaced() {
    let table = played(&["h2e2", "h9g7", "h0g2"]);
    let data = table.app.global::<ReplayData>();
    assert_eq!((data.get_cursor(), data.get_plies()), (3, 3));
    table.press("开头");
    table.press("下一着");
    assert_eq!(data.get_cursor(), 1);
    table.press("改这一着");
    table.touch("b2");
    table.touch("e2");
    let moves = table.app.global::<GameData>().get_moves();
    assert_eq!(moves.row_data(0).expect("a row").red, "炮八平五");
    assert_eq!(state(&table).corrections(), 1);
    assert!(!data.get_replacing());
}

#[test]
fn every_touch_is_listed_newest_first_in_both_languages() {
    let table = played(&["h2e2", "h9g7"]);
    table.press("看每一次触摸");
    let data = table.app.global::<ReplayData>();
    let newest = data.get_touches().row_data(0).expect("a line");
    assert!(newest.text.starts_with("黑方 按钟"), "{}", newest.text);
    table.app.global::<ArbiterData>().set_tab(Tab::Settings);
    table.press("改用英文");
    let newest = data.get_touches().row_data(0).expect("a line");
    assert!(newest.text.starts_with("Black pressed"), "{}", newest.text);
    let entries = table.store.entries(table.game).expect("readable");
    assert_eq!(data.get_touches().row_count(), entries.len());
}

#[test]
fn wrong_colours_can_stand_as_played() {
    let table = played(&["h2e2"]);
    table.press("先后手照实际 5.8");
    assert!(state(&table).colours_as_played());
    assert_eq!(
        table.button("先后手已照实际 5.8").accessible_enabled(),
        Some(false)
    );
}

/// 20.1, 20.3: nobody sits down; the arbiter starts the clock, and then decides.
#[test]
fn article_20_the_arbiter_starts_the_clock_for_a_missing_player_and_forfeits() {
    let table = Table::set(crate::table::assignment(
        qipu::journal::Mode::Live,
        START,
        None,
    ));
    unlock(&table);
    table.press("开钟，红方走棋");
    assert!(table.app.global::<GameData>().get_red_clock().running);
    table.app.global::<ArbiterData>().set_tab(Tab::Result);
    table.press("红胜：缺席");
    let outcome = state(&table).outcome().expect("a result");
    assert_eq!(outcome.verdict, qipu::journal::Verdict::BlackForfeit);
}
