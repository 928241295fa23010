//! Drawing starting numbers from a published seed, so that anyone can repeat the draw.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::EntryFault;
use crate::document::{EventDocument, Number, Player};

/// How starting numbers are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Everybody draws from all numbers.
    Open,
    /// The stronger half draws the odd numbers, the weaker half the even ones (D6).
    Halves,
    /// By strength, no draw.
    Seeded,
}

/// The lot of an entry: SHA-256 of `numbers/SEED/ENTRY`, where the entry is the number under
/// which the player was registered. Smaller lots get smaller numbers.
pub fn lot(seed: &str, entry: Number) -> [u8; 32] {
    Sha256::digest(format!("numbers/{seed}/{entry}")).into()
}

/// Gives everybody in the field a new number and sorts the players by it. The waiting list gets
/// the numbers after them.
///
/// # Errors
/// When play has begun.
pub fn draw_numbers(
    document: &mut EventDocument,
    seed: &str,
    draw: Draw,
) -> Result<(), EntryFault> {
    if !document.rounds.is_empty() {
        return Err(EntryFault::Begun("numbers stay as they are"));
    }
    let (mut gone, mut field): (Vec<Player>, Vec<Player>) = document
        .players
        .drain(..)
        .partition(|player| player.withdrawn_after == Some(0));
    field.sort_by_key(|player| (Reverse(player.seed_rating), player.number));
    let half = field.len().div_ceil(2);
    let mut numbered: Vec<Player> = match draw {
        Draw::Seeded => field,
        Draw::Open => by_lot(field, seed),
        Draw::Halves => {
            let weaker = by_lot(field.split_off(half), seed);
            let mut weaker = weaker.into_iter();
            let stronger = by_lot(field, seed);
            let mut together = Vec::new();
            for player in stronger {
                together.push(player);
                together.extend(weaker.next());
            }
            together
        }
    };
    numbered.append(&mut gone);
    let mut next = 0;
    let mut new_number = BTreeMap::new();
    for player in numbered.iter_mut().chain(&mut document.waiting) {
        next += 1;
        new_number.insert(player.number, next);
        player.number = next;
    }
    for ban in &mut document.forbidden {
        ban.players = ban
            .players
            .map(|number| new_number.get(&number).copied().unwrap_or(number));
    }
    document.players = numbered;
    document.seed = Some(seed.to_owned());
    Ok(())
}

fn by_lot(mut players: Vec<Player>, seed: &str) -> Vec<Player> {
    players.sort_by_cached_key(|player| lot(seed, player.number));
    players
}
