//! `qipu hub`: the hub of an event.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::{CliResult, Failure, Outcome};
use crate::hub::{Hub, Server, Tls};
use crate::sync::discovery;

/// 中枢：一个比赛的数据库、裁判台与网页。 The hub of an event: its database, the desk and the pages.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 比赛文件夹，没有就新建。 The folder of the event; it is made when it is not there.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// 在哪个地址提供服务。 The address to serve on.
    #[arg(long, value_name = "ADDR", default_value = "0.0.0.0:8460")]
    listen: String,
    /// 加密：auto 自备证书（仅本机时不加密），off 不加密，或证书与私钥文件（PEM）。
    /// Encryption: auto (a certificate of its own, none on this machine alone), off, or PEM files.
    #[arg(long, value_name = "auto|off|CERT,KEY", default_value = "auto")]
    tls: Choice,
    /// 每分钟备份到这个文件夹，最好在另一个磁盘上。 Backs up into this folder every minute; best on
    /// another disk.
    #[arg(long, value_name = "DIR")]
    backup: Option<PathBuf>,
    /// 把直播数据推送到这个地址，可写多次。 Pushes the live feed to this address; may be repeated.
    #[arg(long, value_name = "URL")]
    push: Vec<String>,
}

#[derive(Debug, Clone)]
struct Choice(Tls);

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tls = match (text, text.split_once(',')) {
            ("auto", _) => Tls::Auto,
            ("off", _) => Tls::Off,
            (_, Some((certificate, key))) => Tls::Files(certificate.into(), key.into()),
            _ => return Err("auto, off, or CERT,KEY".to_owned()),
        };
        Ok(Self(tls))
    }
}

/// Serves until it is ended.
pub fn run(arguments: Arguments) -> CliResult {
    log();
    let environment = |error: String| Failure::Environment(error);
    let hub = Hub::open(&arguments.data).map_err(|error| environment(error.to_string()))?;
    let hub = Arc::new(hub);
    let _pushing: Vec<_> = arguments
        .push
        .iter()
        .map(|address| hub.keep_pushing(address))
        .collect();
    let code = hub
        .start_code()
        .map_err(|error| environment(error.to_string()))?;
    let server = Server::start_with(Arc::clone(&hub), &arguments.listen, &arguments.tls.0)
        .map_err(|error| environment(error.to_string()))?;
    // Kept until the end: what is dropped stops.
    let _backups = arguments.backup.map(|folder| hub.keep_backing_up(folder));
    let address = server.address();
    let _announced = (!address.ip().is_loopback()).then(|| {
        let name = format!("qipu {}", address.port());
        discovery::announce(&name, address.port(), server.certificate().is_some())
            .inspect_err(|error| eprintln!("{error}"))
    });
    eprintln!("{}", server.url());
    if let Some(code) = code {
        eprintln!(
            "启用码 First-start code  {}\n打开 Open {}/desk/start",
            code.0,
            server.url()
        );
    }
    // A service manager is told where there is one.
    let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
    server.wait();
    Ok(Outcome::Done)
}

/// The log goes to stderr; `RUST_LOG` says how much.
fn log() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    // A second log in the same process, as in tests, changes nothing.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
}
