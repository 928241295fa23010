//! Who plays: by number, and by unit for the programme.

use std::collections::BTreeMap;

use tournament::document::{Number, Sex};

use super::{Cell, Column, Edition, Link, Table};

/// 参赛名单: everybody by number.
pub fn entries(edition: &Edition) -> Table {
    let mut players: Vec<_> = edition.document.players.iter().collect();
    players.sort_by_key(|player| player.number);
    let rows = players
        .into_iter()
        .map(|player| {
            let note = match (player.withdrawn_after, player.sex) {
                (Some(0), _) => "未参赛",
                (Some(_), _) => "中途退出",
                (None, Sex::F) => "女",
                (None, Sex::M) => "",
            };
            vec![
                Cell::number(player.number),
                Cell::player(edition, player.number),
                Cell::text(&player.unit),
                Cell::text(&player.team),
                Cell::text(note),
            ]
        })
        .collect();
    Table {
        name: "entries".to_owned(),
        zh: "参赛名单".to_owned(),
        en: "Entries".to_owned(),
        columns: vec![
            Column::right("编号", "No.", 30),
            Column::left("姓名", "Name", 60),
            Column::left("单位", "Unit", 70),
            Column::left("团体", "Team", 90),
            Column::left("备注", "Note", 50),
        ],
        rows,
        notes: Vec::new(),
    }
}

/// The players of each unit, by unit name.
pub fn by_unit(edition: &Edition) -> Vec<(String, Vec<Number>)> {
    let mut units: BTreeMap<&str, Vec<Number>> = BTreeMap::new();
    for player in &edition.document.players {
        units
            .entry(player.unit.trim())
            .or_default()
            .push(player.number);
    }
    let mut units: Vec<_> = units
        .into_iter()
        .map(|(unit, mut numbers)| {
            numbers.sort_unstable();
            (unit.to_owned(), numbers)
        })
        .collect();
    units.sort_by_key(|(_, numbers)| numbers.first().copied());
    units
}

impl Cell {
    /// A player's number that leads to his card.
    pub(super) fn numbered(number: Number) -> Self {
        Self::number(number).to(Link::Player(number))
    }
}
