//! Another terminal goes on with a game; the desk's orders; a terminal without a hub.

use xiangqi::Side;

use super::{Board, play, texts};
use crate::journal::{Event, Finding, Matter, Mode, Outcome, Phase, Reading, Reason, Verdict};
use crate::kiosk::controller::{Kiosk, Page};
use crate::sync::assignment::{GameAssignment, Instruction};

#[test]
fn a_spare_that_takes_over_begins_a_new_epoch() {
    let (mut board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    drop(controller);
    board.assignment.epoch = 2;
    let controller = board.restart();
    let entries = board
        .terminal
        .store
        .entries(controller.game())
        .expect("readable");
    let first_of_2 = entries
        .iter()
        .find(|entry| entry.epoch == 2)
        .expect("a new epoch");
    assert!(matches!(first_of_2.event, Event::WriterChanged { .. }));
    board.verify();
}

/// A spare at the board shows nothing to be touched until it has the hub's line: what it wrote
/// before that would fork.
#[test]
fn a_spare_waits_for_the_line_of_the_game_it_takes_over() {
    let (first, mut controller) = Board::live();
    play(&mut controller, &["h2e2", "h9g7"]);
    let line = first
        .terminal
        .store
        .entries(controller.game())
        .expect("readable");

    let mut spare = Board::new(Mode::Live, None);
    spare.terminal.writer = "t8".to_owned();
    spare.assignment = GameAssignment {
        epoch: 2,
        ..first.assignment.clone()
    };
    let mut kiosk = Kiosk::new(spare.terminal.clone(), Some(spare.told())).expect("readable");
    assert_eq!(kiosk.page(), Page::Waiting);
    assert_eq!(
        kiosk.to_fetch().expect("readable"),
        Some((first.assignment.game, 2))
    );

    spare.terminal.store.adopt(&line).expect("an unbroken line");
    kiosk.fetched(first.assignment.game, 2).expect("readable");
    assert_eq!(kiosk.page(), Page::Play);
    let game = kiosk.game_mut().expect("the game in hand");
    assert_eq!(game.view().phase, Phase::Paused);
    game.resume();
    play(game, &["h0g2"]);
    assert_eq!(texts(game), ["炮二平五", "马８进７", "马二进三"]);
    spare.verify();
    // The terminal it was taken from has nothing more to touch.
    let mut old = Kiosk::new(first.terminal.clone(), Some(first.told())).expect("readable");
    assert_eq!(old.page(), Page::Play);
    let mut told = first.told();
    if let Some(game) = &mut told.game {
        game.may_write = false;
        game.epoch = 2;
    }
    old.assigned(told).expect("readable");
    assert_eq!(old.page(), Page::Waiting);
    // At its next start it is the game's writer and asks nobody.
    let again = Kiosk::new(spare.terminal.clone(), Some(spare.told())).expect("readable");
    assert_eq!(again.to_fetch().expect("readable"), None);
}

/// The desk's orders are written once each, whatever is told again, and a restart between the entry
/// and the note of it doubles nothing.
#[test]
fn the_desks_orders_are_written_once_by_the_games_writer() {
    let (mut board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    drop(controller);
    let order = |id: &str, event| Instruction {
        id: id.to_owned(),
        game: board.assignment.game,
        event,
    };
    let by = || "裁判长".to_owned();
    let foul = order(
        "a",
        Event::Foul {
            side: Side::Red,
            article: "8.1.3".to_owned(),
            by: by(),
        },
    );
    let reading = Reading {
        red_ms: 600_000,
        black_ms: 500_000,
        external: false,
    };
    let clocks = order("b", Event::ClockSet { reading, by: by() });
    let mut told = board.told();
    told.instructions = vec![foul.clone(), clocks];
    let mut kiosk = Kiosk::new(board.terminal.clone(), Some(told.clone())).expect("readable");
    let count = |kiosk: &Kiosk| kiosk.game().expect("the game").state().fouls().len();
    assert_eq!(count(&kiosk), 1);
    let game = kiosk.game().expect("the game");
    assert_eq!(game.clocks().expect("time").red_ms, 600_000);
    kiosk.assigned(told.clone()).expect("readable");
    assert_eq!(count(&kiosk), 1);
    // The same foul once more is another order.
    let again = Instruction {
        id: "c".to_owned(),
        ..foul
    };
    told.instructions.push(again);
    kiosk.assigned(told.clone()).expect("readable");
    assert_eq!(count(&kiosk), 2);
    drop(kiosk);
    board.restart();
    let kiosk = Kiosk::new(board.terminal.clone(), Some(told)).expect("readable");
    assert_eq!(count(&kiosk), 2);
    board.verify();
}

#[test]
fn the_desks_ruling_ends_the_game_at_the_board() {
    let (board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    drop(controller);
    let mut kiosk = Kiosk::new(board.terminal.clone(), Some(board.told())).expect("readable");
    assert_eq!(kiosk.page(), Page::Play);
    let outcome = Outcome {
        verdict: Verdict::Red,
        reason: Reason::Arbiter,
    };
    let mut told = board.told();
    told.instructions = vec![Instruction {
        id: "a".to_owned(),
        game: board.assignment.game,
        event: Event::Ruled {
            matter: Matter::Call,
            finding: Finding::Ends { outcome },
            by: "裁判长".to_owned(),
        },
    }];
    kiosk.assigned(told).expect("readable");
    kiosk.follow();
    assert_eq!(kiosk.page(), Page::Result);
    let state = kiosk.game().expect("the game").state();
    assert_eq!(
        (state.phase(), state.outcome()),
        (Phase::Decided, Some(outcome))
    );
}

/// Without a hub one game follows another; one that is not finished goes on after a restart.
#[test]
fn alone_one_game_follows_another() {
    let board = Board::new(Mode::Live, None);
    let mut kiosk = Kiosk::alone(board.terminal.clone(), Some(3)).expect("a new file");
    assert_eq!(kiosk.page(), Page::Ready);
    let first = kiosk.game_id();
    kiosk.start();
    let game = kiosk.game_mut().expect("a free game");
    play(game, &["h2e2"]);
    let mut kiosk = Kiosk::alone(board.terminal.clone(), Some(3)).expect("readable");
    assert_eq!(kiosk.game_id(), first, "it goes on");
    let game = kiosk.game_mut().expect("the same game");
    for side in Side::ALL {
        game.choose_result(side, Verdict::Draw, Reason::Agreement);
    }
    for side in Side::ALL {
        game.sign(side, Vec::new());
    }
    kiosk.leave().expect("room on the disk");
    assert_eq!(kiosk.page(), Page::Ready);
    assert_ne!(kiosk.game_id(), first);
    assert_eq!(kiosk.assignment().and_then(|told| told.board), Some(3));
}
