//! Which opening a game is, by its first moves, and how openings fared.
//!
//! A game and its mirror image are the same opening: 炮二平五 and 炮八平五 are both 中炮.

use std::collections::BTreeMap;

use serde::Serialize;
use tournament::document::GameResult;
use xiangqi::{Board, Move, Role, Side, Square};

/// The opening of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Opening {
    /// In Chinese: `中炮对屏风马`.
    pub zh: &'static str,
    /// In English: `Central cannon against screen horses`.
    pub en: &'static str,
}

const fn named(zh: &'static str, en: &'static str) -> Opening {
    Opening { zh, en }
}

/// A game that does not start from the usual position, or has no moves.
pub const NONE: Opening = named("其他", "Other");

/// How many plies decide the name.
const PLIES: usize = 12;

/// Names the opening of a game by its first moves from the usual position.
pub fn of(start: &Board, moves: impl IntoIterator<Item = Move>) -> Opening {
    if *start != Board::start() {
        return named("让子或残局", "Handicap or endgame");
    }
    let moves: Vec<Move> = moves.into_iter().take(PLIES).collect();
    let Some(&first) = moves.first() else {
        return NONE;
    };
    match Step::of(
        first,
        Board::start().get(first.from()).map(|piece| piece.role),
        Side::Red,
    ) {
        Some(Step::CentralCannon { right }) => against_central(&moves, right),
        Some(Step::Cannon { to, right }) => cannon(to, right),
        Some(Step::Elephant) => named("飞相局", "Elephant opening"),
        Some(Step::Soldier { file: 2 | 6 }) => named("仙人指路", "Pawn opening"),
        Some(Step::Soldier { file: 4 }) => named("中兵局", "Central pawn opening"),
        Some(Step::Soldier { .. }) => named("边兵局", "Edge pawn opening"),
        Some(Step::Horse { edge: false }) => named("起马局", "Horse opening"),
        Some(Step::Horse { edge: true }) => named("边马局", "Edge horse opening"),
        Some(Step::Advisor) => named("上仕局", "Advisor opening"),
        None => named("其他开局", "Other opening"),
    }
}

/// What a first move of a side does, seen from that side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    CentralCannon {
        right: bool,
    },
    /// `to` is the file counted from the mover's right, 1 to 9; `right`: the right-hand cannon.
    Cannon {
        to: u8,
        right: bool,
    },
    Horse {
        edge: bool,
    },
    Elephant,
    Advisor,
    /// `file` counted from a.
    Soldier {
        file: u8,
    },
}

impl Step {
    fn of(mv: Move, role: Option<Role>, side: Side) -> Option<Self> {
        let (from, to) = (mv.from(), mv.to());
        let right = match side {
            Side::Red => from.file() > 4,
            Side::Black => from.file() < 4,
        };
        let own_file = |square: Square| match side {
            Side::Red => 9 - square.file(),
            Side::Black => square.file() + 1,
        };
        let sideways = from.rank() == to.rank();
        Some(match role? {
            Role::Cannon if sideways && to.file() == 4 => Self::CentralCannon { right },
            Role::Cannon if sideways => Self::Cannon {
                to: own_file(to),
                right,
            },
            Role::Horse => Self::Horse {
                edge: matches!(to.file(), 0 | 8),
            },
            Role::Elephant if to.file() == 4 => Self::Elephant,
            Role::Advisor => Self::Advisor,
            Role::Soldier => Self::Soldier { file: from.file() },
            _ => return None,
        })
    }
}

/// A first move of a cannon that does not go to the centre.
fn cannon(to: u8, right: bool) -> Opening {
    // As if the right-hand cannon had moved; the left-hand one is its mirror image.
    let to = if right { to } else { 10 - to };
    match to {
        6 => named("过宫炮", "Palace-crossing cannon"),
        4 => named("仕角炮", "Palace-corner cannon"),
        7 => named("金钩炮", "Golden-hook cannon"),
        _ => named("其他炮局", "Other cannon opening"),
    }
}

/// 中炮 and how Black answers.
fn against_central(moves: &[Move], right: bool) -> Opening {
    let mut board = Board::start();
    let mut black = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        let role = board.get(mv.from()).map(|piece| piece.role);
        if ply % 2 == 1
            && let Some(step) = Step::of(*mv, role, Side::Black)
        {
            black.push((step, mv.from()));
        }
        board.apply(*mv);
    }
    let central = black.iter().take(3).find_map(|(step, _)| match step {
        Step::CentralCannon { right } => Some(*right),
        _ => None,
    });
    if let Some(own_right) = central {
        // Black's right hand lies on Red's left: cannons of one side of the board are 顺炮.
        return if own_right == right {
            named("列炮", "Opposite-direction cannons")
        } else {
            named("顺炮", "Same-direction cannons")
        };
    }
    let inner = black
        .iter()
        .filter(|(step, from)| matches!(step, Step::Horse { edge: false }) && from.rank() == 9);
    let edge = black
        .iter()
        .any(|(step, from)| matches!(step, Step::Horse { edge: true }) && from.rank() == 9);
    let corner = black.iter().any(|(step, _)| {
        matches!(
            step,
            Step::Cannon {
                to: 6,
                right: false
            } | Step::Cannon { to: 4, right: true }
        )
    });
    match (inner.count(), edge, corner) {
        (_, _, true) => named("中炮对反宫马", "Central cannon against sandwiched horse"),
        (2.., _, false) => named("中炮对屏风马", "Central cannon against screen horses"),
        (1, true, false) => named("中炮对单提马", "Central cannon against single-raised horse"),
        (1, false, false) => named("中炮对起马", "Central cannon against a horse"),
        (0, true, false) => named("中炮对边马", "Central cannon against edge horse"),
        _ => named("中炮其他", "Central cannon, other"),
    }
}

