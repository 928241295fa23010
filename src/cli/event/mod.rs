//! `qipu event`: an event document on the desk, from the entries to the prizes.
//!
//! Every answer is a function of the document; `source` brings the document, the other files
//! answer one question each.

mod check;
mod create;
mod entries;
mod export;
mod forget;
mod obligations;
mod pair;
mod prizes;
mod show;
mod source;
mod standings;
mod text;

use clap::Subcommand;

use super::CliResult;

/// 比赛文档：报名、编排、检查、名次、奖金、录谱。 An event: entries, pairing, checks, places, prizes,
/// records owed.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, Subcommand)]
enum Question {
    New(create::Arguments),
    Show(show::Arguments),
    ImportPlayers(entries::Arguments),
    Export(export::Arguments),
    Pair(pair::Arguments),
    Check(check::Arguments),
    Standings(standings::Arguments),
    Prizes(prizes::Arguments),
    Obligations(obligations::Arguments),
    Forget(forget::Arguments),
}

/// Answers one question about an event.
pub fn run(arguments: Arguments) -> CliResult {
    match arguments.question {
        Question::New(arguments) => create::run(&arguments),
        Question::Show(arguments) => show::run(&arguments),
        Question::ImportPlayers(arguments) => entries::run(&arguments),
        Question::Export(arguments) => export::run(&arguments),
        Question::Pair(arguments) => pair::run(&arguments),
        Question::Check(arguments) => check::run(&arguments),
        Question::Standings(arguments) => standings::run(&arguments),
        Question::Prizes(arguments) => prizes::run(&arguments),
        Question::Obligations(arguments) => obligations::run(&arguments),
        Question::Forget(arguments) => forget::run(&arguments),
    }
}
