//! Pages as lists of marks, and the PDF made of them.
//!
//! Pages are kept as data until the last one is known, because each says how many there are.

use std::collections::BTreeSet;

use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

use super::face::Face;

/// Colours of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Text and lines.
    Ink,
    /// What is said aside.
    Muted,
    /// Red's.
    Red,
    /// Thin lines.
    Rule,
    /// Ground of headings.
    Ground,
    /// White paper.
    White,
}

impl Tone {
    fn colour(self) -> rgb::Color {
        match self {
            Self::Ink => rgb::Color::new(0x2a, 0x25, 0x20),
            Self::Muted => rgb::Color::new(0x7a, 0x6c, 0x56),
            Self::Red => rgb::Color::new(0xa8, 0x26, 0x1c),
            Self::Rule => rgb::Color::new(0xc9, 0xba, 0x9b),
            Self::Ground => rgb::Color::new(0xf3, 0xea, 0xd7),
            Self::White => rgb::Color::new(0xff, 0xff, 0xff),
        }
    }
}

/// A mark on a page; points from the top left corner.
#[derive(Debug, Clone)]
pub enum Mark {
    /// A line of text; `gap` is added after every character.
    Text {
        x: f32,
        y: f32,
        size: f32,
        tone: Tone,
        gap: f32,
        text: String,
    },
    /// A line.
    Line {
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        tone: Tone,
    },
    /// A filled rectangle.
    Field {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        tone: Tone,
    },
    /// A circle, filled and drawn round.
    Disc {
        x: f32,
        y: f32,
        radius: f32,
        fill: Tone,
        line: Tone,
        width: f32,
    },
}

/// A page.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub width: f32,
    pub height: f32,
    pub marks: Vec<Mark>,
    /// Whether it has a number at its foot.
    pub numbered: bool,
}

/// The pages of a print.
#[derive(Debug)]
pub struct Paper {
    pub face: Face,
    pub sheets: Vec<Sheet>,
    /// Headings for the table of contents: level from 1, text, page from 0, height on it.
    pub headings: Vec<(u8, String, usize, f32)>,
    title: String,
}

impl Paper {
    pub fn new(title: &str) -> Self {
        Self {
            face: Face::text(),
            sheets: Vec::new(),
            headings: Vec::new(),
            title: title.to_owned(),
        }
    }

    pub fn pages(&self) -> usize {
        self.sheets.len()
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// The PDF, and the characters it could not show.
    pub fn finish(self, kind: &str) -> Result<(Vec<u8>, Vec<char>), String> {
        let mut document = Document::new_with(SerializeSettings::default());
        let mut unprintable = BTreeSet::new();
        let numbered = self.sheets.iter().filter(|sheet| sheet.numbered).count();
        let mut number = 0;
        for sheet in &self.sheets {
            let settings =
                PageSettings::from_wh(sheet.width, sheet.height).ok_or("a page has no size")?;
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            for mark in &sheet.marks {
                if let Mark::Text { text, .. } = mark {
                    unprintable.extend(text.chars().filter(|letter| !self.face.has(*letter)));
                }
                draw(&mut surface, &self.face, mark);
            }
            if sheet.numbered {
                number += 1;
                draw_foot(&mut surface, &self, sheet, kind, number, numbered);
            }
            surface.finish();
            page.finish();
        }
        document.set_outline(self.outline());
        document.set_metadata(
            Metadata::new()
                .title(format!("{} {kind}", self.title))
                .language("zh-CN".to_owned())
                .creator(format!("qipu {}", env!("CARGO_PKG_VERSION"))),
        );
        let bytes = document.finish().map_err(|error| format!("{error:?}"))?;
        Ok((bytes, unprintable.into_iter().collect()))
    }

    fn outline(&self) -> Outline {
        let mut outline = Outline::new();
        let mut open: Option<OutlineNode> = None;
        for (level, text, page, y) in &self.headings {
            let target = XyzDestination::new(*page, Point::from_xy(0.0, *y));
            let node = OutlineNode::new(text.clone(), target);
            match (level, &mut open) {
                (2.., Some(chapter)) => chapter.push_child(node),
                _ => {
                    if let Some(chapter) = open.replace(node) {
                        outline.push_child(chapter);
                    }
                }
            }
        }
        if let Some(chapter) = open {
            outline.push_child(chapter);
        }
        outline
    }
}

fn draw_foot(
    surface: &mut Surface<'_>,
    paper: &Paper,
    sheet: &Sheet,
    kind: &str,
    number: usize,
    of: usize,
) {
    let foot = |x: f32, text: String| Mark::Text {
        x,
        y: sheet.height - 28.0,
        size: 8.5,
        tone: Tone::Muted,
        gap: 0.0,
        text,
    };
    let left = format!("{}　{kind}", paper.title);
    draw(surface, &paper.face, &foot(48.0, left));
    let right = format!("{number} / {of}");
    let width = paper.face.width(&right, 8.5);
    draw(
        surface,
        &paper.face,
        &foot(sheet.width - 48.0 - width, right),
    );
}

fn fill(tone: Tone) -> Fill {
    Fill {
        paint: tone.colour().into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::NonZero,
    }
}

fn stroke(tone: Tone, width: f32) -> Stroke {
    Stroke {
        paint: tone.colour().into(),
        width,
        ..Stroke::default()
    }
}

fn draw(surface: &mut Surface<'_>, face: &Face, mark: &Mark) {
    match mark {
        Mark::Text {
            x,
            y,
            size,
            tone,
            gap,
            text,
        } => {
            surface.set_stroke(None);
            surface.set_fill(Some(fill(*tone)));
            let mut glyphs = Vec::with_capacity(text.len() / 3 + 1);
            for (at, letter) in text.char_indices() {
                let (glyph, advance) = face.glyph(letter);
                glyphs.push(KrillaGlyph::new(
                    GlyphId::new(glyph),
                    advance + gap / size,
                    0.0,
                    0.0,
                    0.0,
                    at..at + letter.len_utf8(),
                    None,
                ));
            }
            let start = Point::from_xy(*x, *y);
            surface.draw_glyphs(start, &glyphs, face.font.clone(), text, *size, false);
        }
        Mark::Line {
            from,
            to,
            width,
            tone,
        } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            surface.set_fill(None);
            surface.set_stroke(Some(stroke(*tone, *width)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Field {
            x,
            y,
            width,
            height,
            tone,
        } => {
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                path.push_rect(rect);
            }
            surface.set_stroke(None);
            surface.set_fill(Some(fill(*tone)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Disc {
            x,
            y,
            radius,
            fill: inside,
            line,
            width,
        } => {
            // Four arcs; 0.5523 of the radius makes a cubic curve a quarter of a circle.
            let (r, k) = (*radius, radius * 0.5523);
            let mut path = PathBuilder::new();
            path.move_to(x + r, *y);
            path.cubic_to(x + r, y + k, x + k, y + r, *x, y + r);
            path.cubic_to(x - k, y + r, x - r, y + k, x - r, *y);
            path.cubic_to(x - r, y - k, x - k, y - r, *x, y - r);
            path.cubic_to(x + k, y - r, x + r, y - k, x + r, *y);
            path.close();
            surface.set_fill(Some(fill(*inside)));
            surface.set_stroke(Some(stroke(*line, *width)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}
