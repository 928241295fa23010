//! The index itself: sorted keys, and for each key where it occurs.

use std::collections::BTreeMap;

use tournament::document::GameResult;
use xiangqi::{Board, Move, Side};

use super::key::{self, Walk};
use crate::publish::opening::Tally;

/// Where a position occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The number of the game, from 0, in the order in which games were given.
    pub game: u32,
    /// How many plies were played before: 0 is the start.
    pub ply: u16,
    /// Whether the position stands there as its mirror image does under the key.
    pub mirrored: bool,
}

/// Every position of many games.
#[derive(Debug, Clone, Default)]
pub struct PositionIndex {
    keys: Vec<u64>,
    /// Where the hits of each key begin; one more for the end.
    begins: Vec<u32>,
    hits: Vec<Hit>,
}

impl PositionIndex {
    /// Indexes games, each a start, who moves first there, and the moves. A position that occurs
    /// several times in one game is found at its first place there.
    pub fn build<'a>(games: impl IntoIterator<Item = (Board, Side, &'a [Move])>) -> Self {
        let mut all: Vec<(u64, Hit)> = Vec::new();
        for (game, (start, side, moves)) in games.into_iter().enumerate() {
            let mut walk = Walk::new(start, side);
            let mut hit = Hit {
                game: game as u32,
                ply: 0,
                mirrored: walk.is_mirrored(),
            };
            all.push((walk.key(), hit));
            for mv in moves {
                walk.apply(*mv);
                hit.ply = hit.ply.saturating_add(1);
                hit.mirrored = walk.is_mirrored();
                all.push((walk.key(), hit));
            }
        }
        all.sort_unstable();
        all.dedup_by(|later, first| later.0 == first.0 && later.1.game == first.1.game);
        let mut index = Self {
            hits: Vec::with_capacity(all.len()),
            ..Self::default()
        };
        for (key, hit) in all {
            if index.keys.last() != Some(&key) {
                index.keys.push(key);
                index.begins.push(index.hits.len() as u32);
            }
            index.hits.push(hit);
        }
        index.begins.push(index.hits.len() as u32);
        index
    }

    /// Where a position occurs, by game; the key is that of [`super::key::of`].
    pub fn find(&self, key: u64) -> &[Hit] {
        self.keys
            .binary_search(&key)
            .map_or(&[], |at| self.hits_at(at))
    }

    fn hits_at(&self, at: usize) -> &[Hit] {
        &self.hits[self.begins[at] as usize..self.begins[at + 1] as usize]
    }

    /// What was played from a position, and how those games came out, the most frequent first.
    /// `game` gives the moves of a game and its result.
    pub fn explore<'a>(
        &self,
        board: &Board,
        side: Side,
        game: impl Fn(u32) -> (&'a [Move], GameResult),
    ) -> Vec<(Move, Tally)> {
        let here = Walk::new(board.clone(), side);
        let mut found: BTreeMap<Move, Tally> = BTreeMap::new();
        for hit in self.find(here.key()) {
            let (moves, result) = game(hit.game);
            let Some(mv) = moves.get(usize::from(hit.ply)) else {
                continue;
            };
            let mv = if hit.mirrored == here.is_mirrored() {
                *mv
            } else {
                key::mirror(*mv)
            };
            // Both wings of a symmetric position are one move.
            let mv = if here.is_symmetric() {
                mv.min(key::mirror(mv))
            } else {
                mv
            };
            found.entry(mv).or_default().add(result);
        }
        let mut ranked: Vec<_> = found.into_iter().collect();
        ranked.sort_by_key(|(mv, tally)| (std::cmp::Reverse(tally.games), *mv));
        ranked
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Every position with its places, by key.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[Hit])> {
        self.keys
            .iter()
            .enumerate()
            .map(|(at, key)| (*key, self.hits_at(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_position_is_found_once_in_a_game() {
        let moves: Vec<Move> = "h0g2 h9g7 g2h0 g7h9 h2e2"
            .split(' ')
            .map(|mv| mv.parse().unwrap())
            .collect();
        let index = PositionIndex::build([(Board::start(), Side::Red, moves.as_slice())]);
        assert_eq!(
            index.find(key::of(&Board::start(), Side::Red)),
            [Hit {
                game: 0,
                ply: 0,
                mirrored: false
            }]
        );
        assert!(index.find(key::of(&Board::empty(), Side::Red)).is_empty());
        assert!(PositionIndex::default().find(0).is_empty());
    }

    #[test]
    fn what_was_played_next_is_told_for_the_wing_that_was_asked_about() {
        let line =
            |text: &str| -> Vec<Move> { text.split(' ').map(|mv| mv.parse().unwrap()).collect() };
        let games = [
            line("h2e2 h9g7 h0g2"),
            line("b2e2 b9c7 c3c4"),
            line("h2e2 h9g7 g3g4"),
        ];
        let index = PositionIndex::build(
            games
                .iter()
                .map(|game| (Board::start(), Side::Red, game.as_slice())),
        );
        let game = |at: u32| (games[at as usize].as_slice(), GameResult::Red);
        let told = |board: &Board| {
            index
                .explore(board, Side::Red, game)
                .into_iter()
                .map(|(mv, tally)| (mv.to_string(), tally.games))
                .collect::<Vec<_>>()
        };
        let after = |moves: &[Move]| {
            let mut board = Board::start();
            for mv in moves.iter().take(2) {
                board.apply(*mv);
            }
            board
        };
        // c3c4 on the other wing is g3g4 on this one.
        assert_eq!(
            told(&after(&games[0])),
            [("g3g4".into(), 2), ("h0g2".into(), 1)]
        );
        assert_eq!(
            told(&after(&games[1])),
            [("c3c4".into(), 2), ("b0c2".into(), 1)]
        );
        assert_eq!(told(&Board::start()), [("b2e2".into(), 3)]);
    }

    /// Against the plain way: walk every game and compare boards.
    #[test]
    fn it_finds_what_a_walk_through_all_games_finds() {
        let games = crate::demo::games::shipped();
        let index = PositionIndex::build(
            games
                .iter()
                .map(|game| (Board::start(), Side::Red, game.moves.as_slice())),
        );
        for (number, game) in games.iter().enumerate().step_by(17) {
            let ply = game.moves.len().min(5 + number % 40);
            let board_at = |moves: &[Move], ply: usize| {
                let mut board = Board::start();
                for mv in moves.iter().take(ply) {
                    board.apply(*mv);
                }
                board
            };
            let wanted = board_at(&game.moves, ply);
            let side = if ply % 2 == 0 { Side::Red } else { Side::Black };
            let plain = games.iter().filter(|other| {
                (ply % 2..=other.moves.len()).step_by(2).any(|at| {
                    let board = board_at(&other.moves, at);
                    board == wanted || mirror(&board) == wanted
                })
            });
            assert_eq!(
                index.find(key::of(&wanted, side)).len(),
                plain.count(),
                "game {number}"
            );
        }
    }

    fn mirror(board: &Board) -> Board {
        let mut mirrored = Board::empty();
        for (square, piece) in board.pieces() {
            let other = xiangqi::Square::new(8 - square.file(), square.rank());
            mirrored.set(
                other.expect("the mirror image of a point is a point"),
                Some(piece),
            );
        }
        mirrored
    }
}
