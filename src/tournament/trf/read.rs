//! Reading TRF16 and TRF26 into an event document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{FIRST_ROUND, ROUND_WIDTH};
use crate::Points;
use crate::document::{
    Absence, EventDocument, ForbiddenPair, Game, GameResult, Number, Player, RegulationChoice,
    Round, Sex,
};
use crate::faults::DocumentFault;

/// Why a text is no TRF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrfFault {
    /// A line cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// Line of the text, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// No line begins with 001.
    #[error("there is no player (001) in it")]
    NoPlayers,
    /// What it describes is no possible event.
    #[error(transparent)]
    Document(#[from] DocumentFault),
}

/// What one player's line says about one round.
#[derive(Debug, Clone, Copy)]
struct Entry {
    opponent: Number,
    colour: char,
    result: char,
}

#[derive(Default)]
struct Scale {
    win: Option<Points>,
    draw: Option<Points>,
    loss: Option<Points>,
    bye: Option<Points>,
}

#[derive(Default)]
struct Reader {
    document: EventDocument,
    entries: BTreeMap<Number, Vec<Option<Entry>>>,
    scale: Scale,
    absences: Vec<(u16, Number, char)>,
    teams: Vec<(String, Vec<Number>)>,
}

/// Reads a text with lines ended by CR, LF or both.
///
/// Red is white. Points are those the text names, else 1-½-0. Rounds that hold nothing but
/// announced byes are yet to be paired.
///
/// # Errors
/// Line and reason, or the contradiction.
pub fn read(text: &str) -> Result<EventDocument, TrfFault> {
    let mut reader = Reader::default();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (index, line) in text.lines().enumerate() {
        let columns: Vec<char> = line.trim_start_matches('\u{feff}').chars().collect();
        reader.line(&columns).map_err(|reason| TrfFault::Line {
            line: index + 1,
            reason,
        })?;
    }
    reader.finish()
}

/// Columns `first..=last`, from 1, without the blanks around.
fn field(columns: &[char], first: usize, last: usize) -> String {
    let end = last.min(columns.len());
    let text: String = columns
        .get(first - 1..end)
        .unwrap_or_default()
        .iter()
        .collect();
    text.trim().to_owned()
}

fn number(text: &str, what: &str) -> Result<Number, String> {
    text.parse()
        .map_err(|_| format!("{what} `{text}` is no number"))
}

fn points(text: &str, what: &str) -> Result<Points, String> {
    let value: f64 = text
        .replace(',', ".")
        .parse()
        .map_err(|_| format!("{what} `{text}` is no number of points"))?;
    let halves = value * 2.0;
    if halves.fract() == 0.0 && halves.abs() < 1e6 {
        Ok(Points::from_halves(halves as i32))
    } else {
        Err(format!("{what} `{text}` is no whole or half number"))
    }
}

