//! `qipu simulate`.

use super::{CliResult, Failure};

/// simulate
#[derive(Debug, clap::Args)]
pub struct Arguments {}

pub fn run(_arguments: Arguments) -> CliResult {
    Err(Failure::Input("in work".into()))
}
