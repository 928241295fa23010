//! A character that a font lacks vanishes without a word; so every one that can come up is looked
//! for in the fonts.

use std::collections::BTreeSet;
use std::fs;

use skrifa::{FontRef, MetadataProvider};

use crate::strings::{files, folder};

const TEXT: &[u8] = include_bytes!("../../fonts/QipuText.ttf");
const DISPLAY: &[u8] = include_bytes!("../../fonts/QipuDisplay.ttf");

fn missing(font: &[u8], characters: &BTreeSet<char>) -> String {
    let font = FontRef::new(font).expect("a TrueType font");
    let map = font.charmap();
    characters
        .iter()
        .filter(|c| map.map(**c).is_none())
        .collect()
}

fn characters(text: &str) -> BTreeSet<char> {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn read_all(files: &[std::path::PathBuf]) -> String {
    files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text file"))
        .collect()
}

#[test]
fn every_character_of_the_screens_is_in_both_fonts() {
    let mut sources = files(&folder(), "slint");
    sources.extend(files(&folder().join("lang"), "po"));
    let shown = characters(&read_all(&sources));
    assert!(shown.len() > 300, "only {} characters found", shown.len());
    assert_eq!(missing(TEXT, &shown), "", "run ui/fonts/subset.py");
    assert_eq!(missing(DISPLAY, &shown), "", "run ui/fonts/subset.py");
}

#[test]
fn every_character_of_the_programs_words_is_in_the_text_font() {
    let mut sources = files(&folder().join("../src/kiosk"), "rs");
    // The reasons of illegal moves, and the notation.
    sources.push(folder().join("../src/xiangqi/illegal.rs"));
    sources.extend(files(&folder().join("../src/xiangqi/notation"), "rs"));
    assert_eq!(
        missing(TEXT, &characters(&read_all(&sources))),
        "",
        "run ui/fonts/subset.py"
    );
}

#[test]
fn every_name_by_the_national_table_can_be_shown() {
    let table = fs::read_to_string(folder().join("fonts/tongyong.txt")).expect("the table");
    let names = characters(&table);
    assert_eq!(names.len(), 8105, "通用规范汉字表 has 8,105 characters");
    assert_eq!(missing(TEXT, &names), "");
    assert_eq!(missing(TEXT, &characters("喆堃玥䶮镕")), "");
}

#[test]
fn both_forms_of_every_piece_are_in_the_display_font() {
    assert_eq!(
        missing(
            DISPLAY,
            &characters("帥將仕士相象俥車傌馬炮砲兵卒楚河漢界0123456789:.")
        ),
        ""
    );
}

/// A running clock must not dance: all figures are equally wide.
#[test]
fn figures_are_equally_wide() {
    for font in [TEXT, DISPLAY] {
        let font = FontRef::new(font).expect("a TrueType font");
        let metrics = font.glyph_metrics(
            skrifa::instance::Size::unscaled(),
            skrifa::instance::LocationRef::default(),
        );
        let widths: BTreeSet<String> = "0123456789"
            .chars()
            .map(|figure| {
                let glyph = font.charmap().map(figure).expect("a figure");
                format!("{:?}", metrics.advance_width(glyph))
            })
            .collect();
        assert_eq!(widths.len(), 1, "{widths:?}");
    }
}
