//! The arbiter's overlay by touches.

use qipu::journal::{GameState, Phase, Reason, Verdict};
use qipu_ui::{ArbiterData, GameData, Notice, Session, Tab};
use slint::ComponentHandle;

use crate::table::{START, Table};

const PIN: &str = "201906";

fn type_digits(table: &Table, digits: &str) {
    for digit in digits.chars() {
        table.press(&digit.to_string());
    }
}

pub fn unlock(table: &Table) {
    table.press("裁判");
    type_digits(table, PIN);
    assert!(table.app.global::<ArbiterData>().get_unlocked());
}

pub fn state(table: &Table) -> GameState {
    GameState::fold(&table.store.entries(table.game).expect("readable"))
}

#[test]
fn five_wrong_pins_lock_the_overlay_for_a_minute() {
    let table = Table::live(START);
    unlock(&table);
    table.press("锁上返回");
    table.press("裁判");
    for _ in 0..5 {
        type_digits(&table, "000000");
    }
    assert_eq!(
        table.app.global::<ArbiterData>().get_notice(),
        Notice::PinLocked
    );
    type_digits(&table, PIN);
    assert!(
        !table.app.global::<ArbiterData>().get_unlocked(),
        "locked for a minute"
    );
    table.wait(60_000);
    type_digits(&table, PIN);
    assert!(table.app.global::<ArbiterData>().get_unlocked());
}

/// 22.2: a claim that is not good costs a foul and five minutes; the game goes on.
#[test]
fn article_22_2_an_unfounded_claim_costs_a_foul_and_five_minutes() {
    let table = Table::live(START);
    table.press("自然限着");
    unlock(&table);
    table.press("不成立 犯规，扣五分钟");
    table.press("开钟，继续");
    table.press("锁上返回");
    let state = state(&table);
    assert_eq!(state.phase(), Phase::Playing);
    assert_eq!(state.fouls().len(), 1);
    assert_eq!(state.fouls()[0].article, "8.1.4");
    assert_eq!(table.app.global::<GameData>().get_red_clock().text, "25:00");
    assert!(state.open_claims().is_empty());
}

#[test]
fn a_clock_is_set_by_a_number_and_a_touch() {
    let table = Table::live(START);
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Clock);
    type_digits(&table, "1230");
    table.press("黑方　30:00 设为 12:30");
    assert_eq!(
        table.app.global::<GameData>().get_black_clock().text,
        "12:30"
    );
}

#[test]
fn the_arbiter_decides_signs_and_reopens() {
    let table = Table::live(START);
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Result);
    table.press("黑胜：缺席");
    let decided = state(&table).outcome().expect("a result");
    assert_eq!(
        (decided.verdict, decided.reason),
        (Verdict::RedForfeit, Reason::Absence)
    );
    table.press("裁判签名");
    assert_eq!(state(&table).phase(), Phase::Closed);
    table.press("重开本局");
    assert_eq!(state(&table).phase(), Phase::Paused);
}

/// Regulation V(5) by the counting mode: with no record at all, one touch a move.
#[test]
fn counting_mode_works_with_no_record() {
    let table = Table::live(START);
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Counting);
    for round in 0..40 {
        table.press(if round < 1 {
            "红方：将"
        } else {
            "红方：走"
        });
        table.press("黑方：走");
    }
    let data = table.app.global::<ArbiterData>();
    assert!(
        !data.get_red_may_claim(),
        "one of Red's forty moves was a check"
    );
    assert!(data.get_black_may_claim());
    table.press("红方：走");
    assert!(data.get_red_may_claim());
    table.press("撤回一着");
    assert!(!data.get_red_may_claim());
    table.press("黑方：吃");
    assert_eq!(data.get_black_counted(), "0");
}

#[test]
fn the_overlay_locks_itself_when_left_alone() {
    let table = Table::live(START);
    unlock(&table);
    table.wait(120_000);
    assert!(!table.app.global::<ArbiterData>().get_up());
    assert_eq!(table.app.global::<Session>().get_notice(), Notice::None);
}

#[test]
fn the_clock_alone_is_pressed_by_its_own_halves() {
    let table = Table::live(START);
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Settings);
    table.press("只用钟");
    table.press("锁上返回");
    table.wait(3_000);
    table.press("红方按钟");
    table.wait(4_000);
    table.press("黑方按钟");
    let data = table.app.global::<GameData>();
    assert_eq!(data.get_red_clock().text, "30:07");
    assert_eq!(data.get_black_clock().text, "30:06");
    assert!(data.get_red_clock().running);
}
