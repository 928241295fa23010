//! The move list: one row a round of moves.

use qipu_ui::MoveRow;
use slint::{Model, VecModel};
use xiangqi::Side;

use super::words;
use crate::journal::{Mode, Reading};
use crate::kiosk::controller::View;

/// What stands where the next move will come.
const OPEN: &str = "……";

fn times(reading: Option<Reading>) -> String {
    reading.map_or_else(String::new, |reading| {
        format!(
            "{}　{}",
            words::whole(reading.red_ms),
            words::whole(reading.black_ms)
        )
    })
}

fn rows(view: &View, cursor: Option<usize>) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    for (at, ply) in view.plies.iter().enumerate() {
        let ply_number = at + 1;
        if ply.side == Side::Red || rows.last().is_none_or(|row| !row.black.is_empty()) {
            rows.push(row(rows.len() + 1));
        }
        let Some(row) = rows.last_mut() else { continue };
        let here = cursor == Some(ply_number);
        if ply.side == Side::Red {
            row.red = ply.text.as_str().into();
            row.red_at = ply_number as i32;
            row.red_fault = ply.fault;
            row.cursor = if here { 1 } else { row.cursor };
        } else {
            row.black = ply.text.as_str().into();
            row.black_at = ply_number as i32;
            row.black_fault = ply.fault;
            row.cursor = if here { 2 } else { row.cursor };
        }
        row.times = times(ply.reading).into();
    }
    rows
}

/// In entry mode the place of the next move is shown, and can be touched to go there.
fn open_row(view: &View, rows: &mut Vec<MoveRow>) {
    let end = view.plies.len();
    let reds = view
        .plies
        .last()
        .map_or(view.side, |ply| ply.side.opposite())
        == Side::Red;
    if reds || rows.is_empty() {
        rows.push(row(rows.len() + 1));
    }
    let at_end = view.entry.as_ref().is_some_and(|entry| entry.cursor == end);
    if let Some(row) = rows.last_mut() {
        if reds {
            row.red = OPEN.into();
            row.red_at = end as i32;
            row.cursor = if at_end { 1 } else { row.cursor };
        } else {
            row.black = OPEN.into();
            row.black_at = end as i32;
            row.cursor = if at_end { 2 } else { row.cursor };
        }
    }
}

fn row(number: usize) -> MoveRow {
    MoveRow {
        number: number.to_string().into(),
        ..MoveRow::default()
    }
}

/// Puts the view's moves into the model; rows that did not change are left alone.
pub fn show(model: &VecModel<MoveRow>, view: &View) {
    let mut rows = rows(view, view.entry.as_ref().map(|entry| entry.cursor));
    if view.mode == Mode::Entry {
        open_row(view, &mut rows);
    }
    put(model, rows);
}

/// The same for the arbiter, who walks through them with a cursor of his own.
pub fn show_walked(model: &VecModel<MoveRow>, view: &View, cursor: usize) {
    put(model, rows(view, Some(cursor)));
}

fn put(model: &VecModel<MoveRow>, rows: Vec<MoveRow>) {
    while model.row_count() > rows.len() {
        model.remove(model.row_count() - 1);
    }
    for (at, row) in rows.into_iter().enumerate() {
        match model.row_data(at) {
            None => model.push(row),
            Some(shown) if shown != row => model.set_row_data(at, row),
            Some(_) => {}
        }
    }
}
