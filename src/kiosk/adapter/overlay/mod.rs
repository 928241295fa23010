//! The arbiter's overlay: its touches and what it shows, a file a tab.

mod counting;
mod matters;
mod record;
mod repetition;
mod rulings;
mod settings;
mod touches;

use qipu_ui::{App, ArbiterData, Notice, Session};
use slint::ComponentHandle;
use xiangqi::limit::LimitRule;

use super::Screen;
use crate::kiosk::controller::pin::Answer;
use crate::kiosk::controller::{Controller, Kiosk, Overlay, Page, Terminal};
use crate::store::StoreError;

pub(super) use record::Rows as RecordRows;
pub(super) use repetition::Rows as RepetitionRows;

fn say(result: Result<(), StoreError>) {
    if let Err(error) = result {
        tracing::error!(%error, "the arbiter's touch could not be stored");
    }
}

/// An act on the overlay itself.
fn overlay(kiosk: &mut Kiosk, act: impl FnOnce(&mut Overlay, &Terminal)) {
    let now = kiosk.time().mono_ms();
    let (overlay, _, terminal) = kiosk.overlay_mut();
    overlay.touched(now);
    act(overlay, terminal);
}

/// An act on the overlay and the game, allowed only when the arbiter is in.
fn arbiter(screen: &Screen, act: impl FnOnce(&mut Overlay, &mut Controller)) {
    screen.act(|kiosk| {
        let now = kiosk.time().mono_ms();
        let (overlay, game, _) = kiosk.overlay_mut();
        overlay.touched(now);
        if overlay.is_unlocked()
            && let Some(game) = game
        {
            act(overlay, game);
        }
    });
}

/// An act on the game, allowed only when the arbiter is in.
fn ruling(screen: &Screen, act: impl FnOnce(&mut Controller)) {
    arbiter(screen, |_, game| act(game));
}

/// An act on the terminal, allowed only when the arbiter is in.
fn on_terminal(screen: &Screen, act: impl FnOnce(&mut Kiosk)) {
    screen.act(|kiosk| {
        let now = kiosk.time().mono_ms();
        kiosk.overlay_mut().0.touched(now);
        if kiosk.overlay().is_unlocked() {
            act(kiosk);
        }
    });
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<ArbiterData>();
    let own = screen.clone();
    data.on_open(move || {
        own.act(|kiosk| {
            let now = kiosk.time().mono_ms();
            overlay(kiosk, |overlay, _| overlay.raise(now));
        });
    });
    let own = screen.clone();
    data.on_close(move || own.act(|kiosk| overlay(kiosk, |overlay, _| overlay.lower())));
    let own = screen.clone();
    data.on_digit(move |digit| {
        let Ok(digit) = u8::try_from(digit) else {
            return;
        };
        own.act(|kiosk| {
            overlay(kiosk, |overlay, terminal| {
                say(overlay.digit(terminal, digit))
            })
        });
    });
    let own = screen.clone();
    data.on_erase(move || own.act(|kiosk| overlay(kiosk, |overlay, _| overlay.erase())));
    rulings::wire(app, screen);
    counting::wire(app, screen);
    record::wire(app, screen);
    repetition::wire(app, screen);
    settings::wire(app, screen);
}

/// Shows the overlay as it stands.
pub(super) fn show(app: &App, screen: &Screen, kiosk: &Kiosk) {
    let data = app.global::<ArbiterData>();
    let overlay = kiosk.overlay();
    data.set_up(overlay.is_up());
    data.set_unlocked(overlay.is_unlocked());
    if !overlay.is_up() {
        return;
    }
    data.set_choosing(overlay.is_choosing());
    data.set_typed(overlay.typed().len() as i32);
    data.set_digits(clock_digits(overlay).into());
    data.set_notice(match overlay.answer() {
        Some(Answer::Wrong) => Notice::WrongPin,
        Some(Answer::Locked) => Notice::PinLocked,
        _ => Notice::None,
    });
    if !overlay.is_unlocked() {
        return;
    }
    let rule = kiosk.facts().map_or(
        LimitRule {
            limit: 40,
            claimant_check_cap: 0,
        },
        |facts| LimitRule {
            limit: facts.start.limit_rounds,
            claimant_check_cap: facts.start.claimant_check_cap,
        },
    );
    counting::show(&data, overlay, rule);
    settings::show(app, kiosk);
    let game = kiosk.game().filter(|game| game.state().started().is_some());
    data.set_ready(kiosk.page() == Page::Ready);
    data.set_in_game(game.is_some());
    let english = app.global::<Session>().get_english();
    if let Some(game) = game {
        matters::show(&data, game, english);
        repetition::show(app, screen, overlay, game, english);
        record::show(app, screen, kiosk, game, english);
    }
}

/// What was typed for a clock, as mm:ss.
fn clock_digits(overlay: &Overlay) -> String {
    let typed = overlay.typed();
    if !overlay.is_unlocked() || typed.is_empty() {
        return String::new();
    }
    let padded = format!("{typed:0>3}");
    let (minutes, seconds) = padded.split_at(padded.len() - 2);
    format!("{minutes}:{seconds}")
}
