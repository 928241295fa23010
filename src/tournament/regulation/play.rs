//! Entries, clocks, limits, points and pairing.

use serde::{Deserialize, Serialize};

use crate::Points;

/// Who may enter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EntryRule {
    /// Most players; the next one goes on the waiting list.
    pub limit: Option<u32>,
    /// A player must be younger than this on the first day, in years.
    pub below_age: Option<u8>,
}

/// A row of the table of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundsRow {
    /// Entries up to and including this number; none: any number.
    #[serde(default)]
    pub up_to: Option<u32>,
    /// Rounds to play.
    pub rounds: u16,
}

/// Clocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeRule {
    /// Minutes each side starts with.
    pub base_minutes: u32,
    /// Seconds added for each completed move.
    pub increment_seconds: u32,
    /// First move that earns the increment.
    pub increment_from_move: u32,
    /// Minutes of absence after which the game is forfeited (20.1).
    pub late_minutes: u32,
}

impl Default for TimeRule {
    fn default() -> Self {
        Self {
            base_minutes: 60,
            increment_seconds: 10,
            increment_from_move: 1,
            late_minutes: 15,
        }
    }
}

/// Natural limit (4.2.4, 22.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NaturalLimit {
    /// Rounds of moves without a capture.
    pub rounds: u16,
    /// How many checks of the claimant count.
    pub claimant_check_cap: u16,
    /// Minutes an unfounded claim costs (22.2).
    pub false_claim_minutes: u32,
    /// Whether players see the counters at the board.
    pub shown_at_board: bool,
}

impl Default for NaturalLimit {
    fn default() -> Self {
        Self {
            rounds: 60,
            claimant_check_cap: 10,
            false_claim_minutes: 5,
            shown_at_board: false,
        }
    }
}

/// Fouls (8.1) and breaches of the movement rules (4.1.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoulRule {
    /// Which breach of the movement rules loses: 1 at national events, 2 below.
    pub losing_breach: u8,
    /// Which foul in a game loses (4.1.10).
    pub losing_foul: u8,
    /// Draw offers ahead of the opponent's that make a foul (8.1.3).
    pub draw_offers_ahead: u8,
    /// Fouls for one game that was not recorded although it was owed.
    pub missed_record: u8,
}

impl Default for FoulRule {
    fn default() -> Self {
        Self {
            losing_breach: 1,
            losing_foul: 3,
            draw_offers_ahead: 2,
            missed_record: 1,
        }
    }
}

/// What a result is worth (13.1; other scales 13.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PointScale {
    /// Points of a win.
    pub win: Points,
    /// Points of a draw.
    pub draw: Points,
    /// Points of a loss.
    pub loss: Points,
}

impl Default for PointScale {
    fn default() -> Self {
        Self {
            win: Points::whole(2),
            draw: Points::whole(1),
            loss: Points::ZERO,
        }
    }
}

/// The bye: four facts that do not follow from each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
// Facts that do not follow from each other.
#[allow(clippy::struct_excessive_bools)]
pub struct ByeRule {
    /// Points of a bye; none: as a win (14.4).
    pub points: Option<Points>,
    /// Whether it counts as a game won.
    pub counts_as_win: bool,
    /// What it adds to 对手分.
    pub opponents_points: super::ByeOpponentValue,
    /// Whether it bars a second one while that can be avoided.
    pub bars_second: bool,
    /// Which colour it counts as.
    pub colour: ByeColour,
    /// Whether a bye that counts as Black is a game as second in the ranking, and one won.
    pub second_in_ranking: bool,
}

/// The colour a bye counts as when rows are made. The rule text is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeColour {
    /// The colour that was the player's turn, Red in the first round, as arbiters and other
    /// programs do; soft limits ignore it.
    #[default]
    Due,
    /// None.
    None,
}

impl Default for ByeRule {
    fn default() -> Self {
        Self {
            points: None,
            counts_as_win: true,
            opponents_points: super::ByeOpponentValue::LowestWithPoints,
            bars_second: true,
            colour: ByeColour::default(),
            second_in_ranking: false,
        }
    }
}

/// What a forfeited pairing counts for. The rule text is silent; each switch is on by default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
// Five switches that a regulation sets one by one.
#[allow(clippy::struct_excessive_bools)]
pub struct ForfeitRule {
    /// The two have met.
    pub met: bool,
    /// The colours count: for balance and for games as second.
    pub colour: bool,
    /// The win counts as a game won.
    pub win: bool,
    /// The opponent's points count in 对手分.
    pub opponents_points: bool,
    /// An unequal pairing counts as a float.
    pub float: bool,
}

impl Default for ForfeitRule {
    fn default() -> Self {
        Self {
            met: true,
            colour: true,
            win: true,
            opponents_points: true,
            float: true,
        }
    }
}

/// How the first round is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRound {
    /// 1-2, 4-3, 5-6, 8-7, …: near numbers, drawn by lot (D6).
    #[default]
    Neighbours,
    /// Upper half against lower half: 1 - n/2+1, …
    Halves,
    /// 1 - n, 2 - n-1, …
    FirstLast,
}

/// Who has Red when two colour histories are equal (D10 (8)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EqualColours {
    /// Sum of the numbers odd: the smaller; even: the larger.
    #[default]
    SumOfNumbers,
    /// Odd round: the smaller; even round: the larger.
    Round,
}

/// What orders players of a row before the number does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowTieBreak {
    /// The number at once, as the rule text has it.
    #[default]
    Number,
    /// The balance of floats first.
    Floats,
}

/// Pairing by 定位编排法 and what its text leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PairingRule {
    /// First round.
    pub first_round: FirstRound,
    /// Rounds in which players of one unit do not meet (I.7 wants them announced).
    pub avoid_same_unit_rounds: Vec<u16>,
    /// Equal colour histories.
    pub equal_colours: EqualColours,
    /// Order inside a row.
    pub row_tie_break: RowTieBreak,
    /// Whether a third colour in a row is avoided.
    pub avoid_third_colour: bool,
    /// Whether a colour difference above two is avoided.
    pub avoid_difference_three: bool,
    /// In how many last rounds the higher scorer's balance decides the colour (D10 (9)).
    pub last_rounds: u16,
    /// Floats of a kind a player gets at most while that can be avoided (I.9).
    pub most_floats_of_a_kind: u8,
}

impl Default for PairingRule {
    fn default() -> Self {
        Self {
            first_round: FirstRound::default(),
            avoid_same_unit_rounds: Vec::new(),
            equal_colours: EqualColours::default(),
            row_tie_break: RowTieBreak::default(),
            avoid_third_colour: true,
            avoid_difference_three: true,
            last_rounds: 3,
            most_floats_of_a_kind: 2,
        }
    }
}
