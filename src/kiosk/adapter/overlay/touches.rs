//! Every entry of a game as a line for the arbiter, in both languages.

use qipu_ui::TouchLine;
use xiangqi::Side;

use crate::journal::{Claim, ClockFact, Edit, Entry, Event, Finding, Reading, Signer};
use crate::kiosk::adapter::words;

/// One line an entry, newest first: number, time of day, what happened.
pub(super) fn lines(entries: &[Entry], english: bool) -> Vec<TouchLine> {
    let all = entries.iter().rev();
    all.map(|entry| TouchLine {
        number: entry.seq.to_string().into(),
        time: time_of_day(&entry.stamp.wall).into(),
        text: say(&entry.event, english).into(),
    })
    .collect()
}

/// `14:03:22` of an RFC 3339 time.
fn time_of_day(wall: &str) -> &str {
    wall.split('T')
        .nth(1)
        .and_then(|time| time.get(..8))
        .unwrap_or(wall)
}

const fn side(side: Side, english: bool) -> &'static str {
    match (side, english) {
        (Side::Red, false) => "红方",
        (Side::Black, false) => "黑方",
        (Side::Red, true) => "Red",
        (Side::Black, true) => "Black",
    }
}

fn times(reading: &Reading) -> String {
    format!(
        "{} / {}",
        words::whole(reading.red_ms),
        words::whole(reading.black_ms)
    )
}

fn edit(edit: &Edit) -> String {
    match edit {
        Edit::Replace { ply, mv } => format!("{ply} → {mv}"),
        Edit::Insert { ply, mv } => format!("{ply} + {mv}"),
        Edit::Remove { ply } => format!("{ply} −"),
        Edit::Truncate { ply } => format!("{ply}… −"),
        Edit::Gap { .. } => "—".to_owned(),
        Edit::SetPosition { fen } => fen.split(' ').next().unwrap_or_default().to_owned(),
    }
}

fn claim(of: Claim, english: bool) -> String {
    let (who, what) = match of {
        Claim::Limit { side } => (side, ("自然限着", "natural limit")),
        Claim::Repetition { side } => (side, ("重复局面", "repetition")),
    };
    format!(
        "{} {}",
        side(who, english),
        if english { what.1 } else { what.0 }
    )
}

const fn finding(finding: Finding, english: bool) -> &'static str {
    match (finding, english) {
        (Finding::Upheld { .. }, false) => "成立",
        (Finding::Upheld { .. }, true) => "upheld",
        (Finding::Refused, false) => "不成立",
        (Finding::Refused, true) => "refused",
        (Finding::MustVary { side: None }, false) => "不变作和",
        (Finding::MustVary { side: None }, true) => "a draw if neither varies",
        (
            Finding::MustVary {
                side: Some(Side::Red),
            },
            false,
        ) => "红方须变",
        (
            Finding::MustVary {
                side: Some(Side::Red),
            },
            true,
        ) => "Red must vary",
        (
            Finding::MustVary {
                side: Some(Side::Black),
            },
            false,
        ) => "黑方须变",
        (
            Finding::MustVary {
                side: Some(Side::Black),
            },
            true,
        ) => "Black must vary",
        (Finding::PlayOn, false) => "继续对局",
        (Finding::PlayOn, true) => "play on",
        (Finding::Ends { .. }, false) => "判定终局",
        (Finding::Ends { .. }, true) => "ends the game",
    }
}

fn clock(fact: &ClockFact, english: bool) -> String {
    let (chinese, en) = match fact {
        ClockFact::Rules { .. } => ("以棋钟为准", "its times count"),
        ClockFact::Dismissed { .. } => ("改用终端计时", "the terminal's times count"),
        ClockFact::Lost => ("断开", "gone"),
        ClockFact::Back => ("恢复", "back"),
        ClockFact::Restarted { .. } => ("重新启动", "started anew"),
        ClockFact::PressWaits { .. } => ("按钟，着法待补", "pressed, move to follow"),
        ClockFact::Beside { own } => return times(own),
        ClockFact::PressesWithoutMoves { .. } => ("按钟而无着法", "presses without moves"),
        ClockFact::PressesMissed { .. } => ("少按钟", "presses missed"),
        ClockFact::WrongSide { .. } => ("另一边按钟", "the other side pressed"),
        _ => ("其他", "other"),
    };
    if english { en } else { chinese }.to_owned()
}

