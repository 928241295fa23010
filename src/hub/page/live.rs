//! `/games/{game}/live` and `/hall/live`: what changes, as it changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use super::Reader;
use super::game::Update;
use super::hall::Hall;
use crate::hub::feed::{News, Topic};
use crate::hub::lang::Lang;
use crate::hub::{ActError, Hub};
use crate::journal::GameId;

/// One game: `update` after each entry, the first at once; `reload` when the page is to be loaded
/// anew.
pub async fn game(State(hub): State<Arc<Hub>>, reader: Reader, Path(id): Path<GameId>) -> Response {
    game_stream(&hub, reader.lang, id, false)
}

/// A game's stream, for everybody or for the desk, which is never behind.
pub fn game_stream(hub: &Arc<Hub>, lang: Lang, id: GameId, desk: bool) -> Response {
    let topic = if desk || hub.delay().is_zero() {
        Topic::Game(id)
    } else {
        Topic::LateGame(id)
    };
    let hub = Arc::clone(hub);
    let news = BroadcastStream::new(hub.feed.watch(topic));
    let first = tokio_stream::once(Ok(News::Game(id)));
    let events = first.chain(news).map(move |news| match news {
        Ok(News::Game(_)) => update(&hub, lang, id, desk).unwrap_or_else(|_| reload()),
        Ok(News::Event) | Err(BroadcastStreamRecvError::Lagged(_)) => reload(),
    });
    stream(events)
}

/// The hall: `tile` for each board that changes, `reload` for a new round.
pub async fn hall(State(hub): State<Arc<Hub>>, reader: Reader) -> Response {
    hall_stream(&hub, reader.lang, false)
}

/// The hall's stream, for everybody or for the desk.
pub fn hall_stream(hub: &Arc<Hub>, lang: Lang, desk: bool) -> Response {
    let hub = Arc::clone(hub);
    let topic = if desk || hub.delay().is_zero() {
        Topic::Hall
    } else {
        Topic::LateHall
    };
    let news = BroadcastStream::new(hub.feed.watch(topic));
    let events = news.map(move |news| match news {
        Ok(News::Game(game)) => tile(&hub, lang, desk, game).unwrap_or_else(|_| reload()),
        Ok(News::Event) | Err(BroadcastStreamRecvError::Lagged(_)) => reload(),
    });
    stream(events)
}

fn stream(events: impl tokio_stream::Stream<Item = Event> + Send + 'static) -> Response {
    let keep = KeepAlive::new().interval(Duration::from_secs(15));
    Sse::new(events.map(Ok::<_, Infallible>))
        .keep_alive(keep)
        .into_response()
}

fn reload() -> Event {
    Event::default().event("reload").data("")
}

fn update(hub: &Arc<Hub>, lang: Lang, id: GameId, desk: bool) -> Result<Event, ActError> {
    let tables = hub.tables()?;
    let stored = tables.game(id).ok_or(ActError::NoGame)?;
    let live = if desk {
        hub.live_state(id)?
    } else {
        hub.shown_state(stored)?
    };
    let update = Update::of(lang, stored, &live);
    Ok(Event::default()
        .event("update")
        .json_data(update)
        .unwrap_or_else(|_| reload()))
}

fn tile(hub: &Arc<Hub>, lang: Lang, desk: bool, game: GameId) -> Result<Event, ActError> {
    let hall = if desk {
        Hall::at_desk(hub, lang)?
    } else {
        Hall::of(hub, lang)?
    };
    let Some(tile) = hall.tile_of(game)? else {
        return Ok(reload());
    };
    // Every line of a message needs its own field; the tile's line breaks mean nothing.
    let html = tile.render().unwrap_or_default().replace('\n', "");
    Ok(Event::default()
        .event("tile")
        .id(tile.board.to_string())
        .data(html))
}
