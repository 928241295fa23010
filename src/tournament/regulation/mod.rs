//! The regulation of an event as data: what a clause of the printed text says, a field here says.
//!
//! A regulation is TOML. What a file leaves out is as in the 2011 rule book. Every file is checked
//! when it is loaded: unknown words, contradictions and prize lists that do not add up to their
//! stated totals are refused with line and reason.
//!
//! ```
//! use tournament::Regulation;
//! let regulation = Regulation::built_in("qingshui-2019")?;
//! assert_eq!(regulation.natural_limit.rounds, 40);
//! assert_eq!(regulation.time.base_minutes, 30);
//! # Ok::<(), tournament::regulation::RegulationError>(())
//! ```

mod built_in;
mod load;
mod order;
mod play;
mod prize;
mod recording;

pub use built_in::NAMES;
pub use load::RegulationError;
pub use order::{
    ByeOpponentValue, Earlier, EarlierCompare, EarlierOrder, RankingKey, RankingRule, TeamKey,
    TeamRule,
};
pub use play::{
    ByeColour, ByeRule, EntryRule, EqualColours, FirstRound, ForfeitRule, FoulRule, NaturalLimit,
    PairingRule, PointScale, RoundsRow, RowTieBreak, TimeRule,
};
pub use prize::{CountRow, PrizeKind, PrizeList, PrizeRule, Region, WomenRule};
pub use recording::{Chosen, DrawnOwes, RecordingRule};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::{EventDocument, RegulationChoice};

/// Everything the organisers laid down for an event.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Regulation {
    /// Short name, as events refer to it.
    pub name: String,
    /// Title in Chinese.
    pub title: String,
    /// Title in English.
    pub title_en: String,
    /// Who may enter.
    pub entries: EntryRule,
    /// How many rounds for how many entries; empty: the arbiter says.
    pub rounds: Vec<RoundsRow>,
    /// Clocks.
    pub time: TimeRule,
    /// 自然限着.
    pub natural_limit: NaturalLimit,
    /// Fouls and breaches.
    pub fouls: FoulRule,
    /// Who owes a record of the game.
    pub recording: Vec<RecordingRule>,
    /// What a result is worth.
    pub points: PointScale,
    /// The bye.
    pub bye: ByeRule,
    /// What a forfeit counts for.
    pub forfeit: ForfeitRule,
    /// Pairing.
    pub pairing: PairingRule,
    /// Individual places.
    pub ranking: RankingRule,
    /// Team places; none: no team event.
    pub team: Option<TeamRule>,
    /// Regions that prize lists speak of, by name.
    pub regions: BTreeMap<String, Region>,
    /// Women's event and prizes.
    pub women: WomenRule,
    /// How prizes are given.
    pub prize: PrizeRule,
    /// Prize lists.
    pub prizes: Vec<PrizeList>,
}

impl Regulation {
    /// A regulation shipped with the product (see [`NAMES`]).
    ///
    /// # Errors
    /// When there is no regulation of this name.
    pub fn built_in(name: &str) -> Result<Self, RegulationError> {
        match built_in::text(name) {
            Some(text) => Self::from_toml(text),
            None => Err(RegulationError::Unknown(name.to_owned())),
        }
    }

    /// The regulation a document asks for, if it is built in or stands in the document itself.
    ///
    /// # Errors
    /// When the name is none of the built-in ones (it may be a path, which only the caller can
    /// open), or the regulation in the document is faulty.
    pub fn of(document: &EventDocument) -> Result<Self, RegulationError> {
        match &document.regulation {
            RegulationChoice::Unsaid => Self::built_in("cxa-2011"),
            RegulationChoice::Named(name) => Self::built_in(name),
            RegulationChoice::Inline(object) => Self::from_json(object),
        }
    }

    /// Rounds to be played by so many players; `None` where the arbiter has to say.
    pub fn rounds_for(&self, entries: usize) -> Option<u16> {
        self.rounds
            .iter()
            .find(|row| row.up_to.is_none_or(|most| entries <= most as usize))
            .map(|row| row.rounds)
    }

    /// Rounds the event of this document has: as fixed in it, else by the regulation's table.
    pub fn rounds_of(&self, document: &EventDocument) -> Option<u16> {
        document.rounds_planned.or_else(|| {
            let entered = document
                .players
                .iter()
                .filter(|player| player.withdrawn_after != Some(0))
                .count();
            self.rounds_for(entered)
        })
    }
}
