//! 个人成绩总表: every player's way through the rounds.

use std::collections::HashMap;

use tournament::document::{Game, GameResult, Number, Round};

use super::{Cell, Column, Edition, Running, Table};

/// The cross table, by place. A round is `opponent`, 先 or 后, points of the round / points after it.
pub fn cross(edition: &Edition, running: &Running) -> Table {
    let rounds = &edition.document.rounds;
    let seats: Vec<HashMap<Number, &Game>> = rounds.iter().map(by_player).collect();
    let rows = edition
        .standings
        .individual
        .iter()
        .map(|place| {
            let number = place.number;
            let mut row = vec![
                Cell::numbered(number),
                Cell::text(edition.unit(number)),
                Cell::player(edition, number),
            ];
            for (at, round) in rounds.iter().enumerate() {
                let met = met(round, seats[at].get(&number).copied(), number);
                let (won, sum) = (running.from(at + 1, number), running.after(at + 1, number));
                row.push(Cell::text(format!("{met} {won}/{sum}")));
            }
            row.extend([
                Cell::points(place.points),
                Cell::points(place.opponents_points),
                Cell::number(place.wins),
                Cell::number(place.fouls),
                Cell::number(place.black_games),
                Cell::number(place.place),
            ]);
            row
        })
        .collect();
    let mut columns = vec![
        Column::right("编号", "No.", 26),
        Column::left("单位", "Unit", 50),
        Column::left("姓名", "Name", 50),
    ];
    columns.extend(rounds.iter().map(|round| {
        Column::left(
            &format!("第{}轮", round.round),
            &format!("Round {}", round.round),
            58,
        )
    }));
    columns.extend([
        Column::right("积分", "Points", 32),
        Column::right("对手分", "Opponents", 36),
        Column::right("胜局", "Wins", 30),
        Column::right("犯规", "Fouls", 30),
        Column::right("后走", "As second", 30),
        Column::right("名次", "Place", 30),
    ]);
    Table {
        name: "cross-table".to_owned(),
        zh: "个人成绩总表".to_owned(),
        en: "Cross table".to_owned(),
        columns,
        rows,
        notes: vec![
            "每轮：对手编号 先（红）或后（黑） 本轮得分/累计积分；＋、－ 为未对局（20.3）"
                .to_owned(),
        ],
    }
}

fn by_player(round: &Round) -> HashMap<Number, &Game> {
    round
        .games
        .iter()
        .flat_map(|game| [(game.red, game), (game.black, game)])
        .collect()
}

/// The opponent and the colour: `37先`; `轮空`; `缺席`; `＋37先` for a win without play.
fn met(round: &Round, game: Option<&Game>, number: Number) -> String {
    let Some(game) = game else {
        let free = round.byes().any(|bye| bye == number);
        return if free { "轮空" } else { "缺席" }.to_owned();
    };
    let is_red = game.red == number;
    let mark = match (game.result, is_red) {
        (GameResult::BothForfeit, _)
        | (GameResult::RedForfeit, true)
        | (GameResult::BlackForfeit, false) => "－",
        (GameResult::RedForfeit, false) | (GameResult::BlackForfeit, true) => "＋",
        _ => "",
    };
    if is_red {
        format!("{mark}{}先", game.black)
    } else {
        format!("{mark}{}后", game.red)
    }
}
