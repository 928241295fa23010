//! Small records of every kind, each a file in `data` with what it holds.
//!
//! Above the line `===` stand a word on what the case is about (`#`) and what is expected of the first
//! game; below it the record, which is encoded as `encoding` says before it is read.

use std::path::Path;

use record::{Field, Game, Hint, TextEncoding};

#[test]
fn every_small_record_holds_what_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut wrong = Vec::new();
    let mut cases = 0;
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("it is in the repository")
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    for file in files {
        let name = file.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).expect("cases are UTF-8");
        let (expected, record) = text.split_once("===\n").expect("a case has a record");
        cases += 1;
        if let Err(why) = check(expected, record) {
            wrong.push(format!("{name}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 40, "only {cases} cases");
}

fn check(expected: &str, record: &str) -> Result<(), String> {
    let expected: Vec<(&str, &str)> = expected
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split_once(':').unwrap_or((line, "")))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect();
    let get = |key: &str| {
        expected
            .iter()
            .find(|(found, _)| *found == key)
            .map(|(_, value)| *value)
    };
    let encoding = match get("encoding") {
        Some("gb18030") => TextEncoding::Gb18030,
        Some("big5") => TextEncoding::Big5,
        Some("utf-16le") => TextEncoding::Utf16Le,
        None => TextEncoding::Utf8,
        other => return Err(format!("the case names the encoding {other:?}")),
    };
    let (mut bytes, lost) = encoding.encode(record);
    if lost > 0 {
        return Err(format!(
            "{lost} characters of the case are not in its encoding"
        ));
    }
    if encoding == TextEncoding::Utf16Le {
        bytes.splice(0..0, [0xFF, 0xFE]);
    }
    let reading = match (
        record::read(&bytes, Hint::from_name(get("name").unwrap_or(""))),
        get("refused"),
    ) {
        (Err(error), Some(wanted)) if error.to_string().contains(wanted) => return Ok(()),
        (Err(error), _) => return Err(error.to_string()),
        (Ok(_), Some(_)) => return Err("it was read".into()),
        (Ok(reading), None) => reading,
    };
    let count: usize = get("games").map_or(1, |count| count.parse().expect("a number"));
    if reading.games.len() != count {
        return Err(format!("{} games", reading.games.len()));
    }
    let game = &reading.games[0];
    let read_as = game.origin.as_ref().and_then(|origin| origin.encoding);
    if read_as != Some(encoding) {
        return Err(format!("read as {read_as:?}"));
    }
    for (key, wanted) in &expected {
        let found = value(game, key, &reading.games);
        let fits = match *key {
            "warning" => found.contains(wanted),
            "encoding" | "games" | "name" => true,
            _ => found == *wanted,
        };
        if !fits {
            return Err(format!("{key} is {found:?} instead of {wanted:?}"));
        }
    }
    let is_faulty = game.fault().is_some() || game.has_loss();
    if is_faulty && get("fault").is_none() && get("warning").is_none() {
        return Err(format!("{:?}", game.warnings));
    }
    Ok(())
}

fn value(game: &Game, key: &str, games: &[Game]) -> String {
    let moves = |game: &Game| {
        game.tree
            .main_moves()
            .map(|mv| mv.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match key {
        "start" => game
            .start
            .to_string()
            .split(' ')
            .take(2)
            .collect::<Vec<_>>()
            .join(" "),
        "moves" => moves(game),
        "moves of the last" => games.last().map(moves).unwrap_or_default(),
        "plies" => game.tree.main_line().count().to_string(),
        "nodes" => game.tree.moves().to_string(),
        "variations" => game.tree.variations().to_string(),
        "comments" => game.tree.comments().to_string(),
        "result" => game.outcome.name().to_owned(),
        "end" => game.close().name().to_owned(),
        "format" => game
            .origin
            .as_ref()
            .map_or("", |origin| origin.format.name())
            .to_owned(),
        "tail" => game.tail.replace('\n', "|"),
        "comment" => game
            .tree
            .main_line()
            .chain([record::Tree::ROOT])
            .map(|node| game.tree.comment(node).replace('\n', "|"))
            .filter(|comment| !comment.is_empty())
            .collect::<Vec<_>>()
            .join("/"),
        "fault" => game
            .fault()
            .map_or_else(String::new, |fault| format!("{} {}", fault.ply, fault.text))
            .trim_end()
            .to_owned(),
        "warning" => game
            .warnings
            .iter()
            .map(|w| w.concern.to_string())
            .collect::<Vec<_>>()
            .join("; "),
        key => {
            let field = Field::ALL.into_iter().find(|field| field.tag() == key);
            field
                .map_or_else(|| game.headers.other(key), |field| game.headers.get(field))
                .to_owned()
        }
    }
}
