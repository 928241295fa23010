//! `qipu clock monitor`: what the link to a clock says, as it says it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use clock_link::{
    ClockLink, Config, Fault, Ident, LinkEvent, LinkState, PortChoice, Reason, Sample, Side, Terms,
};
use serde_json::{Value, json};

use crate::cli::{CliResult, Failure, Outcome};

/// 监看棋钟，直到中断。 Watches a clock until interrupted.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 端口；不写则自动寻找。 The port, such as one of /dev/serial/by-path; any USB port without it.
    #[arg(value_name = "PORT")]
    port: Option<PathBuf>,
    /// 该端口接 DGT 电子棋盘，可以询问。 A DGT board is on this port and may be asked.
    #[arg(long)]
    dgt: bool,
    /// 每着加时，秒。 Seconds a press adds, to tell presses from times that were set.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    increment: u32,
    /// 每行一个 JSON 事件。 One JSON event a line.
    #[arg(long)]
    json: bool,
    /// 若干秒后结束。 Ends after so many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
}

pub fn run(arguments: &Arguments) -> CliResult {
    let port = match &arguments.port {
        Some(port) if !port.exists() => {
            return Err(Failure::Environment(format!(
                "{}: no such port",
                port.display()
            )));
        }
        Some(port) => PortChoice::Path(port.clone()),
        None => PortChoice::Auto,
    };
    let increment_ms = arguments.increment.saturating_mul(1000);
    let terms = Terms {
        increment_ms,
        dgt_announced: arguments.dgt,
        paired: None,
    };
    let link = ClockLink::open(Config { port, terms })
        .map_err(|error| Failure::Environment(format!("clock: {error}")))?;
    let start = Instant::now();
    let end = arguments
        .seconds
        .map(|seconds| start + Duration::from_secs(seconds));
    let mut was_live = false;
    loop {
        let left = end.map_or(Duration::from_secs(1), |end| {
            end.saturating_duration_since(Instant::now())
        });
        let event = match link.events().recv_timeout(left) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) if end.is_none() => continue,
            Err(_) => return Ok(Outcome::Done),
        };
        was_live |= event == LinkEvent::State(LinkState::Live);
        print(arguments.json, start, &event)?;
        // Who named a port wants to know at once that it is not to be had.
        if let (LinkEvent::Fault(fault), Some(port), false) = (&event, &arguments.port, was_live)
            && matches!(
                fault,
                Fault::PortBusy | Fault::PortDenied | Fault::PortFailed(_)
            )
        {
            return Err(Failure::Environment(format!(
                "{}: {}",
                port.display(),
                fault_text(fault)
            )));
        }
    }
}

fn print(as_json: bool, start: Instant, event: &LinkEvent) -> Result<(), Failure> {
    let now = Instant::now();
    let line = if as_json {
        let mut event = event_json(event);
        event["at_ms"] = json!(now.duration_since(start).as_millis() as u64);
        event.to_string()
    } else {
        event_text(event)
    };
    writeln!(std::io::stdout(), "{line}")
        .map_err(|error| Failure::Environment(format!("standard output: {error}")))
}

fn event_json(event: &LinkEvent) -> Value {
    match event {
        LinkEvent::State(state) => json!({"event": "state", "state": state}),
        LinkEvent::Connected(ident) => json!({"event": "connected", "clock": ident}),
        LinkEvent::Sample(sample) => sample_json("times", sample),
        LinkEvent::Pressed {
            side,
            exact,
            sample,
            ..
        } => {
            let mut event = sample_json("pressed", sample);
            event["side"] = json!(side);
            event["exact"] = json!(exact);
            event
        }
        LinkEvent::FlagFell { side, sample } => {
            let mut event = sample_json("flag", sample);
            event["side"] = json!(side);
            event
        }
        LinkEvent::NoClock => json!({"event": "no_clock"}),
        LinkEvent::Restarted { lost_ms } => json!({"event": "restarted", "lost_ms": lost_ms}),
        LinkEvent::Answered { id, answer } => {
            json!({"event": "answered", "command": id.0, "answer": answer})
        }
        LinkEvent::Fault(fault) => json!({"event": "fault", "fault": fault}),
        LinkEvent::Lost(reason) => json!({"event": "lost", "reason": reason}),
    }
}

