//! Prize lists and their conditions.

use serde::{Deserialize, Serialize};

/// A region players may belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Name in Chinese.
    pub title: String,
    /// Name in English.
    pub title_en: String,
    /// First digits of the identity numbers first issued there.
    #[serde(default)]
    pub id_prefix: String,
    /// The larger region it lies in: belonging to this one implies that one.
    #[serde(default)]
    pub within: Option<String>,
}

/// Whom a prize list is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrizeKind {
    /// Individual places.
    Individual,
    /// Team places.
    Team,
    /// Places among the players of one region.
    Region,
    /// Places among the women.
    Women,
}

/// "With fewer than this many entries, so many prizes."
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    /// Entries must be fewer than this; none: any number.
    #[serde(default)]
    pub fewer_than: Option<u32>,
    /// Prizes given then.
    pub prizes: usize,
}

/// One prize list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeList {
    /// Name in answers.
    pub list: String,
    /// Heading in Chinese.
    pub title: String,
    /// Heading in English.
    pub title_en: String,
    /// Whom it is for.
    pub kind: PrizeKind,
    /// The region, for a region's list.
    #[serde(default)]
    pub region: Option<String>,
    /// How many prizes; none: as many as there are amounts.
    #[serde(default)]
    pub prizes: Option<usize>,
    /// Amounts before tax in whole yuan, first place first; empty: to be fixed later.
    #[serde(default)]
    pub amounts: Vec<u32>,
    /// What the text says the amounts add up to.
    #[serde(default)]
    pub total: Option<u32>,
    /// Prizes by the number of entries; empty: always all of them.
    #[serde(default)]
    pub by_count: Vec<CountRow>,
    /// Whether its winner may also win in other lists (奖金可重复领取).
    #[serde(default)]
    pub stackable: Option<bool>,
}

/// The women's event and its prizes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WomenRule {
    /// With more women than this they play an event of their own.
    pub separate_if_more_than: Option<u32>,
    /// Prizes when they do.
    pub prizes_separate: usize,
    /// Prizes when they play among the men.
    pub prizes_mixed: usize,
}

/// How prizes are given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PrizeRule {
    /// Whether region lists include players of a women's event of their own.
    pub region_lists_include_women_event: bool,
    /// Whether a prize needs every round played: otherwise it is only flagged.
    pub needs_all_rounds: bool,
}
