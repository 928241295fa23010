//! 成绩册: places, teams, prizes, the cross table and every round.

use super::ink::Tone;
use super::paper::Press;
use super::{BulletinError, Print, finish};
use crate::publish::{Edition, summary, table};

/// A table of teams or prizes with less room than this begins on the next page, points.
const TOGETHER: f32 = 200.0;
/// A round whose sheet would begin with fewer rows than this at the foot of a page begins the next.
const ROWS_TOGETHER: f32 = 12.0;

/// The results.
pub fn print(edition: &Edition) -> Result<Print, BulletinError> {
    let mut press = Press::new(edition.title());
    let rounds = edition.document.rounds.len();
    let mut lines = vec![format!(
        "{} 名棋手　{rounds} 轮",
        edition.document.players.len()
    )];
    if !edition.is_over() {
        lines.push(format!("截至第 {rounds} 轮，比赛未结束"));
    }
    press.cover("成绩册", &lines);
    press.sheet(false, true);
    press.heading(1, "规程摘要");
    for (head, text) in summary::clauses(edition) {
        press.paragraph(&format!("{head}　{text}。"), 11.0, 0.0, Tone::Ink);
        press.y += 3.0;
    }
    press.sheet(false, true);
    press.heading(1, "个人名次");
    press.table(&table::places(edition));
    if let Some(teams) = table::teams(edition) {
        press.need(TOGETHER);
        press.heading(1, "团体名次");
        press.table(&teams);
    }
    if let Some(prizes) = table::prizes(edition) {
        press.need(TOGETHER);
        press.heading(1, "奖励");
        press.table(&prizes);
    }
    let running = table::Running::of(edition);
    press.sheet(true, true);
    press.heading(1, "个人成绩总表");
    press.table(&table::cross(edition, &running));
    press.sheet(false, true);
    press.heading(1, "各轮成绩");
    for round in &edition.document.rounds {
        press.need(ROWS_TOGETHER * 17.0);
        press.heading(2, &format!("第 {} 轮", round.round));
        press.table(&table::round(edition, &running, round));
    }
    finish("results", "成绩册", "Results", press.paper)
}
