//! 团体名次: the teams with their members' places.

use super::{Cell, Column, Edition, Table};

/// The places of the teams; none where the regulation has no team event.
pub fn teams(edition: &Edition) -> Option<Table> {
    let rule = edition.regulation.team.as_ref()?;
    let rows = edition
        .standings
        .teams
        .iter()
        .map(|team| {
            let members: Vec<String> = team
                .members
                .iter()
                .zip(&team.places)
                .map(|(number, place)| format!("{}（{place}）", edition.name(*number)))
                .collect();
            vec![
                Cell::number(team.place),
                Cell::text(&team.team),
                Cell::text(members.join("　")),
                Cell::number(team.sum),
                Cell::number(team.best),
            ]
        })
        .collect();
    let short: Vec<&str> = edition
        .standings
        .teams_unranked
        .iter()
        .map(|team| team.team.as_str())
        .collect();
    let mut notes = vec![format!(
        "{} 名队员个人名次之和，少者列前；相等比最高名次",
        rule.size
    )];
    if !short.is_empty() {
        notes.push(format!("人数不符，不计团体名次：{}", short.join("、")));
    }
    Some(Table {
        name: "teams".to_owned(),
        zh: "团体名次".to_owned(),
        en: "Teams".to_owned(),
        columns: vec![
            Column::right("名次", "Place", 30),
            Column::left("队名", "Team", 80),
            Column::left("队员（名次）", "Members (places)", 300),
            Column::right("名次和", "Sum", 40),
            Column::right("最高名次", "Best", 46),
        ],
        rows,
        notes,
    })
}
