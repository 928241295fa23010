//! `/games/{game}/live` and `/hall/live`: what changes, as it changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::time::{Instant, interval_at};
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tokio_stream::wrappers::{BroadcastStream, IntervalStream};
use tokio_stream::{Stream, StreamExt};

use super::Reader;
use super::game::Update;
use super::hall::Hall;
use crate::hub::feed::{News, Topic, What};
use crate::hub::lang::Lang;
use crate::hub::made::View;
use crate::hub::{ActError, Hub};
use crate::journal::GameId;
use crate::sync::backoff;

/// How often a silent stream shows that both ends are there.
const BEAT: Duration = Duration::from_secs(15);
/// Within which time a move goes to all who watch a game, milliseconds.
const GAME_MS: u32 = 300;
/// Within which time the hall's boards go to all who watch them, milliseconds.
const HALL_MS: u32 = 800;

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
    let view = View { topic, lang, desk };
    let news = BroadcastStream::new(hub.feed.watch(topic));
    // Not shared: a result entered at the desk is no news of the game.
    let first = {
        let hub = Arc::clone(hub);
        tokio_stream::once(()).map(move |()| now(&hub, lang, id, desk))
    };
    let moment = moment(if desk { 0 } else { GAME_MS });
    let asked = Arc::clone(hub);
    // Only the last news counts: it tells the whole state.
    let last = news.then(move |news| {
        let hub = Arc::clone(&asked);
        async move {
            let number = news.ok()?.number;
            if !hub.feed.is_last(topic, number) {
                return None;
            }
            tokio::time::sleep(moment).await;
            Some(number)
        }
    });
    let hub = Arc::clone(hub);
    let news = last.filter_map(move |number| {
        let make = || now(&hub, lang, id, desk);
        Some(hub.made.once(view, number?, make))
    });
    stream(first.chain(news))
}

/// The hall: `tile` for each board that changes, `reload` for a new round.
pub async fn hall(State(hub): State<Arc<Hub>>, reader: Reader) -> Response {
    hall_stream(&hub, reader.lang, false)
}

/// The hall's stream, for everybody or for the desk.
pub fn hall_stream(hub: &Arc<Hub>, lang: Lang, desk: bool) -> Response {
    let topic = match (desk, hub.delay().is_zero()) {
        (true, _) => Topic::Desk,
        (false, true) => Topic::Hall,
        (false, false) => Topic::LateHall,
    };
    let view = View { topic, lang, desk };
    let hub = Arc::clone(hub);
    let moment = moment(if desk { 0 } else { HALL_MS });
    let news = BroadcastStream::new(hub.feed.watch(topic)).then(move |news| async move {
        tokio::time::sleep(moment).await;
        news
    });
    stream(news.map(move |news| match news {
        Ok(News {
            number,
            what: What::Boards(games),
        }) => hub.made.once(view, number, || {
            tiles(&hub, lang, desk, &games).unwrap_or_else(|_| reload())
        }),
        Ok(_) | Err(BroadcastStreamRecvError::Lagged(_)) => reload(),
    }))
}

/// How much later a watcher is served than the first of all: two thousand who watch the same are
/// not served at once, with a terminal's entry waiting behind them.
fn moment(most_ms: u32) -> Duration {
    Duration::from_millis(u64::from(backoff::random() % (most_ms + 1)))
}

/// The messages as they are, and now and then an empty comment.
fn stream(messages: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let beats = IntervalStream::new(interval_at(Instant::now() + BEAT, BEAT))
        .map(|_| Bytes::from_static(b":\n\n"));
    let body = Body::from_stream(messages.merge(beats).map(Ok::<_, Infallible>));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, body).into_response()
}

fn reload() -> Bytes {
    Bytes::from_static(b"event: reload\ndata: \n\n")
}

fn now(hub: &Arc<Hub>, lang: Lang, id: GameId, desk: bool) -> Bytes {
    update(hub, lang, id, desk).unwrap_or_else(|_| reload())
}

fn update(hub: &Arc<Hub>, lang: Lang, id: GameId, desk: bool) -> Result<Bytes, ActError> {
    let tables = hub.tables()?;
    let stored = tables.game(id).ok_or(ActError::NoGame)?;
    let live = if desk {
        hub.live_state(id)?
    } else {
        hub.shown_state(stored)?
    };
    let update = Update::of(lang, stored, &live);
    // JSON has no line breaks of its own.
    let json = serde_json::to_string(&update)
        .map_err(|error| crate::store::StoreError::corrupt("update", error))?;
    Ok(Bytes::from(format!("event: update\ndata: {json}\n\n")))
}

fn tiles(hub: &Arc<Hub>, lang: Lang, desk: bool, games: &[GameId]) -> Result<Bytes, ActError> {
    let hall = if desk {
        Hall::at_desk(hub, lang)?
    } else {
        Hall::of(hub, lang)?
    };
    let mut messages = String::new();
    for game in games {
        // A record of an earlier round is no tile of this hall.
        let Some(tile) = hall.tile_of(*game)? else {
            continue;
        };
        // Every line of a message needs its own field; the tile's line breaks mean nothing.
        let html = tile.render().unwrap_or_default().replace('\n', "");
        messages.push_str(&format!(
            "event: tile\nid: {}\ndata: {html}\n\n",
            tile.board
        ));
    }
    let counts = hall.counts_line().replace('\n', "");
    messages.push_str(&format!("event: counts\ndata: {counts}\n\n"));
    Ok(Bytes::from(messages))
}
