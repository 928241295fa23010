//! What the demo prints: each round, the table, teams, prizes. Chinese with the English beside it.

use std::fmt::Write as _;

use tournament::document::{EventDocument, GameResult, Number};
use tournament::prizes::{self, Prizes};
use tournament::ranking::{self, Standings};
use tournament::regulation::Regulation;
use unicode_width::UnicodeWidthStr as _;

use super::DemoError;
use crate::hub::{ActError, Hub};

/// The event as it stands.
#[derive(Debug)]
pub struct Report {
    document: EventDocument,
    regulation: Regulation,
    standings: Standings,
    prizes: Prizes,
}

impl Report {
    /// Reads the event from the hub, up to round `last`: a round for visitors may follow.
    ///
    /// # Errors
    /// The database's errors.
    pub fn of(hub: &Hub, last: u16) -> Result<Self, DemoError> {
        let event = hub.event()?.ok_or(ActError::NoEvent)?;
        let mut document = hub.document()?;
        document.rounds.retain(|round| round.round <= last);
        let standings = ranking::standings(&document, &event.regulation);
        let prizes = prizes::award(&document, &event.regulation, &standings);
        Ok(Self {
            document,
            regulation: event.regulation,
            standings,
            prizes,
        })
    }

    fn name(&self, number: Number) -> String {
        self.document
            .player(number)
            .map(|player| player.name.clone())
            .unwrap_or_default()
    }

    /// The boards of a round with their results, and who missed a record.
    pub fn round(&self, number: u16) -> String {
        let mut text = format!("第 {number} 轮 Round {number}\n");
        let Some(round) = self
            .document
            .rounds
            .iter()
            .find(|round| round.round == number)
        else {
            return text;
        };
        for game in &round.games {
            let result = match game.result {
                GameResult::Red => "2:0",
                GameResult::Black => "0:2",
                GameResult::Draw => "1:1",
                GameResult::RedForfeit => "−:+",
                GameResult::BlackForfeit => "+:−",
                GameResult::BothForfeit => "−:−",
                GameResult::Unfinished => "…",
            };
            let fouls = match game.fouls.red + game.fouls.black {
                0 => String::new(),
                fouls => format!("  犯规 fouls {fouls}"),
            };
            let _ = writeln!(
                text,
                "  {:>3}  {} {result} {}{fouls}",
                game.board,
                padded(&self.name(game.red), 10),
                padded(&self.name(game.black), 10),
            );
        }
        if let Some(bye) = round.bye {
            let _ = writeln!(text, "  轮空 bye  {}", self.name(bye));
        }
        text
    }

    /// The whole table with the key that decided each place.
    pub fn table(&self) -> String {
        let mut text = "名次 Final table\n".to_owned();
        text += "  名次  编号  姓名        单位      积分  对手分  胜局  犯规  后走  依据\n";
        text += "  place  no.  name        unit       pts     opp  wins fouls black  decided by\n";
        for place in &self.standings.individual {
            let unit = self
                .document
                .player(place.number)
                .map(|player| player.unit.clone());
            let _ = writeln!(
                text,
                "  {:>5} {:>4}  {}  {}{:>5} {:>7} {:>5} {:>5} {:>5}  {}",
                place.place,
                place.number,
                padded(&self.name(place.number), 10),
                padded(&unit.unwrap_or_default(), 8),
                place.points.to_string(),
                place.opponents_points.to_string(),
                place.wins,
                place.fouls,
                place.black_games,
                place.decided_by,
            );
        }
        text
    }

    /// Team places.
    pub fn teams(&self) -> String {
        let mut text = "团体 Teams\n".to_owned();
        for place in &self.standings.teams {
            let members: Vec<_> = place
                .members
                .iter()
                .map(|number| self.name(*number))
                .collect();
            let _ = writeln!(
                text,
                "  {:>3}  {} 名次和 sum {:>4}  最高 best {:>3}  {}",
                place.place,
                padded(&place.team, 12),
                place.sum,
                place.best,
                members.join(" ")
            );
        }
        if self.standings.teams.is_empty() {
            text += "  没有满员的队 no team is complete\n";
        }
        text
    }

    /// Prizes, list by list.
    pub fn prizes(&self) -> String {
        let mut text = "奖励 Prizes\n".to_owned();
        for list in &self.prizes.lists {
            let title = self
                .regulation
                .prizes
                .iter()
                .find(|prize| prize.list == list.list)
                .map_or(list.list.as_str(), |prize| prize.title.as_str());
            let _ = writeln!(text, "  {title} {}", list.list);
            for award in &list.awards {
                let who = award
                    .team
                    .clone()
                    .or_else(|| award.number.map(|n| self.name(n)));
                let amount = award
                    .amount
                    .map_or("—".to_owned(), |yuan| format!("{yuan} 元"));
                let _ = writeln!(
                    text,
                    "    {:>3}  {} {amount}",
                    award.place,
                    padded(&who.unwrap_or_default(), 12)
                );
            }
        }
        for question in &self.prizes.questions {
            let _ = writeln!(text, "  待定 open: {question}");
        }
        text
    }
}

/// Pads to so many columns of a terminal, in which a Chinese character takes two.
fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}
