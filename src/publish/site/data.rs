//! What searches need, as scripts.

use std::collections::BTreeMap;

use serde_json::json;
use tournament::document::GameResult;
use xiangqi::Move;

use super::Edition;
use crate::publish::position::{PositionIndex, shards};

/// The data files: players and games, and the positions.
pub fn scripts(edition: &Edition) -> Vec<(String, String)> {
    let mut scripts = vec![("data/event.js".to_owned(), event(edition))];
    let lines: Vec<Vec<Move>> = edition
        .games
        .iter()
        .map(|game| game.score.plies.iter().map(|ply| ply.mv).collect())
        .collect();
    let index = PositionIndex::build(
        edition
            .games
            .iter()
            .zip(&lines)
            .map(|(game, line)| (game.score.start.clone(), game.score.first, line.as_slice())),
    );
    let bits = shards::bits(&index);
    scripts.push((
        "data/positions.js".to_owned(),
        format!("qipuPositionBits({bits});\n"),
    ));
    for shard in shards::cut(&index, bits, |game| &lines[game as usize]) {
        scripts.push((
            format!("data/positions/{:03x}.js", shard.number),
            shard.script,
        ));
    }
    scripts
}

/// Players `[number, name, unit]`; games `[round, board, red, black, result, opening, plies]`.
fn event(edition: &Edition) -> String {
    let players: Vec<_> = edition
        .document
        .players
        .iter()
        .map(|player| json!([player.number, edition.name(player.number), player.unit]))
        .collect();
    let mut openings: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &edition.games {
        openings.entry(game.opening.zh).or_default();
    }
    for (at, number) in openings.values_mut().enumerate() {
        *number = at;
    }
    let games: Vec<_> = edition
        .games
        .iter()
        .map(|game| {
            let result = match game.result {
                GameResult::Red => 1,
                GameResult::Black => 2,
                GameResult::Draw => 3,
                _ => 0,
            };
            let opening = openings[game.opening.zh];
            let plies = game.score.plies.len();
            json!([
                game.round, game.board, game.red, game.black, result, opening, plies
            ])
        })
        .collect();
    let names: Vec<_> = openings.keys().collect();
    format!(
        "qipuEvent({});\n",
        script_safe(&json!({"players": players, "openings": names, "games": games}).to_string())
    )
}

/// JSON that stays JSON wherever a script is put: no `<`, and none of the two line ends that old
/// browsers take for the end of a statement.
fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}
