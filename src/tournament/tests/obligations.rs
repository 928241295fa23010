//! Regulation 五(六): who must enter which game.

use tournament::document::{EventDocument, Game, GameResult, RecordState, Round};
use tournament::obligations::{self, Obligation, Reason, RecordStatus};
use tournament::{Regulation, simulation};

fn regulation() -> Regulation {
    Regulation::built_in("qingshui-2019").expect("built in")
}

/// Board b: 2b-1 has Red against 2b, and Red wins where nothing else is said.
fn round(number: u16, boards: u32, others: &[(u32, GameResult)]) -> Round {
    let games = (1..=boards).map(|board| Game {
        board,
        red: 2 * board - 1,
        black: 2 * board,
        result: others
            .iter()
            .find(|(other, _)| *other == board)
            .map_or(GameResult::Red, |&(_, result)| result),
        ..Game::default()
    });
    Round {
        round: number,
        games: games.collect(),
        ..Round::default()
    }
}

fn first_round(others: &[(u32, GameResult)]) -> EventDocument {
    EventDocument {
        players: simulation::field(24),
        seed: Some("清水2019".into()),
        rounds: vec![round(1, 12, others)],
        ..EventDocument::default()
    }
}

fn owing(event: &EventDocument) -> Vec<u32> {
    let owed = obligations::due(event, &regulation(), &[]);
    owed.iter().map(|owed| owed.number).collect()
}

/// `printf recording/清水2019/1/N | sha256sum` puts the players in this order: 11, 20, 8, 13, 2,
/// 17, 21, 10, 4, 5, 12, 15, …
#[test]
fn rounds_1_to_3_draw_winners_by_the_published_seed() {
    let others = [
        (2, GameResult::Draw),
        (4, GameResult::Black),
        (6, GameResult::BlackForfeit),
    ];
    let event = first_round(&others);
    let owed = obligations::due(&event, &regulation(), &[]);
    // 11 won without a game and 20 lost; five of the others.
    assert_eq!(owing(&event), [5, 8, 13, 17, 21]);
    assert!(owed.iter().all(|owed| owed.reason == Reason::DrawnWinner));
    assert_eq!(owed, obligations::due(&event, &regulation(), &[]));

    let other_seed = EventDocument {
        seed: Some("another".into()),
        ..event
    };
    assert_ne!(owing(&other_seed), [5, 8, 13, 17, 21]);
}

#[test]
fn nobody_is_told_to_record_who_may_be_let_off_again() {
    let open = |result| {
        first_round(&[
            (4, GameResult::Black),
            (6, GameResult::BlackForfeit),
            (10, result),
        ])
    };
    // If 20 wins board 10 he is drawn, and then 5 is not.
    assert_eq!(owing(&open(GameResult::Unfinished)), [8, 13, 17, 21]);
    assert_eq!(owing(&open(GameResult::Black)), [8, 13, 17, 20, 21]);
    assert_eq!(owing(&open(GameResult::Red)), [5, 8, 13, 17, 21]);
    assert_eq!(owing(&open(GameResult::Draw)), [5, 8, 13, 17, 21]);
}

#[test]
fn from_round_4_winners_of_boards_1_to_20_and_red_if_drawn() {
    let fourth = round(
        4,
        22,
        &[
            (2, GameResult::Draw),
            (3, GameResult::Black),
            (5, GameResult::RedForfeit),
            (7, GameResult::BothForfeit),
            (9, GameResult::Unfinished),
        ],
    );
    let empty = |number| Round {
        round: number,
        ..Round::default()
    };
    let event = EventDocument {
        players: simulation::field(44),
        rounds: vec![empty(1), empty(2), empty(3), fourth],
        ..EventDocument::default()
    };
    let owed = obligations::due(&event, &regulation(), &[]);
    let by_board: Vec<(u32, u32)> = owed.iter().map(|owed| (owed.board, owed.number)).collect();
    let expected: Vec<(u32, u32)> = (1..=20)
        .filter(|board| ![5, 7, 9].contains(board))
        .map(|board| match board {
            3 => (3, 6),
            board => (board, 2 * board - 1),
        })
        .collect();
    assert_eq!(by_board, expected);
    let reason = |board| {
        let find = |owed: &&Obligation| owed.board == board;
        owed.iter().find(find).map(|owed| owed.reason)
    };
    assert_eq!(reason(2), Some(Reason::TopBoardDrawn));
    assert_eq!(reason(1), Some(Reason::TopBoardWinner));
}

#[test]
fn a_missed_record_is_one_foul_and_a_waiver_takes_it_back() {
    let mut event = first_round(&[]);
    let board = obligations::due(&event, &regulation(), &[])[0].board;
    let mut note = |state| {
        let status = RecordStatus {
            round: 1,
            board,
            state,
        };
        obligations::note(&mut event, &regulation(), status).expect("it is owed");
        let games = &event.rounds[0].games;
        games.iter().map(|game| game.fouls.red).sum::<u32>()
    };
    assert_eq!(note(RecordState::Missed), 1);
    assert_eq!(note(RecordState::Missed), 1);
    assert_eq!(note(RecordState::Waived), 0);
    assert_eq!(note(RecordState::Met), 0);
}
