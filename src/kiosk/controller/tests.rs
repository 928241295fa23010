//! The controller by touches, over a real database.

use std::sync::Arc;

use tempfile::TempDir;
use xiangqi::{Move, Position, Role, Side, Square};

use super::{Controller, Key, Kiosk, Notice, Page, SteppedTime, Terminal};
use crate::journal::{
    Event, GameId, Mode, Outcome, Phase, Reason, Started, TimeControl, Verdict, chain,
};
use crate::store::TerminalStore;
use crate::sync::assignment::{Assignment, EventFacts, GameAssignment, PlayerFacts};

const START: &str = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";

struct Board {
    _folder: TempDir,
    time: Arc<SteppedTime>,
    terminal: Terminal,
    assignment: GameAssignment,
}

fn player(number: u32, name: &str) -> PlayerFacts {
    let (unit, points) = (String::new(), "0".to_owned());
    PlayerFacts {
        number,
        name: name.to_owned(),
        unit,
        points,
    }
}

impl Board {
    fn new(mode: Mode, result: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let time = Arc::new(SteppedTime::default());
        let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
        let terminal = Terminal::start(Arc::new(store), time.clone(), "t7").expect("a first start");
        let minutes_30_and_10_s = TimeControl {
            base_ms: 1_800_000,
            increment_ms: 10_000,
            first_move_bonus: false,
        };
        let assignment = GameAssignment {
            game: GameId(uuid::Uuid::now_v7()),
            round: 5,
            red: player(1, "王宁"),
            black: player(2, "李铁生"),
            start: Started {
                mode,
                start_fen: START.to_owned(),
                time: (mode == Mode::Live).then_some(minutes_30_and_10_s),
                limit_rounds: 40,
                claimant_check_cap: 0,
            },
            show_limit: false,
            epoch: 1,
            may_write: true,
            result: result.map(str::to_owned),
        };
        Self {
            _folder: folder,
            time,
            terminal,
            assignment,
        }
    }

    fn open(&self) -> Controller {
        Controller::open(&self.terminal, &self.assignment).expect("a readable journal")
    }

    fn live() -> (Self, Controller) {
        let board = Self::new(Mode::Live, None);
        let mut controller = board.open();
        controller.start(board.assignment.start.clone());
        (board, controller)
    }

    fn entry(result: &str) -> (Self, Controller) {
        let board = Self::new(Mode::Entry, Some(result));
        let controller = board.open();
        (board, controller)
    }

    /// What the hub says to the terminal of this board.
    fn told(&self) -> Assignment {
        let event = EventFacts {
            id: "1".to_owned(),
            title: "清水公开赛".to_owned(),
            regulation: "qingshui-2019".to_owned(),
        };
        Assignment {
            version: "1".to_owned(),
            generation: "1".to_owned(),
            event,
            board: Some(7),
            game: Some(self.assignment.clone()),
            owed: Vec::new(),
            instructions: Vec::new(),
            messages: Vec::new(),
        }
    }

    /// Another start of the program on the same disk.
    fn restart(&mut self) -> Controller {
        self.time = Arc::new(SteppedTime::default());
        self.terminal =
            Terminal::start(self.terminal.store.clone(), self.time.clone(), "t7").expect("a start");
        self.open()
    }

    fn verify(&self) {
        let entries = self
            .terminal
            .store
            .entries(self.assignment.game)
            .expect("readable");
        chain::verify(self.assignment.game, &entries).expect("an unbroken chain");
    }
}

fn square(text: &str) -> Square {
    text.parse().expect("a point")
}

fn touch_move(controller: &mut Controller, mv: &str) {
    let mv: Move = mv.parse().expect("a move");
    controller.touch(mv.from());
    controller.touch(mv.to());
}

fn play(controller: &mut Controller, moves: &[&str]) {
    for mv in moves {
        touch_move(controller, mv);
        controller.press_clock();
    }
}

fn texts(controller: &Controller) -> Vec<String> {
    controller
        .view()
        .plies
        .into_iter()
        .map(|ply| ply.text)
        .collect()
}

#[test]
fn two_touches_and_a_press_complete_a_move() {
    let (board, mut controller) = Board::live();
    controller.touch(square("h2"));
    assert_eq!(controller.view().selected, Some(square("h2")));
    assert!(
        controller.view().targets.is_empty(),
        "live mode shows no help"
    );
    board.time.advance(4_000);
    controller.touch(square("e2"));
    let view = controller.view();
    assert_eq!(view.last, Some((square("h2"), square("e2"))));
    assert!(view.unpressed);
    assert_eq!(view.side, Side::Red, "the mover until the press");
    board.time.advance(1_000);
    controller.press_clock();
    let clocks = controller.clocks().expect("the terminal keeps time");
    // 5 s used, 10 s added (6.1).
    assert_eq!((clocks.red_ms, clocks.black_ms), (1_805_000, 1_800_000));
    assert_eq!(clocks.running, Some(Side::Black));
    assert_eq!(texts(&controller), ["炮二平五"]);
    board.verify();
}