impl Reader {
    fn line(&mut self, columns: &[char]) -> Result<(), String> {
        let code = field(columns, 1, 3);
        let rest = field(columns, 4, columns.len().max(4));
        match code.as_str() {
            "001" => self.player(columns)?,
            "012" => self.document.title = Some(rest).filter(|title| !title.is_empty()),
            "042" => {
                self.document.first_day = ["%Y/%m/%d", "%Y-%m-%d", "%d.%m.%Y"]
                    .iter()
                    .find_map(|form| chrono::NaiveDate::parse_from_str(&rest, form).ok());
            }
            "XXR" | "142" => {
                let rounds = number(&rest, "the number of rounds")?;
                let rounds = u16::try_from(rounds).map_err(|_| format!("{rounds} rounds"))?;
                self.document.rounds_planned = Some(rounds);
            }
            "BBW" => self.scale.win = Some(points(&rest, "a win")?),
            "BBD" => self.scale.draw = Some(points(&rest, "a draw")?),
            "BBL" => self.scale.loss = Some(points(&rest, "a loss")?),
            "BBU" => self.scale.bye = Some(points(&rest, "a bye")?),
            "XXS" => self.point_codes(&rest)?,
            "162" => self.point_system(columns)?,
            "240" => self.announced(columns)?,
            "XXP" => self.forbid(&rest, None, None)?,
            "260" => {
                let round = |text: String| match text.parse() {
                    Ok(0) | Err(_) => None,
                    Ok(round) => Some(round),
                };
                let first = round(field(columns, 5, 7));
                let last = round(field(columns, 9, 11)).filter(|&last| last < 999);
                let ids = field(columns, 13, columns.len().max(13));
                self.forbid(&ids, first, last)?;
            }
            "013" => self.team(columns, (5, 36), 37)?,
            "310" => self.team(columns, (9, 40), 74)?,
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, columns: &[char]) -> Result<(), String> {
        let own = number(&field(columns, 5, 8), "the starting number")?;
        let player = Player {
            number: own,
            name: field(columns, 15, 47),
            sex: match field(columns, 10, 10).as_str() {
                "w" | "f" | "W" | "F" => Sex::F,
                _ => Sex::M,
            },
            seed_rating: field(columns, 49, 52)
                .parse()
                .ok()
                .filter(|&rating| rating > 0),
            born: chrono::NaiveDate::parse_from_str(&field(columns, 70, 79), "%Y/%m/%d").ok(),
            ..Player::default()
        };
        let mut entries = Vec::new();
        let mut base = FIRST_ROUND;
        while base < columns.len() {
            let opponent = field(columns, base + 1, base + 4);
            let colour = field(columns, base + 6, base + 6);
            let result = field(columns, base + 8, base + 8);
            let round = entries.len() + 1;
            entries.push(if opponent.is_empty() && result.is_empty() {
                None
            } else {
                Some(Entry {
                    opponent: if opponent.is_empty() {
                        0
                    } else {
                        number(&opponent, &format!("the opponent of round {round}"))?
                    },
                    colour: colour.chars().next().unwrap_or('-'),
                    result: result.chars().next().unwrap_or(' '),
                })
            });
            base += ROUND_WIDTH;
        }
        if self.entries.insert(own, entries).is_some() {
            return Err(format!("starting number {own} is given to two players"));
        }
        self.document.players.push(player);
        Ok(())
    }

    /// `W=2.0 D=1.0 PAB=2.0`; codes that differ by colour are taken from White's.
    fn point_codes(&mut self, codes: &str) -> Result<(), String> {
        for word in codes.split_whitespace() {
            let (code, value) = word
                .split_once('=')
                .ok_or_else(|| format!("`{word}` is no code with its points"))?;
            let value = points(value, "a result")?;
            match code {
                "W" | "WW" => self.scale.win = Some(value),
                "D" | "WD" => self.scale.draw = Some(value),
                "L" | "WL" => self.scale.loss = Some(value),
                "PAB" => self.scale.bye = Some(value),
                _ => {}
            }
        }
        Ok(())
    }

    fn point_system(&mut self, columns: &[char]) -> Result<(), String> {
        let mut first = 6;
        while first <= columns.len() {
            let value = field(columns, first + 1, first + 4);
            if !value.is_empty() {
                let value = points(&value, "a result")?;
                match field(columns, first, first).as_str() {
                    "W" => self.scale.win = Some(value),
                    "D" => self.scale.draw = Some(value),
                    "L" => self.scale.loss = Some(value),
                    "P" => self.scale.bye = Some(value),
                    _ => {}
                }
            }
            first += 9;
        }
        Ok(())
    }

    fn announced(&mut self, columns: &[char]) -> Result<(), String> {
        let kind = field(columns, 5, 5).chars().next().unwrap_or('Z');
        let round = number(&field(columns, 7, 9), "the round")?;
        let round = u16::try_from(round).map_err(|_| format!("round {round}"))?;
        let mut first = 11;
        while first <= columns.len() {
            let id = field(columns, first, first + 3);
            if !id.is_empty() {
                self.absences.push((round, number(&id, "a player")?, kind));
            }
            first += 5;
        }
        Ok(())
    }

    fn forbid(&mut self, ids: &str, first: Option<u16>, last: Option<u16>) -> Result<(), String> {
        let ids: Vec<Number> = ids
            .split_whitespace()
            .map(|id| number(id, "a player"))
            .collect::<Result<_, _>>()?;
        for (index, &a) in ids.iter().enumerate() {
            for &b in &ids[index + 1..] {
                self.document.forbidden.push(ForbiddenPair {
                    players: [a, b],
                    from_round: first,
                    to_round: last,
                });
            }
        }
        Ok(())
    }

    fn team(
        &mut self,
        columns: &[char],
        name: (usize, usize),
        mut first: usize,
    ) -> Result<(), String> {
        let mut members = Vec::new();
        while first <= columns.len() {
            let id = field(columns, first, first + 3);
            if !id.is_empty() {
                members.push(number(&id, "a team member")?);
            }
            first += 5;
        }
        self.teams.push((field(columns, name.0, name.1), members));
        Ok(())
    }

    fn finish(mut self) -> Result<EventDocument, TrfFault> {
        if self.document.players.is_empty() {
            return Err(TrfFault::NoPlayers);
        }
        let win = self.scale.win.unwrap_or(Points::whole(1));
        let draw = self
            .scale
            .draw
            .unwrap_or(Points::from_halves(win.halves() / 2));
        let loss = self.scale.loss.unwrap_or_default();
        let mut regulation = Map::new();
        regulation.insert("name".into(), Value::from("trf"));
        regulation.insert(
            "points".into(),
            json!({"win": win, "draw": draw, "loss": loss}),
        );
        if let Some(bye) = self.scale.bye {
            regulation.insert("bye".into(), json!({"points": bye}));
        }
        self.document.regulation = RegulationChoice::Inline(regulation);
        let length = self.entries.values().map(Vec::len).max().unwrap_or(0);
        for index in 0..length {
            let round = self.round(index, win, draw)?;
            self.document.rounds.push(round);
        }
        self.drop_empty_rounds(win, draw);
        for (team, members) in std::mem::take(&mut self.teams) {
            for player in &mut self.document.players {
                if members.contains(&player.number) {
                    player.team.clone_from(&team);
                }
            }
        }
        self.document.check()?;
        Ok(self.document)
    }

    fn round(&self, index: usize, win: Points, draw: Points) -> Result<Round, DocumentFault> {
        let round_number = index as u16 + 1;
        let mut round = Round {
            round: round_number,
            ..Round::default()
        };
        let entry_of = |number: Number| *self.entries.get(&number)?.get(index).unwrap_or(&None);
        // A blank is an absence where others played, and says nothing in a round to come.
        let begun = self
            .entries
            .keys()
            .filter_map(|&own| entry_of(own))
            .any(|entry| entry.opponent != 0 || entry.result == 'U');
        for &own in self.entries.keys() {
            let Some(entry) = entry_of(own) else {
                if begun {
                    round.absent.push(absence(own, 'Z', win, draw));
                }
                continue;
            };
            if entry.opponent == 0 {
                if entry.result == 'U' && round.bye.is_none() {
                    round.bye = Some(own);
                } else {
                    round.absent.push(absence(own, entry.result, win, draw));
                }
                continue;
            }
            let other = entry_of(entry.opponent).filter(|other| other.opponent == own);
            let Some(other) = other else {
                return Err(DocumentFault::Unreadable(format!(
                    "round {round_number}: player {own} met {}, who did not meet him",
                    entry.opponent
                )));
            };
            let has_red = match (entry.colour, other.colour) {
                ('w', _) | (_, 'b') => true,
                ('b', _) | (_, 'w') => false,
                _ => own < entry.opponent,
            };
            if has_red {
                round.games.push(Game {
                    board: round.games.len() as u32 + 1,
                    red: own,
                    black: entry.opponent,
                    result: result(entry.result, other.result),
                    ..Game::default()
                });
            }
        }
        Ok(round)
    }

    /// Rounds at the end that hold only announced byes: one is the round to be paired.
    fn drop_empty_rounds(&mut self, win: Points, draw: Points) {
        let is_empty = |round: &Round| round.games.is_empty() && round.bye.is_none();
        let mut announced = Vec::new();
        while let Some(last) = self.document.rounds.pop() {
            if !is_empty(&last) {
                self.document.rounds.push(last);
                break;
            }
            announced = last.absent;
        }
        let next = self.document.last_round() + 1;
        for &(round, number, kind) in &self.absences {
            if round == next && announced.iter().all(|absence| absence.number != number) {
                announced.push(absence(number, kind, win, draw));
            }
        }
        if !announced.is_empty() {
            self.document.rounds.push(Round {
                round: next,
                absent: announced,
                ..Round::default()
            });
        }
    }
}

fn absence(number: Number, kind: char, win: Points, draw: Points) -> Absence {
    let (points, bars_bye) = match kind {
        'F' | 'U' | '+' | '1' => (win, true),
        'H' | '=' => (draw, false),
        _ => (Points::ZERO, false),
    };
    Absence {
        number,
        points,
        bars_bye,
    }
}

fn result(red: char, black: char) -> GameResult {
    match (red, black) {
        ('1' | 'W', _) => GameResult::Red,
        ('+', _) => GameResult::BlackForfeit,
        (_, '1' | 'W') => GameResult::Black,
        (_, '+') => GameResult::RedForfeit,
        ('=' | 'D' | 'H', _) => GameResult::Draw,
        ('-', _) | (_, '-') | ('0' | 'L', '0' | 'L') => GameResult::BothForfeit,
        _ => GameResult::Unfinished,
    }
}
