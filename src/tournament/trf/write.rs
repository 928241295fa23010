//! Writing an event as TRF.

use std::collections::HashMap;
use std::fmt::Write;

use super::{FIRST_ROUND, ROUND_WIDTH};
use crate::document::{EventDocument, Game, GameResult, Number, Player, Round, Sex};
use crate::ranking;
use crate::regulation::Regulation;
use crate::{Points, Side};

/// Which TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// TRF16 with the codes that pairing programs added for rounds and points.
    Trf16,
    /// TRF26.
    Trf26,
}

/// How names are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// As they are, cut to 33 characters.
    AsTheyAre,
    /// `P0001` and so on, for programs that count bytes.
    Numbers,
}

/// Writes the rounds that are over. A round with open games at the end is left out, so that a
/// pairing program pairs it; a game still open in an earlier round counts as drawn there too.
pub fn write(
    document: &EventDocument,
    regulation: &Regulation,
    version: Version,
    names: Names,
) -> String {
    let mut document = document.clone();
    while document.rounds.last().is_some_and(is_open) {
        document.rounds.pop();
    }
    for game in document
        .rounds
        .iter_mut()
        .flat_map(|round| &mut round.games)
    {
        if game.result == GameResult::Unfinished {
            game.result = GameResult::Draw;
        }
    }
    let mut text = head(&document, regulation, version, names);
    let standings = ranking::standings(&document, regulation);
    let places: HashMap<Number, (u32, Points)> = standings
        .individual
        .iter()
        .chain(&standings.women)
        .map(|place| (place.number, (place.place, place.points)))
        .collect();
    let mut players: Vec<&Player> = document.players.iter().collect();
    players.sort_by_key(|player| player.number);
    for player in players {
        let (place, points) = places.get(&player.number).copied().unwrap_or_default();
        let mut line = Line::new("001");
        line.right(5, 8, &player.number.to_string());
        line.left(10, 10, if player.sex == Sex::F { "w" } else { "m" });
        line.left(15, 47, &name(player, names));
        if let Some(rating) = player.seed_rating {
            line.right(49, 52, &rating.to_string());
        }
        if let Some(born) = player.born {
            line.left(70, 79, &born.format("%Y/%m/%d").to_string());
        }
        line.right(81, 84, &one_place(points));
        if place > 0 {
            line.right(86, 89, &place.to_string());
        }
        for (index, round) in document.rounds.iter().enumerate() {
            let base = FIRST_ROUND + ROUND_WIDTH * index;
            let (opponent, colour, result) = entry(round, player.number, regulation);
            line.left(base + 1, base + 4, &opponent);
            line.left(base + 6, base + 6, &colour.to_string());
            line.left(base + 8, base + 8, &result.to_string());
        }
        line.end(&mut text);
    }
    forbidden(&document, version, &mut text);
    teams(&document, version, names, &mut text);
    text
}

fn is_open(round: &Round) -> bool {
    round.games.is_empty() && round.byes().next().is_none()
        || round
            .games
            .iter()
            .any(|game| game.result == GameResult::Unfinished)
}

fn head(
    document: &EventDocument,
    regulation: &Regulation,
    version: Version,
    names: Names,
) -> String {
    let title = match (&document.title, names) {
        (Some(title), Names::AsTheyAre) => title.clone(),
        _ => regulation.name.clone(),
    };
    let mut lines = vec![format!("012 {title}")];
    if let Some(day) = document.first_day {
        lines.push(format!("042 {}", day.format("%Y/%m/%d")));
    }
    lines.push(format!("062 {}", document.players.len()));
    lines.push("092 Individual: Swiss-System".into());
    lines.push(format!(
        "122 {} min + {} s",
        regulation.time.base_minutes, regulation.time.increment_seconds
    ));
    let rounds = regulation
        .rounds_of(document)
        .unwrap_or_else(|| document.last_round() + 1);
    let scale = &regulation.points;
    let bye = regulation.bye.points.unwrap_or(scale.win);
    match version {
        Version::Trf16 => {
            lines.push(format!("XXR {rounds}"));
            lines.push("XXC white1".into());
            for (code, points) in [
                ("BBW", scale.win),
                ("BBD", scale.draw),
                ("BBL", scale.loss),
                ("BBU", bye),
            ] {
                lines.push(format!("{code} {:>4}", one_place(points)));
            }
            // The same for readers that know the other program's code for it.
            let mut other = format!(
                "XXS W={} D={} PAB={}",
                one_place(scale.win),
                one_place(scale.draw),
                one_place(bye)
            );
            if scale.loss != Points::ZERO {
                let loss = one_place(scale.loss);
                let _ = write!(other, " WL={loss} BL={loss} FL={loss}");
            }
            lines.push(other);
        }
        Version::Trf26 => {
            lines.push(format!("142 {rounds}"));
            lines.push("152 W".into());
            let mut points = Line::new("162");
            for (index, (letter, value)) in [
                ("W", scale.win),
                ("D", scale.draw),
                ("L", scale.loss),
                ("P", bye),
            ]
            .into_iter()
            .enumerate()
            {
                points.left(6 + 9 * index, 6 + 9 * index, letter);
                points.right(7 + 9 * index, 10 + 9 * index, &one_place(value));
            }
            lines.push(points.text());
            lines.push(format!(
                "222 {}+{}",
                regulation.time.base_minutes * 60,
                regulation.time.increment_seconds
            ));
        }
    }
    lines.into_iter().fold(String::new(), |mut text, line| {
        let _ = write!(text, "{line}\r\n");
        text
    })
}

