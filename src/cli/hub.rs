//! `qipu hub`: the hub of an event.

use std::path::PathBuf;
use std::sync::Arc;

use super::{CliResult, Failure};
use crate::hub::{Hub, Server};

/// 中枢：一个比赛的数据库、裁判台与网页。 The hub of an event: its database, the desk and the pages.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 比赛文件夹，没有就新建。 The folder of the event; it is made when it is not there.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// 在哪个地址提供服务。 The address to serve on.
    #[arg(long, value_name = "ADDR", default_value = "0.0.0.0:8460")]
    listen: String,
}

/// Serves until it is ended.
pub fn run(arguments: Arguments) -> CliResult {
    let environment = |error: String| Failure::Environment(error);
    let hub = Hub::open(&arguments.data).map_err(|error| environment(error.to_string()))?;
    let server = Server::start(Arc::new(hub), &arguments.listen)
        .map_err(|error| environment(error.to_string()))?;
    eprintln!("{}", server.url());
    server.wait();
    Ok(super::Outcome::Done)
}
