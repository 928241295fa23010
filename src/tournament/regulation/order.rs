//! How places are decided.

use serde::{Deserialize, Serialize};

/// One key of the ranking, compared in the order the regulation lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingKey {
    /// 积分, more.
    Points,
    /// 对手分, more.
    OpponentsPoints,
    /// 胜局, more.
    Wins,
    /// 犯规, fewer.
    Fouls,
    /// 后走局数, games with Black, more.
    BlackGames,
    /// 后走胜局, wins with Black, more.
    BlackWins,
    /// 直胜, points from the games between those still level, if all of them met.
    Direct,
    /// 累进分, the sum of the running totals, more.
    Progressive,
    /// The standing of earlier rounds (see [`Earlier`]).
    EarlierRounds,
    /// Lots, drawn by the chief arbiter and logged.
    Lots,
    /// The smaller starting number. Only where a regulation says so.
    Number,
}

impl RankingKey {
    /// Name in regulations and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::OpponentsPoints => "opponents_points",
            Self::Wins => "wins",
            Self::Fouls => "fouls",
            Self::BlackGames => "black_games",
            Self::BlackWins => "black_wins",
            Self::Direct => "direct",
            Self::Progressive => "progressive",
            Self::EarlierRounds => "earlier_rounds",
            Self::Lots => "lots",
            Self::Number => "number",
        }
    }
}

/// What is compared of an earlier standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlierCompare {
    /// Every key before `earlier_rounds`.
    #[default]
    WholeKey,
    /// Points only.
    Points,
}

/// Which earlier standings are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlierOrder {
    /// After the last round but one, the last but two, … down to the first.
    #[default]
    LastBackward,
    /// Without round 1, without rounds 1 and 2, …
    FirstForward,
}

/// The two readings of "compare the previous round" (14.3.1) and the one of 14.3.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Earlier {
    /// What is compared.
    pub compare: EarlierCompare,
    /// In which order.
    pub order: EarlierOrder,
}

/// What a bye adds to 对手分.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeOpponentValue {
    /// The lowest total among players who have points (14.4).
    #[default]
    LowestWithPoints,
    /// The lowest total of all.
    LowestOfAll,
    /// Nothing.
    Zero,
}

/// Individual places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RankingRule {
    /// Keys in their order.
    pub keys: Vec<RankingKey>,
    /// How `earlier_rounds` is read.
    pub earlier: Earlier,
    /// Whether warned and barred players stand last in their points group (18.5).
    pub penalised_last: bool,
}

impl Default for RankingRule {
    fn default() -> Self {
        Self {
            keys: vec![
                RankingKey::Points,
                RankingKey::OpponentsPoints,
                RankingKey::Wins,
                RankingKey::Fouls,
                RankingKey::BlackGames,
                RankingKey::EarlierRounds,
                RankingKey::Lots,
            ],
            earlier: Earlier::default(),
            penalised_last: true,
        }
    }
}

/// One key of the team ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamKey {
    /// Sum of the members' places, fewer.
    SumOfPlaces,
    /// Best single place, smaller.
    BestPlace,
    /// Sum of the members' points, more.
    SumOfPoints,
}

/// Team places (11.5, 14.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamRule {
    /// Players that make a team; with fewer it has no place.
    pub size: usize,
    /// Keys in their order.
    #[serde(default = "usual_team_keys")]
    pub keys: Vec<TeamKey>,
}

fn usual_team_keys() -> Vec<TeamKey> {
    vec![TeamKey::SumOfPlaces, TeamKey::BestPlace]
}
