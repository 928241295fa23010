//! What an engine thinks of published games. Never on a terminal, and always told as the machine's
//! word: its comments begin with [`MACHINE`].
//!
//! Any engine that speaks UCI and knows xiangqi runs as a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use xiangqi::notation::{chinese, uci};
use xiangqi::{Position, Setup, Side};

use super::{Edition, GameRecord, MACHINE};

/// How long an engine may say nothing before it is given up.
const PATIENCE: Duration = Duration::from_secs(60);
/// A mate is told as this many hundredths of a soldier, less one for each move to it.
pub const MATE: i32 = 30_000;
/// A move that costs more than this is worth a comment.
const WORTH_SAYING: i32 = 150;

/// How much an engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nodes it searches for each position.
    pub nodes: u64,
    /// Only boards up to this one.
    pub boards: u32,
}

/// Why games could not be annotated.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It cannot be started.
    #[error("engine {command}: {error}")]
    Start {
        /// The command.
        command: String,
        /// Why not.
        error: std::io::Error,
    },
    /// It ended or said nothing for a minute.
    #[error("engine: no answer to `{0}`")]
    Silent(String),
    /// It does not know xiangqi.
    #[error("engine: {0} does not play xiangqi")]
    NoXiangqi(String),
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// What it calls itself.
    pub name: String,
}

/// What an engine thinks of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// From the side to move, hundredths of a soldier; mates as [`MATE`].
    pub score: i32,
    /// The move it would play, in its own coordinates.
    pub best: String,
}

impl Engine {
    /// Starts an engine: a programme and its arguments, parted by spaces.
    ///
    /// # Errors
    /// When it cannot be started, does not answer, or knows no xiangqi.
    pub fn start(command: &str) -> Result<Self, EngineError> {
        let mut words = command.split_whitespace();
        let fault = |error| EngineError::Start {
            command: command.to_owned(),
            error,
        };
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(fault)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Silent("start".to_owned()));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self {
            child,
            input,
            lines,
            name: command.to_owned(),
        };
        engine.introduce()?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        let (mut knows, mut name) = (false, None);
        self.ask("uci", "uciok", |line| {
            knows |= line.starts_with("option name UCI_Variant") && line.contains("xiangqi");
            name = line
                .strip_prefix("id name ")
                .map(str::to_owned)
                .or(name.take());
        })?;
        if let Some(name) = name {
            self.name = name;
        }
        if !knows {
            return Err(EngineError::NoXiangqi(self.name.clone()));
        }
        self.say("setoption name UCI_Variant value xiangqi")?;
        self.ask("isready", "readyok", |_| {})
    }

    fn say(&mut self, words: &str) -> Result<(), EngineError> {
        writeln!(self.input, "{words}")
            .and_then(|()| self.input.flush())
            .map_err(|_| EngineError::Silent(words.to_owned()))
    }

    fn ask(
        &mut self,
        words: &str,
        until: &str,
        mut hear: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        self.say(words)?;
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    hear(&line);
                    if line.starts_with(until) {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Silent(words.to_owned()));
                }
            }
        }
    }

    /// Asks for its opinion on the position after some moves.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn opinion(
        &mut self,
        start_fen: &str,
        moves: &[String],
        nodes: u64,
    ) -> Result<Opinion, EngineError> {
        self.say(&format!(
            "position fen {start_fen} moves {}",
            moves.join(" ")
        ))?;
        let (mut score, mut best) = (0, None);
        self.ask(&format!("go nodes {nodes}"), "bestmove", |line| {
            if let Some(found) = score_of(line) {
                score = found;
            }
            if let Some(mv) = line.strip_prefix("bestmove ") {
                best = mv.split_whitespace().next().map(str::to_owned);
            }
        })?;
        Ok(Opinion {
            score,
            best: best.unwrap_or_default(),
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself; then both fail and nothing is left to do.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The score of an `info` line.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|word| *word == "score")?;
    match (words.next()?, words.next()?.parse::<i32>().ok()?) {
        ("cp", score) => Some(score.clamp(-MATE, MATE)),
        ("mate", moves @ 1..) => Some(MATE - moves),
        ("mate", moves) => Some(-MATE - moves),
        _ => None,
    }
}

/// Annotates the games of the top boards.
///
/// # Errors
/// Why the engine could not be used; games annotated before stay so.
pub fn annotate(edition: &mut Edition, command: &str, limits: Limits) -> Result<(), EngineError> {
    let mut engine = Engine::start(command)?;
    for game in edition
        .games
        .iter_mut()
        .filter(|game| game.board <= limits.boards)
    {
        one(&mut engine, game, limits.nodes)?;
    }
    Ok(())
}

fn one(engine: &mut Engine, game: &mut GameRecord, nodes: u64) -> Result<(), EngineError> {
    let setup = Setup::from((game.score.start.clone(), game.score.first));
    let Ok(mut position) = Position::from_setup(&setup) else {
        return Ok(());
    };
    let fen = position.to_fen();
    let mut moves = Vec::new();
    let mut before = engine.opinion(&fen, &moves, nodes)?;
    let nodes_of: Vec<_> = game.record.tree.main_line().collect();
    game.evaluations.clear();
    for (ply, node) in game.score.plies.iter().zip(nodes_of) {
        // The engine is asked about legal games only.
        let Ok(next) = position.play(ply.mv) else {
            break;
        };
        moves.push(uci::format(&position, ply.mv));
        let over = next.end().is_some();
        let after = if over {
            // Whoever is to move has lost (3.2, 3.3).
            Opinion {
                score: -MATE,
                best: String::new(),
            }
        } else {
            engine.opinion(&fen, &moves, nodes)?
        };
        let red = if ply.side == Side::Red {
            -after.score
        } else {
            after.score
        };
        game.evaluations.push(Some(red));
        let cost = before.score + after.score;
        if cost > WORTH_SAYING && before.score.abs() < MATE / 2 {
            let better = uci::parse(&position, &before.best)
                .map(|mv| chinese::format(&position, mv))
                .unwrap_or_default();
            let text = format!(
                "{MACHINE} {}（此前 {}），可考虑 {better}",
                soldiers(red),
                {
                    soldiers(if ply.side == Side::Red {
                        before.score
                    } else {
                        -before.score
                    })
                }
            );
            game.record.tree.add_comment(node, &text);
        }
        before = after;
        position = next;
    }
    let about = format!(
        "{MACHINE} 本局由引擎 {} 评估，每着 {nodes} 节点；为机器所见，仅供参考",
        engine.name
    );
    game.record.tree.add_comment(record::Tree::ROOT, &about);
    Ok(())
}

/// `+0.35`, `-2.10`, `红方可杀`.
fn soldiers(score: i32) -> String {
    match score {
        score if score > MATE / 2 => "红方可杀".to_owned(),
        score if score < -MATE / 2 => "黑方可杀".to_owned(),
        score => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_mates_are_read_from_info_lines() {
        assert_eq!(
            score_of("info depth 8 seldepth 10 score cp -35 nodes 9 pv h3e3"),
            Some(-35)
        );
        assert_eq!(
            score_of("info depth 8 score mate 3 nodes 9"),
            Some(MATE - 3)
        );
        assert_eq!(
            score_of("info depth 8 score mate -2 nodes 9"),
            Some(-MATE + 2)
        );
        assert_eq!(score_of("info string score cp"), None);
        assert_eq!(score_of("bestmove h3e3"), None);
        assert_eq!(
            [35, -210, MATE - 2].map(soldiers),
            ["+0.35", "-2.10", "红方可杀"]
        );
    }
}
