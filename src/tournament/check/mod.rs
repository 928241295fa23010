//! Looking over rounds before they are published, also those an arbiter has changed by hand.
//!
//! Nothing here is shared with the pairing: it reads the document anew and knows only what a
//! round must not have. A hard violation must never be published; a soft one is what the rule
//! text allows where nothing better is left.

mod filling;
mod history;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::Regulation;
use crate::document::{EventDocument, GameResult, Number, Player, Round};
use history::History;

/// Something a round should not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The round.
    pub round: u16,
    /// The board, where it concerns one.
    pub board: Option<u32>,
    /// What was broken.
    pub rule: Rule,
    /// The players and the facts.
    pub detail: String,
    /// Whether the rule text allows it where nothing better is left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
}

/// What can be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Two players meet again.
    Rematch,
    /// A pair the event forbids, or of one unit in a round that avoids that.
    Forbidden,
    /// A player has one colour three times running.
    ThirdColour,
    /// A player's colours differ by more than two.
    ColourDifference,
    /// Two pairs can be exchanged so that a score group keeps more of its players.
    UnfilledGroup,
    /// A bye in an even field, a second one, or one too high in the table.
    Bye,
    /// A player who should play is not paired; soft once every game of the round has its result.
    Unpaired,
    /// A player who has left, or not yet come, is paired.
    Absent,
    /// A player of the women's own event meets one of the other.
    WomenEvent,
}

/// Looks over every round of the document.
pub fn check(document: &EventDocument, regulation: &Regulation) -> Vec<Violation> {
    rounds_from(document, regulation, 0)
}

/// Looks over the last round of the document only; the others count as history.
pub fn check_last(document: &EventDocument, regulation: &Regulation) -> Vec<Violation> {
    rounds_from(
        document,
        regulation,
        document.rounds.len().saturating_sub(1),
    )
}

fn rounds_from(document: &EventDocument, regulation: &Regulation, first: usize) -> Vec<Violation> {
    let players: BTreeMap<Number, &Player> = document
        .players
        .iter()
        .map(|player| (player.number, player))
        .collect();
    let mut history = History::new(regulation);
    let mut found = Vec::new();
    for (index, round) in document.rounds.iter().enumerate() {
        if index >= first {
            let mut inspection = Inspection {
                document,
                regulation,
                players: &players,
                history: &history,
                round,
                found: Vec::new(),
            };
            inspection.everybody_once();
            inspection.pairs();
            inspection.byes();
            inspection.groups();
            found.append(&mut inspection.found);
        }
        history.add(round);
    }
    found
}

struct Inspection<'a> {
    document: &'a EventDocument,
    regulation: &'a Regulation,
    players: &'a BTreeMap<Number, &'a Player>,
    history: &'a History<'a>,
    round: &'a Round,
    found: Vec<Violation>,
}

