//! The real files of `../shared/corpus`, read and compared with what they are known to hold.

mod shared;

use std::collections::BTreeMap;

use record::{Concern, Game, Hint, Outcome, Reading};
use serde_json::Value;

#[test]
fn every_row_of_the_corpus_is_accounted_for() {
    let Some(corpus) = shared::corpus() else {
        return;
    };
    let expected = std::fs::read_to_string(corpus.join("expected.jsonl")).expect("it is there");
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).expect("it is JSON");
        let file = row["file"]
            .as_str()
            .expect("each row names its file")
            .to_owned();
        files.entry(file).or_default().push(row);
    }
    let (mut rows, mut wrong) = (0, Vec::new());
    for (name, expected) in &files {
        let bytes = std::fs::read(corpus.join(name)).expect("the corpus is whole");
        let reading = record::read(&bytes, Hint::from_name(name));
        for row in expected {
            rows += 1;
            // Libraries number their live entries, the rest is in the order of the file.
            let index = row["game_index"].as_u64().unwrap_or(u64::MAX) as usize;
            if let Err(why) = account(row, index, reading.as_ref()) {
                wrong.push(format!("{name} #{index} ({}): {why}", row["status"]));
            }
        }
    }
    eprintln!("{} of {rows} rows accounted for", rows - wrong.len());
    for line in wrong.iter().take(20000) {
        eprintln!("{line}");
    }
    assert!(wrong.is_empty(), "{} rows differ", wrong.len());
    assert_eq!(rows, 7192);
}

/// A name without the half characters and left-over lengths that some readers keep.
fn bare(name: &str) -> &str {
    name.trim_matches(|letter: char| {
        letter == '\u{fffd}' || letter.is_control() || letter.is_whitespace()
    })
}

fn account(
    row: &Value,
    index: usize,
    reading: Result<&Reading, &record::RecordError>,
) -> Result<(), String> {
    let status = row["status"].as_str().unwrap_or_default();
    if status == "unreadable" {
        return match reading {
            Err(error) if !error.to_string().is_empty() => Ok(()),
            other => Err(format!("not refused: {other:?}")),
        };
    }
    let reading = match reading {
        Ok(reading) => reading,
        Err(_) if status == "no-game" => return Ok(()),
        Err(error) => return Err(format!("refused: {error}")),
    };
    let game = reading
        .games
        .iter()
        .find(|game| game.origin.as_ref().unwrap().index == index);
    match status {
        "heading" | "deleted" if game.is_some() => Err("taken for a game".into()),
        // The reader the rows come from found no game there; more than that is no harm.
        "heading" | "deleted" | "no-game" => Ok(()),
        _ if is_cut_by_name(row) => is_among(row, reading),
        _ => compare(row, game.ok_or("no such game")?),
    }
}

/// Six files have a carriage return inside the tag of a player. The rows take that for the end of the
/// tag, and so find a game without moves before the one there is; `red` then begins with the tab that
/// stands there. Their moves must be those of a game of the file all the same.
fn is_cut_by_name(row: &Value) -> bool {
    const FILES: [&str; 6] = [
        "351cfa699edc",
        "6a8c7374ba2b",
        "a51db55eeb63",
        "c99be0d2c919",
        "caaa1466242d",
        "de9ebe4704f4",
    ];
    row["file"]
        .as_str()
        .is_some_and(|file| FILES.iter().any(|name| file.contains(name)))
}

fn is_among(row: &Value, reading: &Reading) -> Result<(), String> {
    let wanted = moves_of(row);
    let found = reading.games.iter().any(|game| game_moves(game) == wanted);
    if wanted.is_empty() || found {
        Ok(())
    } else {
        Err("no game with these moves".into())
    }
}

fn moves_of(row: &Value) -> Vec<String> {
    let moves: Vec<String> = row["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    if is_turned(row) {
        moves.iter().map(|mv| turned(mv)).collect()
    } else {
        moves
    }
}

/// One exporter writes `-b` into every FEN, whoever moves first (formats.md 1). Where the first move
/// fits both sides by its text, the rows believe it and have the game turned by half a circle. The
/// Chinese numerals of the first move, the titles, and the same games in coordinates beside them in
/// the corpus say that Red moves first.
fn is_turned(row: &Value) -> bool {
    let flags = row["flags"].as_array().expect("a list");
    row["start_fen"]
        .as_str()
        .is_some_and(|fen| fen.starts_with("rnbakabnr/9/1c5c1") && fen.ends_with(" b"))
        && flags.iter().any(|flag| flag == "odd-fen-side -b")
}

