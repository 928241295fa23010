//! `qipu record`: game records checked, converted, shown.

mod check;
mod convert;
mod input;
mod names;
mod progress;
mod show;

use clap::Subcommand;

use super::CliResult;

/// 查验、转换、显示棋谱。 Checks, converts and shows game records of all kinds.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
    Show(show::Arguments),
}

pub fn run(arguments: Arguments) -> CliResult {
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
    }
}