#[test]
fn the_clock_is_a_difference_of_instants() {
    let (board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    board.time.advance(61_234);
    for _ in 0..1000 {
        controller.tick();
    }
    assert_eq!(
        controller.clocks().expect("time").black_ms,
        1_800_000 - 61_234
    );
}

#[test]
fn an_illegal_move_is_recorded_and_reads_like_any_other() {
    let (_board, mut controller) = Board::live();
    // A horse straight ahead, then a cannon that takes without a screen.
    play(&mut controller, &["b0b1", "h7h2"]);
    let view = controller.view();
    assert_eq!(texts(&controller), ["马八进一", "炮８进５"]);
    assert!(
        view.plies.iter().all(|ply| !ply.fault),
        "nothing is marked at the board"
    );
    assert_eq!(view.notice, None);
    assert!(
        controller.state().plies()[0].irregular.is_some(),
        "the desk sees it"
    );
}

#[test]
fn a_trembling_finger_is_one_touch() {
    let (board, mut controller) = Board::live();
    controller.touch(square("h2"));
    board.time.advance(149);
    controller.touch(square("h2"));
    assert_eq!(controller.view().selected, Some(square("h2")));
    board.time.advance(150);
    controller.touch(square("h2"));
    assert_eq!(
        controller.view().selected,
        None,
        "a later touch puts the piece back"
    );
}

#[test]
fn a_move_can_be_taken_back_until_the_clock_is_pressed() {
    let (_board, mut controller) = Board::live();
    touch_move(&mut controller, "h2e2");
    controller.take_back();
    assert!(texts(&controller).is_empty());
    play(&mut controller, &["h2e2"]);
    controller.take_back();
    assert_eq!(texts(&controller), ["炮二平五"]);
}

#[test]
fn the_next_player_waits_for_the_press() {
    let (_board, mut controller) = Board::live();
    touch_move(&mut controller, "h2e2");
    touch_move(&mut controller, "h9g7");
    assert_eq!(texts(&controller), ["炮二平五"]);
    assert_eq!(controller.notice(), Some(Notice::PressClockFirst));
}

/// 22.1, 8.1.3: offers are counted; playing on refuses.
#[test]
fn article_22_1_draw_offers_are_counted_and_playing_on_refuses() {
    let (_board, mut controller) = Board::live();
    for (i, mv) in ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate() {
        if i % 2 == 0 {
            controller.offer_draw();
            assert_eq!(controller.view().offer, Some(Side::Red));
        }
        play(&mut controller, &[mv]);
    }
    assert_eq!(controller.view().offer, None);
    // Two ahead: a foul, for the arbiter to note; the board only says that a draw is offered.
    assert_eq!(controller.state().offers(Side::Red), 2);
    assert!(controller.state().fouls().is_empty());
    assert_ne!(controller.notice(), Some(Notice::Paused));
}

#[test]
fn an_accepted_draw_waits_for_both_signatures() {
    let (board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    controller.offer_draw();
    controller.accept_draw();
    let drawn = Outcome {
        verdict: Verdict::Draw,
        reason: Reason::Agreement,
    };
    assert_eq!(controller.view().outcome, Some(drawn));
    assert_eq!(controller.view().phase, Phase::Decided);
    controller.sign(Side::Red, vec![vec![(10, 10), (20, 20)]]);
    assert_eq!(controller.view().signed, [true, false]);
    controller.sign(Side::Black, vec![vec![(10, 10), (20, 20)]]);
    assert_eq!(controller.view().phase, Phase::Closed);
    board.verify();
}

#[test]
fn different_results_call_the_arbiter_and_equal_ones_settle_it() {
    let (_board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    controller.choose_result(Side::Red, Verdict::Red, Reason::Resignation);
    controller.choose_result(Side::Black, Verdict::Draw, Reason::Agreement);
    assert_eq!(controller.notice(), Some(Notice::ResultsDiffer));
    assert!(controller.state().is_calling());
    assert_eq!(controller.view().outcome, None);
    controller.choose_result(Side::Black, Verdict::Red, Reason::Resignation);
    let won = Outcome {
        verdict: Verdict::Red,
        reason: Reason::Resignation,
    };
    assert_eq!(controller.view().outcome, Some(won));
}

/// 22.2: the claim stops the clocks for the arbiter, whatever the count; the terminal rules nothing.
#[test]
fn article_22_2_a_claim_stops_the_clocks() {
    let (board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    board.time.advance(7_000);
    controller.claim_limit();
    board.time.advance(600_000);
    let view = controller.view();
    assert_eq!(view.phase, Phase::Paused);
    assert_eq!(view.clocks.expect("time").black_ms, 1_793_000);
    controller.resume();
    board.time.advance(1_000);
    assert_eq!(controller.clocks().expect("time").black_ms, 1_792_000);
}

/// 21.6: the flag is noted with the last released move; the terminal declares no loss.
#[test]
fn article_21_6_a_flag_is_noted_and_not_judged() {
    let (board, mut controller) = Board::live();
    play(&mut controller, &["h2e2"]);
    board.time.advance(1_800_001);
    controller.tick();
    controller.tick();
    let view = controller.view();
    assert_eq!(view.flag, Some(Side::Black));
    assert_eq!(view.notice, Some(Notice::Flag(Side::Black)));
    assert_eq!(view.outcome, None);
    assert_eq!(view.clocks.expect("time").black_ms, 0);
}

#[test]
fn a_restart_comes_back_paused_at_the_last_known_times() {
    let (mut board, mut controller) = Board::live();
    play(&mut controller, &["h2e2", "h9g7"]);
    board.time.advance(5_000);
    let beat = controller.heartbeat().expect("a running clock");
    beat.keep(&board.terminal.store).expect("room on the disk");
    let red = controller.clocks().expect("time").red_ms;
    drop(controller);
    let mut controller = board.restart();
    let view = controller.view();
    assert_eq!(view.phase, Phase::Paused);
    assert_eq!(view.notice, Some(Notice::PausedAfterPower));
    assert_eq!(view.clocks.expect("time").red_ms, red);
    assert_eq!(texts(&controller), ["炮二平五", "马８进７"]);
    controller.resume();
    play(&mut controller, &["h0g2"]);
    assert_eq!(texts(&controller).len(), 3);
    board.verify();
}

#[test]
fn entry_mode_explains_what_the_rules_forbid() {
    let (_board, mut controller) = Board::entry("red");
    controller.touch(square("b0"));
    assert_eq!(controller.view().targets.len(), 2);
    controller.touch(square("d1"));
    let Some(Notice::Illegal(reason)) = controller.notice() else {
        panic!("no reason given: {:?}", controller.notice());
    };
    assert_eq!(reason.code(), "blocked_leg");
    assert!(texts(&controller).is_empty());
}

#[test]
fn a_wrong_move_far_back_is_mended_in_six_taps_and_the_rest_kept() {
    let (board, mut controller) = Board::entry("red");
    // The first game of the shipped list, 24 plies of it.
    let moves = [
        "c3c4", "b7c7", "h2e2", "h9g7", "h0g2", "c6c5", "i0h0", "c5c4", "c0a2", "i9h9", "a2c4",
        "b9a7", "b2b7", "g9e7", "b0d1", "a9a8", "h0h6", "a8d8", "d1f2", "d8d4", "a0b0", "d4c4",
        "g3g4", "f9e8",
    ];
    for mv in moves {
        touch_move(&mut controller, mv);
    }
    assert_eq!(
        controller.view().plies.len(),
        moves.len(),
        "{:?}",
        controller.notice()
    );
    // Ply 1 was 兵三进一: one touch in the list, one on “change”, two on the board.
    controller.go_to_ply(1);
    controller.replace();
    touch_move(&mut controller, "g3g4");
    let view = controller.view();
    assert_eq!(view.plies[0].text, "兵三进一");
    assert_eq!(view.plies.len(), moves.len(), "the rest is kept");
    let faults: Vec<usize> = view
        .plies
        .iter()
        .enumerate()
        .filter(|(_, ply)| ply.fault)
        .map(|(i, _)| i + 1)
        .collect();
    assert_eq!(
        faults,
        [23],
        "the soldier that went at ply 1 cannot go at ply 23"
    );
    assert_eq!(view.notice, Some(Notice::Conflict));
    controller.submit();
    assert_eq!(
        controller.notice(),
        Some(Notice::Conflict),
        "a broken record is not handed in"
    );
    assert_eq!(controller.view().entry.expect("entry").cursor, faults[0]);
    board.verify();
}

#[test]
fn a_move_is_inserted_and_removed() {
    let (_board, mut controller) = Board::entry("draw");
    for mv in ["h2e2", "h9g7", "b0c2"] {
        touch_move(&mut controller, mv);
    }
    controller.go_to_ply(2);
    controller.insert();
    touch_move(&mut controller, "h0g2");
    // The move behind it is Red's once more and does not fit Black.
    assert!(controller.first_fault().is_some());
    controller.go_to_ply(3);
    controller.insert();
    touch_move(&mut controller, "i9h9");
    assert_eq!(controller.first_fault(), None);
    assert_eq!(texts(&controller).len(), 5);
    controller.go_to_ply(4);
    controller.remove();
    assert_eq!(texts(&controller).len(), 4);
}

#[test]
fn walking_back_and_playing_the_same_move_only_steps() {
    let (_board, mut controller) = Board::entry("draw");
    for mv in ["h2e2", "h9g7"] {
        touch_move(&mut controller, mv);
    }
    let written = controller.last_entry();
    controller.go_to_ply(0);
    touch_move(&mut controller, "h2e2");
    assert_eq!(controller.last_entry(), written);
    assert_eq!(controller.view().entry.expect("entry").cursor, 1);
}

#[test]
fn the_result_must_fit_the_last_position() {
    let (_board, mut controller) = Board::entry("black");
    controller.submit();
    assert_eq!(controller.notice(), Some(Notice::RecordEmpty));
    touch_move(&mut controller, "h2e2");
    controller.submit();
    assert_eq!(
        controller.notice(),
        Some(Notice::RecordSent),
        "an unfinished position fits any result"
    );
    assert!(controller.state().is_submitted());
    touch_move(&mut controller, "h9g7");
    assert_eq!(texts(&controller).len(), 1, "handed in is handed in");
}

/// 3.2: a mate loses for the mated side, whatever was registered.
#[test]
fn article_3_2_a_mate_contradicts_the_other_result() {
    // A chariot holds the eighth rank, the other comes to the ninth: mate.
    for (registered, expected) in [
        ("black", Notice::ResultMismatch),
        ("red", Notice::RecordSent),
    ] {
        let mut board = Board::new(Mode::Entry, Some(registered));
        board.assignment.start.start_fen = "3k5/7R1/9/9/9/9/9/9/5K3/8R w - - 0 1".to_owned();
        let mut controller = board.open();
        touch_move(&mut controller, "i0i9");
        assert_eq!(controller.notice(), None, "the start allows it");
        controller.submit();
        assert_eq!(controller.notice(), Some(expected), "{registered}");
    }
}

#[test]
fn a_forgotten_move_is_a_dash_and_the_position_after_it_is_set_up() {
    let (board, mut controller) = Board::entry("red");
    touch_move(&mut controller, "h2e2");
    controller.dash();
    assert_eq!(controller.notice(), Some(Notice::SetUpPosition));
    // Black played something like 马8进7.
    touch_move(&mut controller, "h9g7");
    controller.set_up_done();
    assert_eq!(texts(&controller), ["炮二平五", "—"]);
    touch_move(&mut controller, "h0g2");
    assert_eq!(texts(&controller), ["炮二平五", "—", "马二进三"]);
    controller.go_to_ply(2);
    assert_eq!(
        controller
            .view()
            .board
            .get(square("g7"))
            .map(|piece| piece.role),
        Some(Role::Horse)
    );
    board.verify();
}

#[test]
fn the_keypad_enters_a_move_said_in_full_and_offers_few() {
    let (_board, mut controller) = Board::entry("red");
    for key in [
        Key::Role(Role::Cannon),
        Key::Figure(2),
        Key::Traverse,
        Key::Figure(5),
    ] {
        controller.key(key);
    }
    assert_eq!(texts(&controller), ["炮二平五"]);
    controller.key(Key::Role(Role::Horse));
    controller.key(Key::Figure(8));
    let offered = controller.view().entry.expect("entry").candidates;
    assert_eq!(offered, ["马８进７", "马８进９"]);
    controller.pick(0);
    assert_eq!(texts(&controller), ["炮二平五", "马８进７"]);
}

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

/// A whole game by touches, to mate: 100 real games live beside it in `tests/it`.
#[test]
fn what_the_view_shows_is_on_the_disk() {
    let (board, mut controller) = Board::live();
    let mut position = Position::start();
    for n in 0..60 {
        let moves = position.legal_moves();
        let mv = moves
            .iter()
            .copied()
            .nth(n * 7 % moves.len())
            .expect("not the end yet");
        controller.touch(mv.from());
        controller.touch(mv.to());
        let stored = board
            .terminal
            .store
            .entries(controller.game())
            .expect("readable");
        assert_eq!(
            stored.last().map(|entry| entry.seq),
            Some(controller.last_entry())
        );
        let folded = crate::journal::GameState::fold(&stored);
        assert_eq!(folded.board(), controller.state().board());
        controller.press_clock();
        position = position.play(mv).expect("a legal move");
        if position.end().is_some() {
            break;
        }
    }
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