fn say(event: &Event, english: bool) -> String {
    let by = |who: &Side| side(*who, english);
    let word = |chinese: &'static str, en: &'static str| if english { en } else { chinese };
    match event {
        Event::Started(_) => word("开局", "the game began").to_owned(),
        Event::Move { mv } => format!("{} {mv}", word("走", "move")),
        Event::TakenBack => word("撤回未按钟的一着", "taken back before the press").to_owned(),
        Event::Pressed { side, reading } => {
            format!(
                "{} {} {}",
                by(side),
                word("按钟", "pressed"),
                times(reading)
            )
        }
        Event::ClockReading { reading } => {
            format!("{} {}", word("读钟", "clock read"), times(reading))
        }
        Event::ClockSet { reading, .. } => {
            format!("{} {}", word("裁判设钟", "clock set"), times(reading))
        }
        Event::Paused { reading } => format!("{} {}", word("停钟", "paused"), times(reading)),
        Event::Resumed => word("继续", "resumed").to_owned(),
        Event::FlagFell { side } => format!("{} {}", by(side), word("时间用完", "flag fell")),
        Event::DrawOffered { side } => format!("{} {}", by(side), word("提和", "offers a draw")),
        Event::DrawDeclined { side } => {
            format!("{} {}", by(side), word("不同意和棋", "declines"))
        }
        Event::LimitClaimed { side } => claim(Claim::Limit { side: *side }, english),
        Event::RepetitionClaimed { side } => claim(Claim::Repetition { side: *side }, english),
        Event::ClaimWithdrawn { claim: of } => {
            format!("{} {}", word("撤回提出", "withdrawn"), claim(*of, english))
        }
        Event::ArbiterCalled { side } => format!(
            "{} {}",
            side.as_ref().map_or("", by),
            word("呼叫裁判", "calls the arbiter")
        ),
        Event::Ruled {
            finding: found, by, ..
        } => format!(
            "{} {by} {}",
            word("裁决", "ruling"),
            finding(*found, english)
        ),
        Event::Foul { side, article, .. } => {
            format!("{} {} {article}", by(side), word("犯规", "foul"))
        }
        Event::ResultChosen { side, verdict, .. } => format!(
            "{} {} {}",
            by(side),
            word("选结果", "chooses"),
            verdict.code()
        ),
        Event::Result(outcome) => {
            format!("{} {}", word("结果", "result"), outcome.verdict.code())
        }
        Event::Signed { by: signer, .. } => format!(
            "{} {}",
            match signer {
                Signer::Red => side(Side::Red, english),
                Signer::Black => side(Side::Black, english),
                Signer::Arbiter { .. } => word("裁判", "the arbiter"),
            },
            word("签名", "signed")
        ),
        Event::Edited(change) => format!("{} {}", word("改谱", "edited"), edit(change)),
        Event::Corrected { edit: change, .. } => {
            format!("{} {}", word("裁判改谱", "corrected"), edit(change))
        }
        Event::Submitted => word("交谱", "record handed in").to_owned(),
        Event::Reopened { .. } => word("重开", "reopened").to_owned(),
        Event::ColoursAsPlayed => word("先后手照实际", "colours as played").to_owned(),
        Event::WriterChanged { .. } => word("换终端", "another terminal").to_owned(),
        Event::ExternalClock(fact) => {
            format!("{} {}", word("棋钟", "clock"), clock(fact, english))
        }
    }
}
