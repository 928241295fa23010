//! The four forms of a Chinese event as data: pairing sheet, cross table, place list, team list.
//!
//! Headings come in both languages; what fills them is for pages, sheets and printers alike.

use std::collections::HashMap;

use serde::Serialize;

use crate::document::{EventDocument, GameResult, Number, Player, Round};
use crate::pairing::Words;
use crate::ranking::{Place, Standings};
use crate::regulation::{RankingKey, Regulation};
use crate::{Points, Side};

/// A form: headings and rows of cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Form {
    /// Title.
    pub title: Words,
    /// Heading of each column.
    pub columns: Vec<Words>,
    /// Cells, a row for each line.
    pub rows: Vec<Vec<String>>,
    /// What stands under the table.
    pub foot: Vec<Words>,
}

fn words(zh: &str, en: &str) -> Words {
    Words {
        zh: zh.into(),
        en: en.into(),
    }
}

struct Roll<'a>(HashMap<Number, &'a Player>);

impl<'a> Roll<'a> {
    fn of(document: &'a EventDocument) -> Self {
        let players = document.players.iter();
        Self(players.map(|player| (player.number, player)).collect())
    }

    fn name(&self, number: Number) -> String {
        self.0
            .get(&number)
            .map(|player| player.name.clone())
            .unwrap_or_default()
    }

    fn unit(&self, number: Number) -> String {
        self.0
            .get(&number)
            .map(|player| player.unit.clone())
            .unwrap_or_default()
    }
}

/// Points of Red and of Black in a game that is over.
fn score(result: GameResult, regulation: &Regulation) -> Option<(Points, Points)> {
    let scale = &regulation.points;
    Some(match result {
        GameResult::Red | GameResult::BlackForfeit => (scale.win, scale.loss),
        GameResult::Black | GameResult::RedForfeit => (scale.loss, scale.win),
        GameResult::Draw => (scale.draw, scale.draw),
        GameResult::BothForfeit => (scale.loss, scale.loss),
        GameResult::Unfinished => return None,
    })
}

/// A player's part in a round.
struct Part {
    /// Opponent with 先 or 后, or why there was none.
    opponent: String,
    /// Points got, `+` and `−` where nobody played (20.3).
    shown: String,
    points: Points,
}

fn part(round: &Round, number: Number, regulation: &Regulation) -> Part {
    if round.byes().any(|bye| bye == number) {
        let points = regulation.bye.points.unwrap_or(regulation.points.win);
        return Part {
            opponent: "轮空".into(),
            shown: points.to_string(),
            points,
        };
    }
    if let Some(absence) = round.absent.iter().find(|absence| absence.number == number) {
        return Part {
            opponent: "缺席".into(),
            shown: absence.points.to_string(),
            points: absence.points,
        };
    }
    let Some((game, side)) = round
        .games
        .iter()
        .find_map(|game| Some((game, game.side_of(number)?)))
    else {
        return Part {
            opponent: "—".into(),
            shown: String::new(),
            points: Points::ZERO,
        };
    };
    let opponent = match side {
        Side::Red => format!("{}先", game.black),
        Side::Black => format!("{}后", game.red),
    };
    let points = score(game.result, regulation).map(|(red, black)| match side {
        Side::Red => red,
        Side::Black => black,
    });
    let won = matches!(
        (game.result, side),
        (GameResult::BlackForfeit, Side::Red) | (GameResult::RedForfeit, Side::Black)
    );
    let shown = match points {
        None => String::new(),
        Some(_) if won => "+".into(),
        Some(_) if game.result.is_forfeit() => "−".into(),
        Some(points) => points.to_string(),
    };
    Part {
        opponent,
        shown,
        points: points.unwrap_or_default(),
    }
}

/// 编排记录公告: the boards of one round, with the points everybody came with.
///
/// `None` when the document has no such round.
pub fn pairing_sheet(
    document: &EventDocument,
    regulation: &Regulation,
    round: u16,
) -> Option<Form> {
    let roll = Roll::of(document);
    let sheet = document.rounds.iter().find(|other| other.round == round)?;
    let before = |number: Number| -> Points {
        let earlier = document.rounds.iter().filter(|other| other.round < round);
        earlier
            .map(|other| part(other, number, regulation).points)
            .sum()
    };
    let player = |number: Number| {
        [
            number.to_string(),
            roll.name(number),
            before(number).to_string(),
        ]
    };
    let mut games: Vec<_> = sheet.games.iter().collect();
    games.sort_by_key(|game| game.board);
    let mut rows: Vec<Vec<String>> = games
        .into_iter()
        .map(|game| {
            let result = match (score(game.result, regulation), game.result.is_forfeit()) {
                (None, _) => ":".into(),
                (Some((red, black)), false) => format!("{red}:{black}"),
                (Some(_), true) => match game.result {
                    GameResult::BlackForfeit => "+:−".into(),
                    GameResult::RedForfeit => "−:+".into(),
                    _ => "−:−".into(),
                },
            };
            let mut row = vec![game.board.to_string()];
            row.extend(player(game.red));
            row.push(result);
            row.extend(player(game.black));
            row
        })
        .collect();
    for bye in sheet.byes() {
        let mut row = vec![String::new()];
        row.extend(player(bye));
        row.extend(["轮空".into(), String::new(), String::new(), String::new()]);
        rows.push(row);
    }
    Some(Form {
        title: Words {
            zh: format!("第{round}轮编排"),
            en: format!("Pairings of round {round}"),
        },
        columns: vec![
            words("台次", "Board"),
            words("序号", "No."),
            words("红方", "Red"),
            words("积分", "Points"),
            words("先:后", "Result"),
            words("序号", "No."),
            words("黑方", "Black"),
            words("积分", "Points"),
        ],
        rows,
        foot: vec![
            words("裁判长：", "Chief arbiter:"),
            words("编排：", "Pairing officer:"),
        ],
    })
}

