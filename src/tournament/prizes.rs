//! Prize lists: who gets what, and what the arbiter has to be asked.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::document::{EventDocument, Number, Player, Sex, WomenEvent};
use crate::ranking::Standings;
use crate::regulation::{PrizeKind, PrizeList, Regulation};

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
    let players: BTreeMap<Number, &Player> = document
        .players
        .iter()
        .map(|player| (player.number, player))
        .collect();
    let mut questions = Vec::new();
    let mut totals = BTreeMap::new();
    let lists = regulation
        .prizes
        .iter()
        .map(|list| {
            let count = entries(document, regulation, list);
            let prizes = prizes_given(document, regulation, list, count, &mut questions);
            let winners: Vec<(Option<Number>, Option<String>)> = match list.kind {
                PrizeKind::Team => standings
                    .teams
                    .iter()
                    .map(|team| (None, Some(team.team.clone())))
                    .collect(),
                _ => standings
                    .individual
                    .iter()
                    .filter(|place| {
                        players
                            .get(&place.number)
                            .is_some_and(|player| qualifies(player, list, regulation))
                    })
                    .map(|place| (Some(place.number), None))
                    .collect(),
            };
            let awards: Vec<Award> = (1..)
                .zip(winners.into_iter().take(prizes))
                .map(|(place, (number, team))| Award {
                    place,
                    number,
                    team,
                    amount: list.amounts.get(place as usize - 1).copied(),
                })
                .collect();
            let sum = awards
                .iter()
                .filter_map(|award| award.amount)
                .map(u64::from)
                .sum();
            totals.insert(list.list.clone(), sum);
            AwardList {
                list: list.list.clone(),
                awards,
            }
        })
        .collect();
    Prizes {
        lists,
        totals,
        questions,
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

/// Entries a list's conditions count: as frozen at the close, else those not gone before round 1.
fn entries(document: &EventDocument, regulation: &Regulation, list: &PrizeList) -> u32 {
    let name = match list.kind {
        PrizeKind::Women => Some("women"),
        _ => list.region.as_deref(),
    };
    if let Some(&frozen) = name.and_then(|name| document.counts_at_close.get(name)) {
        return frozen;
    }
    document
        .players
        .iter()
        .filter(|player| player.withdrawn_after != Some(0))
        .filter(|player| qualifies(player, list, regulation))
        .count() as u32
}

fn prizes_given(
    document: &EventDocument,
    regulation: &Regulation,
    list: &PrizeList,
    count: u32,
    questions: &mut Vec<String>,
) -> usize {
    if list.kind == PrizeKind::Women {
        let women = &regulation.women;
        let Some(threshold) = women.separate_if_more_than else {
            return list.prizes.unwrap_or(list.amounts.len());
        };
        if count == threshold {
            questions.push(format!(
                "exactly {count} women: neither more than {threshold} nor fewer; \
                 taken as playing among the men, {} prizes",
                women.prizes_mixed
            ));
        }
        let separate = match document.women_event {
            Some(event) => event == WomenEvent::Separate,
            None => count > threshold,
        };
        return if separate {
            women.prizes_separate
        } else {
            women.prizes_mixed
        };
    }
    list.by_count
        .iter()
        .find(|row| row.fewer_than.is_none_or(|limit| count < limit))
        .map_or_else(
            || list.prizes.unwrap_or(list.amounts.len()),
            |row| row.prizes,
        )
}
