//! Entries: who is in, who waits, who comes late, who leaves.

mod draw;
pub mod identity;
mod table;

use std::collections::BTreeMap;

use chrono::Months;

use crate::answers;
use crate::document::{EventDocument, Number, Player, WomenEvent};
use crate::prizes;
use crate::regulation::Regulation;
pub use draw::{Draw, draw_numbers, lot};
pub use table::{Imported, RowFault, column_name, read_rows};

/// Why a change of the entries is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryFault {
    /// The number is taken.
    #[error("number {0} is given already")]
    NumberTaken(Number),
    /// A player without a name.
    #[error("player {0} has no name")]
    NoName(Number),
    /// The team is full.
    #[error("team `{team}` has its {most} players already")]
    TeamFull {
        /// The team.
        team: String,
        /// How many it may have.
        most: usize,
    },
    /// Too old on the first day.
    #[error("player {number} is {age} on the first day; the limit is below {limit}")]
    TooOld {
        /// The player.
        number: Number,
        /// Age on the first day.
        age: u32,
        /// The regulation's limit.
        limit: u8,
    },
    /// Nobody has the number.
    #[error("there is no player {0}")]
    Unknown(Number),
    /// Play has begun.
    #[error("round 1 is paired already, so {0}")]
    Begun(&'static str),
    /// A round that has been played cannot be left.
    #[error("player {number} has a game in round {round} and cannot have left before it")]
    HasPlayed {
        /// The player.
        number: Number,
        /// The round.
        round: u16,
    },
    /// A region the regulation does not know.
    #[error("player {number}: the regulation knows no region `{region}`")]
    UnknownRegion {
        /// The player.
        number: Number,
        /// The region.
        region: String,
    },
}

/// Where an entry ended up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// In the field.
    Playing,
    /// At this place of the waiting list, from 1.
    Waiting(usize),
}

/// Enters a player before the first round: into the field, or on the waiting list beyond the
/// limit. A number of 0 asks for the next free one.
///
/// # Errors
/// When the number is taken, the name missing, the team full, the player too old or a region
/// unknown. Nothing is changed then.
pub fn enter(
    document: &mut EventDocument,
    regulation: &Regulation,
    mut player: Player,
) -> Result<Entered, EntryFault> {
    if !document.rounds.is_empty() {
        return Err(EntryFault::Begun("an entry now is a late one"));
    }
    check_entry(document, regulation, &mut player)?;
    let playing = document
        .players
        .iter()
        .filter(|player| player.withdrawn_after != Some(0))
        .count();
    let full = regulation
        .entries
        .limit
        .is_some_and(|limit| playing >= limit as usize);
    if full {
        document.waiting.push(player);
        Ok(Entered::Waiting(document.waiting.len()))
    } else {
        document.players.push(player);
        Ok(Entered::Playing)
    }
}

/// Enters a player after the first round was paired: nothing for the rounds missed, unless the
/// arbiter notes points for them as absences.
///
/// # Errors
/// As [`enter`].
pub fn enter_late(
    document: &mut EventDocument,
    regulation: &Regulation,
    mut player: Player,
    first_round: u16,
) -> Result<(), EntryFault> {
    check_entry(document, regulation, &mut player)?;
    player.entered_in = Some(first_round);
    document.players.push(player);
    Ok(())
}

