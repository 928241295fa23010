//! What the arbiter puts right, and the proposal on a repetition.

use xiangqi::judge::{Label, Weight};
use xiangqi::{Role, Side};

use super::{Board, play, square, texts, touch_move};
use crate::journal::{Finding, Phase, Reason, Verdict};
use crate::kiosk::controller::{Choice, Mending, Replay};

#[test]
fn a_move_is_replaced_on_the_replays_board_and_the_rest_kept() {
    let (board, mut game) = Board::live();
    play(&mut game, &["h2e2", "h9g7", "h0g2", "i9h9"]);
    let mut replay = Replay::default();
    replay.go(&game, 1);
    replay.replace(&game);
    let cannon = |replay: &Replay| {
        replay
            .board(&game)
            .get(square("h2"))
            .map(|piece| piece.role)
    };
    assert_eq!(
        cannon(&replay),
        Some(Role::Cannon),
        "the board before the move"
    );
    replay.touch(&mut game, square("b2"));
    replay.touch(&mut game, square("e2"));
    assert_eq!(texts(&game)[0], "炮八平五");
    assert_eq!(texts(&game).len(), 4);
    assert_eq!(game.state().corrections(), 1);
    assert_eq!(
        (replay.cursor(&game), replay.mending),
        (1, Mending::Looking)
    );
    board.verify();
}

/// A move whose clock was not pressed goes with the ones before it, and the right side is on move.
#[test]
fn moves_are_taken_off_from_anywhere() {
    let (board, mut game) = Board::live();
    play(&mut game, &["h2e2", "h9g7"]);
    touch_move(&mut game, "h0g2");
    game.correct_from(2);
    assert_eq!(texts(&game), ["炮二平五"]);
    assert_eq!(game.on_move(), Side::Black);
    game.correct_from(9);
    assert_eq!(texts(&game).len(), 1, "there is no such move");
    play(&mut game, &["b9c7"]);
    assert_eq!(texts(&game), ["炮二平五", "马２进３"]);
    board.verify();
}

/// 5.8: the pieces are put as they really stand, and the game goes on from there.
#[test]
fn article_5_8_the_pieces_are_set_right() {
    let (board, mut game) = Board::live();
    play(&mut game, &["h2e2", "h9g7"]);
    let mut replay = Replay::default();
    replay.set_up(&game);
    for point in ["a3", "a4", "i6", "i6"] {
        replay.touch(&mut game, square(point));
    }
    replay.set_up_done(&mut game);
    let stands = |at: &str| game.state().board().get(square(at)).is_some();
    assert!(stands("a4") && !stands("a3") && !stands("i6"));
    assert_eq!(game.on_move(), Side::Red);
    play(&mut game, &["a4a5"]);
    assert_eq!(texts(&game).last().map(String::as_str), Some("兵九进一"));
    board.verify();
}

/// 20.3: who does not come loses by forfeit, before any move.
#[test]
fn article_20_3_absence_is_a_forfeit() {
    let board = Board::new(crate::journal::Mode::Live, None);
    let mut game = board.open();
    let start = board.assignment.start.clone();
    game.decide_unplayed(start, Verdict::Red, Reason::Absence);
    let outcome = game.state().outcome().expect("a result");
    assert_eq!(outcome.verdict, Verdict::BlackForfeit);
    game.sign_as_arbiter();
    assert_eq!(game.state().phase(), Phase::Closed);
    board.verify();
}

/// 23.5.1: Red's chariot checks for ever and Black's general only answers.
#[test]
fn article_23_5_perpetual_check_is_proposed_and_labels_can_be_changed() {
    let mut board = Board::new(crate::journal::Mode::Live, None);
    board.assignment.start.start_fen = "4k4/9/9/9/9/9/9/9/4p4/R2K5 w - - 0 1".to_owned();
    let mut game = board.open();
    game.start(board.assignment.start.clone());
    let cycle = ["a0a9", "e9e8", "a9a8", "e8e9"];
    play(&mut game, &cycle);
    for _ in 0..3 {
        play(&mut game, &["a8a9", "e9e8", "a9a8", "e8e9"]);
    }
    assert!(game.propose(None).is_none(), "nobody claimed");
    game.claim_repetition();
    let mut proposal = game.propose(None).expect("a claim is open");
    assert_eq!(proposal.proposed(), Some(Choice::Loses(Side::Red)));
    let plies = proposal.judgement().expect("a cycle").plies.clone();
    assert_eq!(plies.len(), 4);
    let black = plies
        .iter()
        .position(|ply| ply.side == Side::Red)
        .expect("Red moves");
    proposal.chosen = black;
    proposal.relabel(Label::Idle, Weight::Heavy);
    assert_eq!(proposal.proposed(), Some(Choice::Draw));
    let kept = game.propose(Some(proposal)).expect("still open");
    assert_eq!(
        kept.proposed(),
        Some(Choice::Draw),
        "the arbiter's label stays"
    );
    game.rule_on_repetition(Finding::MustVary { side: None });
    assert!(game.propose(None).is_none());
}
