//! Claims before the arbiter.

use qipu::journal::{Phase, Reason, Verdict};
use qipu_ui::{ArbiterData, RepetitionData, Tab};
use slint::{ComponentHandle, Model};
use xiangqi::Move;

use crate::arbiter::{state, unlock};
use crate::table::Table;

fn play(table: &Table, moves: &[&str]) {
    for text in moves {
        let red = !table.app.global::<qipu_ui::GameData>().get_blacks_turn();
        let mv: Move = text.parse().expect("a move");
        table.touch_move(mv);
        table.press(if red { "红方按钟" } else { "黑方按钟" });
    }
}

/// Two chariots that go up and down by themselves; Red's first step can be a check or not.
fn forty_rounds(first: &str) -> Table {
    let table = Table::live("3k5/9/9/9/9/9/9/8r/9/R4K3 w - - 0 1");
    play(&table, &[first, "i2i3"]);
    let back = format!("{}a0", &first[2..]);
    play(&table, &[&back, "i3i2"]);
    for round in 2..40 {
        if round % 2 == 0 {
            play(&table, &["a0a1", "i2i3"]);
        } else {
            play(&table, &["a1a0", "i3i2"]);
        }
    }
    table.press("自然限着");
    unlock(&table);
    table
}

/// Regulation 5(5): the claimant's checks do not count. Forty rounds with one check of Red's are
/// thirty-nine: the claim is one check too many.
#[test]
fn regulation_5_5_a_claim_with_one_check_too_many_is_refused() {
    let table = forty_rounds("a0a9");
    let data = table.app.global::<ArbiterData>();
    assert_eq!(data.get_claimant_counted(), "39");
    assert_eq!(data.get_claimant_checks(), "1");
    assert_eq!(data.get_opponent_counted(), "40");
    assert!(!data.get_claim_good());
    table.press("不成立 犯规，扣五分钟");
    let state = state(&table);
    assert_eq!(state.fouls().len(), 1);
    assert_eq!(state.outcome(), None);
}

#[test]
fn regulation_5_5_forty_rounds_without_a_check_are_a_draw() {
    let table = forty_rounds("a0a1");
    assert!(table.app.global::<ArbiterData>().get_claim_good());
    table.press("成立，和棋");
    let outcome = state(&table).outcome().expect("a result");
    assert_eq!(
        (outcome.verdict, outcome.reason),
        (Verdict::Draw, Reason::NaturalLimit)
    );
}

/// 23.5.1: one-sided perpetual check loses; the labels show and can be changed by two touches.
#[test]
fn article_23_5_the_proposal_shows_its_labels_and_the_arbiter_rules() {
    let table = Table::live("4k4/9/9/9/9/9/9/9/4p4/R2K5 w - - 0 1");
    play(&table, &["a0a9", "e9e8", "a9a8", "e8e9"]);
    for _ in 0..3 {
        play(&table, &["a8a9", "e9e8", "a9a8", "e8e9"]);
    }
    table.press("重复局面");
    unlock(&table);
    let data = table.app.global::<RepetitionData>();
    assert_eq!(data.get_rows().row_count(), 4);
    let first = data.get_rows().row_data(0).expect("a row");
    assert_eq!(first.label, "将");
    assert!(!first.reason.is_empty());
    assert_eq!(data.get_proposed(), 3, "Red loses");
    let label = format!("{} {} 将", first.number, first.text);
    table.press(&label);
    table.press("判为闲");
    assert_eq!(data.get_proposed(), 0, "a draw, as one move is idle");
    table.press("判为将");
    assert_eq!(data.get_proposed(), 3);
    table.press("红方判负");
    let state = state(&table);
    assert_eq!(state.phase(), Phase::Decided);
    let outcome = state.outcome().expect("a result");
    assert_eq!(
        (outcome.verdict, outcome.reason),
        (Verdict::Black, Reason::Repetition)
    );
}

#[test]
fn three_fouls_are_offered_as_a_loss() {
    let table = Table::live(crate::table::START);
    unlock(&table);
    table.app.global::<ArbiterData>().set_tab(Tab::Fouls);
    table.press("黑方 犯规 0 次　提和 0 次");
    for _ in 0..3 {
        table.press("黑方　未走棋按钟 8.1.7");
    }
    table.press("黑方三次犯规，判负 4.1.10");
    let state = state(&table);
    assert_eq!(state.fouls().len(), 3);
    let outcome = state.outcome().expect("a result");
    assert_eq!(
        (outcome.verdict, outcome.reason),
        (Verdict::Red, Reason::Fouls)
    );
}
