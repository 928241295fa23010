//! Who owes the record of which game, and whether it came.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{
    EventDocument, Game, GameResult, Number, RecordNote, RecordState, Round, Sex,
};
use crate::regulation::{Chosen, DrawnOwes, RecordingRule, Regulation};
use crate::{Side, answers, section};

/// A record that is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Obligation {
    /// Round of the game.
    pub round: u16,
    /// Board of the game.
    pub board: u32,
    /// Who must enter it.
    pub number: Number,
    /// The side that player had.
    pub side: Side,
    /// Why.
    pub reason: Reason,
    /// Minutes after the end of the game until it is overdue.
    pub due_minutes: u32,
    /// Whether it was met.
    pub state: RecordState,
    /// Fouls it costs as things stand: those of a missed record.
    pub fouls: u8,
}

/// Why a record is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Drawn by lot among the winners of the round.
    DrawnWinner,
    /// Winner on one of the top boards.
    TopBoardWinner,
    /// Red of a drawn game on one of the top boards.
    TopBoardDrawn,
}

/// What is known of one game's record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordStatus {
    /// Round of the game.
    pub round: u16,
    /// Board of the game.
    pub board: u32,
    /// What became of the record.
    pub state: RecordState,
}

/// Everything owed in the rounds of the document, by round and board.
///
/// `records` adds to what the document itself notes; the last word on a game counts.
pub fn due(
    document: &EventDocument,
    regulation: &Regulation,
    records: &[RecordStatus],
) -> Vec<Obligation> {
    let mut owed = Vec::new();
    for round in &document.rounds {
        let rule = regulation.recording.iter().find(|rule| {
            rule.from_round <= round.round && rule.to_round.is_none_or(|to| round.round <= to)
        });
        if let Some(rule) = rule {
            owed.extend(of_round(document, round, rule));
        }
    }
    for obligation in &mut owed {
        let noted = document
            .records
            .iter()
            .map(|note| (note.round, note.board, note.state));
        let told = records
            .iter()
            .map(|status| (status.round, status.board, status.state));
        for (round, board, state) in noted.chain(told) {
            if (round, board) == (obligation.round, obligation.board) {
                obligation.state = state;
            }
        }
        if obligation.state == RecordState::Missed {
            obligation.fouls = regulation.fouls.missed_record;
        }
    }
    owed
}

fn of_round(document: &EventDocument, round: &Round, rule: &RecordingRule) -> Vec<Obligation> {
    let separate = section::is_separate(document);
    let mut games: Vec<&Game> = round
        .games
        .iter()
        .filter(|game| {
            // The first boards are those of the main event.
            let women = document
                .player(game.red)
                .is_some_and(|player| player.sex == Sex::F);
            !(separate && women)
        })
        .collect();
    games.sort_by_key(|game| game.board);
    let owe = |game: &Game, side: Side, reason: Reason| Obligation {
        round: round.round,
        board: game.board,
        number: match side {
            Side::Red => game.red,
            Side::Black => game.black,
        },
        side,
        reason,
        due_minutes: rule.due_minutes,
        state: RecordState::Open,
        fouls: 0,
    };
    match rule.chosen {
        Chosen::TopBoards(boards) => games
            .into_iter()
            .filter(|game| game.board <= boards)
            .filter_map(|game| match (game.result, rule.drawn) {
                (GameResult::Red, _) => Some(owe(game, Side::Red, Reason::TopBoardWinner)),
                (GameResult::Black, _) => Some(owe(game, Side::Black, Reason::TopBoardWinner)),
                (GameResult::Draw, DrawnOwes::Red) => {
                    Some(owe(game, Side::Red, Reason::TopBoardDrawn))
                }
                // A forfeit has no moves to record; an open game has no winner yet.
                _ => None,
            })
            .collect(),
        Chosen::RandomWinners(count) => {
            let seed = document.seed.as_deref().unwrap_or_default();
            let lot = |number| lot(seed, round.round, number);
            // The better lot of each open board: its winner may yet be drawn before another.
            let mut rivals: Vec<[u8; 32]> = Vec::new();
            let mut winners: Vec<([u8; 32], Obligation)> = Vec::new();
            for game in games {
                let side = match game.result {
                    GameResult::Red => Side::Red,
                    GameResult::Black => Side::Black,
                    GameResult::Unfinished => {
                        rivals.push(lot(game.red).min(lot(game.black)));
                        continue;
                    }
                    _ => continue,
                };
                let obligation = owe(game, side, Reason::DrawnWinner);
                winners.push((lot(obligation.number), obligation));
            }
            winners.sort_by_key(|&(lot, _)| lot);
            let count = answers::number(document, answers::RANDOM_WINNERS, count) as usize;
            // Only who is drawn whatever the open boards bring: an obligation once told stands.
            let mut drawn: Vec<Obligation> = winners
                .into_iter()
                .enumerate()
                .take_while(|(before, (lot, _))| {
                    before + rivals.iter().filter(|rival| *rival < lot).count() < count
                })
                .map(|(_, (_, obligation))| obligation)
                .collect();
            drawn.sort_by_key(|obligation| obligation.board);
            drawn
        }
    }
}

/// Notes what became of a record, and keeps the fouls of the game in step: a missed record is a
/// foul of the round it was owed in, taken back when the arbiter lets the player off after all.
///
/// Returns the obligation as it stands then; `None` when no record is owed for that board.
pub fn note(
    document: &mut EventDocument,
    regulation: &Regulation,
    status: RecordStatus,
) -> Option<Obligation> {
    let owed = |document: &EventDocument| {
        due(document, regulation, &[])
            .into_iter()
            .find(|owed| (owed.round, owed.board) == (status.round, status.board))
    };
    let before = owed(document)?;
    document
        .records
        .retain(|note| (note.round, note.board) != (status.round, status.board));
    document.records.push(RecordNote {
        round: status.round,
        board: status.board,
        state: status.state,
    });
    let after = owed(document)?;
    let game = document
        .rounds
        .iter_mut()
        .filter(|round| round.round == status.round)
        .flat_map(|round| &mut round.games)
        .find(|game| game.board == status.board)?;
    let fouls = match after.side {
        Side::Red => &mut game.fouls.red,
        Side::Black => &mut game.fouls.black,
    };
    *fouls = (*fouls + u32::from(after.fouls)).saturating_sub(u32::from(before.fouls));
    Some(after)
}

/// The lot of a winner: SHA-256 of `recording/SEED/ROUND/NUMBER`; the smallest are drawn.
///
/// Anyone can repeat it with `printf recording/SEED/ROUND/NUMBER | sha256sum`.
pub fn lot(seed: &str, round: u16, number: Number) -> [u8; 32] {
    Sha256::digest(format!("recording/{seed}/{round}/{number}")).into()
}
