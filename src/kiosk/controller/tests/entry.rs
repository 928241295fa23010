//! After the game.

use xiangqi::Role;

use super::{Board, square, texts, touch_move};
use crate::journal::Mode;
use crate::kiosk::controller::{Key, Notice};

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
