//! What happened before a round, as the checker reads it.

use std::collections::HashMap;

use crate::document::{Game, GameResult, Number, Round};
use crate::{Points, Regulation};

#[derive(Debug, Default)]
struct Record {
    points: Points,
    /// `r` and `b` in the order of the games.
    colours: String,
    byes: u32,
    barred: bool,
}

/// Everything before the round at hand.
pub(super) struct History<'a> {
    regulation: &'a Regulation,
    records: HashMap<Number, Record>,
    meetings: HashMap<(Number, Number), u16>,
}

impl<'a> History<'a> {
    pub(super) fn new(regulation: &'a Regulation) -> Self {
        Self {
            regulation,
            records: HashMap::new(),
            meetings: HashMap::new(),
        }
    }

    fn record(&mut self, number: Number) -> &mut Record {
        self.records.entry(number).or_default()
    }

    pub(super) fn add(&mut self, round: &Round) {
        for game in &round.games {
            self.add_game(round.round, game);
        }
        let points = self
            .regulation
            .bye
            .points
            .unwrap_or(self.regulation.points.win);
        for number in round.byes() {
            let record = self.record(number);
            record.points += points;
            record.byes += 1;
        }
        for absence in &round.absent {
            let record = self.record(absence.number);
            record.points += absence.points;
            record.barred |= absence.bars_bye;
        }
    }

    fn add_game(&mut self, round: u16, game: &Game) {
        let scale = self.regulation.points.clone();
        let forfeit = self.regulation.forfeit.clone();
        let (red, black) = match game.result {
            GameResult::Red | GameResult::BlackForfeit => (scale.win, scale.loss),
            GameResult::Black | GameResult::RedForfeit => (scale.loss, scale.win),
            GameResult::BothForfeit => (scale.loss, scale.loss),
            // I.8: an open game counts as drawn for pairing.
            GameResult::Draw | GameResult::Unfinished => (scale.draw, scale.draw),
        };
        let played = !game.result.is_forfeit();
        if played || forfeit.met {
            let pair = (game.red.min(game.black), game.red.max(game.black));
            self.meetings.entry(pair).or_insert(round);
        }
        for (number, points, colour) in [(game.red, red, 'r'), (game.black, black, 'b')] {
            let record = self.record(number);
            record.points += points;
            if played || forfeit.colour {
                record.colours.push(colour);
            }
        }
    }

    pub(super) fn met(&self, a: Number, b: Number) -> Option<u16> {
        self.meetings.get(&(a.min(b), a.max(b))).copied()
    }

    pub(super) fn points(&self, number: Number) -> Points {
        self.records
            .get(&number)
            .map(|record| record.points)
            .unwrap_or_default()
    }

    pub(super) fn colours(&self, number: Number) -> &str {
        self.records
            .get(&number)
            .map_or("", |record| record.colours.as_str())
    }

    /// Byes had, or absences that count as one.
    pub(super) fn byes(&self, number: Number) -> u32 {
        self.records
            .get(&number)
            .map_or(0, |record| record.byes + u32::from(record.barred))
    }

    /// Whether one more game of this colour breaks no limit.
    pub(super) fn has_room(&self, number: Number, colour: char) -> bool {
        let before = self.colours(number);
        let twice: String = [colour, colour].iter().collect();
        let of_colour = before.chars().filter(|&c| c == colour).count();
        !before.ends_with(&twice) && of_colour < before.len() - of_colour + 2
    }
}
