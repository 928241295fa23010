//! An event as it is published: the public part of its document, its tables and its games.

use std::collections::HashMap;

use tournament::document::{Game, GameResult, Number, Player, Round};
use tournament::obligations::Obligation;
use tournament::prizes::Prizes;
use tournament::ranking::Standings;
use tournament::{EventDocument, Regulation};

use super::opening::Opening;
use super::review::Finding;
use super::score::Score;
use crate::journal::{Reading, Reason, TimeControl};

/// Everything that is published of an event.
#[derive(Debug, Clone)]
pub struct Edition {
    /// The event's id.
    pub id: String,
    /// The event without the fields this version does not know.
    pub document: EventDocument,
    /// The regulation.
    pub regulation: Regulation,
    /// Places as they stand.
    pub standings: Standings,
    /// Prizes as they stand.
    pub prizes: Prizes,
    /// Records that were owed, and what became of them.
    pub obligations: Vec<Obligation>,
    /// The day each round was published, `YYYY-MM-DD`, by round.
    pub days: HashMap<u16, String>,
    /// The games whose record is published, by round and board.
    pub games: Vec<GameRecord>,
    /// The records that are not published, and why.
    pub withheld: Vec<Withheld>,
}

/// A game with its record.
#[derive(Debug, Clone)]
pub struct GameRecord {
    /// Round.
    pub round: u16,
    /// Board.
    pub board: u32,
    /// Who had Red.
    pub red: Number,
    /// Who had Black.
    pub black: Number,
    /// The result that stands.
    pub result: GameResult,
    /// Why the game ended, where it is known.
    pub reason: Option<Reason>,
    /// The record: headers, moves, comments.
    pub record: record::Game,
    /// The moves as text.
    pub score: Score,
    /// The opening.
    pub opening: Opening,
    /// The time control, of a game played with a clock of ours.
    pub time: Option<TimeControl>,
    /// Both remaining times after each ply, where they were read.
    pub readings: Vec<Option<Reading>>,
    /// What an engine thinks of the position after each ply, Red's view, hundredths of a soldier.
    pub evaluations: Vec<Option<i32>>,
    /// Who checked the record.
    pub keeper: Option<String>,
}

/// A record that is not published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// Round.
    pub round: u16,
    /// Board.
    pub board: u32,
    /// Why.
    pub why: WithheldFor,
}

/// Why a record is not published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithheldFor {
    /// The game has no result that stands.
    NoResult,
    /// The record keeper sent it back.
    Returned,
    /// Nobody has checked it, and something about it has to be looked at.
    Findings(Vec<Finding>),
    /// Only records the keeper published were asked for, and this is none.
    NotPublished,
}

impl Edition {
    /// Title of the event; that of its regulation where it has none of its own.
    pub fn title(&self) -> &str {
        let own = self.document.title.as_deref().unwrap_or_default();
        if own.is_empty() {
            &self.regulation.title
        } else {
            own
        }
    }

    /// A player; one who is not in the document has a number and no name.
    pub fn player(&self, number: Number) -> Option<&Player> {
        self.document.player(number)
    }

    /// A player's name, `№ 7` for one without.
    pub fn name(&self, number: Number) -> String {
        match self.player(number) {
            Some(player) if !player.name.trim().is_empty() => player.name.trim().to_owned(),
            _ => format!("№ {number}"),
        }
    }

    /// A player's unit; empty for none.
    pub fn unit(&self, number: Number) -> &str {
        self.player(number)
            .map_or("", |player| player.unit.as_str())
    }

    /// The record of the game on a board of a round.
    pub fn record(&self, round: u16, board: u32) -> Option<&GameRecord> {
        self.games
            .binary_search_by_key(&(round, board), |game| (game.round, game.board))
            .ok()
            .map(|at| &self.games[at])
    }

    /// The games a player played, with the round they belong to, in order.
    pub fn games_of(&self, number: Number) -> impl Iterator<Item = (&Round, &Game)> {
        self.document.rounds.iter().flat_map(move |round| {
            round
                .games
                .iter()
                .filter(move |game| game.red == number || game.black == number)
                .map(move |game| (round, game))
        })
    }

    /// Whether every round was played and every game has a result.
    pub fn is_over(&self) -> bool {
        let planned = self.regulation.rounds_of(&self.document);
        !self.standings.provisional
            && !self.document.rounds.is_empty()
            && planned.is_none_or(|rounds| self.document.rounds.len() >= usize::from(rounds))
    }
}

impl GameRecord {
    /// The name of its files: round and board, `05-012`.
    pub fn file_name(&self) -> String {
        file_name(self.round, self.board)
    }
}

/// The name of a game's files: round and board, `05-012`.
pub fn file_name(round: u16, board: u32) -> String {
    format!("{round:02}-{board:03}")
}

/// The event without any field this version does not know, which may hold anything: a phone number
/// that another program left there must not travel.
pub fn public(document: &EventDocument) -> EventDocument {
    let mut public = document.clone();
    public.other.clear();
    public.answers.clear();
    for player in &mut public.players {
        player.other.clear();
        player.penalties.clear();
    }
    for round in &mut public.rounds {
        round.other.clear();
        for game in &mut round.games {
            game.other.clear();
        }
    }
    public
}
