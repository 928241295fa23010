//! During the game.

use xiangqi::{Position, Side};

use super::{Board, play, square, texts, touch_move};
use crate::journal::{Outcome, Phase, Reason, Verdict};
use crate::kiosk::controller::Notice;

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

/// A flag that fell before a restart is still said after it.
#[test]
fn a_fallen_flag_outlives_a_restart() {
    let (mut board, mut controller) = Board::live();
    board.time.advance(1_800_001);
    controller.tick();
    drop(controller);
    let controller = board.restart();
    assert_eq!(controller.notice(), Some(Notice::Flag(Side::Red)));
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
