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
    /// 把直播数据推送到这个地址，可写多次。 Pushes the live feed to this address; may be repeated.
    #[arg(long, value_name = "URL")]
    push: Vec<String>,
}

/// Serves until it is ended.
pub fn run(arguments: Arguments) -> CliResult {
    let environment = |error: String| Failure::Environment(error);
    let hub = Hub::open(&arguments.data).map_err(|error| environment(error.to_string()))?;
    let hub = Arc::new(hub);
    let _pushing: Vec<_> = arguments
        .push
        .iter()
        .map(|address| hub.keep_pushing(address))
        .collect();
    let server =
        Server::start(hub, &arguments.listen).map_err(|error| environment(error.to_string()))?;
    eprintln!("{}", server.url());
    server.wait();
    Ok(super::Outcome::Done)
}
