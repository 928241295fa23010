//! A position as SVG, drawn with ink lines on paper. Red sits below.

use std::fmt::Write as _;

use xiangqi::{Board, Move, Piece, Side, Square};

/// Distance of two points, in the drawing's units.
const STEP: u32 = 60;
/// Edge around the points.
const EDGE: u32 = 34;

fn at(square: Square) -> (u32, u32) {
    (
        EDGE + STEP * u32::from(square.file()),
        EDGE + STEP * (9 - u32::from(square.rank())),
    )
}

/// The drawing of a position, the last move marked at both ends.
pub fn svg(board: &Board, last: Option<Move>, label: &str) -> String {
    let (width, height) = (2 * EDGE + 8 * STEP, 2 * EDGE + 9 * STEP);
    let label = askama::filters::escape(label, askama::filters::Html)
        .map_or_else(|_| String::new(), |label| label.to_string());
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">"
    );
    svg.push_str(&ground(width, height));
    svg.push_str("<g class=\"marks\">");
    for square in last.into_iter().flat_map(|mv| [mv.from(), mv.to()]) {
        let (x, y) = at(square);
        put(
            &mut svg,
            format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"29\"/>"),
        );
    }
    svg.push_str("</g><g class=\"pieces\">");
    for (square, piece) in board.pieces() {
        svg.push_str(&disc(square, piece));
    }
    svg.push_str("</g></svg>");
    svg
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _ = svg.write_fmt(text);
}

fn disc(square: Square, piece: Piece) -> String {
    let (x, y) = at(square);
    let side = match piece.side {
        Side::Red => "red",
        Side::Black => "black",
    };
    format!(
        "<g class=\"{side}\" transform=\"translate({x} {y})\"><circle r=\"27\"/>\
         <circle class=\"rim\" r=\"23\"/><text y=\"11\">{}</text></g>",
        piece.chinese()
    )
}

fn ground(width: u32, height: u32) -> String {
    let (left, top) = (EDGE, EDGE);
    let (right, bottom) = (EDGE + 8 * STEP, EDGE + 9 * STEP);
    let (north, south) = (EDGE + 4 * STEP, EDGE + 5 * STEP);
    let mut path = String::new();
    for rank in 0..10 {
        let y = EDGE + rank * STEP;
        put(&mut path, format_args!("M{left} {y}H{right}"));
    }
    for file in 0..9 {
        let x = EDGE + file * STEP;
        if file == 0 || file == 8 {
            put(&mut path, format_args!("M{x} {top}V{bottom}"));
        } else {
            put(
                &mut path,
                format_args!("M{x} {top}V{north}M{x} {south}V{bottom}"),
            );
        }
    }
    // The palaces.
    let (west, east, deep) = (EDGE + 3 * STEP, EDGE + 5 * STEP, 2 * STEP);
    for y in [top, bottom - deep] {
        let below = y + deep;
        put(
            &mut path,
            format_args!("M{west} {y}L{east} {below}M{east} {y}L{west} {below}"),
        );
    }
    let river = north + STEP / 2 + 9;
    let (one, two) = (EDGE + 2 * STEP, EDGE + 6 * STEP);
    format!(
        "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\
         <path class=\"lines\" d=\"{path}\"/>\
         <text class=\"river\" x=\"{one}\" y=\"{river}\">楚河</text>\
         <text class=\"river\" x=\"{two}\" y=\"{river}\">漢界</text>"
    )
}
