//! Team places (11.5, 14.8): the sum of the members' individual places.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::Place;
use crate::Points;
use crate::document::{EventDocument, Number};
use crate::regulation::{TeamKey, TeamRule};

/// One team with a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TeamPlace {
    /// From 1.
    pub place: u32,
    /// Name.
    pub team: String,
    /// Sum of the members' places.
    pub sum: u32,
    /// The best of their places.
    pub best: u32,
    /// Sum of their points.
    pub points: Points,
    /// Their numbers, the best placed first.
    pub members: Vec<Number>,
    /// Their places, in the same order.
    pub places: Vec<u32>,
}

/// A team without a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnrankedTeam {
    /// Name.
    pub team: String,
    /// Its players, as far as they have a place.
    pub members: Vec<Number>,
    /// How many members a team needs.
    pub needed: usize,
}

/// Ranks the teams that have exactly as many members as the regulation asks for.
///
/// Places are those of the whole table; nobody is taken out and nothing is counted anew.
pub(super) fn rank(
    document: &EventDocument,
    rule: &TeamRule,
    individual: &[Place],
) -> (Vec<TeamPlace>, Vec<UnrankedTeam>) {
    let mut teams: BTreeMap<&str, Vec<&Place>> = BTreeMap::new();
    let players: BTreeMap<Number, &str> = document
        .players
        .iter()
        .filter(|player| !player.team.is_empty() && !player.reserve)
        .map(|player| (player.number, player.team.as_str()))
        .collect();
    for team in players.values() {
        teams.entry(team).or_default();
    }
    for place in individual {
        if let Some(team) = players.get(&place.number) {
            teams.entry(team).or_default().push(place);
        }
    }
    let mut ranked = Vec::new();
    let mut unranked = Vec::new();
    for (team, places) in teams {
        let members = places.iter().map(|place| place.number).collect();
        if places.len() == rule.size && !places.is_empty() {
            ranked.push(TeamPlace {
                place: 0,
                team: team.to_owned(),
                sum: places.iter().map(|place| place.place).sum(),
                best: places[0].place,
                points: places.iter().map(|place| place.points).sum(),
                members,
                places: places.iter().map(|place| place.place).collect(),
            });
        } else {
            unranked.push(UnrankedTeam {
                team: team.to_owned(),
                members,
                needed: rule.size,
            });
        }
    }
    // No two teams share a best place, so this key always decides in the end.
    ranked.sort_by_cached_key(|team| {
        let mut key: Vec<Reverse<i64>> = rule
            .keys
            .iter()
            .map(|key| match key {
                TeamKey::SumOfPlaces => Reverse(-i64::from(team.sum)),
                TeamKey::BestPlace => Reverse(-i64::from(team.best)),
                TeamKey::SumOfPoints => Reverse(i64::from(team.points.halves())),
            })
            .collect();
        key.push(Reverse(-i64::from(team.best)));
        key
    });
    for (place, team) in (1..).zip(&mut ranked) {
        team.place = place;
    }
    (ranked, unranked)
}
