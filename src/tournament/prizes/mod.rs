//! Prize lists: who gets what, and what the arbiter has to be asked.

mod payout;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::answers;
use crate::document::{EventDocument, Number, Player, Sex};
use crate::ranking::Standings;
use crate::regulation::{PrizeKind, PrizeList, Regulation};
pub use payout::{Payee, Payment, payout};

/// All prizes of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Prizes {
    /// Every list of the regulation, in its order.
    pub lists: Vec<AwardList>,
    /// What is paid out, before tax, by list.
    pub totals: BTreeMap<String, u64>,
    /// What the regulation leaves open here, with the answer assumed.
    pub questions: Vec<String>,
}

/// One prize list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AwardList {
    /// Name of the list.
    pub list: String,
    /// The prizes, first place first.
    pub awards: Vec<Award>,
    /// Prizes for which nobody qualified: they are not given and nobody moves up.
    pub not_awarded: usize,
}

/// One prize.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Award {
    /// Place in this list.
    pub place: u32,
    /// The player, in individual lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// The team, in team lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Yuan before tax; none where the amounts are not fixed.
    pub amount: Option<u32>,
}

/// The regions a player counts for: those confirmed, and the larger ones around them.
pub fn regions_of<'a>(player: &'a Player, regulation: &'a Regulation) -> BTreeSet<&'a str> {
    let mut regions = BTreeSet::new();
    for region in &player.regions {
        let mut next = Some(region.as_str());
        while let Some(name) = next {
            if !regions.insert(name) {
                break;
            }
            next = regulation
                .regions
                .get(name)
                .and_then(|region| region.within.as_deref());
        }
    }
    regions
}

/// Gives the prizes of the regulation to the places of the table.
pub fn award(document: &EventDocument, regulation: &Regulation, standings: &Standings) -> Prizes {
    let mut awarding = Awarding {
        document,
        regulation,
        standings,
        players: document
            .players
            .iter()
            .map(|player| (player.number, player))
            .collect(),
        questions: Vec::new(),
    };
    let lists: Vec<AwardList> = regulation
        .prizes
        .iter()
        .map(|list| awarding.list(list))
        .collect();
    awarding.ask_about_withdrawn(&lists);
    let totals = lists
        .iter()
        .map(|list| {
            let amounts = list.awards.iter().filter_map(|award| award.amount);
            (list.list.clone(), amounts.map(u64::from).sum())
        })
        .collect();
    Prizes {
        lists,
        totals,
        questions: awarding.questions,
    }
}

struct Awarding<'a> {
    document: &'a EventDocument,
    regulation: &'a Regulation,
    standings: &'a Standings,
    players: BTreeMap<Number, &'a Player>,
    questions: Vec<String>,
}

