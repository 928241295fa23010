//! What a program can find in the records of an event, before a person looks at them.

use std::collections::HashMap;
use std::fmt;

use tournament::document::{GameResult, Number, RecordState};
use tournament::obligations::Obligation;
use xiangqi::{End, Move, Position, Setup, Side};

use crate::journal::Reason;

/// A record as it was handed in, with what the event knows of its game.
#[derive(Debug, Clone)]
pub struct Submitted {
    /// Round.
    pub round: u16,
    /// Board.
    pub board: u32,
    /// Who had Red.
    pub red: Number,
    /// Who had Black.
    pub black: Number,
    /// The result that stands for the event.
    pub result: GameResult,
    /// The result the record itself gives, where it gives one.
    pub recorded: Option<GameResult>,
    /// Why the game ended, where it is known.
    pub reason: Option<Reason>,
    /// Whether there is a record at all; otherwise only the game.
    pub present: bool,
    /// The start position.
    pub start: Setup,
    /// The plies.
    pub plies: Vec<SubmittedPly>,
    /// How many other records of the same game were handed in that differ from this one.
    pub other_records: usize,
}

/// A ply of a record that was handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubmittedPly {
    /// The move; none for a dash.
    pub mv: Option<Move>,
    /// Whether the rules forbid it.
    pub irregular: bool,
}

/// Something a record keeper has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Round of the game.
    pub round: u16,
    /// Board of the game.
    pub board: u32,
    /// What it is.
    pub matter: Matter,
}

/// What a finding is about. Plies count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// The position at the end has a loser, and the result is another one (3.2, 3.3).
    EndContradicts {
        /// Who has lost on the board.
        loser: Side,
    },
    /// The reason given is mate or stalemate, and the end is neither.
    EndIsOpen,
    /// The record's own result is not the one that stands.
    ResultDiffers,
    /// A move is not remembered.
    Gap {
        /// Which.
        ply: usize,
    },
    /// A move breaks the rules and the game went on.
    Illegal {
        /// Which.
        ply: usize,
    },
    /// The last move breaks the rules; its side lost by it (4.1.3, 4.1.8).
    IllegalEnd,
    /// The last move breaks the rules, and its side did not lose.
    IllegalUnpunished,
    /// No moves, though the game was played.
    Empty,
    /// The two have another game in the event.
    SamePair {
        /// Its round.
        round: u16,
        /// Its board.
        board: u32,
    },
    /// Another game has the same moves.
    Identical {
        /// Its round.
        round: u16,
        /// Its board.
        board: u32,
    },
    /// Other records of the same game differ from this one.
    OtherRecords {
        /// How many.
        count: usize,
    },
    /// A record is owed and is not there.
    Owed {
        /// By whom.
        number: Number,
    },
}

/// Two games shorter than this may well have the same moves.
const SAME_BY_CHANCE: usize = 16;

impl Finding {
    /// Whether the record should not be published before a person has looked at it.
    pub const fn blocks(&self) -> bool {
        !matches!(
            self.matter,
            Matter::IllegalEnd
                | Matter::Owed { .. }
                | Matter::SamePair { .. }
                // Found on both games, of which one may well be right.
                | Matter::Identical { .. }
        )
    }
}

impl Matter {
    /// In Chinese, one line.
    pub fn chinese(&self) -> String {
        match self {
            Self::EndContradicts { loser } => {
                format!("终局{}已负，与所报结果不符", loser.chinese())
            }
            Self::EndIsOpen => "报为将死或困毙，而终局并非如此".to_owned(),
            Self::ResultDiffers => "棋谱的结果与成绩不符".to_owned(),
            Self::Gap { ply } => format!("第 {ply} 着漏记"),
            Self::Illegal { ply } => format!("第 {ply} 着违例，其后仍在行棋"),
            Self::IllegalEnd => "末着违例判负".to_owned(),
            Self::IllegalUnpunished => "末着违例而未判负".to_owned(),
            Self::Empty => "已对局而没有着法".to_owned(),
            Self::SamePair { round, board } => {
                format!("双方另有一局：第 {round} 轮第 {board} 台")
            }
            Self::Identical { round, board } => {
                format!("与第 {round} 轮第 {board} 台着法全同")
            }
            Self::OtherRecords { count } => format!("同一局另有 {count} 份不同的棋谱"),
            Self::Owed { number } => format!("{number} 号应录谱而未录"),
        }
    }
}

impl fmt::Display for Matter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndContradicts { loser } => {
                write!(
                    f,
                    "{} has lost on the board, the result says otherwise",
                    loser.english()
                )
            }
            Self::EndIsOpen => f.write_str("said to end in mate or stalemate, and does not"),
            Self::ResultDiffers => f.write_str("the record's result is not the one that stands"),
            Self::Gap { ply } => write!(f, "ply {ply} is missing"),
            Self::Illegal { ply } => write!(f, "ply {ply} breaks the rules and play went on"),
            Self::IllegalEnd => f.write_str("lost by a last move against the rules"),
            Self::IllegalUnpunished => f.write_str("a last move against the rules did not lose"),
            Self::Empty => f.write_str("played, and no moves"),
            Self::SamePair { round, board } => {
                write!(f, "the two also met in round {round} on board {board}")
            }
            Self::Identical { round, board } => {
                write!(f, "the same moves as round {round} board {board}")
            }
            Self::OtherRecords { count } => write!(f, "{count} other records of this game differ"),
            Self::Owed { number } => write!(f, "owed by player {number} and not there"),
        }
    }
}