fn turned(mv: &str) -> String {
    mv.bytes()
        .map(|byte| match byte {
            b'a'..=b'i' => char::from(b'a' + b'i' - byte),
            digit => char::from(b'0' + b'9' - digit),
        })
        .collect()
}

fn game_moves(game: &Game) -> Vec<String> {
    game.tree.main_moves().map(|mv| mv.to_string()).collect()
}

fn compare(row: &Value, game: &Game) -> Result<(), String> {
    let status = row["status"].as_str().unwrap_or_default();
    let flags = row["flags"].as_array().expect("a list");
    let (moves, wanted) = (game_moves(game), moves_of(row));
    // A row without moves is one whose reader understood none; ours may understand more.
    if moves != wanted && !(status == "no-moves" && game.fault().is_none()) {
        let same = moves
            .iter()
            .zip(&wanted)
            .take_while(|(a, b)| a == b)
            .count();
        return Err(format!(
            "{} moves instead of {}, the first {same} the same: {:?} for {:?}; {:?}",
            moves.len(),
            wanted.len(),
            moves.get(same),
            wanted.get(same),
            game.warnings.first(),
        ));
    }
    let start = game.start.to_string();
    let start: Vec<&str> = start.split(' ').take(2).collect();
    let start = start.join(" ");
    let wanted = row["start_fen"].as_str().expect("a text");
    // Some rows keep the fields that have run together as a part of the board.
    let wanted = wanted.replace("w--01 ", " ");
    if start != wanted && !is_turned(row) {
        return Err(format!("starts {start} instead of {wanted}"));
    }
    let result = match row["result"].as_str() {
        Some("1-0") => Outcome::Red,
        Some("0-1") => Outcome::Black,
        Some("1/2-1/2") => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    // That page has two games, and the row the moves of the first with the result of the second.
    let is_mixed = row["file"]
        .as_str()
        .is_some_and(|file| file.contains("b385e56436a4"));
    if game.outcome != result && !is_mixed {
        return Err(format!("{:?} instead of {}", game.outcome, row["result"]));
    }
    for (name, found) in [
        ("nodes", game.tree.moves()),
        ("branch_points_extra", game.tree.variations()),
        ("branches", game.tree.variations()),
        ("comments", game.tree.comments()),
    ] {
        // The rows do not count variations where they are told by repeated numbers.
        let counted = !(name == "branches" && flags.iter().any(|f| f == "movelist-12char-records"));
        let wanted = row[name].as_u64().filter(|wanted| *wanted != found as u64);
        if let Some(wanted) = wanted.filter(|_| counted) {
            return Err(format!("{found} {name} instead of {wanted}"));
        }
    }
    for (name, found) in [
        ("red", game.headers.get(record::Field::Red)),
        ("black", game.headers.get(record::Field::Black)),
    ] {
        let wanted = row[name].as_str().filter(|wanted| !wanted.is_empty());
        if let Some(wanted) = wanted.filter(|wanted| bare(wanted) != found && !is_mixed) {
            return Err(format!("{name} is {found:?} instead of {wanted:?}"));
        }
    }
    let illegal = game
        .warnings
        .iter()
        .filter(|warning| {
            matches!(
                warning.concern,
                Concern::Illegal { .. } | Concern::Impossible { .. }
            )
        })
        .count();
    if let Some(wanted) = row["illegal_nodes_in_tree"].as_u64()
        && (wanted == 0) != (illegal == 0)
    {
        return Err(format!(
            "{illegal} illegal moves in the tree instead of {wanted}"
        ));
    }
    match (status, game.fault(), row["first_illegal"]["ply"].as_u64()) {
        ("illegal", Some(fault), Some(wanted)) if fault.ply as u64 == wanted => Ok(()),
        ("illegal", found, wanted) => Err(format!("fault {found:?} instead of {wanted:?}")),
        (_, Some(fault), _) => Err(format!("fault at {}: {}", fault.ply, fault.concern)),
        _ => Ok(()),
    }
}
