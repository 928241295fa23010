//! `/desk/rounds/{round}`: results by keyboard; `/desk/draft`: pairing the next round.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tournament::document::{GameResult, Number, RecordState};
use xiangqi::Side;

use super::form::ByScript;
use super::frame::{Frame, answer, done, html};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::act::{Adjustment, ResultEntry};
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub, Tables, reason};
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::round::{self, RoundState, StoredRound};

#[derive(Template)]
#[template(path = "../desk/round.html")]
struct Page {
    frame: Frame,
    number: u16,
    rounds: Vec<u16>,
    closed: bool,
    boards: Vec<Line>,
    missing: Vec<u32>,
    /// Records that are not in: closing the round notes a foul for each.
    not_in: Vec<NotIn>,
}

struct NotIn {
    board: u32,
    player: (Number, String),
    fouls: u8,
}

struct Line {
    board: u32,
    red: (Number, String),
    black: (Number, String),
    /// What stands in the field: `1`, `=`, `0`, `+`, `-`, `x` from Red's side; empty while open.
    mark: &'static str,
    confirmed: bool,
}

/// The mark of a result from Red's side.
const fn mark(result: GameResult) -> &'static str {
    match result {
        GameResult::Red => "1",
        GameResult::Draw => "=",
        GameResult::Black => "0",
        GameResult::BlackForfeit => "+",
        GameResult::RedForfeit => "-",
        GameResult::BothForfeit => "x",
        GameResult::Unfinished => "",
    }
}

/// The result of what somebody typed, from Red's side.
pub fn typed(text: &str) -> Option<GameResult> {
    Some(match text.trim() {
        "1" | "2" | "胜" | "红" | "w" | "W" => GameResult::Red,
        "=" | "½" | "5" | "h" | "d" | "和" => GameResult::Draw,
        "0" | "负" | "黑" | "l" | "L" => GameResult::Black,
        "+" => GameResult::BlackForfeit,
        "-" | "−" => GameResult::RedForfeit,
        "x" | "X" | "×" => GameResult::BothForfeit,
        "" => GameResult::Unfinished,
        _ => return None,
    })
}

fn named(tables: &Tables, number: Number) -> (Number, String) {
    (
        number,
        tables
            .player(number)
            .map(|player| player.name.clone())
            .unwrap_or_default(),
    )
}

/// The results of a round.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path(number): Path<u16>,
) -> Response {
    answer(&reader, show(&hub, &reader, &officer, number))
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer, number: u16) -> Result<Response, ActError> {
    let tables = hub.tables()?;
    let stored = tables.rounds.iter().find(|round| round.number == number);
    let stored = stored.ok_or(ActError::NoRound(number))?;
    let games = tables.games_of(number);
    let board = |game: &StoredGame| Line {
        board: game.board,
        red: named(&tables, game.player(Side::Red)),
        black: named(&tables, game.player(Side::Black)),
        mark: game
            .decision
            .as_ref()
            .map_or("", |decision| mark(decision.result)),
        confirmed: game.is_settled(),
    };
    let closed = stored.state == RoundState::Closed;
    let owed = if closed {
        Vec::new()
    } else {
        hub.obligations()?
    };
    let not_in = owed
        .into_iter()
        .filter(|owed| owed.round == number && owed.state == RecordState::Open)
        .map(|owed| NotIn {
            board: owed.board,
            player: named(&tables, owed.number),
            fouls: tables.event.regulation.fouls.missed_record,
        });
    let page = Page {
        not_in: not_in.collect(),
        frame: Frame::new(hub, reader, officer, "round", ("成绩", "Results"))?,
        number,
        rounds: tables.rounds.iter().map(|round| round.number).collect(),
        closed,
        boards: games.iter().map(board).collect(),
        missing: games
            .iter()
            .filter(|game| !game.is_settled())
            .map(|game| game.board)
            .collect(),
    };
    Ok(html(reader, &page))
}