/// Everything a program finds in the records of an event, by round and board.
pub fn findings(records: &[Submitted], owed: &[Obligation]) -> Vec<Finding> {
    let mut found = Vec::new();
    let pairs = group(records, |record| {
        Some((record.red.min(record.black), record.red.max(record.black)))
    });
    let lines = group(records, |record| {
        let long = record.present && record.plies.len() >= SAME_BY_CHANCE;
        long.then(|| (record.start.to_string(), &record.plies))
    });
    for record in records {
        let mut note = |matter| {
            found.push(Finding {
                round: record.round,
                board: record.board,
                matter,
            });
        };
        if record.present {
            of_one(record).into_iter().for_each(&mut note);
        }
        for other in others(&lines, record) {
            note(Matter::Identical {
                round: other.round,
                board: other.board,
            });
        }
        for other in others(&pairs, record) {
            note(Matter::SamePair {
                round: other.round,
                board: other.board,
            });
        }
        let duty = owed
            .iter()
            .find(|duty| (duty.round, duty.board) == (record.round, record.board));
        if let Some(duty) = duty
            && !record.present
            && duty.state != RecordState::Waived
        {
            note(Matter::Owed {
                number: duty.number,
            });
        }
    }
    found.sort_by_key(|finding| (finding.round, finding.board));
    found
}

/// For each record, in their order, the records of the same key.
type Groups<'a> = HashMap<(u16, u32), Vec<&'a Submitted>>;

fn group<'a, K: std::hash::Hash + Eq>(
    records: &'a [Submitted],
    key: impl Fn(&'a Submitted) -> Option<K>,
) -> Groups<'a> {
    let mut by_key: HashMap<K, Vec<&Submitted>> = HashMap::new();
    for record in records {
        if let Some(key) = key(record) {
            by_key.entry(key).or_default().push(record);
        }
    }
    by_key
        .into_values()
        .filter(|group| group.len() > 1)
        .flat_map(|group| {
            let of = group.clone();
            of.into_iter()
                .map(move |record| ((record.round, record.board), group.clone()))
        })
        .collect()
}

fn others<'a>(groups: &Groups<'a>, record: &Submitted) -> impl Iterator<Item = &'a Submitted> {
    let here = (record.round, record.board);
    groups
        .get(&here)
        .cloned()
        .unwrap_or_default()
        .into_iter()
        .filter(move |other| (other.round, other.board) != here)
}

/// What one record shows by itself.
fn of_one(record: &Submitted) -> Vec<Matter> {
    let mut found = Vec::new();
    if record.plies.is_empty() && !record.result.is_forfeit() {
        found.push(Matter::Empty);
    }
    for (at, ply) in record.plies.iter().enumerate() {
        let last = at + 1 == record.plies.len();
        if ply.mv.is_none() {
            found.push(Matter::Gap { ply: at + 1 });
        } else if ply.irregular && !last {
            found.push(Matter::Illegal { ply: at + 1 });
        } else if ply.irregular {
            let mover = side_at(record, at);
            found.push(if lost(record.result, mover) {
                Matter::IllegalEnd
            } else {
                Matter::IllegalUnpunished
            });
        }
    }
    match end(record) {
        Some(loser) if !lost(record.result, loser) => {
            found.push(Matter::EndContradicts { loser });
        }
        None if matches!(record.reason, Some(Reason::Checkmate | Reason::Stalemate))
            && !record
                .plies
                .iter()
                .any(|ply| ply.mv.is_none() || ply.irregular) =>
        {
            found.push(Matter::EndIsOpen);
        }
        _ => {}
    }
    if record
        .recorded
        .is_some_and(|recorded| recorded != record.result)
        && record.result != GameResult::Unfinished
    {
        found.push(Matter::ResultDiffers);
    }
    if record.other_records > 0 {
        found.push(Matter::OtherRecords {
            count: record.other_records,
        });
    }
    found
}

fn side_at(record: &Submitted, ply: usize) -> Side {
    let first = record.start.side.unwrap_or(Side::Red);
    if ply.is_multiple_of(2) {
        first
    } else {
        first.opposite()
    }
}

/// Who is mated or has no move at the end, if every move is by the rules.
fn end(record: &Submitted) -> Option<Side> {
    let start = Position::from_setup(&Setup {
        side: Some(record.start.side.unwrap_or(Side::Red)),
        ..record.start.clone()
    });
    let last = record
        .plies
        .iter()
        .try_fold(start.ok()?, |position, ply| position.play(ply.mv?).ok())?;
    match last.end()? {
        End::Checkmate | End::Stalemate => Some(last.side()),
    }
}

