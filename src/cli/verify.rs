//! `qipu verify`: the chains of all journals and of the audit log.

use std::path::PathBuf;

use super::{CliResult, Failure, Outcome};
use crate::hub::backup::{self, Verified};
use crate::store::StoreError;

/// 查验每局的记录链和操作记录。 Checks the chain of every journal and the audit log.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 比赛文件夹，中枢运行时也可以。 The folder of the event; a hub may be running on it.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// 结果写成 JSON。 Tells the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Checks and says what is broken.
pub fn run(arguments: Arguments) -> CliResult {
    match backup::verify(&arguments.data) {
        Ok(verified) => tell(&verified, arguments.json),
        Err(error @ StoreError::Open { .. }) => Err(Failure::Input(error.to_string())),
        Err(error) => Err(Failure::Environment(error.to_string())),
    }
}

/// Says what was found; something broken is exit code 1.
pub(super) fn tell(verified: &Verified, json: bool) -> CliResult {
    if json {
        let text = serde_json::to_string(verified)
            .map_err(|error| Failure::Environment(error.to_string()))?;
        println!("{text}");
    } else {
        println!(
            "{}：{} 轮，{} 局，{} 条记录，操作记录 {} 行 rounds {}, games {}, entries {}, audit rows {}",
            verified.event,
            verified.rounds,
            verified.games,
            verified.entries,
            verified.audit,
            verified.rounds,
            verified.games,
            verified.entries,
            verified.audit
        );
        for broken in &verified.broken {
            println!("{broken}");
        }
    }
    Ok(if verified.broken.is_empty() {
        Outcome::Done
    } else {
        Outcome::CheckFailed
    })
}
