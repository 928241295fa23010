//! The electronic clock on the screens: its badge, and the arbiter's page about it.

use std::time::Instant;

use clock_link::Ident;
use clock_link::diagnostics::Heard;
use qipu_ui::{App, ClockSign, ClockTrouble, SerialClock};
use slint::{ComponentHandle, ModelRc, SharedString, VecModel};

use super::{Screen, words};
use crate::kiosk::clock::{Badge, Seat, Seats, Warning};
use crate::kiosk::controller::{ClockPanel, Kiosk};

/// How many of the last lines fit the page.
const LINES: usize = 9;

/// An act on the clock, allowed only when the arbiter is in.
fn arbiter(screen: &Screen, act: impl Fn(&mut Kiosk) + 'static) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || {
        screen.act(|kiosk| {
            let now = kiosk.time().mono_ms();
            let (overlay, ..) = kiosk.overlay_mut();
            overlay.touched(now);
            if kiosk.overlay().is_unlocked() {
                act(kiosk);
            }
        });
    }
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<SerialClock>();
    let on_left = arbiter(screen, |kiosk| kiosk.let_clock_rule(Seat::Left));
    let on_right = arbiter(screen, |kiosk| kiosk.let_clock_rule(Seat::Right));
    data.on_rule(move |red_on_left| if red_on_left { on_left() } else { on_right() });
    data.on_dismiss(arbiter(screen, Kiosk::let_terminal_rule));
    data.on_restore(arbiter(screen, Kiosk::restore_clock));
    data.on_keep(arbiter(screen, Kiosk::keep_clock_times));
    data.on_retry(arbiter(screen, Kiosk::retry_clock));
}

pub(super) fn show(app: &App, kiosk: &Kiosk) {
    let data = app.global::<SerialClock>();
    let (badge, warning) = kiosk.clock_badge();
    data.set_sign(sign(badge));
    data.set_silent(match badge {
        Badge::Late(seconds) => seconds.to_string().into(),
        _ => SharedString::default(),
    });
    data.set_trouble(warning.map_or(ClockTrouble::None, trouble));
    if let Some(panel) = kiosk
        .clock_panel()
        .filter(|_| kiosk.overlay().is_unlocked())
    {
        show_panel(&data, &panel);
    }
}

fn show_panel(data: &SerialClock<'_>, panel: &ClockPanel) {
    data.set_name(panel.ident.as_ref().map(name).unwrap_or_default().into());
    data.set_paired(panel.paired.as_ref().map(name).unwrap_or_default().into());
    data.set_rules(panel.rules);
    data.set_seated(panel.seats.is_some());
    data.set_red_on_left(panel.seats.is_some_and(Seats::red_on_left));
    data.set_pressed(panel.pressed.is_some());
    data.set_pressed_left(panel.pressed == Some(Seat::Left));
    data.set_offered(panel.offer.is_some());
    if let Some(offer) = panel.offer {
        data.set_offered_red(words::whole(offer.reading.red_ms).into());
        data.set_offered_black(words::whole(offer.reading.black_ms).into());
        data.set_offered_age(offer.lost_ms.map(seconds).unwrap_or_default().into());
    }
    data.set_by_hand(panel.by_hand.is_some());
    if let Some(reading) = panel.by_hand {
        data.set_by_hand_red(words::whole(reading.red_ms).into());
        data.set_by_hand_black(words::whole(reading.black_ms).into());
    }
    let line = &panel.diagnostics;
    data.set_port(line.port.clone().unwrap_or_default().into());
    data.set_good(line.counters.good.to_string().into());
    data.set_bad(line.counters.bad.to_string().into());
    data.set_gaps(line.counters.gaps.to_string().into());
    data.set_losses(line.counters.losses.to_string().into());
    data.set_age(age(panel.now, line.last_good).into());
    data.set_drift(
        line.drift_ppm
            .map(|ppm| format!("{ppm:+}"))
            .unwrap_or_default()
            .into(),
    );
    let first = line.recent.len().saturating_sub(LINES);
    let lines: Vec<SharedString> = line.recent[first..].iter().map(heard).collect();
    data.set_lines(ModelRc::new(VecModel::from(lines)));
}

fn name(ident: &Ident) -> String {
    format!("{} {} {}", ident.model, ident.firmware, ident.serial)
}

fn seconds(ms: u32) -> String {
    format!("{}.{}", ms / 1000, ms % 1000 / 100)
}

fn age(now: Instant, last: Option<Instant>) -> String {
    last.map(|last| now.saturating_duration_since(last).as_secs().to_string())
        .unwrap_or_default()
}

/// A line as it came: text where it is text, else its bytes.
fn heard(heard: &Heard) -> SharedString {
    let is_text = heard.raw.iter().all(|byte| (b' '..=b'~').contains(byte));
    let text = if is_text {
        heard.raw.iter().map(|byte| char::from(*byte)).collect()
    } else {
        let bytes: Vec<String> = heard.raw.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ")
    };
    match heard.fault {
        Some(fault) => format!("{text} ({fault})").into(),
        None => text.into(),
    }
}

const fn sign(badge: Badge) -> ClockSign {
    match badge {
        Badge::None => ClockSign::None,
        Badge::Absent => ClockSign::Absent,
        Badge::Ruling => ClockSign::Ruling,
        Badge::Beside => ClockSign::Beside,
        Badge::Late(_) => ClockSign::Late,
        Badge::Estimated => ClockSign::Estimated,
        Badge::Gone => ClockSign::Gone,
    }
}

const fn trouble(warning: Warning) -> ClockTrouble {
    match warning {
        Warning::BatteryLow => ClockTrouble::BatteryLow,
        Warning::Noisy => ClockTrouble::Noisy,
        Warning::Drift => ClockTrouble::Drift,
        Warning::NoClock => ClockTrouble::NoClock,
        Warning::OtherClock => ClockTrouble::OtherClock,
        Warning::UnknownDevice => ClockTrouble::UnknownDevice,
        Warning::DriverMissing => ClockTrouble::DriverMissing,
        Warning::PortBusy => ClockTrouble::PortBusy,
        Warning::PortDenied => ClockTrouble::PortDenied,
        Warning::PortFailed => ClockTrouble::PortFailed,
    }
}