fn sample_json(event: &str, sample: &Sample) -> Value {
    json!({
        "event": event, "left_ms": sample.left_ms, "right_ms": sample.right_ms,
        "running": sample.running.is_some(), "to_move": sample.to_move, "flag": sample.flag,
        "ply": sample.ply, "battery_low": sample.battery_low,
        "raw": sample.raw.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
    })
}

fn event_text(event: &LinkEvent) -> String {
    match event {
        LinkEvent::State(state) => state_text(*state).into(),
        LinkEvent::Connected(ident) => format!("● 外接棋钟 clock: {}", ident_text(ident)),
        LinkEvent::Sample(sample) => sample_text(sample),
        LinkEvent::Pressed { side, .. } => format!("  {} 按钟 pressed", side_text(*side)),
        LinkEvent::FlagFell { side, .. } => {
            format!(
                "⚑ {} 旗落，请裁判确认 flag, for the arbiter",
                side_text(*side)
            )
        }
        LinkEvent::NoClock => "⚠ 棋盘未接棋钟 no clock on the board".into(),
        LinkEvent::Restarted { lost_ms } => {
            let lost = lost_ms.map_or("?".into(), |ms| format!("{ms} ms"));
            format!("⚠ 棋钟重新启动 clock restarted, {lost}")
        }
        LinkEvent::Answered { id, answer } => format!("  #{} {answer:?}", id.0),
        LinkEvent::Fault(fault) => format!("⚠ {}", fault_text(fault)),
        LinkEvent::Lost(Reason::Unplugged) => "○ 已拔出 unplugged".into(),
        LinkEvent::Lost(Reason::Silent) => "○ 没有数据 silent".into(),
    }
}

fn ident_text(ident: &Ident) -> String {
    let Ident {
        protocol,
        model,
        firmware,
        serial,
        caps,
    } = ident;
    format!("{protocol} {model} {firmware} {serial} {caps}")
}

fn state_text(state: LinkState) -> &'static str {
    match state {
        LinkState::Absent => "○ 没有端口 no port",
        LinkState::Opening => "○ 打开端口 opening",
        LinkState::Listening => "○ 倾听 listening",
        LinkState::Live => "● 已连接 live",
        LinkState::Stale => "◐ 数据延迟 stale",
        LinkState::Lost => "○ 未连接 lost",
        LinkState::Unknown => "⚠ 未识别设备，等待重新插上 unknown device, waiting for a replug",
    }
}

fn fault_text(fault: &Fault) -> String {
    match fault {
        Fault::Noisy => "线路噪声 noise on the line".into(),
        Fault::PortBusy => "端口被占用 held by another program".into(),
        Fault::PortDenied => "无权打开端口 permission denied".into(),
        Fault::PortFailed(reason) => format!("端口打不开 cannot be opened: {reason}"),
        Fault::UnknownDevice => "未识别设备 unknown device".into(),
        Fault::DriverMissing => {
            "DGT 棋盘，本程序未带其驱动 a DGT board, built without its driver".into()
        }
        Fault::OtherClock { found, .. } => {
            format!(
                "不是本台的棋钟 another table's clock: {}",
                ident_text(found)
            )
        }
        Fault::Drift { ppm } => format!("走时偏差 drift: {ppm} ppm"),
        Fault::TurnBits => "轮走位与摇杆矛盾 turn bits contradict the lever".into(),
    }
}

fn side_text(side: Side) -> &'static str {
    match side {
        Side::Left => "左 left",
        Side::Right => "右 right",
    }
}

/// Minutes and seconds; tenths in the last twenty seconds, if the clock has them.
fn time_text(ms: u32, resolution_ms: u16) -> String {
    if ms < 20_000 && resolution_ms < 1000 {
        return format!("{}.{}", ms.div_ceil(100) / 10, ms.div_ceil(100) % 10);
    }
    let seconds = ms.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{:02}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

fn sample_text(sample: &Sample) -> String {
    let mark = |side: Side| match (sample.flag, sample.running) {
        (Some(flag), _) if flag == side => "⚑",
        (None, Some(running)) if running == side => "▶",
        _ => " ",
    };
    let time = |side: Side| time_text(sample.remaining_ms(side), sample.resolution_ms);
    let battery = if sample.battery_low {
        "  ⚠ 电量低 battery low"
    } else {
        ""
    };
    format!(
        "  左 {:>7}{}  右 {:>7}{}{battery}",
        time(Side::Left),
        mark(Side::Left),
        time(Side::Right),
        mark(Side::Right)
    )
}
