//! Figures as text, and codes as the screens' own enums.

use qipu_ui as ui;
use xiangqi::Side;

use crate::journal::{Reason, Verdict};
use crate::kiosk::controller::{Clocks, LinkView, Notice, Page};

/// Below this the tenths show.
const TENTHS_BELOW_MS: u64 = 20_000;
/// Below this the clock is low.
const LOW_MS: u64 = 60_000;

/// A remaining time as the clock face shows it, with the tenths apart. Whole seconds are rounded
/// up, so that 0:00 shows when nothing is left and not before.
pub fn time(ms: u64) -> (String, String) {
    if ms < TENTHS_BELOW_MS {
        let tenths = ms.div_ceil(100);
        return (format!("0:{:02}", tenths / 10), format!(".{}", tenths % 10));
    }
    (whole(ms), String::new())
}

/// A remaining time in whole seconds.
pub fn whole(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// `14:03` of an RFC 3339 time.
pub fn minute_of_day(wall: &str) -> &str {
    wall.split('T')
        .nth(1)
        .and_then(|time| time.get(..5))
        .unwrap_or_default()
}

pub fn clock(clocks: Option<&Clocks>, side: Side, flag: Option<Side>) -> ui::ClockView {
    let Some(clocks) = clocks else {
        return ui::ClockView::default();
    };
    let ms = clocks.of(side);
    let (text, tenths) = time(ms);
    ui::ClockView {
        text: text.into(),
        tenths: tenths.into(),
        running: clocks.running == Some(side),
        low: ms < LOW_MS,
        flag: flag == Some(side),
    }
}

pub const fn page(page: Page) -> ui::Page {
    match page {
        Page::Enrol => ui::Page::Enrol,
        Page::Waiting => ui::Page::Waiting,
        Page::Ready => ui::Page::Ready,
        Page::Play => ui::Page::Play,
        Page::Result => ui::Page::Result,
        Page::Entry => ui::Page::Entry,
        Page::Station => ui::Page::Station,
        Page::ClockAlone => ui::Page::ClockAlone,
    }
}

pub const fn link(link: LinkView) -> ui::Link {
    match link {
        LinkView::Alone => ui::Link::Alone,
        LinkView::Delivered => ui::Link::Delivered,
        LinkView::Sending => ui::Link::Sending,
        LinkView::Offline => ui::Link::Offline,
        LinkView::Refused => ui::Link::Refused,
    }
}

pub const fn notice(notice: Option<Notice>) -> ui::Notice {
    let Some(notice) = notice else {
        return ui::Notice::None;
    };
    match notice {
        Notice::DrawOffered(Side::Red) => ui::Notice::DrawOfferedRed,
        Notice::DrawOffered(Side::Black) => ui::Notice::DrawOfferedBlack,
        Notice::DrawDeclined => ui::Notice::DrawDeclined,
        Notice::LimitClaimed => ui::Notice::LimitClaimed,
        Notice::RepetitionClaimed => ui::Notice::RepetitionClaimed,
        Notice::ArbiterCalled => ui::Notice::ArbiterCalled,
        Notice::Flag(Side::Red) => ui::Notice::FlagRed,
        Notice::Flag(Side::Black) => ui::Notice::FlagBlack,
        Notice::ResultsDiffer => ui::Notice::ResultsDiffer,
        Notice::PressClockFirst => ui::Notice::PressClockFirst,
        Notice::NotYourPiece => ui::Notice::NotYourPiece,
        Notice::NoPiece => ui::Notice::NoPiece,
        Notice::Illegal(_) => ui::Notice::Illegal,
        Notice::GameOverHere => ui::Notice::GameOverHere,
        Notice::NoSuchMove => ui::Notice::NoSuchMove,
        Notice::Ambiguous => ui::Notice::Ambiguous,
        Notice::Conflict => ui::Notice::Conflict,
        Notice::RecordEmpty => ui::Notice::RecordEmpty,
        Notice::ResultMismatch => ui::Notice::ResultMismatch,
        Notice::RecordSent => ui::Notice::RecordSent,
        Notice::SetUpPosition => ui::Notice::SetUpPosition,
        Notice::Paused => ui::Notice::Paused,
        Notice::PausedAfterPower => ui::Notice::PausedAfterPower,
        Notice::MoveMissing(Side::Red) => ui::Notice::MoveMissingRed,
        Notice::MoveMissing(Side::Black) => ui::Notice::MoveMissingBlack,
        Notice::ClockGone => ui::Notice::ClockGone,
        Notice::ClockRestarted => ui::Notice::ClockRestarted,
        Notice::SetByHand => ui::Notice::SetByHand,
        Notice::RunByHand => ui::Notice::RunByHand,
        Notice::PauseFirst => ui::Notice::PauseFirst,
        Notice::ClockNotThere => ui::Notice::ClockNotThere,
        Notice::NotStored => ui::Notice::NotStored,
    }
}

/// The rules' own words for a move they forbid.
pub fn reason(notice: Option<Notice>, english: bool) -> String {
    match notice {
        Some(Notice::Illegal(reason)) if english => reason.english(),
        Some(Notice::Illegal(reason)) => reason.chinese(),
        _ => String::new(),
    }
}

pub const fn verdict(verdict: Verdict) -> ui::Verdict {
    match verdict {
        Verdict::Red | Verdict::BlackForfeit => ui::Verdict::Red,
        Verdict::Black | Verdict::RedForfeit => ui::Verdict::Black,
        Verdict::Draw => ui::Verdict::Draw,
        Verdict::BothForfeit => ui::Verdict::None,
    }
}

pub const fn verdict_back(verdict: ui::Verdict) -> Option<Verdict> {
    match verdict {
        ui::Verdict::None => None,
        ui::Verdict::Red => Some(Verdict::Red),
        ui::Verdict::Black => Some(Verdict::Black),
        ui::Verdict::Draw => Some(Verdict::Draw),
    }
}

/// The journal's reasons beside the screens' endings; one list for both directions.
const ENDINGS: [(Reason, ui::Ending); 12] = [
    (Reason::Checkmate, ui::Ending::Checkmate),
    (Reason::Stalemate, ui::Ending::Stalemate),
    (Reason::Resignation, ui::Ending::Resignation),
    (Reason::Time, ui::Ending::Time),
    (Reason::Agreement, ui::Ending::Agreement),
    (Reason::NaturalLimit, ui::Ending::NaturalLimit),
    (Reason::Repetition, ui::Ending::Repetition),
    (Reason::Irregular, ui::Ending::Irregular),
    (Reason::Fouls, ui::Ending::Fouls),
    (Reason::Absence, ui::Ending::Absence),
    (Reason::CannotWin, ui::Ending::CannotWin),
    (Reason::Arbiter, ui::Ending::Arbiter),
];

pub fn ending(reason: Reason) -> ui::Ending {
    ENDINGS
        .iter()
        .find(|(r, _)| *r == reason)
        .map_or(ui::Ending::Arbiter, |(_, e)| *e)
}

pub fn ending_back(ending: ui::Ending) -> Reason {
    ENDINGS
        .iter()
        .find(|(_, e)| *e == ending)
        .map_or(Reason::Arbiter, |(r, _)| *r)
}

pub const fn side(black: bool) -> Side {
    if black { Side::Black } else { Side::Red }
}

#[cfg(test)]
mod tests {
    use super::{time, whole};

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(whole(1_800_000), "30:00");
        assert_eq!(whole(3_600_000), "1:00:00");
        assert_eq!(time(20_000), ("0:20".to_owned(), String::new()));
        assert_eq!(time(19_999), ("0:20".to_owned(), ".0".to_owned()));
        assert_eq!(time(9_340), ("0:09".to_owned(), ".4".to_owned()));
        assert_eq!(time(1), ("0:00".to_owned(), ".1".to_owned()));
        assert_eq!(time(0), ("0:00".to_owned(), ".0".to_owned()));
    }
}