fn places(standings: &Standings, number: Number) -> Option<&Place> {
    let mut all = standings.individual.iter().chain(&standings.women);
    all.find(|place| place.number == number)
}

/// 个人成绩总表: every player's rounds by starting number.
pub fn cross_table(
    document: &EventDocument,
    regulation: &Regulation,
    standings: &Standings,
) -> Form {
    let progressive = regulation.ranking.keys.contains(&RankingKey::Progressive);
    let mut columns = vec![
        words("编号", "No."),
        words("单位", "Unit"),
        words("姓名", "Name"),
    ];
    for round in &document.rounds {
        let number = round.round;
        columns.push(Words {
            zh: format!("{number}轮对手"),
            en: format!("R{number} opponent"),
        });
        columns.push(Words {
            zh: format!("{number}轮得分"),
            en: format!("R{number} points"),
        });
        columns.push(Words {
            zh: format!("{number}轮积分"),
            en: format!("R{number} total"),
        });
    }
    columns.extend([
        words("积分", "Points"),
        if progressive {
            words("累进分", "Progressive")
        } else {
            words("对手分", "Opponents' points")
        },
        words("胜局", "Wins"),
        words("犯规", "Fouls"),
        words("后走局数", "Games as second"),
        words("名次", "Place"),
    ]);
    let mut players: Vec<&Player> = document.players.iter().collect();
    players.sort_by_key(|player| player.number);
    let rows = players
        .into_iter()
        .map(|player| {
            let mut row = vec![
                player.number.to_string(),
                player.unit.clone(),
                player.name.clone(),
            ];
            let mut total = Points::ZERO;
            for round in &document.rounds {
                let part = part(round, player.number, regulation);
                total += part.points;
                row.extend([part.opponent, part.shown, total.to_string()]);
            }
            match places(standings, player.number) {
                Some(place) => row.extend([
                    place.points.to_string(),
                    if progressive {
                        place.progressive.to_string()
                    } else {
                        place.opponents_points.to_string()
                    },
                    place.wins.to_string(),
                    place.fouls.to_string(),
                    place.black_games.to_string(),
                    place.place.to_string(),
                ]),
                None => row.extend(
                    [total.to_string()]
                        .into_iter()
                        .chain(vec![String::new(); 5]),
                ),
            }
            row
        })
        .collect();
    Form {
        title: titled(standings, "个人成绩总表", "Cross table"),
        columns,
        rows,
        foot: vec![words("裁判长：", "Chief arbiter:")],
    }
}

fn titled(standings: &Standings, zh: &str, en: &str) -> Words {
    if standings.provisional {
        Words {
            zh: format!("{zh}（临时）"),
            en: format!("{en} (provisional)"),
        }
    } else {
        words(zh, en)
    }
}

/// 名次表 of the players for whom `listed` holds, in the order of the whole table: everybody, a
/// region, the women.
pub fn place_list(
    document: &EventDocument,
    standings: &Standings,
    listed: impl Fn(&Player) -> bool,
) -> Form {
    let roll = Roll::of(document);
    let all = standings.individual.iter().chain(&standings.women);
    let rows = all
        .filter(|place| {
            roll.0
                .get(&place.number)
                .is_some_and(|player| listed(player))
        })
        .enumerate()
        .map(|(index, place)| {
            let games = document.rounds.iter().flat_map(|round| &round.games);
            let sides = games.filter_map(|game| game.side_of(place.number));
            let reds = sides.filter(|&side| side == Side::Red).count();
            vec![
                (index + 1).to_string(),
                roll.unit(place.number),
                roll.name(place.number),
                place.points.to_string(),
                place.opponents_points.to_string(),
                place.wins.to_string(),
                reds.to_string(),
                place.black_games.to_string(),
                place.decided_by.clone(),
            ]
        })
        .collect();
    Form {
        title: titled(standings, "名次表", "Places"),
        columns: vec![
            words("名次", "Place"),
            words("单位", "Unit"),
            words("姓名", "Name"),
            words("总分", "Points"),
            words("对手分", "Opponents' points"),
            words("胜局", "Wins"),
            words("先手数", "Games as first"),
            words("后手数", "Games as second"),
            words("备注", "Decided by"),
        ],
        rows,
        foot: vec![words("裁判长：", "Chief arbiter:")],
    }
}

/// Team list: the members with their places, the sum and the best of them.
pub fn team_list(document: &EventDocument, standings: &Standings) -> Form {
    let roll = Roll::of(document);
    let rows = standings
        .teams
        .iter()
        .map(|team| {
            let members: Vec<String> = team
                .members
                .iter()
                .zip(&team.places)
                .map(|(&number, place)| format!("{}（{place}）", roll.name(number)))
                .collect();
            vec![
                team.team.clone(),
                members.join(" "),
                team.sum.to_string(),
                team.best.to_string(),
                team.place.to_string(),
            ]
        })
        .collect();
    Form {
        title: titled(standings, "团体名次表", "Teams"),
        columns: vec![
            words("队名", "Team"),
            words("队员（名次）", "Members (places)"),
            words("名次和", "Sum of places"),
            words("最高名次", "Best place"),
            words("名次", "Place"),
        ],
        rows,
        foot: vec![words("裁判长：", "Chief arbiter:")],
    }
}
