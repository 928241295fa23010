//! The real files of `../shared/corpus`, read and compared with what they are known to hold.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use record::{Concern, Game, Hint, Outcome, Reading};
use serde_json::Value;

/// The corpus beside the workspace, or where `QIPU_SHARED` says.
fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("QIPU_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let corpus = shared.join("corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    assert!(
        std::env::var_os("QIPU_REQUIRE_ALL").is_none_or(|value| value != "1"),
        "no corpus at {}",
        corpus.display()
    );
    eprintln!("skipped: no corpus at {}", corpus.display());
    None
}

#[test]
fn every_row_of_the_corpus_is_accounted_for() {
    let Some(corpus) = corpus() else { return };
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
        let mut live = 0;
        for row in expected {
            rows += 1;
            // Libraries number their live entries, the rest is in the order of the file.
            let index = row["game_index"].as_u64().unwrap_or(u64::MAX) as usize;
            live = live.max(index.wrapping_add(1));
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
        _ => compare(row, game.ok_or("no such game")?),
    }
}

fn compare(row: &Value, game: &Game) -> Result<(), String> {
    let status = row["status"].as_str().unwrap_or_default();
    let moves: Vec<String> = game.tree.main_moves().map(|mv| mv.to_string()).collect();
    let wanted: Vec<&str> = row["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
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
    if Some(start.join(" ").as_str()) != row["start_fen"].as_str() {
        return Err(format!(
            "starts {} instead of {}",
            start.join(" "),
            row["start_fen"]
        ));
    }
    let result = match row["result"].as_str() {
        Some("1-0") => Outcome::Red,
        Some("0-1") => Outcome::Black,
        Some("1/2-1/2") => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    if game.outcome != result {
        return Err(format!("{:?} instead of {}", game.outcome, row["result"]));
    }
    for (name, found) in [
        ("nodes", game.tree.moves()),
        ("branch_points_extra", game.tree.variations()),
        ("branches", game.tree.variations()),
        ("comments", game.tree.comments()),
    ] {
        if let Some(wanted) = row[name].as_u64().filter(|wanted| *wanted != found as u64) {
            return Err(format!("{found} {name} instead of {wanted}"));
        }
    }
    for (name, found) in [
        ("red", game.headers.get(record::Field::Red)),
        ("black", game.headers.get(record::Field::Black)),
    ] {
        if let Some(wanted) = row[name]
            .as_str()
            .filter(|wanted| wanted.trim_end_matches('\u{fffd}').trim() != found)
        {
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
        ("illegal", Some((ply, _)), Some(wanted)) if ply as u64 == wanted => Ok(()),
        ("illegal", found, wanted) => Err(format!("fault {found:?} instead of {wanted:?}")),
        (_, Some((ply, concern)), _) => Err(format!("fault at {ply}: {concern}")),
        _ => Ok(()),
    }
}
