//! A journal in words, a line an entry; and a move as an arbiter types it.

use xiangqi::{Move, Position, Side, notation};

use crate::hub::lang::Lang;
use crate::hub::page::clock_text;
use crate::journal::{Claim, Entry, Event, Finding, GameState, Matter, Reading, Signer};

/// An entry in words.
#[derive(Debug, Clone)]
pub struct Line {
    pub seq: u64,
    /// The wall time, hours to seconds.
    pub time: String,
    pub text: String,
    /// Whether an arbiter or an edit stands behind it.
    pub strong: bool,
}

/// The journal in words, moves in the notation of the record.
pub fn lines(l: Lang, entries: &[Entry]) -> Vec<Line> {
    let mut state = GameState::default();
    let mut lines = Vec::with_capacity(entries.len());
    for entry in entries {
        state.apply(entry);
        let text = match &entry.event {
            Event::Move { .. } => moved(l, &state),
            event => said(l, event),
        };
        let wall = entry.stamp.wall.get(11..19).unwrap_or_default().to_owned();
        lines.push(Line {
            seq: entry.seq,
            time: wall,
            text,
            strong: is_strong(&entry.event),
        });
    }
    lines
}

const fn is_strong(event: &Event) -> bool {
    matches!(
        event,
        Event::Ruled { .. }
            | Event::Foul { .. }
            | Event::Corrected { .. }
            | Event::ClockSet { .. }
            | Event::WriterChanged { .. }
            | Event::Reopened { .. }
            | Event::ArbiterCalled { .. }
            | Event::LimitClaimed { .. }
            | Event::RepetitionClaimed { .. }
            | Event::FlagFell { .. }
    )
}

fn moved(l: Lang, state: &GameState) -> String {
    let Some(ply) = state.plies().last() else {
        return String::new();
    };
    let number = state.plies().len();
    let irregular = ply.irregular.as_ref().map(|why| match l {
        Lang::Zh => format!("（违例：{}）", why.chinese()),
        Lang::En => format!(" (irregular: {why})"),
    });
    format!("{number}. {}{}", ply.chinese, irregular.unwrap_or_default())
}

pub(super) fn times(reading: Reading) -> String {
    format!(
        "{} / {}",
        clock_text(reading.red_ms),
        clock_text(reading.black_ms)
    )
}

fn said(l: Lang, event: &Event) -> String {
    let side = |side: Side| l.side(side);
    match event {
        Event::Started(started) => format!("{} {}", l.t("开始", "started"), started.start_fen),
        Event::Move { mv } => mv.to_string(),
        Event::TakenBack => l.t("收回一着", "taken back").to_owned(),
        Event::Pressed { .. }
        | Event::ClockReading { .. }
        | Event::ClockSet { .. }
        | Event::Paused { .. }
        | Event::Resumed
        | Event::FlagFell { .. } => of_clock(l, event),
        Event::DrawOffered { side: who } => {
            format!("{} {}", side(*who), l.t("提和", "offers a draw"))
        }
        Event::DrawDeclined { side: who } => {
            format!("{} {}", side(*who), l.t("不同意和棋", "declines"))
        }
        Event::LimitClaimed { side: who } => {
            format!(
                "{} {}",
                side(*who),
                l.t("提出自然限着", "claims the natural limit")
            )
        }
        Event::RepetitionClaimed { side: who } => {
            format!(
                "{} {}",
                side(*who),
                l.t("提出循环局面", "claims repetition")
            )
        }
        Event::ArbiterCalled { side: who } => {
            let who = who.map(side).unwrap_or_default();
            format!("{who} {}", l.t("呼叫裁判", "calls the arbiter"))
                .trim_start()
                .to_owned()
        }
        Event::Ruled {
            matter,
            finding,
            by,
        } => {
            format!(
                "{}：{} {} {by}",
                l.t("裁决", "ruling"),
                on(l, *matter),
                found(l, *finding)
            )
        }
        Event::Foul {
            side: who,
            article,
            by,
        } => {
            format!("{} {} {article} {by}", side(*who), l.t("犯规", "foul"))
        }
        Event::ResultChosen {
            side: who, verdict, ..
        } => {
            format!(
                "{} {} {}",
                side(*who),
                l.t("选择结果", "chose"),
                verdict_word(l, verdict.code())
            )
        }
        Event::Result(outcome) => {
            format!(
                "{} {}",
                l.t("结果", "result"),
                verdict_word(l, outcome.verdict.code())
            )
        }
        Event::Signed { by, .. } => {
            let who = match by {
                Signer::Red => side(Side::Red).to_owned(),
                Signer::Black => side(Side::Black).to_owned(),
                Signer::Arbiter { name } => name.clone(),
            };
            format!("{who} {}", l.t("签名", "signed"))
        }
        Event::Edited(_) => l.t("修改棋谱", "record edited").to_owned(),
        Event::Corrected { by, why, .. } => {
            format!("{} {by} {why}", l.t("校订", "corrected"))
        }
        Event::Submitted => l.t("交谱", "record handed in").to_owned(),
        Event::Reopened { by } => format!("{} {by}", l.t("重新打开", "opened again")),
        Event::ColoursAsPlayed => l.t("先后手互换，照此计", "colours as played").to_owned(),
        Event::WriterChanged { by } => format!("{} {by}", l.t("换终端", "another terminal")),
        Event::ExternalClock(fact) => super::clock_words::said(l, fact),
        Event::ClaimWithdrawn { claim } => {
            let what = match claim {
                Claim::Limit { .. } => l.t("自然限着", "natural limit"),
                Claim::Repetition { .. } => l.t("循环局面", "repetition"),
            };
            format!("{} {what}", l.t("撤回", "withdrawn"))
        }
    }
}

