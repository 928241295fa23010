//! The players of a round as the pairing sees them: score, colours, opponents, floats.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{EventDocument, GameResult, Number, Player};
use crate::regulation::Regulation;
use crate::{Points, Side};

/// A player who is to be paired.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    pub number: Number,
    /// Points, unfinished games taken as drawn (I.8).
    pub score: Points,
    /// Games with Red less games with Black.
    pub balance: i32,
    /// Length of the run of the last colour: positive for Red, negative for Black.
    pub run: i32,
    /// Times paired with somebody of fewer points.
    pub floats_down: u32,
    /// Times paired with somebody of more points.
    pub floats_up: u32,
    /// Whether an earlier bye bars another.
    pub had_bye: bool,
    /// Places in the field of the opponents met.
    pub met: BTreeSet<usize>,
    pub unit: String,
}

impl Contender {
    /// The colour the player should get next, if the history says so.
    pub(super) fn wish(&self) -> Option<Side> {
        match (self.balance, self.run) {
            (balance, _) if balance < 0 => Some(Side::Red),
            (balance, _) if balance > 0 => Some(Side::Black),
            (_, run) if run < 0 => Some(Side::Red),
            (_, run) if run > 0 => Some(Side::Black),
            _ => None,
        }
    }

    /// The history with one more game of this colour.
    pub(super) fn after(&self, side: Side) -> (i32, i32) {
        match side {
            Side::Red => (self.balance + 1, self.run.max(0) + 1),
            Side::Black => (self.balance - 1, self.run.min(0) - 1),
        }
    }
}

/// Whether a player takes part in a round.
pub(super) fn plays_in(player: &Player, round: u16) -> bool {
    !player.expelled
        && player.withdrawn_after.is_none_or(|last| last >= round)
        && player.entered_in.is_none_or(|first| first <= round)
}

/// The players of round `round`, in order of their numbers, with what happened before.
pub(super) fn of(document: &EventDocument, regulation: &Regulation, round: u16) -> Vec<Contender> {
    let absent: BTreeSet<Number> = document
        .rounds
        .iter()
        .filter(|played| played.round == round)
        .flat_map(|played| played.absent.iter().map(|absence| absence.number))
        .collect();
    let mut contenders: Vec<Contender> = document
        .players
        .iter()
        .filter(|player| plays_in(player, round) && !absent.contains(&player.number))
        .map(|player| Contender {
            number: player.number,
            score: Points::ZERO,
            balance: 0,
            run: 0,
            floats_down: 0,
            floats_up: 0,
            had_bye: false,
            met: BTreeSet::new(),
            unit: player.unit.clone(),
        })
        .collect();
    contenders.sort_by_key(|contender| contender.number);
    let place: BTreeMap<Number, usize> = contenders
        .iter()
        .enumerate()
        .map(|(place, contender)| (contender.number, place))
        .collect();
    // Those who have left still have a score that made a float of their old opponents.
    let mut scores: BTreeMap<Number, Points> = BTreeMap::new();
    for played in document.rounds.iter().filter(|played| played.round < round) {
        let mut gained: Vec<(Number, Points)> = Vec::new();
        for game in &played.games {
            let numbers = [game.red, game.black];
            let before = numbers.map(|number| scores.get(&number).copied().unwrap_or_default());
            let points = worth(game.result, regulation);
            let forfeit = game.result.is_forfeit();
            for (index, side) in [(0, Side::Red), (1, Side::Black)] {
                gained.push((numbers[index], points[index]));
                let Some(&own) = place.get(&numbers[index]) else {
                    continue;
                };
                let other = place.get(&numbers[1 - index]).copied();
                let contender = &mut contenders[own];
                if !forfeit || regulation.forfeit.met {
                    contender.met.extend(other);
                }
                if !forfeit || regulation.forfeit.colour {
                    (contender.balance, contender.run) = contender.after(side);
                }
                if !forfeit || regulation.forfeit.float {
                    contender.floats_down += u32::from(before[index] > before[1 - index]);
                    contender.floats_up += u32::from(before[index] < before[1 - index]);
                }
            }
        }
        for number in played.byes() {
            gained.push((
                number,
                regulation.bye.points.unwrap_or(regulation.points.win),
            ));
            if let Some(&own) = place.get(&number) {
                contenders[own].had_bye |= regulation.bye.bars_second;
            }
        }
        for absence in &played.absent {
            gained.push((absence.number, absence.points));
            if let Some(&own) = place.get(&absence.number) {
                contenders[own].had_bye |= absence.bars_bye;
            }
        }
        for (number, points) in gained {
            *scores.entry(number).or_default() += points;
        }
    }
    for contender in &mut contenders {
        contender.score = scores.get(&contender.number).copied().unwrap_or_default();
    }
    contenders
}

/// Points of Red and of Black, for pairing.
fn worth(result: GameResult, regulation: &Regulation) -> [Points; 2] {
    let scale = &regulation.points;
    match result {
        GameResult::Red | GameResult::BlackForfeit => [scale.win, scale.loss],
        GameResult::Black | GameResult::RedForfeit => [scale.loss, scale.win],
        GameResult::Draw | GameResult::Unfinished => [scale.draw, scale.draw],
        GameResult::BothForfeit => [scale.loss, scale.loss],
    }
}
