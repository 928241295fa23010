//! The games the demo plays: whole real games as bare move lists, without names.

use std::path::Path;

use xiangqi::{Move, Position};

use crate::journal::{Outcome, Reason, Verdict};

const SHIPPED: &str = include_str!("games.txt");

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// How it ended.
    pub outcome: Outcome,
    /// Its moves from the start position, all legal.
    pub moves: Vec<Move>,
}

/// A line of a game list that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct GameListError {
    /// From 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// The games shipped with the product.
///
/// # Panics
/// When the shipped list is damaged, which a test rules out.
pub fn shipped() -> Vec<Game> {
    parse(SHIPPED).expect("the shipped list is checked by a test")
}

/// Reads a list: a game a line, `red|black|draw`, a tab, the moves (`h2e2 h9g7 …`).
///
/// # Errors
/// The first line that is not such a game, or whose moves are not legal.
pub fn parse(text: &str) -> Result<Vec<Game>, GameListError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(at, line)| {
            game(line).map_err(|reason| GameListError {
                line: at + 1,
                reason,
            })
        })
        .collect()
}

/// Reads a list from a file.
///
/// # Errors
/// One line naming the file, and the line in it.
pub fn read(path: &Path) -> Result<Vec<Game>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let games = parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if games.is_empty() {
        return Err(format!("{}: no game in it", path.display()));
    }
    Ok(games)
}

fn game(line: &str) -> Result<Game, String> {
    let (result, text) = line
        .split_once('\t')
        .ok_or("no tab between result and moves")?;
    let verdict = match result {
        "red" => Verdict::Red,
        "black" => Verdict::Black,
        "draw" => Verdict::Draw,
        other => return Err(format!("{other:?} is no result (red, black, draw)")),
    };
    let mut position = Position::start();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv: Move = word.parse().map_err(|_| format!("{word:?} is no move"))?;
        position = position
            .play(mv)
            .map_err(|_| format!("move {} ({word}) is not legal", moves.len() + 1))?;
        moves.push(mv);
    }
    let reason = match (position.end(), verdict) {
        (Some(xiangqi::End::Checkmate), _) => Reason::Checkmate,
        (Some(xiangqi::End::Stalemate), _) => Reason::Stalemate,
        (None, Verdict::Draw) => Reason::Agreement,
        (None, _) => Reason::Resignation,
    };
    Ok(Game {
        outcome: Outcome { verdict, reason },
        moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hundred_whole_games_are_shipped() {
        let games = parse(SHIPPED).expect("every shipped game is legal from start to end");
        assert!(games.len() >= 300, "{} games", games.len());
        assert!(games.iter().all(|game| game.moves.len() >= 20));
        for verdict in [Verdict::Red, Verdict::Black, Verdict::Draw] {
            let share = games
                .iter()
                .filter(|g| g.outcome.verdict == verdict)
                .count();
            assert!(
                share * 10 >= games.len(),
                "{verdict:?}: only {share} of {}",
                games.len()
            );
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = parse("draw\th2e2 h9g7\nred\th2e2 a0a9\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.reason.contains("a0a9"), "{error}");
        assert!(parse("1-0\th2e2").unwrap_err().reason.contains("1-0"));
        assert!(parse("red h2e2").is_err());
    }
}