const fn lost(result: GameResult, side: Side) -> bool {
    matches!(
        (result, side),
        (GameResult::Red, Side::Black) | (GameResult::Black, Side::Red)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(
        board: u32,
        red: Number,
        black: Number,
        moves: &str,
        result: GameResult,
    ) -> Submitted {
        let mut position = Some(Position::start());
        let plies = moves
            .split_whitespace()
            .map(|text| {
                let mv: Option<Move> = text.parse().ok();
                let next = position
                    .as_ref()
                    .zip(mv)
                    .and_then(|(at, mv)| at.play(mv).ok());
                // Behind a gap the position is unknown and nothing is judged.
                let irregular = position.is_some() && mv.is_some() && next.is_none();
                position = next;
                SubmittedPly { mv, irregular }
            })
            .collect();
        Submitted {
            round: 1,
            board,
            red,
            black,
            result,
            recorded: Some(result),
            reason: None,
            present: true,
            start: Setup::start(),
            plies,
            other_records: 0,
        }
    }

    fn matters(records: &[Submitted]) -> Vec<Matter> {
        findings(records, &[])
            .into_iter()
            .map(|finding| finding.matter)
            .collect()
    }

    /// A game of the shipped list that Red wins by mate on the board.
    fn mate() -> String {
        let games = crate::demo::games::shipped();
        let game = games.iter().find(|game| {
            game.outcome.reason == Reason::Checkmate
                && game.outcome.verdict == crate::journal::Verdict::Red
        });
        let moves = &game
            .expect("a quarter of the shipped games end in mate")
            .moves;
        moves
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn an_end_that_does_not_fit_the_result_is_found() {
        let good = record(1, 1, 2, &mate(), GameResult::Red);
        assert_eq!(matters(std::slice::from_ref(&good)), []);
        let bad = Submitted {
            result: GameResult::Draw,
            recorded: None,
            ..good.clone()
        };
        assert_eq!(
            matters(&[bad]),
            [Matter::EndContradicts { loser: Side::Black }]
        );
        let open = Submitted {
            reason: Some(Reason::Checkmate),
            ..record(1, 1, 2, "h2e2 h9g7", GameResult::Red)
        };
        assert_eq!(matters(&[open]), [Matter::EndIsOpen]);
        let differs = Submitted {
            recorded: Some(GameResult::Draw),
            ..good
        };
        assert_eq!(matters(&[differs]), [Matter::ResultDiffers]);
    }

    #[test]
    fn gaps_and_moves_against_the_rules_are_found() {
        assert_eq!(
            matters(&[record(1, 1, 2, "h2e2 — h0g2", GameResult::Draw)]),
            [Matter::Gap { ply: 2 }]
        );
        assert_eq!(
            matters(&[record(1, 1, 2, "a0c3 h9g7", GameResult::Draw)])[0],
            Matter::Illegal { ply: 1 }
        );
        let last = |result| matters(&[record(1, 1, 2, "h2e2 a9c6", result)]);
        assert_eq!(last(GameResult::Red), [Matter::IllegalEnd]);
        assert_eq!(last(GameResult::Draw), [Matter::IllegalUnpunished]);
        assert_eq!(
            matters(&[record(1, 1, 2, "", GameResult::Draw)]),
            [Matter::Empty]
        );
        assert_eq!(matters(&[record(1, 1, 2, "", GameResult::RedForfeit)]), []);
    }

    #[test]
    fn the_same_moves_and_the_same_pair_are_found_on_both_games() {
        let moves =
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 g9e7 b2d2 d9e8 a0b0 a9b9 b0b6 b7a7";
        let one = record(1, 1, 2, moves, GameResult::Draw);
        let other = Submitted {
            round: 2,
            ..record(3, 2, 1, moves, GameResult::Draw)
        };
        let third = record(2, 5, 6, "h2e2 h9g7", GameResult::Draw);
        let found = findings(&[one, other, third], &[]);
        let of = |round| {
            found
                .iter()
                .filter(move |finding| finding.round == round)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(1)[0].matter, Matter::Identical { round: 2, board: 3 });
        assert_eq!(of(1)[1].matter, Matter::SamePair { round: 2, board: 3 });
        assert_eq!(of(2)[0].matter, Matter::Identical { round: 1, board: 1 });
        assert_eq!(found.len(), 4);
        assert!(!found[0].blocks() && !found[1].blocks());
    }

    #[test]
    fn an_owed_record_that_is_not_there_is_found() {
        let absent = Submitted {
            present: false,
            recorded: None,
            ..record(4, 7, 8, "", GameResult::Red)
        };
        let duty = Obligation {
            round: 1,
            board: 4,
            number: 7,
            side: tournament::Side::Red,
            reason: tournament::obligations::Reason::TopBoardWinner,
            due_minutes: 30,
            state: RecordState::Missed,
            fouls: 1,
        };
        let found = findings(std::slice::from_ref(&absent), std::slice::from_ref(&duty));
        assert_eq!(found[0].matter, Matter::Owed { number: 7 });
        let waived = Obligation {
            state: RecordState::Waived,
            ..duty
        };
        assert!(findings(&[absent], &[waived]).is_empty());
    }
}
