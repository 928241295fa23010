//! Exit codes, decided in one place.
//!
//! 0 done · 1 done, and what was checked failed · 2 wrong usage or unreadable input ·
//! 3 the environment failed (disk, port, database).

use std::process::ExitCode;

/// How a command that ran to its end came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Done (exit code 0).
    Done,
    /// Done, and what was checked failed: an illegal game, a broken chain, no possible pairing
    /// (exit code 1). The command has already said what.
    CheckFailed,
}

/// Why a command could not do its work. The text is one line and names the thing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Wrong usage or unreadable input, with file, line or byte, and reason (exit code 2).
    #[error("{0}")]
    Input(String),
    /// The disk, a port, the database failed (exit code 3).
    #[error("{0}")]
    Environment(String),
}

/// What every command returns.
pub type CliResult = Result<Outcome, Failure>;

/// Says a failure on stderr and turns the result into the exit code.
pub(super) fn report(result: CliResult) -> ExitCode {
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::CheckFailed) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("qipu: {failure}");
            ExitCode::from(match failure {
                Failure::Input(_) => 2,
                Failure::Environment(_) => 3,
            })
        }
    }
}

/// Help and version go to stdout with code 0; wrong usage to stderr with code 2.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe behind `--help` is no failure of ours.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
