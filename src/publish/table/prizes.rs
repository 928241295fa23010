//! 奖励: every list of the regulation with its winners.

use super::{Cell, Column, Edition, Table};

/// The prizes in one table, list after list; none where the regulation gives none.
pub fn prizes(edition: &Edition) -> Option<Table> {
    if edition.regulation.prizes.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for (list, rule) in edition.prizes.lists.iter().zip(&edition.regulation.prizes) {
        if list.awards.is_empty() {
            notes.push(format!("{}：本次不设", rule.title));
        }
        for award in &list.awards {
            let (winner, unit) = match (award.number, &award.team) {
                (Some(number), _) => (
                    Cell::player(edition, number),
                    edition.unit(number).to_owned(),
                ),
                (None, team) => (Cell::text(team.clone().unwrap_or_default()), String::new()),
            };
            rows.push(vec![
                Cell::text(&rule.title),
                Cell::number(award.place),
                winner,
                Cell::text(unit),
                award
                    .amount
                    .map_or_else(|| Cell::text("另定"), Cell::number),
            ]);
        }
    }
    if !edition.is_over() {
        notes.push("比赛未结束，以最后名次为准".to_owned());
    }
    Some(Table {
        name: "prizes".to_owned(),
        zh: "奖励".to_owned(),
        en: "Prizes".to_owned(),
        columns: vec![
            Column::left("奖项", "List", 70),
            Column::right("名次", "Place", 30),
            Column::left("获奖者", "Winner", 80),
            Column::left("单位", "Unit", 70),
            Column::right("奖金（元，税前）", "Yuan before tax", 70),
        ],
        rows,
        notes,
    })
}
