//! A position as SVG; Red sits below. The script draws the same.

use std::fmt::Write as _;

use xiangqi::{Board, Move, Side, Square};

use crate::publish::score::carved;

/// Distance of two points.
const STEP: u32 = 60;
/// Edge around the points.
const EDGE: u32 = 40;

fn at(square: Square) -> (u32, u32) {
    (
        EDGE + STEP * u32::from(square.file()),
        EDGE + STEP * (9 - u32::from(square.rank())),
    )
}

/// The drawing of a position with the ends of the last move marked.
pub fn svg(board: &Board, last: Option<Move>) -> String {
    let (width, height) = (2 * EDGE + 8 * STEP, 2 * EDGE + 9 * STEP);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"棋盘 board\">\
         <path class=\"grid\" d=\"{}\"/><text class=\"river\" x=\"160\" y=\"322\">楚 河</text>\
         <text class=\"river\" x=\"400\" y=\"322\">漢 界</text><g class=\"marks\">",
        grid()
    );
    for square in last.into_iter().flat_map(|mv| [mv.from(), mv.to()]) {
        let (x, y) = at(square);
        // Writing into a string cannot fail.
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"30\"/>");
    }
    svg.push_str("</g><g class=\"men\">");
    for (square, piece) in board.pieces() {
        let (x, y) = at(square);
        let side = if piece.side == Side::Red {
            "red"
        } else {
            "black"
        };
        let name = carved(piece);
        let _ = write!(
            svg,
            "<g class=\"{side}\" transform=\"translate({x} {y})\"><circle r=\"27\"/>\
             <circle class=\"rim\" r=\"23\"/><text y=\"12\">{name}</text></g>"
        );
    }
    svg.push_str("</g></svg>");
    svg
}

fn grid() -> String {
    let mut path = String::new();
    let (right, bottom) = (EDGE + 8 * STEP, EDGE + 9 * STEP);
    for rank in 0..10 {
        let y = EDGE + rank * STEP;
        let _ = write!(path, "M{EDGE} {y}H{right}");
    }
    let (north, south) = (EDGE + 4 * STEP, EDGE + 5 * STEP);
    for file in 0..9 {
        let x = EDGE + file * STEP;
        let _ = if file % 8 == 0 {
            write!(path, "M{x} {EDGE}V{bottom}")
        } else {
            write!(path, "M{x} {EDGE}V{north}M{x} {south}V{bottom}")
        };
    }
    let (west, east) = (EDGE + 3 * STEP, EDGE + 5 * STEP);
    for top in [EDGE, EDGE + 7 * STEP] {
        let low = top + 2 * STEP;
        let _ = write!(path, "M{west} {top}L{east} {low}M{east} {top}L{west} {low}");
    }
    path
}
