//! Diagrams of positions.

use xiangqi::{Board, Move, Side, Square};

use super::ink::{Mark, Tone};
use super::paper::Press;
use crate::publish::score::carved;

impl Press {
    /// A diagram whose top left point is at (`x`, `y`); `step` is the distance of two points.
    /// The ends of the last move are marked.
    pub fn diagram(&mut self, x: f32, y: f32, step: f32, board: &Board, last: Option<Move>) {
        let at = |file: f32, rank: f32| (x + file * step, y + (9.0 - rank) * step);
        let mut line = |from: (f32, f32), to: (f32, f32), width: f32| {
            let (from, to) = (at(from.0, from.1), at(to.0, to.1));
            self.put(Mark::Line {
                from,
                to,
                width,
                tone: Tone::Ink,
            });
        };
        for rank in 0..10 {
            let rank = rank as f32;
            line((0.0, rank), (8.0, rank), 0.45);
        }
        for number in 0..9 {
            let file = number as f32;
            if number % 8 == 0 {
                line((file, 0.0), (file, 9.0), 0.45);
            } else {
                line((file, 0.0), (file, 4.0), 0.45);
                line((file, 5.0), (file, 9.0), 0.45);
            }
        }
        for low in [0.0, 7.0] {
            line((3.0, low), (5.0, low + 2.0), 0.45);
            line((5.0, low), (3.0, low + 2.0), 0.45);
        }
        // The frame.
        let out = 0.14;
        let corners = [
            (-out, -out),
            (8.0 + out, -out),
            (8.0 + out, 9.0 + out),
            (-out, 9.0 + out),
        ];
        for at in 0..4 {
            line(corners[at], corners[(at + 1) % 4], 0.9);
        }
        let size = step * 0.5;
        for (file, name) in [(1.5, "楚河"), (5.5, "漢界")] {
            let (x, y) = at(file, 4.5);
            self.text(x, y + size * 0.35, size, Tone::Muted, name);
        }
        let place = |square: Square| at(f32::from(square.file()), f32::from(square.rank()));
        if let Some(mv) = last {
            let (x, y) = place(mv.from());
            let radius = step * 0.16;
            let (fill, line) = (Tone::Red, Tone::Red);
            self.put(Mark::Disc {
                x,
                y,
                radius,
                fill,
                line,
                width: 0.3,
            });
        }
        for (square, piece) in board.pieces() {
            let (x, y) = place(square);
            let moved = last.is_some_and(|mv| mv.to() == square);
            // Red is outlined thin, Black thick: the two stay apart on a black-and-white printer.
            let (tone, width) = if piece.side == Side::Red {
                (Tone::Red, 0.7)
            } else {
                (Tone::Ink, 1.2)
            };
            let fill = if moved { Tone::Ground } else { Tone::White };
            self.put(Mark::Disc {
                x,
                y,
                radius: step * 0.44,
                fill,
                line: tone,
                width,
            });
            let size = step * 0.62;
            let name = carved(piece).to_string();
            let wide = self.paper.face.width(&name, size);
            self.text(x - wide / 2.0, y + size * 0.36, size, tone, name);
        }
    }
}