/// Opponent, colour and result of one round.
fn entry(round: &Round, number: Number, regulation: &Regulation) -> (String, char, char) {
    let nobody = |result| ("0000".to_owned(), '-', result);
    if round.byes().any(|bye| bye == number) {
        return nobody('U');
    }
    if let Some(absence) = round.absent.iter().find(|absence| absence.number == number) {
        return nobody(match absence.points {
            points if points == regulation.points.win => 'F',
            points if points == regulation.points.draw => 'H',
            _ => 'Z',
        });
    }
    let game = round
        .games
        .iter()
        .find_map(|game| Some((game, game.side_of(number)?)));
    let Some((game, side)) = game else {
        return nobody('Z');
    };
    let (opponent, colour) = match side {
        Side::Red => (game.black, 'w'),
        Side::Black => (game.red, 'b'),
    };
    (format!("{opponent:>4}"), colour, letter(game, side))
}

fn letter(game: &Game, side: Side) -> char {
    match (game.result, side) {
        (GameResult::Red, Side::Red) | (GameResult::Black, Side::Black) => '1',
        (GameResult::Red | GameResult::Black, _) => '0',
        (GameResult::Draw | GameResult::Unfinished, _) => '=',
        (GameResult::BlackForfeit, Side::Red) | (GameResult::RedForfeit, Side::Black) => '+',
        _ => '-',
    }
}

fn forbidden(document: &EventDocument, version: Version, text: &mut String) {
    for ban in &document.forbidden {
        let mut line = match version {
            Version::Trf16 => Line::new("XXP"),
            Version::Trf26 => Line::new("260"),
        };
        let [a, b] = ban.players.map(|number| number.to_string());
        match version {
            Version::Trf16 => {
                line.left(5, 8, &a);
                line.left(10, 13, &b);
            }
            Version::Trf26 => {
                let last = ban.to_round.unwrap_or(999);
                line.right(5, 7, &ban.from_round.unwrap_or(1).to_string());
                line.right(9, 11, &last.to_string());
                line.right(13, 16, &a);
                line.right(18, 21, &b);
            }
        }
        line.end(text);
    }
}

fn teams(document: &EventDocument, version: Version, names: Names, text: &mut String) {
    let mut teams: Vec<(&str, Vec<Number>)> = Vec::new();
    for player in &document.players {
        if player.team.is_empty() {
            continue;
        }
        match teams.iter_mut().find(|(team, _)| *team == player.team) {
            Some((_, members)) => members.push(player.number),
            None => teams.push((&player.team, vec![player.number])),
        }
    }
    for (index, (team, members)) in teams.iter().enumerate() {
        let shown = match names {
            Names::AsTheyAre => (*team).to_owned(),
            Names::Numbers => format!("T{:04}", index + 1),
        };
        let (mut line, first) = match version {
            Version::Trf16 => (Line::new("013"), 37),
            Version::Trf26 => (Line::new("310"), 74),
        };
        match version {
            Version::Trf16 => line.left(5, 36, &shown),
            Version::Trf26 => {
                line.right(5, 7, &(index + 1).to_string());
                line.left(9, 40, &shown);
            }
        }
        for (place, member) in members.iter().enumerate() {
            line.right(
                first + 5 * place,
                first + 5 * place + 3,
                &member.to_string(),
            );
        }
        line.end(text);
    }
}

fn name(player: &Player, names: Names) -> String {
    match names {
        Names::AsTheyAre => player.name.clone(),
        Names::Numbers => format!("P{:04}", player.number),
    }
}

fn one_place(points: Points) -> String {
    let halves = points.halves();
    format!("{}.{}", halves / 2, if halves % 2 == 0 { 0 } else { 5 })
}

/// A line of fixed columns, counted from 1.
struct Line(Vec<char>);

impl Line {
    fn new(code: &str) -> Self {
        Self(code.chars().collect())
    }

    fn put(&mut self, first: usize, characters: &[char]) {
        let last = first - 1 + characters.len();
        if self.0.len() < last {
            self.0.resize(last, ' ');
        }
        self.0[first - 1..last].copy_from_slice(characters);
    }

    /// Text from the first column on, cut at the last.
    fn left(&mut self, first: usize, last: usize, text: &str) {
        let characters: Vec<char> = text
            .chars()
            .map(|character| {
                if character.is_control() {
                    ' '
                } else {
                    character
                }
            })
            .take(last + 1 - first)
            .collect();
        self.put(first, &characters);
    }

    /// Text up to the last column.
    fn right(&mut self, first: usize, last: usize, text: &str) {
        let characters: Vec<char> = text.chars().take(last + 1 - first).collect();
        self.put(last + 1 - characters.len(), &characters);
    }

    fn text(&self) -> String {
        self.0.iter().collect()
    }

    fn end(self, text: &mut String) {
        text.push_str(&self.text());
        text.push_str("\r\n");
    }
}
