//! `qipu event forget`: personal data goes after the payout, the sporting record stays.

use std::path::PathBuf;

use crate::cli::{CliResult, Failure, Outcome};
use crate::hub::{ActError, Actor, Hub};

/// 发奖后删除个人信息（中枢须已停止）。 Removes personal data after the payout; the hub must be stopped.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 中枢的数据文件夹。 The data folder of a hub.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let environment = |error: String| Failure::Environment(error);
    if !arguments.data.is_dir() {
        let place = arguments.data.display();
        return Err(Failure::Input(format!("{place}: is not there")));
    }
    let hub = Hub::open(&arguments.data).map_err(|error| environment(error.to_string()))?;
    let count = match hub.forget_personal(&Actor::program("qipu event forget")) {
        Ok(count) => count,
        Err(error @ ActError::NoEvent) => return Err(Failure::Input(error.to_string())),
        Err(error) => return Err(environment(error.to_string())),
    };
    println!("{count}");
    Ok(Outcome::Done)
}
