//! `qipu perft`: how many lines of legal moves start from a position.

use std::collections::BTreeMap;

use xiangqi::{FenError, Position, perft};

use super::{CliResult, Failure, Outcome};

/// 数出合法着法的变化数，用以核对着法规则。 Counts lines of legal moves, to check the rules of movement.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 起始局面。 The position to start from.
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// 着数（双方各走一着算两着）。 How many plies deep.
    #[arg(long, value_name = "N")]
    depth: u32,
    /// 逐一列出第一着的变化数。 Prints the count of every first move too.
    #[arg(long)]
    divide: bool,
}

/// Prints `nodes N` as the last line, after a line `MOVE N` for every first move if asked.
///
/// # Errors
/// [`Failure::Input`] when the FEN cannot be played on.
#[allow(clippy::needless_pass_by_value)] // every command takes its arguments so
pub fn run(arguments: Arguments) -> CliResult {
    let wrong = |error: FenError| Failure::Input(format!("--fen: {} ({error})", error.chinese()));
    let setup = arguments.fen.parse().map_err(wrong)?;
    // Published lists of counts hold a position with the generals facing.
    let position =
        Position::from_setup_facing(&setup).map_err(|error| wrong(FenError::Invalid(error)))?;
    if arguments.divide && arguments.depth > 0 {
        let mut counts = BTreeMap::new();
        for mv in position.legal_moves() {
            if let Ok(next) = position.play(mv) {
                counts.insert(mv.to_string(), perft(&next, arguments.depth - 1));
            }
        }
        for (mv, nodes) in &counts {
            println!("{mv} {nodes}");
        }
        println!("nodes {}", counts.values().sum::<u64>());
    } else {
        println!("nodes {}", perft(&position, arguments.depth));
    }
    Ok(Outcome::Done)
}
