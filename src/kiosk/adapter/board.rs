//! The ninety points.

use qipu_ui::PointView;
use slint::{Model, VecModel};
use xiangqi::{Piece, Role, Side, Square};

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

fn point(view: &View, square: Square) -> PointView {
    let piece = view.board.get(square);
    let label = match piece {
        Some(piece) => format!("{square} {}", piece.chinese()),
        None => square.to_string(),
    };
    PointView {
        glyph: piece.map_or("", glyph).into(),
        black: piece.is_some_and(|piece| piece.side == Side::Black),
        label: label.into(),
        selected: view.selected == Some(square),
        last: view
            .last
            .is_some_and(|(from, to)| square == from || square == to),
        target: view.targets.contains(&square),
    }
}

/// Puts the view's board into the model; points that did not change are left alone.
pub fn show(model: &VecModel<PointView>, view: &View) {
    for (row, square) in Square::all().enumerate() {
        let point = point(view, square);
        match model.row_data(row) {
            None => model.push(point),
            Some(shown) if shown != point => model.set_row_data(row, point),
            Some(_) => {}
        }
    }
}