/// What happened to the clock; nothing for what did not.
fn of_clock(l: Lang, event: &Event) -> String {
    let side = |side: Side| l.side(side);
    match event {
        Event::Pressed { side: who, reading } => {
            format!(
                "{} {} {}",
                side(*who),
                l.t("按钟", "pressed"),
                times(*reading)
            )
        }
        Event::ClockReading { reading } => format!("{} {}", l.t("读钟", "clock"), times(*reading)),
        Event::ClockSet { reading, by } => {
            format!("{} {} {by}", l.t("调钟", "clock set"), times(*reading))
        }
        Event::Paused { reading } => format!("{} {}", l.t("暂停", "paused"), times(*reading)),
        Event::Resumed => l.t("继续", "resumed").to_owned(),
        Event::FlagFell { side: who } => format!("{} {}", side(*who), l.t("超时", "flag")),
        _ => String::new(),
    }
}

fn on(l: Lang, matter: Matter) -> String {
    let (what, who) = match matter {
        Matter::Limit { side } => (l.t("自然限着", "natural limit"), Some(side)),
        Matter::Repetition { side } => (l.t("循环局面", "repetition"), Some(side)),
        Matter::Flag { side } => (l.t("超时", "time"), Some(side)),
        Matter::Irregular { side } => (l.t("违例", "irregular move"), Some(side)),
        Matter::Call => (l.t("呼叫", "call"), None),
    };
    format!(
        "{} {what}",
        who.map(|side| l.side(side)).unwrap_or_default()
    )
    .trim_start()
    .to_owned()
}

fn found(l: Lang, finding: Finding) -> String {
    match finding {
        Finding::Upheld { outcome } => {
            format!(
                "{} {}",
                l.t("成立", "upheld"),
                verdict_word(l, outcome.verdict.code())
            )
        }
        Finding::Refused => l.t("不成立", "refused").to_owned(),
        Finding::MustVary { side: Some(side) } => {
            format!("{} {}", l.side(side), l.t("须变着", "must vary"))
        }
        Finding::MustVary { side: None } => {
            l.t("双方不变作和", "a draw if neither varies").to_owned()
        }
        Finding::PlayOn => l.t("续弈", "play on").to_owned(),
        Finding::Ends { outcome } => verdict_word(l, outcome.verdict.code()),
    }
}

fn verdict_word(l: Lang, code: &str) -> String {
    crate::store::hub::game::parse(code)
        .map(|result| l.result(result))
        .unwrap_or_default()
        .into()
}

/// A move at a ply of the record, as an arbiter types it: Chinese, WXF or coordinates.
pub fn move_at(state: &GameState, ply: u32, text: &str) -> Option<Move> {
    let text = text.trim();
    if let Ok(mv) = text.parse() {
        return Some(mv);
    }
    let started = state.started()?;
    let mut position = Position::from_fen(&started.start_fen).ok()?;
    let before = usize::try_from(ply).ok()?.checked_sub(1)?;
    for mv in state.plies().iter().take(before).map(|ply| ply.mv) {
        position = position.play(mv?).ok()?;
    }
    let chinese = notation::chinese::parse(&position, text).ok();
    chinese.or_else(|| notation::wxf::parse(&position, text).ok())
}