impl Inspection<'_> {
    fn hard(&mut self, board: Option<u32>, rule: Rule, detail: String) {
        self.note(board, rule, detail, false);
    }

    fn soft(&mut self, board: Option<u32>, rule: Rule, detail: String) {
        self.note(board, rule, detail, true);
    }

    fn note(&mut self, board: Option<u32>, rule: Rule, detail: String, soft: bool) {
        self.found.push(Violation {
            round: self.round.round,
            board,
            rule,
            detail,
            soft,
        });
    }

    fn everybody_once(&mut self) {
        let round = self.round.round;
        // A round without games is still to be paired.
        if self.round.games.is_empty() {
            return;
        }
        let expected: BTreeSet<Number> = self
            .document
            .players
            .iter()
            .filter(|player| {
                !player.expelled
                    && player.withdrawn_after.unwrap_or(u16::MAX) >= round
                    && player.entered_in.unwrap_or(1) <= round
            })
            .map(|player| player.number)
            .collect();
        let mut seen: BTreeSet<Number> = self.round.byes().collect();
        for game in &self.round.games {
            for number in [game.red, game.black] {
                seen.insert(number);
                // An expelled or withdrawn player's last game may be the forfeit of the round.
                if !expected.contains(&number) && !game.result.is_forfeit() {
                    let detail = format!("player {number} takes no part in this round");
                    self.hard(Some(game.board), Rule::Absent, detail);
                }
            }
        }
        seen.extend(self.round.absent.iter().map(|absence| absence.number));
        // A round that is over can no longer pair him: a gap in its record, which standings show.
        let played = self
            .round
            .games
            .iter()
            .all(|game| game.result != GameResult::Unfinished);
        for number in expected.difference(&seen) {
            let detail = format!("player {number} has neither a game nor the bye");
            self.note(None, Rule::Unpaired, detail, played);
        }
    }

    fn pairs(&mut self) {
        let separate = self.document.women_event == Some(crate::document::WomenEvent::Separate);
        let same_unit = self
            .regulation
            .pairing
            .avoid_same_unit_rounds
            .contains(&self.round.round);
        for game in &self.round.games {
            let board = Some(game.board);
            let (red, black) = (game.red, game.black);
            if let Some(round) = self.history.met(red, black) {
                let detail = format!("{red} and {black} met in round {round}");
                self.hard(board, Rule::Rematch, detail);
            }
            let pair = BTreeSet::from([red, black]);
            let banned = self.document.forbidden.iter().any(|ban| {
                BTreeSet::from(ban.players) == pair
                    && ban.from_round.unwrap_or(0) <= self.round.round
                    && ban.to_round.unwrap_or(u16::MAX) >= self.round.round
            });
            if banned {
                let detail = format!("{red} and {black} are not to meet");
                self.hard(board, Rule::Forbidden, detail);
            }
            if let (Some(one), Some(other)) = (self.players.get(&red), self.players.get(&black)) {
                if same_unit && !one.unit.is_empty() && one.unit == other.unit {
                    let detail = format!("{red} and {black} both come from {}", one.unit);
                    self.hard(board, Rule::Forbidden, detail);
                }
                if separate && one.sex != other.sex {
                    let detail = format!("{red} and {black} play in different events");
                    self.hard(board, Rule::WomenEvent, detail);
                }
            }
            for (number, colour) in [(red, 'r'), (black, 'b')] {
                self.colours(board, number, colour);
            }
        }
    }

    fn colours(&mut self, board: Option<u32>, number: Number, colour: char) {
        let before = self.history.colours(number);
        let run = before.chars().rev().take_while(|&c| c == colour).count() + 1;
        if run > 2 {
            let detail = format!("player {number} has one colour {run} times running");
            self.soft(board, Rule::ThirdColour, detail);
        }
        let of_colour = before.chars().filter(|&c| c == colour).count() + 1;
        let of_other = before.len() + 1 - of_colour;
        if of_colour > of_other + 2 {
            let difference = of_colour - of_other;
            let detail = format!("the colours of player {number} differ by {difference}");
            self.soft(board, Rule::ColourDifference, detail);
        }
    }

    fn byes(&mut self) {
        let separate = self.round.women_bye.is_some();
        for number in self.round.byes() {
            let sex = self.players.get(&number).map(|player| player.sex);
            let field: Vec<Number> = self
                .round
                .games
                .iter()
                .flat_map(|game| [game.red, game.black])
                .filter(|number| {
                    !separate || self.players.get(number).map(|player| player.sex) == sex
                })
                .collect();
            let earlier = self.history.byes(number);
            if earlier > 0 && self.regulation.bye.bars_second {
                let detail = format!("player {number} has bye number {}", earlier + 1);
                self.soft(None, Rule::Bye, detail);
            }
            // Somebody lower could have the bye if his opponent may meet this one.
            let own = self.history.points(number);
            let better = field.iter().copied().find(|&other| {
                self.history.points(other) < own
                    && self.history.byes(other) == 0
                    && self
                        .opponent(other)
                        .is_some_and(|opponent| self.fits(number, opponent))
            });
            if let Some(other) = better {
                let detail =
                    format!("player {other}, with fewer points than {number}, could have it");
                self.soft(None, Rule::Bye, detail);
            }
        }
    }

    fn opponent(&self, number: Number) -> Option<Number> {
        self.round.games.iter().find_map(|game| match number {
            _ if game.red == number => Some(game.black),
            _ if game.black == number => Some(game.red),
            _ => None,
        })
    }

    /// Whether two players could be paired without breaking anything, hard or soft.
    fn fits(&self, a: Number, b: Number) -> bool {
        let banned = self.document.forbidden.iter().any(|ban| {
            ban.players.contains(&a)
                && ban.players.contains(&b)
                && ban.from_round.unwrap_or(0) <= self.round.round
                && ban.to_round.unwrap_or(u16::MAX) >= self.round.round
        });
        let avoided = self
            .regulation
            .pairing
            .avoid_same_unit_rounds
            .contains(&self.round.round)
            && match (self.players.get(&a), self.players.get(&b)) {
                (Some(one), Some(other)) => !one.unit.is_empty() && one.unit == other.unit,
                _ => false,
            };
        let colours = self.history.has_room(a, 'r') && self.history.has_room(b, 'b')
            || self.history.has_room(a, 'b') && self.history.has_room(b, 'r');
        !banned && !avoided && colours && self.history.met(a, b).is_none()
    }
}
