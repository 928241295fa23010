//! Points after each round.

use std::collections::HashMap;

use tournament::Points;
use tournament::document::Number;
use tournament::ranking;

use super::Edition;

/// Every player's points after each round; what counts is decided by the ranking alone.
#[derive(Debug, Clone)]
pub struct Running {
    /// By round from 1; 0 is before the first.
    after: Vec<HashMap<Number, Points>>,
}

impl Running {
    /// The points of an event.
    pub fn of(edition: &Edition) -> Self {
        let mut document = edition.document.clone();
        let rounds = std::mem::take(&mut document.rounds);
        let mut after = vec![HashMap::new()];
        for round in rounds {
            document.rounds.push(round);
            let standings = ranking::standings(&document, &edition.regulation);
            let points = standings
                .individual
                .iter()
                .map(|place| (place.number, place.points));
            after.push(points.collect());
        }
        Self { after }
    }

    /// A player's points after so many rounds.
    pub fn after(&self, rounds: usize, number: Number) -> Points {
        self.after
            .get(rounds)
            .and_then(|points| points.get(&number))
            .copied()
            .unwrap_or_default()
    }

    /// A player's points from one round, the first being 1.
    pub fn from(&self, round: usize, number: Number) -> Points {
        self.after(round, number) - self.after(round.saturating_sub(1), number)
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.after.len() - 1
    }
}
