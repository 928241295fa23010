//! Looking over rounds before they are published. Nothing here is shared with the pairing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::Regulation;
use crate::document::{EventDocument, Number, Round};

/// Something a round should not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The round.
    pub round: u16,
    /// The board, where it concerns one.
    pub board: Option<u32>,
    /// What was broken.
    pub rule: Rule,
    /// The players and the facts.
    pub detail: String,
    /// Whether the rule text allows it where nothing better is left.
    pub soft: bool,
}

/// What can be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Two players meet again.
    Rematch,
    /// A player has one colour three times running.
    ThirdColour,
    /// A player's colours differ by more than two.
    ColourDifference,
    /// A second bye, or a bye in an even field.
    Bye,
    /// A player who should play is not paired.
    Unpaired,
    /// A player who has left, or not yet come, is paired.
    Absent,
}

#[derive(Default)]
struct History {
    met: BTreeSet<Number>,
    colours: Vec<char>,
    byes: u32,
}

/// Looks over every round of the document.
pub fn check(document: &EventDocument, regulation: &Regulation) -> Vec<Violation> {
    let mut histories: BTreeMap<Number, History> = BTreeMap::new();
    let mut found = Vec::new();
    for round in &document.rounds {
        look_over(document, regulation, round, &mut histories, &mut found);
    }
    found
}

fn look_over(
    document: &EventDocument,
    regulation: &Regulation,
    round: &Round,
    histories: &mut BTreeMap<Number, History>,
    found: &mut Vec<Violation>,
) {
    let mut report = |board, rule, detail, soft| {
        found.push(Violation {
            round: round.round,
            board,
            rule,
            detail,
            soft,
        });
    };
    let expected: BTreeSet<Number> = document
        .players
        .iter()
        .filter(|player| {
            !player.expelled
                && player.withdrawn_after.unwrap_or(u16::MAX) >= round.round
                && player.entered_in.unwrap_or(1) <= round.round
        })
        .map(|player| player.number)
        .collect();
    let mut seen = BTreeSet::new();
    for game in &round.games {
        let board = Some(game.board);
        for (own, other, colour) in [(game.red, game.black, 'r'), (game.black, game.red, 'b')] {
            seen.insert(own);
            if !expected.contains(&own) {
                let detail = format!("player {own} takes no part in this round");
                report(board, Rule::Absent, detail, false);
            }
            let history = histories.entry(own).or_default();
            let forfeit = game.result.is_forfeit();
            if !history.met.insert(other) && own < other {
                let detail = format!("{own} and {other} have met before");
                report(board, Rule::Rematch, detail, false);
            }
            if forfeit && !regulation.forfeit.met {
                history.met.remove(&other);
            }
            history.colours.push(colour);
            let run = history.colours.iter().rev().take_while(|&&c| c == colour);
            let run = run.count();
            if run > 2 {
                let detail = format!("{own} has one colour {run} times running");
                report(board, Rule::ThirdColour, detail, true);
            }
            let same = history.colours.iter().filter(|&&c| c == colour).count();
            let difference = 2 * same as i64 - history.colours.len() as i64;
            if difference > 2 {
                let detail = format!("the colours of {own} differ by {difference}");
                report(board, Rule::ColourDifference, detail, true);
            }
            if forfeit && !regulation.forfeit.colour {
                history.colours.pop();
            }
        }
    }
    for number in round.byes() {
        seen.insert(number);
        let history = histories.entry(number).or_default();
        history.byes += 1;
        if history.byes > 1 {
            let detail = format!("{number} has bye number {}", history.byes);
            report(None, Rule::Bye, detail, true);
        }
    }
    seen.extend(round.absent.iter().map(|absence| absence.number));
    for number in expected.difference(&seen) {
        let detail = format!("player {number} has neither a game nor the bye");
        report(None, Rule::Unpaired, detail, false);
    }
}
