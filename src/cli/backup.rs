//! `qipu backup`: one checked copy of a hub's database, also while the hub is running.

use std::path::PathBuf;

use super::{CliResult, Failure, Outcome};
use crate::hub::backup;

/// 备份一次，中枢运行时也可以。 Backs a hub up once, also while it is running.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 比赛文件夹。 The folder of the event.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// 备份到哪个文件夹。 The folder the copy goes to.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// Copies and says where the copy is.
pub fn run(arguments: Arguments) -> CliResult {
    let copy = backup::once(&arguments.data, &arguments.to)
        .map_err(|error| Failure::Environment(error.to_string()))?;
    println!("{}", copy.display());
    eprintln!(
        "个人信息的密钥不在备份里，请另存：{} The key of the personal data is not in it; keep it \
         elsewhere.",
        arguments.data.join(backup::KEY_FILE).display()
    );
    Ok(Outcome::Done)
}
