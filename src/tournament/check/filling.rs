//! Whether a score group could have kept more of its players.
//!
//! Not by optimising anew, but by showing a better pairing: two who left the group meet, and
//! those they would have met meet too, perhaps by way of one pair of the group.

use super::{Inspection, Rule};
use crate::Points;
use crate::document::Number;

/// A player who left a group for a lower one.
struct Leaver {
    number: Number,
    /// The lower opponent.
    opponent: Number,
    board: u32,
}

impl Inspection<'_> {
    pub(super) fn groups(&mut self) {
        let games: Vec<(u32, Number, Number, Points, Points)> = self
            .round
            .games
            .iter()
            .map(|game| {
                let (red, black) = (game.red, game.black);
                let points = (self.history.points(red), self.history.points(black));
                if points.0 >= points.1 {
                    (game.board, red, black, points.0, points.1)
                } else {
                    (game.board, black, red, points.1, points.0)
                }
            })
            .collect();
        let mut scores: Vec<Points> = games.iter().map(|game| game.3).collect();
        scores.sort_unstable();
        scores.dedup();
        for &score in scores.iter().rev() {
            let leavers: Vec<Leaver> = games
                .iter()
                .filter(|game| game.3 >= score && game.4 < score)
                .map(|&(board, number, opponent, ..)| Leaver {
                    number,
                    opponent,
                    board,
                })
                .collect();
            let inside: Vec<(Number, Number)> = games
                .iter()
                .filter(|game| game.4 == score)
                .map(|game| (game.1, game.2))
                .collect();
            if let Some(detail) = self.better(&leavers, &inside) {
                self.soft(Some(leavers[0].board), Rule::UnfilledGroup, detail);
            }
        }
    }

    fn better(&self, leavers: &[Leaver], inside: &[(Number, Number)]) -> Option<String> {
        for (index, one) in leavers.iter().enumerate() {
            for other in &leavers[index + 1..] {
                if !self.fits(one.opponent, other.opponent) {
                    continue;
                }
                let lower = format!("{} with {}", one.opponent, other.opponent);
                if self.fits(one.number, other.number) {
                    return Some(format!(
                        "{} could meet {}, and {lower}",
                        one.number, other.number
                    ));
                }
                for &(x, y) in inside {
                    for (x, y) in [(x, y), (y, x)] {
                        if self.fits(one.number, x) && self.fits(other.number, y) {
                            return Some(format!(
                                "{} could meet {x}, {} could meet {y}, and {lower}",
                                one.number, other.number
                            ));
                        }
                    }
                }
            }
        }
        None
    }
}
