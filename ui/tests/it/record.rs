//! The record entered by touches.

use qipu::demo::games;
use qipu::journal::Verdict;
use qipu::kiosk::controller::Key;
use qipu_ui::{EntryData, GameData, Notice, Page, Session};
use slint::{ComponentHandle, Model};
use xiangqi::{Position, notation};

use crate::table::Table;

#[test]
fn an_illegal_touch_is_explained_in_both_languages() {
    let table = Table::entry("red");
    assert_eq!(table.app.global::<Session>().get_page(), Page::Entry);
    table.touch("b0");
    table.touch("d1");
    assert_eq!(table.app.global::<Session>().get_notice(), Notice::Illegal);
    assert_eq!(
        table.app.global::<Session>().get_reason(),
        "马腿在 c0 被别住"
    );
    table.press("English");
    assert_eq!(
        table.app.global::<Session>().get_reason(),
        "the horse's leg is blocked on c0"
    );
}

#[test]
fn eighty_plies_by_the_board_are_at_most_160_taps_and_handed_in() {
    let game = games::shipped()
        .into_iter()
        .find(|game| game.moves.len() >= 80)
        .expect("a long game");
    let verdict = match game.outcome.verdict {
        Verdict::Red => "red",
        Verdict::Black => "black",
        _ => "draw",
    };
    let table = Table::entry(verdict);
    let mut taps = 0;
    for mv in &game.moves[..80] {
        table.touch_move(*mv);
        taps += 2;
    }
    assert_eq!(table.app.global::<GameData>().get_plies(), 80);
    assert!(taps <= 160);
    let label = if table.has("录完送出 红胜") {
        "录完送出 红胜"
    } else if table.has("录完送出 黑胜") {
        "录完送出 黑胜"
    } else {
        "录完送出 和棋"
    };
    table.press(label);
    assert_eq!(
        table.app.global::<Session>().get_notice(),
        Notice::RecordSent
    );
    assert!(table.app.global::<EntryData>().get_sent());
}

/// A player at the keypad: says the move from the left, and takes it from the offered ones as soon
/// as it is among them.
#[test]
fn real_games_by_the_keypad_take_few_taps() {
    let mut taps = 0;
    let mut plies = 0;
    for game in games::shipped()
        .into_iter()
        .filter(|game| game.moves.len() >= 80)
        .take(20)
    {
        let mut position = Position::start();
        for mv in &game.moves[..80] {
            let side = position.side();
            let text = notation::chinese::format(&position, *mv);
            let mut keypad = qipu::kiosk::controller::Keypad::default();
            for character in text.chars() {
                let offered = keypad.candidates(&position);
                if offered.iter().any(|(candidate, _)| candidate == mv) {
                    taps += 1;
                    break;
                }
                let key = Key::ALL
                    .into_iter()
                    .find(|key| key.character(side) == character);
                let Some(key) = key else {
                    // 中 has no key; such a soldier is entered on the board.
                    taps += 2;
                    break;
                };
                taps += 1;
                if keypad.press(&position, key).is_some() {
                    break;
                }
            }
            plies += 1;
            position = position.play(*mv).expect("a legal move");
        }
    }
    let mean = f64::from(taps) / f64::from(plies);
    println!("keypad: {taps} taps for {plies} plies, {mean:.2} a ply");
    assert!(mean < 4.0, "never more than saying it in full");
}

#[test]
fn a_key_on_the_screen_leads_to_a_move() {
    let table = Table::entry("red");
    for key in ["炮", "二", "平", "五"] {
        table.press(&format!("键 {key}"));
    }
    let moves = table.app.global::<GameData>().get_moves();
    assert_eq!(moves.row_data(0).expect("a row").red, "炮二平五");
    table.press("键 马");
    table.press("着法 马８进７");
    assert_eq!(moves.row_data(0).expect("a row").black, "马８进７");
}

#[test]
fn a_wrong_move_far_back_is_mended_in_six_touches_of_the_screen() {
    let table = Table::entry("red");
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5"] {
        table.touch_move(text.parse().expect("a move"));
    }
    // In the list, on “change”, twice on the board, and back to the end.
    table.press("炮二平五");
    table.press("改一着");
    table.touch("b2");
    table.touch("e2");
    table.press("到末尾");
    let moves = table.app.global::<GameData>().get_moves();
    assert_eq!(moves.row_data(0).expect("a row").red, "炮八平五");
    assert_eq!(table.app.global::<GameData>().get_plies(), 6);
}
