//! Putting text on pages from top to bottom.

use super::ink::{Mark, Paper, Sheet, Tone};
use super::text;

/// A4 in points.
const A4: (f32, f32) = (595.28, 841.89);
/// The edges of a page.
pub const EDGE: f32 = 48.0;
/// What stays free at the foot.
const FOOT: f32 = 52.0;

/// A print being set.
#[derive(Debug)]
pub struct Press {
    pub paper: Paper,
    /// Where the next line goes.
    pub y: f32,
}

impl Press {
    pub fn new(title: &str) -> Self {
        Self {
            paper: Paper::new(title),
            y: 0.0,
        }
    }

    /// Begins a page.
    pub fn sheet(&mut self, landscape: bool, numbered: bool) {
        let (width, height) = if landscape { (A4.1, A4.0) } else { A4 };
        self.paper.sheets.push(Sheet {
            width,
            height,
            marks: Vec::new(),
            numbered,
        });
        self.y = EDGE;
    }

    fn size(&self) -> (f32, f32) {
        self.paper
            .sheets
            .last()
            .map_or(A4, |sheet| (sheet.width, sheet.height))
    }

    /// The width of the text.
    pub fn width(&self) -> f32 {
        self.size().0 - 2.0 * EDGE
    }

    /// The height of the page.
    pub fn height(&self) -> f32 {
        self.size().1
    }

    /// Begins a new page like this one when less than `height` is left.
    pub fn need(&mut self, height: f32) {
        let (wide, high) = self.size();
        if self.paper.sheets.is_empty() || self.y + height > high - FOOT {
            self.sheet(wide > high, true);
        }
    }

    /// Puts a mark on the page.
    pub fn put(&mut self, mark: Mark) {
        if let Some(sheet) = self.paper.sheets.last_mut() {
            sheet.marks.push(mark);
        }
    }

    /// A text at a place.
    pub fn text(&mut self, x: f32, y: f32, size: f32, tone: Tone, text: impl Into<String>) {
        self.put(Mark::Text {
            x,
            y,
            size,
            tone,
            gap: 0.0,
            text: text.into(),
        });
    }

    /// A text in the middle of the page; it shrinks to fit.
    pub fn centred(&mut self, y: f32, size: f32, tone: Tone, text: &str) {
        let wide = self.paper.face.width(text, size);
        let size = if wide > self.width() {
            size * self.width() / wide
        } else {
            size
        };
        let x = (self.size().0 - self.paper.face.width(text, size)) / 2.0;
        self.text(x, y, size, tone, text);
    }

    /// A heading; level 1 begins a chapter.
    pub fn heading(&mut self, level: u8, text: &str) {
        let (size, before, after) = if level == 1 {
            (17.0, 4.0, 12.0)
        } else {
            (12.5, 13.0, 5.0)
        };
        self.need(size + before + after + 40.0);
        self.y += before + size;
        let at = (self.paper.sheets.len() - 1, self.y - size);
        self.paper
            .headings
            .push((level, text.to_owned(), at.0, at.1));
        self.text(EDGE, self.y, size, Tone::Ink, text);
        self.y += after;
        if level == 1 {
            let (y, right) = (self.y - 5.0, EDGE + self.width());
            self.put(Mark::Line {
                from: (EDGE, y),
                to: (right, y),
                width: 0.8,
                tone: Tone::Ink,
            });
            self.y += 4.0;
        }
    }

    /// A paragraph, set full.
    pub fn paragraph(&mut self, words: &str, size: f32, indent: f32, tone: Tone) {
        let width = self.width();
        self.block(EDGE, width, words, size, indent, tone);
    }

    /// A paragraph in a column.
    pub fn block(&mut self, x: f32, width: f32, words: &str, size: f32, indent: f32, tone: Tone) {
        let lines = text::lines(&self.paper.face, words, size, width, indent);
        let last = lines.len() - 1;
        for (at, line) in lines.into_iter().enumerate() {
            self.need(size * 1.55);
            self.y += size * 1.55;
            let indent = if at == 0 { indent } else { 0.0 };
            let gap = if at == last {
                0.0
            } else {
                text::stretch(&self.paper.face, &line, size, width - indent)
            };
            let y = self.y;
            self.put(Mark::Text {
                x: x + indent,
                y,
                size,
                tone,
                gap,
                text: line,
            });
        }
    }

    /// The cover.
    pub fn cover(&mut self, kind: &str, lines: &[String]) {
        self.sheet(false, false);
        let (width, height) = self.size();
        for (inset, line) in [(30.0, 1.6), (36.0, 0.6)] {
            let corners = [
                (inset, inset),
                (width - inset, inset),
                (width - inset, height - inset),
                (inset, height - inset),
            ];
            for at in 0..4 {
                let (from, to) = (corners[at], corners[(at + 1) % 4]);
                self.put(Mark::Line {
                    from,
                    to,
                    width: line,
                    tone: Tone::Ink,
                });
            }
        }
        let title = self.paper.title().to_owned();
        let shown = text::lines(&self.paper.face, &title, 30.0, self.width() - 60.0, 0.0);
        let mut y = 240.0;
        for line in shown {
            self.centred(y, 30.0, Tone::Ink, &line);
            y += 46.0;
        }
        self.centred(y + 40.0, 44.0, Tone::Red, &spaced(kind));
        let mut y = height - 190.0;
        for line in lines {
            self.centred(y, 13.0, Tone::Ink, line);
            y += 24.0;
        }
    }
}

/// The characters of a short title with spaces between.
fn spaced(text: &str) -> String {
    text.chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join("　")
}
