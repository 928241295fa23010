//! What an electronic clock did to a game, in words.

use super::words::times;
use crate::hub::lang::Lang;
use crate::hub::page::clock_text;
use crate::journal::ClockFact;

pub(super) fn said(l: Lang, fact: &ClockFact) -> String {
    let what = match fact {
        ClockFact::Rules {
            clock,
            red_on_left,
            by,
        } => {
            let seat = if *red_on_left {
                l.t("红方在左", "Red on its left")
            } else {
                l.t("红方在右", "Red on its right")
            };
            format!("{} {clock} {seat} {by}", l.t("以它为准", "rules"))
        }
        ClockFact::Dismissed { by } => {
            format!("{} {by}", l.t("改用终端计时", "the terminal's times count"))
        }
        ClockFact::Lost => l.t("断开，其后为估算", "gone; estimates follow").to_owned(),
        ClockFact::Back => l.t("恢复", "back").to_owned(),
        ClockFact::Restarted { reading, lost_ms } => {
            let lost = lost_ms.map_or_else(
                || "?".to_owned(),
                |ms| format!("{}.{}", ms / 1000, ms % 1000 / 100),
            );
            format!(
                "{} {}（{lost} s）",
                l.t("重启，之前是", "started anew; before it"),
                times(*reading)
            )
        }
        ClockFact::PressWaits { side, reading } => format!(
            "{} {} {}",
            l.side(*side),
            l.t("按钟，着法待补", "pressed, move not recorded yet"),
            times(*reading)
        ),
        ClockFact::Beside { own } => {
            format!("{} {}", l.t("终端自测", "by the terminal"), times(*own))
        }
        ClockFact::PressesWithoutMoves { count } => {
            format!("{} {count}", l.t("按钟而无着法", "presses without a move:"))
        }
        ClockFact::PressesMissed { count } => {
            format!("{} {count}", l.t("少按的次数", "presses missed:"))
        }
        ClockFact::WrongSide { moved } => format!(
            "{} {}",
            l.side(*moved),
            l.t("走棋，另一边按钟", "moved, the other side pressed")
        ),
        ClockFact::Differs {
            side,
            own_ms,
            external_ms,
        } => format!(
            "{} {} {} / {}",
            l.side(*side),
            l.t("两钟不一，终端/棋钟", "the clocks differ, terminal/clock"),
            clock_text(*own_ms),
            clock_text(*external_ms)
        ),
        ClockFact::Drifts { ppm } => format!("{} {ppm} ppm", l.t("走时偏差", "drift")),
        ClockFact::SetByHand { reading } => format!(
            "{} {}",
            l.t("须在棋钟上手动改为", "to be set by hand:"),
            times(*reading)
        ),
        ClockFact::OtherClock { clock } => {
            format!("{} {clock}", l.t("换成了另一台", "another clock:"))
        }
    };
    format!("{} {what}", l.t("棋钟", "clock"))
}
