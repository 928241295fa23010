//! `qipu clock`: what an electronic clock says, and one to try it with.

mod decode;
mod monitor;
mod simulate;

use super::CliResult;

/// 电子棋钟：监看、模拟、解码。 Electronic clocks: watch one, play one, decode what one said.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Monitor(monitor::Arguments),
    Simulate(simulate::Arguments),
    Decode(decode::Arguments),
}

pub fn run(arguments: Arguments) -> CliResult {
    match arguments.action {
        Action::Monitor(arguments) => monitor::run(&arguments),
        Action::Simulate(arguments) => simulate::run(&arguments),
        Action::Decode(arguments) => decode::run(&arguments),
    }
}
