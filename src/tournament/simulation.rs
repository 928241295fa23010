//! Random events, every round of them paired and looked over: what the pairing is tried on.
//!
//! Everything follows from the seed, so a failing event can be made again.

use crate::document::{
    Absence, EventDocument, GameResult, Number, Player, RegulationChoice, Round,
};
use crate::pairing::{self, PairingError};
use crate::regulation::Regulation;
use crate::{Points, check};

/// What a simulated event is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Players at the start.
    pub players: u32,
    /// Rounds to play.
    pub rounds: u16,
    /// Whether players withdraw, come late, stay away, forfeit, and games stay open.
    pub troubled: bool,
}

/// What came of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Rounds paired.
    pub rounds: u64,
    /// Games paired.
    pub games: u64,
    /// Soft violations.
    pub soft: u64,
    /// Events that ended early because nobody was left who had not met everybody.
    pub ended_early: u64,
}

impl Report {
    /// Adds another event's figures.
    pub fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.games += other.games;
        self.soft += other.soft;
        self.ended_early += other.ended_early;
    }
}

/// An event that broke something.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The event up to the round that broke it.
    pub event: Box<EventDocument>,
    /// What broke.
    pub reason: String,
}

/// A stream of numbers from a seed (xorshift after a splitmix start).
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// A stream for a seed.
    pub fn new(seed: u64) -> Self {
        let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((z ^ (z >> 31)) | 1)
    }

    /// A number below `below`, which must not be 0.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    /// Whether something of this many chances in a thousand happens.
    pub fn happens(&mut self, per_thousand: u64) -> bool {
        self.below(1000) < per_thousand
    }
}

/// Players with numbers 1 to `count` and nothing else.
pub fn field(count: u32) -> Vec<Player> {
    (1..=count)
        .map(|number| Player {
            number,
            name: format!("P{number}"),
            ..Player::default()
        })
        .collect()
}

/// Plays one event and looks over every round.
///
/// # Errors
/// The event and the reason, when a round breaks a hard rule, leaves a group unfilled for
/// everybody to see, or cannot be paired although somebody could.
pub fn play(seed: u64, shape: Shape, regulation: &Regulation) -> Result<Report, Failure> {
    let mut chance = Chance::new(seed);
    let mut event = EventDocument {
        regulation: RegulationChoice::Named(regulation.name.clone()),
        rounds_planned: Some(shape.rounds),
        players: field(shape.players),
        ..EventDocument::default()
    };
    let mut report = Report::default();
    for round in 1..=shape.rounds {
        if shape.troubled {
            trouble_before(&mut event, round, &mut chance);
        }
        let paired = match pairing::pair_next(&event, regulation) {
            Ok(paired) => paired,
            Err(PairingError::Impossible { .. } | PairingError::TooFew { .. }) => {
                report.ended_early += 1;
                break;
            }
            Err(error) => return Err(failure(event, error.to_string())),
        };
        let absent = match event.rounds.last() {
            Some(last) if last.round == round => event.rounds.pop().map(|round| round.absent),
            _ => None,
        };
        event.rounds.push(Round {
            absent: absent.unwrap_or_default(),
            ..paired.to_round()
        });
        for violation in check::check_last(&event, regulation) {
            // An unfilled group is soft for an arbiter, but the pairing has no excuse for it.
            if !violation.soft || violation.rule == check::Rule::UnfilledGroup {
                let reason = format!("round {round}: {:?}: {}", violation.rule, violation.detail);
                return Err(failure(event, reason));
            }
            report.soft += 1;
        }
        report.rounds += 1;
        report.games += paired.games.len() as u64;
        finish_open_games(&mut event, round, &mut chance);
        play_round(&mut event, shape, &mut chance);
    }
    Ok(report)
}

fn failure(event: EventDocument, reason: String) -> Failure {
    Failure {
        event: Box::new(event),
        reason,
    }
}

fn trouble_before(event: &mut EventDocument, round: u16, chance: &mut Chance) {
    let count = event.players.len();
    let mut absent = Vec::new();
    for player in &mut event.players {
        let playing =
            player.withdrawn_after.is_none() && player.entered_in.is_none_or(|r| r <= round);
        if round == 1 {
            if count > 6 && chance.happens(20) {
                player.entered_in = Some(2 + chance.below(2) as u16);
            }
            continue;
        }
        match chance.below(1000) {
            0..12 if playing => player.withdrawn_after = Some(round - 1),
            12..24 if playing => absent.push(Absence {
                number: player.number,
                points: Points::from_halves(chance.below(3) as i32),
                bars_bye: chance.happens(500),
            }),
            _ => {}
        }
    }
    if !absent.is_empty() {
        event.rounds.push(Round {
            round,
            absent,
            ..Round::default()
        });
    }
}

/// Games still open when the round after theirs was paired get their result.
fn finish_open_games(event: &mut EventDocument, round: u16, chance: &mut Chance) {
    for earlier in event.rounds.iter_mut().filter(|other| other.round < round) {
        for game in &mut earlier.games {
            if game.result == GameResult::Unfinished {
                game.result = played(game.red, game.black, chance);
            }
        }
    }
}

fn play_round(event: &mut EventDocument, shape: Shape, chance: &mut Chance) {
    let Some(round) = event.rounds.last_mut() else {
        return;
    };
    for game in &mut round.games {
        game.result = match chance.below(1000) {
            0..10 if shape.troubled => GameResult::RedForfeit,
            10..20 if shape.troubled => GameResult::BlackForfeit,
            20..26 if shape.troubled => GameResult::BothForfeit,
            26..40 if shape.troubled => GameResult::Unfinished,
            _ => played(game.red, game.black, chance),
        };
    }
}

/// A result by strength: small numbers are strong, three games in ten are drawn.
fn played(red: Number, black: Number, chance: &mut Chance) -> GameResult {
    if chance.happens(300) {
        return GameResult::Draw;
    }
    let (strong, weak) = (u64::from(red.max(black)) + 3, u64::from(red.min(black)) + 3);
    let favourite_wins = chance.below(strong + weak) < strong;
    if (red < black) == favourite_wins {
        GameResult::Red
    } else {
        GameResult::Black
    }
}
