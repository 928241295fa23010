//! The players of a round as the pairing sees them: score, colours, opponents, floats.

use std::collections::HashMap;

use crate::document::{EventDocument, GameResult, Number, Player};
use crate::regulation::{ByeColour, Regulation};
use crate::{Points, Side};

/// Games of either colour so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Colours {
    /// Games with Red less games with Black.
    pub balance: i32,
    /// Length of the run of the last colour: positive for Red, negative for Black.
    pub run: i32,
}

impl Colours {
    /// The history with one more game of this colour.
    pub(super) fn after(self, side: Side) -> Self {
        match side {
            Side::Red => Self {
                balance: self.balance + 1,
                run: self.run.max(0) + 1,
            },
            Side::Black => Self {
                balance: self.balance - 1,
                run: self.run.min(0) - 1,
            },
        }
    }

    /// The colour that is the player's turn, if the history says so: 要先, 要后.
    pub(super) fn wish(self) -> Option<Side> {
        match (self.balance, self.run) {
            (balance, _) if balance < 0 => Some(Side::Red),
            (balance, _) if balance > 0 => Some(Side::Black),
            (_, run) if run < 0 => Some(Side::Red),
            (_, run) if run > 0 => Some(Side::Black),
            _ => None,
        }
    }
}

/// A player who is to be paired.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    pub number: Number,
    /// Points, unfinished games taken as drawn (I.8).
    pub score: Points,
    /// Colours with a bye as the regulation counts it: they make rows and colours.
    pub colours: Colours,
    /// Colours of games alone: they make the soft limits.
    pub games: Colours,
    /// Times paired with somebody of fewer points.
    pub floats_down: u32,
    /// Times paired with somebody of more points.
    pub floats_up: u32,
    /// Whether an earlier bye bars another.
    pub had_bye: bool,
    /// Places in the field of the opponents met.
    pub met: Vec<usize>,
    pub unit: String,
}

impl Contender {
    pub(super) fn wish(&self) -> Option<Side> {
        self.colours.wish()
    }

    /// Length of the run that the wish is to end; negative when it has ended already.
    pub(super) fn streak(&self) -> i32 {
        match self.wish() {
            Some(Side::Red) => -self.colours.run,
            Some(Side::Black) => self.colours.run,
            None => 0,
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
    let absent = |number: Number| {
        document
            .rounds
            .iter()
            .filter(|other| other.round == round)
            .flat_map(|other| &other.absent)
            .any(|absence| absence.number == number)
    };
    let mut contenders: Vec<Contender> = document
        .players
        .iter()
        .filter(|player| plays_in(player, round) && !absent(player.number))
        .map(|player| Contender {
            number: player.number,
            score: Points::ZERO,
            colours: Colours::default(),
            games: Colours::default(),
            floats_down: 0,
            floats_up: 0,
            had_bye: false,
            met: Vec::new(),
            unit: player.unit.clone(),
        })
        .collect();
    contenders.sort_by_key(|contender| contender.number);
    let place: HashMap<Number, usize> = contenders
        .iter()
        .enumerate()
        .map(|(place, contender)| (contender.number, place))
        .collect();
    // Those who have left still have a score that made a float of their old opponents.
    let mut scores: HashMap<Number, Points> = HashMap::new();
    for played in document.rounds.iter().filter(|played| played.round < round) {
        let mut gained: Vec<(Number, Points)> = Vec::new();
        for game in &played.games {
            let numbers = [game.red, game.black];
            let before = numbers.map(|number| scores.get(&number).copied().unwrap_or_default());
            let points = worth(game.result, regulation);
            let played = !game.result.is_forfeit();
            for (index, side) in [(0, Side::Red), (1, Side::Black)] {
                gained.push((numbers[index], points[index]));
                let Some(&own) = place.get(&numbers[index]) else {
                    continue;
                };
                let contender = &mut contenders[own];
                if played || regulation.forfeit.met {
                    contender.met.extend(place.get(&numbers[1 - index]));
                }
                if played || regulation.forfeit.colour {
                    contender.colours = contender.colours.after(side);
                    contender.games = contender.games.after(side);
                }
                if played || regulation.forfeit.float {
                    contender.floats_down += u32::from(before[index] > before[1 - index]);
                    contender.floats_up += u32::from(before[index] < before[1 - index]);
                }
            }
        }
        for number in played.byes() {
            let points = regulation.bye.points.unwrap_or(regulation.points.win);
            gained.push((number, points));
            if let Some(&own) = place.get(&number) {
                let contender = &mut contenders[own];
                contender.had_bye |= regulation.bye.bars_second;
                if regulation.bye.colour == ByeColour::Due {
                    let due = contender.wish().unwrap_or(Side::Red);
                    contender.colours = contender.colours.after(due);
                }
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
