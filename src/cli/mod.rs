//! The command line: one file a subcommand, each a thin call into the library.

mod backup;
mod clock;
mod demo;
mod event;
pub mod files;
mod headings;
mod hub;
mod judge;
#[cfg(feature = "terminal")]
mod kiosk;
mod outcome;
mod perft;
mod publish;
mod record;
mod restore;
mod simulate;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use outcome::{CliResult, Failure, Outcome};

/// 象棋赛事：编排、录谱、计限着、排名、出版。 Xiangqi tournaments from pairing to published games.
#[derive(Debug, Parser)]
#[command(name = "qipu", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Arguments),
    Hub(hub::Arguments),
    Event(event::Arguments),
    Record(record::Arguments),
    Judge(judge::Arguments),
    #[cfg(feature = "terminal")]
    Kiosk(kiosk::Arguments),
    Perft(perft::Arguments),
    Simulate(simulate::Arguments),
    Clock(clock::Arguments),
    Publish(publish::Arguments),
    Backup(backup::Arguments),
    Restore(restore::Arguments),
    Verify(verify::Arguments),
}

/// Reads the arguments, runs the command and returns its exit code (see [`Outcome`] and [`Failure`]).
pub fn main() -> ExitCode {
    let arguments = match headings::parse::<Arguments>() {
        Ok(arguments) => arguments,
        Err(error) => return outcome::usage(&error),
    };
    outcome::report(run(arguments))
}

fn run(arguments: Arguments) -> CliResult {
    match arguments.command {
        Some(Command::Demo(arguments)) => demo::run(arguments),
        Some(Command::Hub(arguments)) => hub::run(arguments),
        Some(Command::Event(arguments)) => event::run(arguments),
        Some(Command::Record(arguments)) => record::run(arguments),
        Some(Command::Judge(arguments)) => judge::run(arguments),
        #[cfg(feature = "terminal")]
        Some(Command::Kiosk(arguments)) => kiosk::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Simulate(arguments)) => simulate::run(arguments),
        Some(Command::Clock(arguments)) => clock::run(arguments),
        Some(Command::Publish(arguments)) => publish::run(arguments),
        Some(Command::Backup(arguments)) => backup::run(arguments),
        Some(Command::Restore(arguments)) => restore::run(arguments),
        Some(Command::Verify(arguments)) => verify::run(arguments),
        None => demo::run(demo::Arguments::default()),
    }
}
