//! Tables on pages: columns as wide as they need, headings on every page.

use super::ink::{Mark, Tone};
use super::paper::{EDGE, Press};
use crate::publish::table::{Align, Table};

/// Space left and right of a cell's text.
const PAD: f32 = 3.2;
/// What a column has beyond its text and that space, so that rounding breaks no line.
const SPARE: f32 = 0.2;
const LARGEST: f32 = 10.0;
const SMALLEST: f32 = 5.6;

impl Press {
    /// A table over the whole width, in the largest type in which it fits. A cell that is too wide
    /// even then has several lines.
    pub fn table(&mut self, table: &Table) {
        let (size, widths) = self.fit(table);
        let line = size * 1.62;
        self.need(line * 4.0);
        self.table_head(table, size, &widths);
        for (number, row) in table.rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| {
                    let text = cell.shown();
                    super::text::lines(&self.paper.face, &text, size, width - 2.0 * PAD + 0.1, 0.0)
                })
                .collect();
            let high = cells.iter().map(Vec::len).max().unwrap_or(1) as f32 * line;
            let before = self.paper.pages();
            self.need(high);
            if self.paper.pages() > before {
                self.table_head(table, size, &widths);
            }
            let mut x = EDGE;
            for ((lines, width), column) in cells.iter().zip(&widths).zip(&table.columns) {
                for (at, text) in lines.iter().enumerate() {
                    let y = self.y + line * (at as f32 + 1.0) - size * 0.45;
                    self.cell(x, y, *width, size, column.align, Tone::Ink, text);
                }
                x += width;
            }
            self.y += high;
            let tone = if number % 5 == 4 {
                Tone::Muted
            } else {
                Tone::Rule
            };
            self.rule(0.35, tone);
        }
        for note in &table.notes {
            self.paragraph(note, 8.5, 0.0, Tone::Muted);
        }
        self.y += 8.0;
    }

    fn fit(&self, table: &Table) -> (f32, Vec<f32>) {
        let face = &self.paper.face;
        // Widths at size 1: the widest cell of each column.
        let natural: Vec<f32> = table
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| {
                let cells = table.rows.iter().filter_map(|row| row.get(at));
                let widest = cells.map(|cell| face.width(&cell.shown(), 1.0));
                widest.fold(face.width(&column.zh, 0.9), f32::max)
            })
            .collect();
        let pads = (2.0 * PAD + SPARE) * natural.len() as f32;
        let sum: f32 = natural.iter().sum();
        let size = ((self.width() - pads) / sum).clamp(SMALLEST, LARGEST);
        let mut widths: Vec<f32> = natural
            .iter()
            .map(|wide| wide * size + 2.0 * PAD + SPARE)
            .collect();
        let used: f32 = widths.iter().sum();
        let free = self.width() - used;
        // A type between the smallest and the largest fills the width but for rounding.
        if free > -SPARE {
            let free = free.max(0.0);
            // What is left goes to the columns as the table weighs them.
            let weights: f32 = table
                .columns
                .iter()
                .map(|column| f32::from(column.width))
                .sum();
            for (width, column) in widths.iter_mut().zip(&table.columns) {
                *width += free * f32::from(column.width) / weights;
            }
        } else {
            // The widest columns give, down to a third of what they asked for.
            let mut over = -free;
            while over > 0.5 {
                let Some(widest) = widths.iter_mut().max_by(|a, b| a.total_cmp(b)) else {
                    break;
                };
                let cut = over.min(*widest * 0.2);
                *widest -= cut;
                over -= cut;
            }
        }
        (size, widths)
    }

    fn table_head(&mut self, table: &Table, size: f32, widths: &[f32]) {
        let high = size * 1.75;
        let (y, width) = (self.y, self.width());
        self.put(Mark::Field {
            x: EDGE,
            y,
            width,
            height: high,
            tone: Tone::Ground,
        });
        let mut x = EDGE;
        for (column, width) in table.columns.iter().zip(widths) {
            let y = self.y + high - size * 0.55;
            self.cell(
                x,
                y,
                *width,
                size * 0.9,
                column.align,
                Tone::Muted,
                &column.zh,
            );
            x += width;
        }
        self.y += high;
        self.rule(0.7, Tone::Ink);
    }

    #[allow(clippy::too_many_arguments)] // where, how large, how, what
    fn cell(
        &mut self,
        x: f32,
        y: f32,
        width: f32,
        size: f32,
        align: Align,
        tone: Tone,
        text: &str,
    ) {
        let free = width - self.paper.face.width(text, size);
        let x = match align {
            Align::Left => x + PAD,
            Align::Centre => x + free / 2.0,
            Align::Right => x + free - PAD,
        };
        self.text(x, y, size, tone, text);
    }

    fn rule(&mut self, width: f32, tone: Tone) {
        let (y, right) = (self.y, EDGE + self.width());
        self.put(Mark::Line {
            from: (EDGE, y),
            to: (right, y),
            width,
            tone,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::table::{Cell, Column};

    /// The cross table of eleven rounds once had its last round on two lines, though all would fit.
    #[test]
    fn no_cell_is_broken_while_a_smaller_type_would_do() {
        let column = |zh: String| Column {
            zh,
            en: String::new(),
            width: 40,
            align: Align::Left,
            minor: false,
        };
        let table = Table {
            name: "cross".into(),
            zh: "总表".into(),
            en: String::new(),
            columns: (1..=17).map(|at| column(format!("第{at}轮"))).collect(),
            rows: vec![(1..=17).map(|_| Cell::text("184后 2/17")).collect()],
            notes: Vec::new(),
        };
        let mut press = Press::new("杯");
        press.sheet(true, true);
        let (size, widths) = press.fit(&table);
        assert!(size > SMALLEST && size < LARGEST, "{size}");
        for (cell, width) in table.rows[0].iter().zip(widths) {
            let room = width - 2.0 * PAD + 0.1;
            let lines = crate::publish::bulletin::text::lines(
                &press.paper.face,
                &cell.shown(),
                size,
                room,
                0.0,
            );
            assert_eq!(lines.len(), 1, "{lines:?} at {size}");
        }
    }
}
