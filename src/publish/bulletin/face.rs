//! The type everything is printed in: glyphs and how wide they are.

use std::sync::{Arc, LazyLock};

use krilla::text::Font;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};

/// Subset of Noto Serif SC, Medium (OFL-1.1, see ui/fonts/OFL.txt): GB 2312 and 通用规范汉字表.
const TEXT: &[u8] = include_bytes!("../../../ui/fonts/QipuText.ttf");

/// The typeface.
#[derive(Clone)]
pub struct Face {
    pub(super) font: Font,
    glyphs: Arc<Glyphs>,
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Face").finish_non_exhaustive()
    }
}

struct Glyphs {
    font: FontRef<'static>,
    em: f32,
}

/// What stands for a character the font lacks: the printers' 〓 has no glyph everywhere, so a frame.
const STAND_IN: char = '□';

impl Face {
    /// The typeface of the program.
    ///
    /// # Panics
    /// Never: the font is part of the program, and a test reads it.
    pub fn text() -> Self {
        static FACE: LazyLock<Face> = LazyLock::new(|| {
            let font = FontRef::new(TEXT).expect("the font is part of the program");
            let em = f32::from(
                font.metrics(Size::unscaled(), LocationRef::default())
                    .units_per_em,
            );
            Face {
                font: Font::new(TEXT.into(), 0).expect("the font is part of the program"),
                glyphs: Arc::new(Glyphs { font, em }),
            }
        });
        FACE.clone()
    }

    /// Whether the font has a character.
    pub fn has(&self, letter: char) -> bool {
        self.glyphs
            .font
            .charmap()
            .map(letter)
            .is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// The glyph of a character and its width in ems.
    pub(super) fn glyph(&self, letter: char) -> (u32, f32) {
        let shown = if self.has(letter) { letter } else { STAND_IN };
        let glyph = self.glyphs.font.charmap().map(shown).unwrap_or_default();
        let metrics = self
            .glyphs
            .font
            .glyph_metrics(Size::unscaled(), LocationRef::default());
        (
            glyph.to_u32(),
            metrics.advance_width(glyph).unwrap_or(self.glyphs.em) / self.glyphs.em,
        )
    }

    /// How wide a text is at a size, in points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.glyph(letter).1).sum::<f32>() * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_names_and_notation_has_a_glyph() {
        let face = Face::text();
        let common = "帥仕相俥傌炮兵將士象車馬砲卒一二三四五六七八九１２３４５６７８９进退平前中后\
                      楚河漢界：，。、（）《》“”—…·→＋－喆堃镕玥0123456789½";
        let missing: String = common.chars().filter(|letter| !face.has(*letter)).collect();
        assert_eq!(missing, "");
        assert!(!face.has('\u{20bb7}'), "𠮷 is in neither list");
        assert!(
            (face.width("中", 10.0) - 10.0).abs() < 0.01,
            "a character is as wide as it is high"
        );
    }
}
