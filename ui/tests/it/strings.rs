//! Every text in both languages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files under a folder whose names end so.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    found
}

/// The texts between `open` and the next unescaped quotation mark.
fn quoted<'a>(text: &'a str, open: &str) -> Vec<&'a str> {
    text.match_indices(open)
        .map(|(at, _)| {
            let rest = &text[at + open.len()..];
            &rest[..rest.find('"').expect("a closing quotation mark")]
        })
        .collect()
}

/// The translations: Chinese to English.
fn english() -> BTreeMap<String, String> {
    let po = fs::read_to_string(folder().join("lang/en/LC_MESSAGES/qipu-ui.po")).expect("the .po");
    let po = format!("\n{po}");
    let ids = quoted(&po, "\nmsgid \"");
    let texts = quoted(&po, "\nmsgstr \"");
    assert_eq!(ids.len(), texts.len(), "a msgid without a msgstr");
    ids.into_iter()
        .map(str::to_owned)
        .zip(texts.into_iter().map(str::to_owned))
        .collect()
}

#[test]
fn every_text_has_its_english() {
    let english = english();
    let mut used = Vec::new();
    for file in files(&folder(), "slint") {
        let text = fs::read_to_string(&file).expect("a screen");
        for chinese in quoted(&text, "@tr(\"") {
            let translated = english.get(chinese).map_or("", String::as_str);
            assert!(
                !translated.is_empty(),
                "{}: no English for {chinese}",
                file.display()
            );
            let holes = |text: &str| text.matches("{}").count();
            assert_eq!(
                holes(chinese),
                holes(translated),
                "{chinese} / {translated}"
            );
            used.push(chinese.to_owned());
        }
    }
    assert!(used.len() > 100, "only {} texts found", used.len());
    let unused: Vec<&String> = english
        .keys()
        .filter(|id| !id.is_empty() && !used.contains(id))
        .collect();
    assert!(unused.is_empty(), "translated and never shown: {unused:?}");
}

/// A text a person sees goes through `@tr`; only labels that read the same in both languages do not.
#[test]
fn no_chinese_stands_outside_tr() {
    const SAME_IN_BOTH: [&str; 4] = ["中文", "楚", "河", "漢"];
    for file in files(&folder(), "slint") {
        let text = fs::read_to_string(&file).expect("a screen");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let outside = code.replace("@tr(\"", "\"\u{1}");
            for part in outside.split('"').skip(1).step_by(2) {
                let translated = part.starts_with('\u{1}');
                let chinese = part.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
                let figures = part.chars().count() <= 1 || SAME_IN_BOTH.contains(&part);
                assert!(
                    !chinese || translated || figures,
                    "{}:{}: {part:?} is not translated",
                    file.display(),
                    number + 1
                );
            }
        }
    }
}