/// How the games of an opening came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Red won.
    pub red: u32,
    /// Drawn.
    pub draw: u32,
    /// Black won.
    pub black: u32,
}

impl Tally {
    /// Counts one game; a game decided without play counts as a game only.
    pub const fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::Red => self.red += 1,
            GameResult::Black => self.black += 1,
            GameResult::Draw => self.draw += 1,
            _ => {}
        }
    }
}

/// The first moves of many games as a tree, with how the games through each came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Branch {
    /// All games through here.
    pub tally: Tally,
    /// What was played next.
    pub next: BTreeMap<Move, Branch>,
}

impl Branch {
    /// Adds the first `depth` moves of a game.
    pub fn add(&mut self, moves: impl IntoIterator<Item = Move>, result: GameResult, depth: usize) {
        self.tally.add(result);
        let mut at = self;
        for mv in moves.into_iter().take(depth) {
            at = at.next.entry(mv).or_default();
            at.tally.add(result);
        }
    }

    /// What was played next, the most frequent first.
    pub fn ranked(&self) -> Vec<(Move, &Self)> {
        let mut moves: Vec<_> = self.next.iter().map(|(mv, branch)| (*mv, branch)).collect();
        moves.sort_by_key(|(mv, branch)| (std::cmp::Reverse(branch.tally.games), *mv));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::{Position, notation::chinese};

    fn opening(texts: &str) -> &'static str {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for text in texts.split_whitespace() {
            let mv = chinese::parse(&position, text).unwrap();
            position = position.play(mv).unwrap();
            moves.push(mv);
        }
        of(&Board::start(), moves).zh
    }

    /// The names are those of every opening manual.
    #[test]
    fn openings_have_the_names_players_give_them() {
        let cases = [
            (
                "炮二平五 马８进７ 马二进三 车９平８ 车一平二 马２进３",
                "中炮对屏风马",
            ),
            (
                "炮八平五 马２进３ 马八进七 车１平２ 车九平八 马８进７",
                "中炮对屏风马",
            ),
            ("炮二平五 炮８平５ 马二进三 马８进７", "顺炮"),
            ("炮二平五 炮２平５ 马二进三 马８进７", "列炮"),
            (
                "炮二平五 马２进３ 马二进三 炮８平６ 车一平二 马８进７",
                "中炮对反宫马",
            ),
            (
                "炮二平五 马８进７ 马二进三 车９平８ 车一平二 马２进１",
                "中炮对单提马",
            ),
            ("相三进五 炮８平５", "飞相局"),
            ("兵七进一 炮２平３", "仙人指路"),
            ("炮二平六 马８进７", "过宫炮"),
            ("炮八平四 马２进３", "过宫炮"),
            ("炮二平四 马８进７", "仕角炮"),
            ("炮二平七 马８进７", "金钩炮"),
            ("马八进七 卒３进１", "起马局"),
            ("马二进一 马８进７", "边马局"),
            ("仕四进五 马８进７", "上仕局"),
            ("兵九进一 马８进７", "边兵局"),
        ];
        for (moves, name) in cases {
            assert_eq!(opening(moves), name, "{moves}");
        }
        assert_eq!(of(&Board::start(), []), NONE);
    }

    #[test]
    fn a_tree_counts_games_through_each_move() {
        let mut tree = Branch::default();
        let line = |text: &str| {
            text.split(' ')
                .map(|mv| mv.parse().unwrap())
                .collect::<Vec<Move>>()
        };
        tree.add(line("h2e2 h9g7 h0g2"), GameResult::Red, 2);
        tree.add(line("h2e2 b9c7"), GameResult::Draw, 2);
        tree.add(line("c3c4"), GameResult::Black, 2);
        let ranked = tree.ranked();
        assert_eq!(ranked[0].0.to_string(), "h2e2");
        assert_eq!(
            ranked[0].1.tally,
            Tally {
                games: 2,
                red: 1,
                draw: 1,
                black: 0
            }
        );
        assert_eq!(ranked[0].1.next.len(), 2);
        let deep = ranked[0].1.ranked();
        assert!(
            deep.iter().all(|(_, branch)| branch.next.is_empty()),
            "two plies deep"
        );
    }
}
