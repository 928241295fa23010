//! `qipu perft`.

use super::{CliResult, Failure};

/// perft
#[derive(Debug, clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments) -> CliResult {
    Err(Failure::Input("in work".into()))
}
