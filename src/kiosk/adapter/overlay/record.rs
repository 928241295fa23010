//! The record before the arbiter: walked through, put right, every touch listed.

use std::cell::Cell;
use std::rc::Rc;

use qipu_ui::{App, MoveRow, PointView, ReplayData, TouchLine};
use slint::{ComponentHandle, ModelRc, VecModel};
use xiangqi::Square;

use super::{Screen, arbiter, touches};
use crate::kiosk::adapter::{board, moves};
use crate::kiosk::controller::{Controller, Kiosk, Mending, Replay};

/// The rows the tab looks at.
#[derive(Default)]
pub(in crate::kiosk::adapter) struct Rows {
    points: Rc<VecModel<PointView>>,
    moves: Rc<VecModel<MoveRow>>,
    touches: Rc<VecModel<TouchLine>>,
    /// The entry and the language up to which the touches are listed.
    listed: Cell<(u64, bool)>,
}

/// A callback on the replay.
fn on_replay(
    screen: &Screen,
    act: impl Fn(&mut Replay, &mut Controller) + 'static,
) -> impl Fn() + 'static {
    let screen = screen.clone();
    move || arbiter(&screen, |overlay, game| act(&mut overlay.replay, game))
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<ReplayData>();
    let rows = &screen.rows().record;
    data.set_points(ModelRc::from(rows.points.clone()));
    data.set_moves(ModelRc::from(rows.moves.clone()));
    data.set_touches(ModelRc::from(rows.touches.clone()));
    let own = screen.clone();
    data.on_go(move |ply| {
        let Ok(ply) = usize::try_from(ply) else {
            return;
        };
        arbiter(&own, |overlay, game| overlay.replay.go(game, ply));
    });
    data.on_previous(on_replay(screen, |replay, game| {
        let cursor = replay.cursor(game);
        replay.go(game, cursor.saturating_sub(1));
    }));
    data.on_next(on_replay(screen, |replay, game| {
        let cursor = replay.cursor(game);
        replay.go(game, cursor + 1);
    }));
    data.on_first(on_replay(screen, |replay, game| replay.go(game, 0)));
    data.on_last(on_replay(screen, |replay, game| {
        replay.go(game, usize::MAX)
    }));
    data.on_replace(on_replay(screen, |replay, game| replay.replace(game)));
    data.on_set_up(on_replay(screen, |replay, game| replay.set_up(game)));
    data.on_set_up_done(on_replay(screen, Replay::set_up_done));
    data.on_give_up(on_replay(screen, |replay, _| replay.give_up()));
    data.on_take_off(on_replay(screen, |replay, game| {
        let cursor = replay.cursor(game);
        game.correct_from(cursor);
        replay.go(game, usize::MAX);
    }));
    data.on_colours(on_replay(screen, |_, game| game.colours_as_played()));
    let own = screen.clone();
    data.on_touched(move |index| {
        let Some(square) = u8::try_from(index).ok().and_then(Square::from_index) else {
            return;
        };
        arbiter(&own, |overlay, game| overlay.replay.touch(game, square));
    });
}

pub(super) fn show(app: &App, screen: &Screen, kiosk: &Kiosk, game: &Controller, english: bool) {
    let replay = &kiosk.overlay().replay;
    let data = app.global::<ReplayData>();
    let rows = &screen.rows().record;
    let cursor = replay.cursor(game);
    board::show_board(
        &rows.points,
        &replay.board(game),
        replay.last(game),
        replay.selected,
    );
    moves::show_walked(&rows.moves, &game.view(), cursor);
    data.set_cursor(cursor as i32);
    data.set_plies(game.state().plies().len() as i32);
    data.set_replacing(replay.mending == Mending::Replacing);
    data.set_setting_up(matches!(replay.mending, Mending::SettingUp(_)));
    data.set_correctable(game.can_be_corrected());
    data.set_swapped(game.state().colours_as_played());
    // A long list is read from the disk only when there is more of it.
    let wanted = (game.last_entry(), english);
    if rows.listed.replace(wanted) != wanted {
        match kiosk.terminal().store.entries(game.game()) {
            Ok(entries) => rows.touches.set_vec(touches::lines(&entries, english)),
            Err(error) => tracing::error!(%error, "the journal cannot be read"),
        }
    }
}