/// Enters results: `r-BOARD=MARK` for each board that is to change.
pub async fn results(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    ByScript(script): ByScript,
    Path(number): Path<u16>,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Response {
    let result = enter(&hub, &officer, number, &fields);
    match (script, result) {
        (true, Ok(())) => StatusCode::NO_CONTENT.into_response(),
        (_, result) => done(&reader, result, &format!("/desk/rounds/{number}")),
    }
}

fn enter(
    hub: &Hub,
    officer: &Officer,
    number: u16,
    fields: &BTreeMap<String, String>,
) -> Result<(), ActError> {
    let tables = hub.tables()?;
    let unclear = || {
        ActError::Refused(
            "成绩只写 1 = 0 + - x",
            "a result is one of 1 = 0 + - x, from Red's side",
        )
    };
    let (mut entries, mut confirmed) = (Vec::new(), Vec::new());
    for (name, text) in fields {
        let Some(board) = name.strip_prefix("r-").and_then(|board| board.parse().ok()) else {
            continue;
        };
        let result = typed(text).ok_or_else(unclear)?;
        let games = tables.games_of(number);
        let game = games
            .iter()
            .find(|game| game.board == board)
            .ok_or(ActError::NoGame)?;
        let before = game.decision.as_ref();
        let known = before.map_or(GameResult::Unfinished, |before| before.result);
        if known == result {
            // What both players signed keeps its reason; the arbiter only confirms it.
            if before.is_some_and(|before| !before.confirmed) {
                confirmed.push(board);
            }
        } else {
            entries.push(ResultEntry {
                round: number,
                board,
                result,
                reason: String::new(),
            });
        }
    }
    for entry in entries {
        hub.enter_result(entry, &officer.actor)?;
    }
    for board in confirmed {
        hub.confirm_result(number, board, &officer.actor)?;
    }
    Ok(())
}

/// Closes the round.
pub async fn close(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path(number): Path<u16>,
) -> Response {
    let result = hub.close_round(number, &officer.actor);
    done(&reader, result, "/desk/obligations")
}

#[derive(Template)]
#[template(path = "../desk/draft.html")]
struct DraftPage {
    frame: Frame,
    draft: Option<Draft>,
    /// The round that would be paired.
    next: u16,
    /// Why it cannot be.
    obstacle: Option<(u16, Vec<u32>)>,
    all_played: bool,
}

struct Draft {
    number: u16,
    digest: String,
    boards: Vec<DraftBoard>,
    bye: Option<(Number, String)>,
    relaxed: Vec<String>,
    violations: Vec<(bool, String)>,
}

struct DraftBoard {
    board: u32,
    red: (Number, String),
    black: (Number, String),
    why: String,
}

/// The draft of the next round, or what is needed before there can be one.
pub async fn draft(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, show_draft(&hub, &reader, &officer))
}

fn show_draft(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let l = reader.lang;
    let tables = hub.tables()?;
    let event = tables.event.id;
    let stored = hub.store().read(|connection| {
        let last = round::all(connection, event)?.pop();
        let Some(draft) = last.filter(|last| last.state == RoundState::Draft) else {
            return Ok(None);
        };
        let games = game::of_round(connection, event, draft.number)?;
        Ok::<_, ActError>(Some((draft, games)))
    })?;
    let last = tables.last_round();
    let open = last
        .filter(|last| last.state != RoundState::Closed)
        .map(|last| {
            let games = tables.games_of(last.number);
            let open = games
                .iter()
                .filter(|game| !game.is_settled())
                .map(|game| game.board);
            (last.number, open.collect())
        });
    let next = last.map_or(1, |last| last.number + 1);
    let planned = tables.event.regulation.rounds_of(&tables.document);
    let page = DraftPage {
        frame: Frame::new(hub, reader, officer, "draft", ("编排", "Pairing"))?,
        draft: match stored {
            Some((draft, games)) => Some(drafted(hub, l, &tables, draft, &games)?),
            None => None,
        },
        next,
        obstacle: open,
        all_played: planned.is_some_and(|planned| next > planned),
    };
    Ok(html(reader, &page))
}