fn check_entry(
    document: &EventDocument,
    regulation: &Regulation,
    player: &mut Player,
) -> Result<(), EntryFault> {
    let everybody = || document.players.iter().chain(&document.waiting);
    if player.number == 0 {
        player.number = everybody().map(|other| other.number).max().unwrap_or(0) + 1;
    }
    if everybody().any(|other| other.number == player.number) {
        return Err(EntryFault::NumberTaken(player.number));
    }
    if player.name.trim().is_empty() {
        return Err(EntryFault::NoName(player.number));
    }
    for region in &player.regions {
        if !regulation.regions.contains_key(region) {
            return Err(EntryFault::UnknownRegion {
                number: player.number,
                region: region.clone(),
            });
        }
    }
    if let Some(rule) = &regulation.team
        && !player.team.is_empty()
        && !player.reserve
    {
        let members = everybody().filter(|other| other.team == player.team && !other.reserve);
        if members.count() >= rule.size {
            return Err(EntryFault::TeamFull {
                team: player.team.clone(),
                most: rule.size,
            });
        }
    }
    match too_old(document, regulation, player) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// The age limit, reckoned on the first day of play (年龄70周岁以下).
fn too_old(
    document: &EventDocument,
    regulation: &Regulation,
    player: &Player,
) -> Option<EntryFault> {
    let (limit, born, first_day) = (
        regulation.entries.below_age?,
        player.born?,
        document.first_day?,
    );
    let age = first_day.years_since(born)?;
    // 以下 normally includes the number; so "exactly 70" is in unless the arbiter says no.
    let at_limit = born.checked_add_months(Months::new(12 * u32::from(limit))) == Some(first_day);
    let allowed =
        age < u32::from(limit) || at_limit && answers::flag(document, answers::AGE_AT_LIMIT, true);
    (!allowed).then_some(EntryFault::TooOld {
        number: player.number,
        age,
        limit,
    })
}

/// A player leaves after a round; after round 0 he never was in the field, and the first of the
/// waiting list takes the place.
///
/// # Errors
/// When there is no such player, or he has a game in a later round.
pub fn withdraw(
    document: &mut EventDocument,
    number: Number,
    after: u16,
) -> Result<(), EntryFault> {
    let later = document.rounds.iter().find(|round| {
        round.round > after
            && round
                .games
                .iter()
                .any(|game| game.side_of(number).is_some())
    });
    if let Some(round) = later {
        return Err(EntryFault::HasPlayed {
            number,
            round: round.round,
        });
    }
    let player = player_mut(document, number)?;
    player.withdrawn_after = Some(after);
    if after == 0 && document.rounds.is_empty() && !document.waiting.is_empty() {
        let next = document.waiting.remove(0);
        document.players.push(next);
    }
    Ok(())
}

/// The organisers expel a player (18.3): he leaves, and is out of every list.
///
/// # Errors
/// When there is no such player.
pub fn expel(document: &mut EventDocument, number: Number) -> Result<(), EntryFault> {
    let last = document.last_round();
    let player = player_mut(document, number)?;
    player.expelled = true;
    player.withdrawn_after.get_or_insert(last);
    Ok(())
}

fn player_mut(document: &mut EventDocument, number: Number) -> Result<&mut Player, EntryFault> {
    document
        .players
        .iter_mut()
        .find(|player| player.number == number)
        .ok_or(EntryFault::Unknown(number))
}

/// Closes the entries: what prizes and rounds depend on is counted now and stays so.
///
/// # Errors
/// When play has begun.
pub fn close(document: &mut EventDocument, regulation: &Regulation) -> Result<(), EntryFault> {
    if !document.rounds.is_empty() {
        return Err(EntryFault::Begun("the entries are closed already"));
    }
    let entered = || {
        document
            .players
            .iter()
            .filter(|player| player.withdrawn_after != Some(0))
    };
    let mut counts: BTreeMap<String, u32> = regulation
        .regions
        .keys()
        .map(|region| {
            let inside = entered()
                .filter(|player| prizes::regions_of(player, regulation).contains(region.as_str()));
            (region.clone(), inside.count() as u32)
        })
        .collect();
    counts.insert("women".into(), answers::women_entered(document));
    document.counts_at_close = counts;
    let separate = answers::women_separate(document, regulation);
    if regulation.women.separate_if_more_than.is_some() {
        document.women_event = Some(if separate {
            WomenEvent::Separate
        } else {
            WomenEvent::Mixed
        });
    }
    document.rounds_planned = document
        .rounds_planned
        .or_else(|| regulation.rounds_of(document));
    Ok(())
}