impl Awarding<'_> {
    fn list(&mut self, list: &PrizeList) -> AwardList {
        let amounts = self.amounts(list);
        let prizes = self.prizes_given(list, &amounts);
        let winners: Vec<(Option<Number>, Option<String>)> = match list.kind {
            PrizeKind::Team => self
                .standings
                .teams
                .iter()
                .map(|team| (None, Some(team.team.clone())))
                .collect(),
            _ => self
                .in_order(list)
                .into_iter()
                .map(|number| (Some(number), None))
                .collect(),
        };
        let awards: Vec<Award> = (1..)
            .zip(winners.into_iter().take(prizes))
            .map(|(place, (number, team))| Award {
                place,
                number,
                team,
                amount: amounts.get(place as usize - 1).copied(),
            })
            .collect();
        AwardList {
            list: list.list.clone(),
            not_awarded: prizes - awards.len(),
            awards,
        }
    }

    /// Players who can win in this list, the best placed first.
    fn in_order(&self, list: &PrizeList) -> Vec<Number> {
        let main = self.standings.individual.iter();
        let women = self.standings.women.iter();
        let include_women = list.kind == PrizeKind::Region
            && answers::flag(
                self.document,
                answers::REGIONS_INCLUDE_WOMEN,
                self.regulation.prize.region_lists_include_women_event,
            );
        let places: Vec<Number> = if list.kind == PrizeKind::Women {
            women.chain(main).map(|place| place.number).collect()
        } else if include_women {
            main.chain(women).map(|place| place.number).collect()
        } else {
            main.map(|place| place.number).collect()
        };
        let takes_main = !answers::flag(
            self.document,
            answers::WOMEN_STACK,
            list.stackable.unwrap_or(true),
        ) && list.kind == PrizeKind::Women;
        let main_prizes = self.main_prizes();
        places
            .into_iter()
            .filter(|number| {
                self.players.get(number).is_some_and(|player| {
                    qualifies(player, list, self.regulation) && self.played_enough(player)
                })
            })
            .filter(|number| {
                let has_main = self
                    .standings
                    .place_of(*number)
                    .is_some_and(|place| place as usize <= main_prizes);
                !(takes_main && has_main)
            })
            .collect()
    }

    fn main_prizes(&self) -> usize {
        self.regulation
            .prizes
            .iter()
            .find(|list| list.kind == PrizeKind::Individual)
            .map_or(0, |list| list.prizes.unwrap_or(list.amounts.len()))
    }

    fn played_enough(&self, player: &Player) -> bool {
        player.withdrawn_after.is_none()
            || !answers::flag(
                self.document,
                answers::NEEDS_ALL_ROUNDS,
                self.regulation.prize.needs_all_rounds,
            )
    }

    fn amounts(&self, list: &PrizeList) -> Vec<u32> {
        if list.kind == PrizeKind::Women && list.amounts.is_empty() {
            answers::numbers(self.document, answers::WOMEN_AMOUNTS).unwrap_or_default()
        } else {
            list.amounts.clone()
        }
    }

    fn prizes_given(&mut self, list: &PrizeList, amounts: &[u32]) -> usize {
        let usual = list.prizes.unwrap_or(list.amounts.len());
        if list.kind == PrizeKind::Women {
            let women = &self.regulation.women;
            let Some(threshold) = women.separate_if_more_than else {
                return usual;
            };
            let count = answers::women_entered(self.document);
            let separate = answers::women_separate(self.document, self.regulation);
            let prizes = if separate {
                women.prizes_separate
            } else {
                women.prizes_mixed
            };
            if count == threshold
                && !self
                    .document
                    .answers
                    .contains_key(answers::WOMEN_AT_THRESHOLD)
            {
                self.questions.push(format!(
                    "exactly {} women: neither more than {threshold} nor fewer; taken as playing \
                     among the men, {prizes} prizes",
                    in_words(count)
                ));
            }
            if count > 0 && amounts.is_empty() {
                self.questions
                    .push("women's prizes: the amounts are still to be fixed".into());
            }
            if count > 0 && !separate && !self.document.answers.contains_key(answers::WOMEN_STACK) {
                self.questions.push(
                    "women among the men: taken as winning main and women's prizes both".into(),
                );
            }
            return prizes;
        }
        if list.by_count.is_empty() {
            return usual;
        }
        let count = self.entries(list);
        list.by_count
            .iter()
            .find(|row| row.fewer_than.is_none_or(|limit| count < limit))
            .map_or(usual, |row| row.prizes)
    }

    /// Entries a region's conditions count: as frozen at the close, else those not gone before
    /// the first round.
    fn entries(&self, list: &PrizeList) -> u32 {
        let frozen = list
            .region
            .as_ref()
            .and_then(|region| self.document.counts_at_close.get(region));
        frozen.copied().unwrap_or_else(|| {
            let entered = self.document.players.iter().filter(|player| {
                player.withdrawn_after != Some(0) && qualifies(player, list, self.regulation)
            });
            entered.count() as u32
        })
    }

    fn ask_about_withdrawn(&mut self, lists: &[AwardList]) {
        if self
            .document
            .answers
            .contains_key(answers::NEEDS_ALL_ROUNDS)
        {
            return;
        }
        let winners: BTreeSet<Number> = lists
            .iter()
            .flat_map(|list| &list.awards)
            .filter_map(|award| award.number)
            .filter(|number| {
                self.players
                    .get(number)
                    .is_some_and(|player| player.withdrawn_after.is_some())
            })
            .collect();
        for number in winners {
            self.questions.push(format!(
                "player {number} withdrew and would win a prize: does a prize need every round?"
            ));
        }
    }
}

fn qualifies(player: &Player, list: &PrizeList, regulation: &Regulation) -> bool {
    match list.kind {
        PrizeKind::Individual | PrizeKind::Team => true,
        PrizeKind::Women => player.sex == Sex::F,
        PrizeKind::Region => list
            .region
            .as_deref()
            .is_some_and(|region| regions_of(player, regulation).contains(region)),
    }
}

fn in_words(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(count as usize)
        .map_or_else(|| count.to_string(), |&word| word.to_owned())
}