fn drafted(
    hub: &Hub,
    l: Lang,
    tables: &Tables,
    draft: StoredRound,
    games: &[StoredGame],
) -> Result<Draft, ActError> {
    let words = |words: &round::Words| match l {
        Lang::Zh => words.zh.clone(),
        Lang::En => words.en.clone(),
    };
    let violations = hub.look_over_draft(draft.number)?;
    Ok(Draft {
        number: draft.number,
        boards: games
            .iter()
            .map(|game| DraftBoard {
                board: game.board,
                red: named(tables, game.red),
                black: named(tables, game.black),
                why: words(&game.why),
            })
            .collect(),
        bye: draft.body.bye.map(|bye| named(tables, bye)),
        relaxed: draft.relaxed.iter().map(words).collect(),
        violations: violations
            .into_iter()
            .map(|found| {
                let board = found
                    .board
                    .map(|board| format!("{} {board}", l.t("台", "board")));
                let rule = reason::of_rule(l, found.rule);
                let words = format!("{} {rule}：{}", board.unwrap_or_default(), found.detail);
                (found.soft, words.trim_start().to_owned())
            })
            .collect(),
        digest: draft.digest,
    })
}

/// Pairs.
pub async fn pair(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    done(&reader, hub.pair_next(&officer.actor), "/desk/draft")
}

/// Two numbers.
#[derive(Deserialize)]
pub struct SwapForm {
    round: u16,
    one: Number,
    two: Number,
}

/// Lets two players change seats.
pub async fn swap(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<SwapForm>,
) -> Response {
    let swap = Adjustment::Swap(form.one, form.two);
    done(
        &reader,
        hub.adjust_draft(form.round, swap, &officer.actor),
        "/desk/draft",
    )
}

/// A board.
#[derive(Deserialize)]
pub struct TurnForm {
    round: u16,
    board: u32,
}

/// Turns the colours of a board.
pub async fn turn(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<TurnForm>,
) -> Response {
    let turn = Adjustment::Turn(form.board);
    done(
        &reader,
        hub.adjust_draft(form.round, turn, &officer.actor),
        "/desk/draft",
    )
}

/// Pairs that must and must not be, as `3-9, 4-12`.
#[derive(Deserialize)]
pub struct RepairForm {
    round: u16,
    #[serde(default)]
    locked: String,
    #[serde(default)]
    forbidden: String,
}

fn pairs(text: &str) -> Option<Vec<[Number; 2]>> {
    text.split([',', '，', ' ', ';', '；'])
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (one, two) = pair.split_once(['-', '—', '－'])?;
            Some([one.trim().parse().ok()?, two.trim().parse().ok()?])
        })
        .collect()
}

/// Pairs anew around pairs that must and must not be.
pub async fn repair(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<RepairForm>,
) -> Response {
    let unclear = ActError::Refused("对局写作 3-9", "write a pair as 3-9");
    let result = pairs(&form.locked)
        .zip(pairs(&form.forbidden))
        .ok_or(unclear)
        .and_then(|(locked, forbidden)| {
            let repair = Adjustment::Repair { locked, forbidden };
            hub.adjust_draft(form.round, repair, &officer.actor)
        });
    done(&reader, result, "/desk/draft")
}

/// What was looked at.
#[derive(Deserialize)]
pub struct PublishForm {
    round: u16,
    digest: String,
}

/// Publishes the draft as it was looked at.
pub async fn publish(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<PublishForm>,
) -> Response {
    let result = hub.publish_round(form.round, &form.digest, &officer.actor);
    done(&reader, result, &format!("/desk/rounds/{}", form.round))
}
