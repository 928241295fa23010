//! The terminal's settings behind the PIN: light, board, hub, memory stick.

use qipu_ui::{App, ArbiterData, BoardData, GameData, SettingsData};
use slint::ComponentHandle;

use super::{Screen, on_terminal};
use crate::kiosk::adapter::words;
use crate::kiosk::controller::light::Light;
use crate::kiosk::controller::{Enrolment, Kiosk, Place, enrolment};

/// One touch on brighter or darker, percent.
const STEP: u32 = 15;

pub(super) fn wire(app: &App, screen: &Screen) {
    wire_stick(app, screen);
    let weak = app.as_weak();
    app.global::<BoardData>().on_turn(move || {
        if let Some(app) = weak.upgrade() {
            let board = app.global::<BoardData>();
            board.set_flipped(!board.get_flipped());
        }
    });
    let data = app.global::<ArbiterData>();
    let own = screen.clone();
    data.on_clock_alone(move || on_terminal(&own, Kiosk::clock_alone));
    let own = screen.clone();
    app.global::<GameData>().on_press_side(move |black| {
        own.act(|kiosk| {
            if let Some(game) = kiosk.game_mut() {
                game.press_alone(words::side(black));
            }
        });
    });
    let settings = app.global::<SettingsData>();
    settings.set_version(env!("CARGO_PKG_VERSION").into());
    let own = screen.clone();
    settings.on_connect(move || {
        on_terminal(&own, |kiosk| kiosk.enrol(Enrolment::anywhere()));
        own.look_for_hubs();
    });
    wire_light(app);
}

fn wire_light(app: &App) {
    let settings = app.global::<SettingsData>();
    let light = Light::find();
    settings.set_has_light(light.is_some());
    let Some(light) = light else { return };
    for brighter in [true, false] {
        let own = light.clone();
        let act = move || {
            let now = own.percent().unwrap_or(100);
            let wanted = if brighter {
                now + STEP
            } else {
                now.saturating_sub(STEP)
            };
            if let Err(error) = own.set(wanted) {
                tracing::warn!(%error, "the panel's light cannot be set");
            }
        };
        if brighter {
            settings.on_brighter(act);
        } else {
            settings.on_darker(act);
        }
    }
}

fn wire_stick(app: &App, screen: &Screen) {
    let own = screen.clone();
    let weak = app.as_weak();
    app.global::<ArbiterData>().on_export(move || {
        let file = own.kiosk().borrow().stick_file();
        let written = file.map_err(|error| error.to_string()).and_then(|file| {
            let file = file.ok_or("no game in hand")?;
            file.write().map_err(|error| error.to_string())
        });
        if let Some(app) = weak.upgrade() {
            let data = app.global::<ArbiterData>();
            data.set_export_failed(written.is_err());
            data.set_exported(match &written {
                Ok(place) => place.display().to_string().into(),
                Err(_) => slint::SharedString::default(),
            });
        }
        if let Err(error) = written {
            tracing::warn!(error, "no copy on a memory stick");
        }
    });
}

pub(super) fn show(app: &App, kiosk: &Kiosk) {
    let settings = app.global::<SettingsData>();
    let place: Option<Place> = kiosk
        .terminal()
        .store
        .setting(enrolment::PLACE)
        .ok()
        .flatten();
    settings.set_hub(place.map(|place| place.address).unwrap_or_default().into());
    settings.set_terminal(kiosk.terminal().writer.as_str().into());
}
