//! 名次表: places with the key that decided each.

use super::{Cell, Column, Edition, Table};

/// The places of all players.
pub fn places(edition: &Edition) -> Table {
    let rows = edition
        .standings
        .individual
        .iter()
        .map(|place| {
            vec![
                Cell::number(place.place),
                Cell::numbered(place.number),
                Cell::player(edition, place.number),
                Cell::text(edition.unit(place.number)),
                Cell::points(place.points),
                Cell::points(place.opponents_points),
                Cell::number(place.wins),
                Cell::number(place.fouls),
                Cell::number(place.black_games),
                Cell::text(decided(&place.decided_by)),
            ]
        })
        .collect();
    let mut notes = Vec::new();
    if edition.standings.provisional {
        notes.push("尚有对局未结束，名次未定".to_owned());
    }
    for group in &edition.standings.lots_needed {
        let numbers: Vec<String> = group.iter().map(ToString::to_string).collect();
        notes.push(format!("待裁判长抽签：{} 号", numbers.join("、")));
    }
    Table {
        name: "places".to_owned(),
        zh: "个人名次".to_owned(),
        en: "Places".to_owned(),
        columns: vec![
            Column::right("名次", "Place", 30),
            Column::right("编号", "No.", 30).minor(),
            Column::left("姓名", "Name", 60),
            Column::left("单位", "Unit", 60),
            Column::right("积分", "Points", 34),
            Column::right("对手分", "Opponents", 40),
            Column::right("胜局", "Wins", 34),
            Column::right("犯规", "Fouls", 34).minor(),
            Column::right("后走", "As second", 34).minor(),
            Column::left("区分依据", "Decided by", 70),
        ],
        rows,
        notes,
    }
}

/// The key that decided a place, in Chinese.
pub fn decided(key: &str) -> String {
    if let Some((round, key)) = key
        .strip_prefix("round ")
        .and_then(|rest| rest.split_once(": "))
    {
        return format!("第 {round} 轮{}", decided(key));
    }
    let zh = match key {
        "points" => "积分",
        "opponents_points" => "对手分",
        "wins" => "胜局",
        "fouls" => "犯规",
        "black_games" => "后走局数",
        "black_wins" => "后走胜局",
        "direct" => "直胜",
        "progressive" => "累进分",
        "lots" => "抽签",
        "number" => "编号",
        other => other,
    };
    zh.to_owned()
}
