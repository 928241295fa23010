//! The ninety points.

use qipu_ui::PointView;
use slint::{Model, VecModel};
use xiangqi::{Board, Piece, Role, Side, Square};

use crate::kiosk::controller::View;

/// The character on a piece: each side has its own form.
pub const fn glyph(piece: Piece) -> &'static str {
    match (piece.side, piece.role) {
        (Side::Red, Role::General) => "帥",
        (Side::Red, Role::Advisor) => "仕",
        (Side::Red, Role::Elephant) => "相",
        (Side::Red, Role::Horse) => "傌",
        (Side::Red, Role::Chariot) => "俥",
        (Side::Red, Role::Cannon) => "炮",
        (Side::Red, Role::Soldier) => "兵",
        (Side::Black, Role::General) => "將",
        (Side::Black, Role::Advisor) => "士",
        (Side::Black, Role::Elephant) => "象",
        (Side::Black, Role::Horse) => "馬",
        (Side::Black, Role::Chariot) => "車",
        (Side::Black, Role::Cannon) => "砲",
        (Side::Black, Role::Soldier) => "卒",
    }
}

fn point(board: &Board, square: Square) -> PointView {
    let piece = board.get(square);
    let label = match piece {
        Some(piece) => format!("{square} {}", piece.chinese()),
        None => square.to_string(),
    };
    PointView {
        glyph: piece.map_or("", glyph).into(),
        black: piece.is_some_and(|piece| piece.side == Side::Black),
        label: label.into(),
        ..PointView::default()
    }
}

fn is_end(square: Square, last: Option<(Square, Square)>) -> bool {
    last.is_some_and(|(from, to)| square == from || square == to)
}

/// Puts the view's board into the model; points that did not change are left alone.
pub fn show(model: &VecModel<PointView>, view: &View) {
    put(model, |square| PointView {
        selected: view.selected == Some(square),
        last: is_end(square, view.last),
        target: view.targets.contains(&square),
        ..point(&view.board, square)
    });
}

/// The same for a board that is only looked at.
pub fn show_board(
    model: &VecModel<PointView>,
    board: &Board,
    last: Option<(Square, Square)>,
    selected: Option<Square>,
) {
    put(model, |square| PointView {
        selected: selected == Some(square),
        last: is_end(square, last),
        ..point(board, square)
    });
}

fn put(model: &VecModel<PointView>, point: impl Fn(Square) -> PointView) {
    for (row, square) in Square::all().enumerate() {
        let point = point(square);
        match model.row_data(row) {
            None => model.push(point),
            Some(shown) if shown != point => model.set_row_data(row, point),
            Some(_) => {}
        }
    }
}
