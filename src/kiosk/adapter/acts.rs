//! Touches to acts, one line each.

use qipu_ui::{App, BoardData, EntryData, GameData, Session, StationData};
use slint::ComponentHandle;
use xiangqi::Square;

use super::{Screen, enrol, overlay, serial_clock, strokes, words};
use crate::kiosk::controller::{Controller, Key, Kiosk};

/// A callback that acts on the game in hand.
fn game(screen: &Screen, act: impl Fn(&mut Controller) + 'static) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || screen.act(|kiosk| on_game(kiosk, &act))
}

fn on_game(kiosk: &mut Kiosk, act: impl Fn(&mut Controller)) {
    if let Some(game) = kiosk.game_mut() {
        act(game);
    }
}

/// A callback that acts on the terminal.
fn kiosk(screen: &Screen, act: impl Fn(&mut Kiosk) + 'static) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || screen.act(&act)
}

pub(super) fn wire(app: &App, screen: &Screen) {
    wire_session(app, screen);
    wire_play(app, screen);
    wire_result(app, screen);
    wire_entry(app, screen);
    wire_station(app, screen);
    enrol::wire(app, screen);
    overlay::wire(app, screen);
    serial_clock::wire(app, screen);
}

fn wire_session(app: &App, screen: &Screen) {
    let session = app.global::<Session>();
    let own = screen.clone();
    let weak = app.as_weak();
    session.on_switch_language(move || {
        let english = weak
            .upgrade()
            .is_some_and(|app| app.global::<Session>().get_english());
        own.set_english(!english);
    });
    let own = screen.clone();
    session.on_wake(move || own.act(|_| {}));
    let own = screen.clone();
    session.on_switch_scheme(move || own.switch_scheme());
    let own = screen.clone();
    app.global::<BoardData>().on_touched(move |index| {
        let Some(square) = u8::try_from(index).ok().and_then(Square::from_index) else {
            return;
        };
        own.act(|kiosk| on_game(kiosk, |game| game.touch(square)));
    });
}

fn wire_station(app: &App, screen: &Screen) {
    let data = app.global::<StationData>();
    let own = screen.clone();
    data.on_pick(move |index| {
        let Ok(index) = usize::try_from(index) else {
            return;
        };
        own.act(|kiosk| {
            if let Err(error) = kiosk.pick(index) {
                tracing::error!(%error, "the record cannot be opened");
            }
        });
    });
    let own = screen.clone();
    data.on_seek(move |text| own.act(|kiosk| text.chars().for_each(|c| kiosk.seek(c))));
    data.on_seek_less(kiosk(screen, Kiosk::seek_less));
    data.on_back(kiosk(screen, |kiosk| {
        if let Err(error) = kiosk.back_to_station() {
            tracing::error!(%error, "the list cannot be shown");
        }
    }));
}

fn wire_play(app: &App, screen: &Screen) {
    let data = app.global::<GameData>();
    data.on_press_clock(game(screen, Controller::press_clock));
    data.on_take_back(game(screen, Controller::take_back));
    data.on_offer_draw(game(screen, Controller::offer_draw));
    data.on_decline_draw(game(screen, Controller::decline_draw));
    data.on_accept_draw(game(screen, Controller::accept_draw));
    data.on_claim_limit(game(screen, Controller::claim_limit));
    data.on_claim_repetition(game(screen, Controller::claim_repetition));
    data.on_call_arbiter(game(screen, Controller::call_arbiter));
    // 22: a player resigns in own time; the opponent confirms on the result screen.
    data.on_resign(game(screen, |game| game.resign(game.on_move())));
    data.on_to_result(kiosk(screen, Kiosk::to_result));
    data.on_back_to_game(kiosk(screen, Kiosk::back_to_game));
    data.on_start_game(kiosk(screen, Kiosk::start));
    data.on_leave(kiosk(screen, |kiosk| {
        if let Err(error) = kiosk.leave() {
            tracing::error!(%error, "the next game cannot be opened");
        }
    }));
}

fn wire_result(app: &App, screen: &Screen) {
    let data = app.global::<GameData>();
    let own = screen.clone();
    data.on_choose(move |black, verdict, ending| {
        let Some(verdict) = words::verdict_back(verdict) else {
            return;
        };
        let reason = words::ending_back(ending);
        own.act(|kiosk| {
            on_game(kiosk, |game| {
                game.choose_result(words::side(black), verdict, reason)
            });
        });
    });
    let own = screen.clone();
    data.on_sign(move |black, commands| {
        own.act(|kiosk| {
            on_game(kiosk, |game| {
                game.sign(words::side(black), strokes::read(&commands))
            });
        });
    });
}

fn wire_entry(app: &App, screen: &Screen) {
    let data = app.global::<EntryData>();
    let own = screen.clone();
    data.on_key(move |index| {
        let key = usize::try_from(index)
            .ok()
            .and_then(|index| Key::ALL.get(index).copied());
        if let Some(key) = key {
            own.act(|kiosk| on_game(kiosk, |game| game.key(key)));
        }
    });
    let own = screen.clone();
    data.on_candidate(move |index| {
        let Ok(index) = usize::try_from(index) else {
            return;
        };
        own.act(|kiosk| on_game(kiosk, |game| game.pick(index)));
    });
    let own = screen.clone();
    app.global::<GameData>().on_go_to_ply(move |ply| {
        let Ok(ply) = usize::try_from(ply) else {
            return;
        };
        own.act(|kiosk| on_game(kiosk, |game| game.go_to_ply(ply)));
    });
    data.on_erase(game(screen, Controller::erase_key));
    data.on_previous(game(screen, Controller::step_back));
    data.on_next(game(screen, Controller::step_forward));
    data.on_to_end(game(screen, Controller::to_end));
    data.on_replace(game(screen, Controller::replace));
    data.on_insert(game(screen, Controller::insert));
    data.on_remove(game(screen, Controller::remove));
    data.on_dash(game(screen, Controller::dash));
    data.on_set_up_done(game(screen, Controller::set_up_done));
    data.on_send(game(screen, Controller::submit));
}
