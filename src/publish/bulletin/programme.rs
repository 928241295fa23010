//! 秩序册: what everybody needs before the first round.

use super::ink::Tone;
use super::paper::Press;
use super::{BulletinError, Print, finish};
use crate::publish::{Edition, summary, table};

/// The programme.
pub fn print(edition: &Edition) -> Result<Print, BulletinError> {
    let mut press = Press::new(edition.title());
    let mut lines = vec![format!("参赛 {} 人", edition.document.players.len())];
    if let Some(day) = edition.document.first_day {
        lines.push(day.format("%Y 年 %-m 月 %-d 日").to_string());
    }
    press.cover("秩序册", &lines);
    press.sheet(false, true);
    press.heading(1, "规程摘要");
    for (head, text) in summary::clauses(edition) {
        press.paragraph(&format!("{head}　{text}。"), 11.0, 0.0, Tone::Ink);
        press.y += 3.0;
    }
    press.y += 14.0;
    press.heading(1, "各单位名单");
    for (unit, numbers) in table::by_unit(edition) {
        let unit = if unit.is_empty() {
            "无单位".to_owned()
        } else {
            unit
        };
        press.heading(2, &format!("{unit}（{} 人）", numbers.len()));
        let names: Vec<String> = numbers
            .iter()
            .map(|number| format!("{number} {}", edition.name(*number)))
            .collect();
        press.paragraph(&names.join("　"), 10.0, 0.0, Tone::Ink);
    }
    press.sheet(false, true);
    press.heading(1, "参赛名单");
    press.table(&table::entries(edition));
    if let Some(first) = edition.document.rounds.first() {
        press.sheet(false, true);
        press.heading(1, "第 1 轮编排");
        press.table(&unplayed(table::round(
            edition,
            &table::Running::of(edition),
            first,
        )));
    }
    finish("programme", "秩序册", "Programme", press.paper)
}

/// The sheet of a round as it is before the round: without results and their notes.
fn unplayed(mut sheet: table::Table) -> table::Table {
    const RESULT: usize = 5;
    for row in &mut sheet.rows {
        if let Some(cell) = row.get_mut(RESULT)
            && cell.shown() != "轮空"
        {
            *cell = table::Cell::text(":");
        }
    }
    sheet.notes.clear();
    sheet
}
