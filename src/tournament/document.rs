//! The event document: players, rounds and results, as every command and the hub exchange it.
//!
//! Fields this version does not know are kept and written back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Points, Side};

/// A player's number, unique in the event.
pub type Number = u32;

/// An event: which regulation, who plays, what happened.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventDocument {
    /// Title of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Which regulation governs the event.
    pub regulation: RegulationChoice,
    /// Rounds to be played, once the arbiter has fixed them; otherwise the regulation's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_planned: Option<u16>,
    /// First day of play, `YYYY-MM-DD`; ages are reckoned on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_day: Option<chrono::NaiveDate>,
    /// The field, in any order.
    pub players: Vec<Player>,
    /// Rounds played or paired, 1 first.
    pub rounds: Vec<Round>,
    /// Entries beyond the limit, first come first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Player>,
    /// Whether the women play an event of their own (regulation, entries); unset: together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub women_event: Option<WomenEvent>,
    /// Seed of all draws of the event, published before the draw so that anyone can repeat it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Lots drawn by the chief arbiter, best first (any players that no key separates).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<Number>,
    /// Answers to the questions a regulation leaves open, by the name of the question.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Value>,
    /// Entries counted when registration closed, by region or `women`; frozen then.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts_at_close: BTreeMap<String, u32>,
    /// Pairs that may not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<ForbiddenPair>,
    /// What is known of the records owed: met, missed or waived.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<RecordNote>,
    /// Fields of later versions and of other programs.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The regulation of a document: a built-in name or a path, the whole thing, or nothing said.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RegulationChoice {
    /// Nothing said: the rule book's own defaults.
    #[default]
    Unsaid,
    /// A built-in name, or a path to a TOML file.
    Named(String),
    /// The regulation itself.
    Inline(Map<String, Value>),
}

/// Where the women play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WomenEvent {
    /// In the same field as the men.
    Mixed,
    /// Paired and ranked on their own.
    Separate,
}

/// A player of the event. No number of an identity card ever stands here.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Starting number, from 1.
    pub number: Number,
    /// Name as printed.
    #[serde(default, deserialize_with = "nullable")]
    pub name: String,
    /// Unit the player comes from.
    #[serde(default, deserialize_with = "nullable")]
    pub unit: String,
    /// Team of the player, empty for none.
    #[serde(default, deserialize_with = "nullable")]
    pub team: String,
    /// Sex.
    #[serde(default, deserialize_with = "nullable")]
    pub sex: Sex,
    /// Regions the player counts for, as the registrar confirmed them.
    #[serde(default, deserialize_with = "nullable")]
    pub regions: Vec<String>,
    /// Last round before the withdrawal; 0 = before the first round.
    #[serde(default)]
    pub withdrawn_after: Option<u16>,
    /// First round of a late entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered_in: Option<u16>,
    /// Birthday, `YYYY-MM-DD`, where the event has an age limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born: Option<chrono::NaiveDate>,
    /// Strength for seeding, higher is stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_rating: Option<u32>,
    /// Expelled by the organisers (18.3): out of every list.
    #[serde(default, skip_serializing_if = "is_false")]
    pub expelled: bool,
    /// Substitute who does not count for the team.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reserve: bool,
    /// Warnings (18.1) and exclusions from a game (18.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<Penalty>,
    /// Fields of later versions and of other programs.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Sex of a player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sex {
    /// 男
    #[default]
    #[serde(alias = "m")]
    M,
    /// 女
    #[serde(alias = "f", alias = "w", alias = "W")]
    F,
}

/// A penalty that is no foul.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Penalty {
    /// Round it was given in.
    pub round: u16,
    /// What it was.
    pub kind: PenaltyKind,
}

/// Kinds of penalties, the lighter first (18.5 ranks by gravity).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyKind {
    /// 18.1
    Warning,
    /// 18.2: barred from a game.
    Barred,
}

/// One round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Number, from 1.
    pub round: u16,
    /// The boards.
    #[serde(default)]
    pub games: Vec<Game>,
    /// Who had the bye.
    #[serde(default)]
    pub bye: Option<Number>,
    /// Who had the bye of the women's event, when they play their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub women_bye: Option<Number>,
    /// Players known beforehand not to play this round, with what they are given for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Absence>,
    /// SHA-256 of the document the round was paired from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paired_from: Option<String>,
    /// Fields of later versions and of other programs.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Round {
    /// The byes of the round: at most one, or one in each of two fields.
    pub fn byes(&self) -> impl Iterator<Item = Number> {
        self.bye.into_iter().chain(self.women_bye)
    }
}

/// An announced absence from one round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// Who.
    pub number: Number,
    /// Points granted for the round.
    #[serde(default)]
    pub points: Points,
    /// Whether it bars the player from a later bye.
    #[serde(default)]
    pub bars_bye: bool,
}

/// One board of a round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Board number, from 1.
    pub board: u32,
    /// Number of the player of Red.
    pub red: Number,
    /// Number of the player of Black.
    pub black: Number,
    /// How it ended.
    #[serde(default, deserialize_with = "nullable")]
    pub result: GameResult,
    /// Fouls noted in this game.
    #[serde(default, deserialize_with = "nullable")]
    pub fouls: Fouls,
    /// Why these two met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Fields of later versions and of other programs.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Result of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// Red won.
    Red,
    /// Black won.
    Black,
    /// Drawn.
    Draw,
    /// Red did not play, Black gets the win.
    RedForfeit,
    /// Black did not play, Red gets the win.
    BlackForfeit,
    /// Neither played (20.2).
    BothForfeit,
    /// Not over yet; counts as a draw for pairing only.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Whether the game was not played for want of a player.
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            Self::RedForfeit | Self::BlackForfeit | Self::BothForfeit
        )
    }
}

/// Fouls of both sides in one game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fouls {
    /// Red's.
    pub red: u32,
    /// Black's.
    pub black: u32,
}

/// Two players who may not be paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForbiddenPair {
    /// The two numbers.
    pub players: [Number; 2],
    /// First round of the ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u16>,
    /// Last round of the ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_round: Option<u16>,
}

/// What became of a record that was owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordNote {
    /// Round of the game.
    pub round: u16,
    /// Board of the game.
    pub board: u32,
    /// Met, missed or waived.
    pub state: RecordState,
}

/// State of an owed record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordState {
    /// Nothing came yet.
    Open,
    /// The record is in.
    Met,
    /// It never came: one foul.
    Missed,
    /// An arbiter let the player off.
    Waived,
}

impl Game {
    /// The side a player has in this game.
    pub fn side_of(&self, number: Number) -> Option<Side> {
        match number {
            _ if self.red == number => Some(Side::Red),
            _ if self.black == number => Some(Side::Black),
            _ => None,
        }
    }
}

impl EventDocument {
    /// The player with this number.
    pub fn player(&self, number: Number) -> Option<&Player> {
        self.players.iter().find(|player| player.number == number)
    }

    /// The last round in the document, 0 before the first.
    pub fn last_round(&self) -> u16 {
        self.rounds.last().map_or(0, |round| round.round)
    }
}

// `skip_serializing_if` hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// `null` where a value is expected means the default.
fn nullable<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}
