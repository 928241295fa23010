//! 编排记录公告: who meets whom, and how it came out.

use tournament::document::{Game, GameResult, Round};

use super::{Cell, Column, Edition, Link, Running, Table, score};

/// The sheet of one round, with the points both had before it.
pub fn round(edition: &Edition, running: &Running, round: &Round) -> Table {
    let before = usize::from(round.round.saturating_sub(1));
    let seat = |number| {
        let unit = edition.unit(number).to_owned();
        [
            Cell::numbered(number),
            Cell::player(edition, number),
            Cell::text(unit),
            Cell::points(running.after(before, number)),
        ]
    };
    let mut games: Vec<&Game> = round.games.iter().collect();
    games.sort_by_key(|game| game.board);
    let mut rows: Vec<Vec<Cell>> = games
        .into_iter()
        .map(|game| {
            let [red, red_name, red_unit, red_points] = seat(game.red);
            let [black, black_name, black_unit, black_points] = seat(game.black);
            let mut result = Cell::text(score(game.result));
            if edition.record(round.round, game.board).is_some() {
                result = result.to(Link::Game(round.round, game.board));
            }
            vec![
                Cell::number(game.board),
                red,
                red_name,
                red_unit,
                red_points,
                result,
                black,
                black_name,
                black_unit,
                black_points,
            ]
        })
        .collect();
    rows.extend(round.byes().map(|number| {
        let [shown, name, unit, points] = seat(number);
        let mut row = vec![
            Cell::text(""),
            shown,
            name,
            unit,
            points,
            Cell::text("轮空"),
        ];
        row.resize(10, Cell::text(""));
        row
    }));
    let open = round
        .games
        .iter()
        .filter(|game| game.result == GameResult::Unfinished)
        .count();
    Table {
        name: format!("round-{:02}", round.round),
        zh: format!("第 {} 轮编排与成绩", round.round),
        en: format!("Round {}", round.round),
        columns: vec![
            Column::right("台次", "Board", 28),
            Column::right("序号", "No.", 28).minor(),
            Column::left("红方", "Red", 60),
            Column::left("单位", "Unit", 55).minor(),
            Column::right("上轮积分", "Points", 36).minor(),
            Column::centre("结果", "Result", 40),
            Column::right("序号", "No.", 28).minor(),
            Column::left("黑方", "Black", 60),
            Column::left("单位", "Unit", 55).minor(),
            Column::right("上轮积分", "Points", 36).minor(),
        ],
        rows,
        notes: if open == 0 {
            Vec::new()
        } else {
            vec![format!("尚有 {open} 局未结束")]
        },
    }
}
