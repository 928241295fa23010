//! `/desk/boards/{round}/{board}`: one game with every touch, and what an arbiter can do there.

mod clock_words;
mod words;

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tournament::document::GameResult;
use xiangqi::Side;

use super::frame::{Frame, answer as page_or, done, html};
use super::refusal;
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::act::{ResultEntry, Ruling};
use crate::hub::lang::Lang;
use crate::hub::page::{Reader, Sheet, clock_text, game_stream, is_wanted, status};
use crate::hub::{ActError, Hub, Tables, board as drawing};
use crate::journal::{
    Claim, Edit, Finding, GameId, GameState, Matter, Outcome, Reading, Reason, Verdict,
};
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::{entry, instruction};

#[derive(Template)]
#[template(path = "../desk/board.html")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "what the page shows or not, each by itself"
)]
struct Page {
    frame: Frame,
    /// The address of this page.
    here: String,
    game: GameId,
    round: u16,
    board: u32,
    red: (u32, String),
    black: (u32, String),
    red_time: String,
    black_time: String,
    svg: String,
    count: usize,
    status: String,
    decided: bool,
    confirmed: bool,
    claims: Vec<(&'static str, String)>,
    calling: bool,
    wanted: bool,
    limit: Vec<(&'static str, u16, u16, bool)>,
    most: u16,
    irregular: Option<String>,
    terminal: Option<(String, bool)>,
    spares: Vec<StoredTerminal>,
    waiting: usize,
    beside: usize,
    journal: Vec<words::Line>,
}

/// Round and board in the address.
type At = Path<(u16, u32)>;

/// The game on a board of a round.
///
/// # Errors
/// [`ActError::NoGame`]; the database's errors.
pub fn find(hub: &Hub, round: u16, board: u32) -> Result<(Arc<Tables>, StoredGame), ActError> {
    let tables = hub.tables()?;
    let game = tables
        .games_of(round)
        .iter()
        .find(|game| game.board == board)
        .cloned();
    Ok((tables, game.ok_or(ActError::NoGame)?))
}

/// One board.
pub async fn page(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
) -> Response {
    page_or(&reader, show(&hub, &reader, &officer, round, board))
}

fn show(
    hub: &Arc<Hub>,
    reader: &Reader,
    officer: &Officer,
    round: u16,
    board: u32,
) -> Result<Response, ActError> {
    let l = reader.lang;
    let (tables, stored) = find(hub, round, board)?;
    let live = hub.live_state(stored.id)?;
    let state = &live.state;
    let event = tables.event.id;
    let (terminals, entries, beside, waiting) = hub.store().read(|connection| {
        Ok::<_, ActError>((
            enrolment::all(connection, event)?,
            entry::line_after(connection, stored.id, 0)?,
            entry::beside(connection, stored.id)?.len(),
            instruction::open(connection, stored.id)?.len(),
        ))
    })?;
    let seat = |side| {
        let number = stored.player(side);
        (
            number,
            tables
                .player(number)
                .map(|player| player.name.clone())
                .unwrap_or_default(),
        )
    };
    let time = |side| state.reading().map(|reading| clock_text(reading.of(side)));
    let last = state.plies().last();
    let limit = state.limit();
    let writer = stored.writer.clone().or_else(|| {
        terminals
            .iter()
            .find(|known| known.board == Some(board))
            .map(|known| known.id.clone())
    });
    let page = Page {
        frame: Frame::new(hub, reader, officer, "hall", ("对局", "Board"))?,
        here: address(round, board),
        game: stored.id,
        round,
        board,
        red: seat(Side::Red),
        black: seat(Side::Black),
        red_time: time(Side::Red).unwrap_or_default(),
        black_time: time(Side::Black).unwrap_or_default(),
        svg: drawing::svg(
            state.board(),
            last.and_then(|ply| ply.mv),
            l.t("棋盘", "board"),
        ),
        count: state.plies().len(),
        status: status(l, &stored, state),
        decided: stored.decision.is_some(),
        confirmed: stored.is_settled(),
        claims: claims(l, state),
        calling: state.is_calling() || hub.is_calling(stored.id)?,
        wanted: is_wanted(state),
        limit: [Side::Red, Side::Black]
            .map(|side| {
                let name = l.side(side);
                (
                    name,
                    limit.counted(side),
                    limit.checks(side),
                    limit.claimable(side),
                )
            })
            .into(),
        most: limit.rule().limit,
        irregular: last
            .and_then(|ply| ply.irregular.as_ref())
            .map(|why| match l {
                Lang::Zh => why.chinese(),
                Lang::En => why.to_string(),
            }),
        terminal: writer.as_ref().map(|id| {
            let name = terminals.iter().find(|known| known.id == *id);
            let name = name.map_or_else(|| id.clone(), |known| known.name.clone());
            (name, hub.presence.is_online(id))
        }),
        spares: terminals
            .into_iter()
            .filter(|known| !known.revoked && Some(&known.id) != writer.as_ref())
            .collect(),
        waiting,
        beside,
        journal: words::lines(l, &entries),
    };
    Ok(html(reader, &page))
}

/// The game for the page's script.
pub async fn state(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    Path(id): Path<GameId>,
) -> Response {
    let sheet = (|| {
        let tables = hub.tables()?;
        let stored = tables.game(id).ok_or(ActError::NoGame)?;
        Ok(Sheet::of(reader.lang, stored, &hub.live_state(id)?))
    })();
    match sheet {
        Ok(sheet) => axum::Json(sheet).into_response(),
        Err(error) => refusal::of(&reader, &error),
    }
}

/// What changes, as it changes.
pub async fn live(State(hub): State<Arc<Hub>>, reader: Reader, Path(id): Path<GameId>) -> Response {
    game_stream(&hub, reader.lang, id, true)
}

fn claims(l: Lang, state: &GameState) -> Vec<(&'static str, String)> {
    let word = |claim: &Claim| match claim {
        Claim::Limit { side: Side::Red } => ("limit-red", l.t("红方：自然限着", "Red: limit")),
        Claim::Limit { side: Side::Black } => {
            ("limit-black", l.t("黑方：自然限着", "Black: limit"))
        }
        Claim::Repetition { side: Side::Red } => {
            ("repetition-red", l.t("红方：循环局面", "Red: repetition"))
        }
        Claim::Repetition { side: Side::Black } => (
            "repetition-black",
            l.t("黑方：循环局面", "Black: repetition"),
        ),
    };
    state
        .open_claims()
        .iter()
        .map(word)
        .map(|(code, text)| (code, text.to_owned()))
        .collect()
}

/// The address of a board's page.
pub fn address(round: u16, board: u32) -> String {
    format!("/desk/boards/{round}/{board}")
}

/// A result by hand.
#[derive(Deserialize)]
pub struct ResultForm {
    result: String,
    #[serde(default)]
    reason: String,
}

/// Enters a result.
pub async fn result(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<ResultForm>,
) -> Response {
    let entered = game::parse(&form.result)
        .ok_or(ActError::Refused("没有这种结果", "there is no such result"))
        .map(|result| ResultEntry {
            round,
            board,
            result,
            reason: form.reason,
        });
    let result = entered.and_then(|entered| hub.enter_result(entered, &officer.actor));
    done(&reader, result, &address(round, board))
}

/// Confirms the journal's result.
pub async fn confirm(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
) -> Response {
    let result = hub.confirm_result(round, board, &officer.actor);
    done(&reader, result, &address(round, board))
}

/// A ruling.
#[derive(Deserialize)]
pub struct RulingForm {
    /// `limit-red`, `repetition-black`, `flag-red`, `irregular-black`, `call`.
    matter: String,
    /// `upheld`, `refused`, `vary-red`, `vary-black`, `vary-both`, `play_on`, `red`, `black`,
    /// `draw`.
    finding: String,
}

impl RulingForm {
    fn ruling(&self) -> Option<Ruling> {
        let side = |text: &str| match text {
            "red" => Some(Side::Red),
            "black" => Some(Side::Black),
            _ => None,
        };
        let (matter, reason) = match self.matter.split_once('-') {
            Some(("limit", who)) => (Matter::Limit { side: side(who)? }, Reason::NaturalLimit),
            Some(("repetition", who)) => {
                (Matter::Repetition { side: side(who)? }, Reason::Repetition)
            }
            Some(("flag", who)) => (Matter::Flag { side: side(who)? }, Reason::Time),
            Some(("irregular", who)) => (Matter::Irregular { side: side(who)? }, Reason::Irregular),
            _ => (Matter::Call, Reason::Arbiter),
        };
        let ends = |verdict| Finding::Ends {
            outcome: Outcome { verdict, reason },
        };
        let finding = match self.finding.as_str() {
            // A good claim of the limit, and a repetition without offence, is a draw.
            "upheld" => Finding::Upheld {
                outcome: Outcome {
                    verdict: Verdict::Draw,
                    reason,
                },
            },
            "refused" => Finding::Refused,
            "vary-red" => Finding::MustVary {
                side: Some(Side::Red),
            },
            "vary-black" => Finding::MustVary {
                side: Some(Side::Black),
            },
            "vary-both" => Finding::MustVary { side: None },
            "play_on" => Finding::PlayOn,
            "red" => ends(Verdict::Red),
            "black" => ends(Verdict::Black),
            "draw" => ends(Verdict::Draw),
            _ => return None,
        };
        Some(Ruling { matter, finding })
    }
}

/// Rules.
pub async fn ruling(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<RulingForm>,
) -> Response {
    let unclear = ActError::Refused("裁决不明确", "the ruling is not clear");
    let result = find(&hub, round, board).and_then(|(_, stored)| {
        let ruling = form.ruling().ok_or(unclear)?;
        hub.rule(stored.id, ruling, &officer.actor)
    });
    done(&reader, result, &address(round, board))
}

/// A foul.
#[derive(Deserialize)]
pub struct FoulForm {
    side: Side,
    article: String,
}

/// Notes a foul.
pub async fn foul(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<FoulForm>,
) -> Response {
    let result = find(&hub, round, board)
        .and_then(|(_, stored)| hub.note_foul(stored.id, form.side, &form.article, &officer.actor));
    done(&reader, result, &address(round, board))
}

/// Clock times, `12:34`.
#[derive(Deserialize)]
pub struct ClockForm {
    red: String,
    black: String,
}

fn milliseconds(text: &str) -> Option<u64> {
    let (minutes, seconds) = text
        .trim()
        .split_once([':', '：'])
        .unwrap_or((text.trim(), "0"));
    let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    (minutes < 600 && seconds < 60).then_some((minutes * 60 + seconds) * 1000)
}

/// Sets the clocks.
pub async fn clock(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<ClockForm>,
) -> Response {
    let unclear = ActError::Refused("时间写作 12:34", "write the time as 12:34");
    let result = find(&hub, round, board).and_then(|(_, stored)| {
        let times = milliseconds(&form.red).zip(milliseconds(&form.black));
        let (red_ms, black_ms) = times.ok_or(unclear)?;
        let reading = Reading {
            red_ms,
            black_ms,
            external: false,
        };
        hub.set_clocks(stored.id, reading, &officer.actor)
    });
    done(&reader, result, &address(round, board))
}

/// Notes that an arbiter has come.
pub async fn answer(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
) -> Response {
    let result =
        find(&hub, round, board).and_then(|(_, stored)| hub.answer_call(stored.id, &officer.actor));
    done(&reader, result, &address(round, board))
}

/// Which terminal goes on.
#[derive(Deserialize)]
pub struct HandOverForm {
    terminal: String,
}

/// Gives the game to another terminal, which then stands at this board.
pub async fn hand_over(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<HandOverForm>,
) -> Response {
    let result = find(&hub, round, board).and_then(|(_, stored)| {
        hub.place_terminal(&form.terminal, Some(board), &officer.actor)?;
        hub.hand_over(stored.id, &form.terminal, &officer.actor)
    });
    done(&reader, result, &address(round, board))
}

/// One change of the record.
#[derive(Deserialize)]
pub struct CorrectionForm {
    /// `replace`, `insert`, `remove`, `truncate`.
    edit: String,
    ply: u32,
    #[serde(default)]
    text: String,
    #[serde(default)]
    why: String,
}

/// Corrects the record.
pub async fn correct(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path((round, board)): At,
    Form(form): Form<CorrectionForm>,
) -> Response {
    let result = find(&hub, round, board).and_then(|(_, stored)| {
        let state = hub.live_state(stored.id)?.state;
        let mv = words::move_at(&state, form.ply, &form.text);
        let unclear = ActError::Refused("看不懂这一着", "this move cannot be read");
        let edit = match form.edit.as_str() {
            "replace" => Edit::Replace {
                ply: form.ply,
                mv: mv.ok_or(unclear)?,
            },
            "insert" => Edit::Insert {
                ply: form.ply,
                mv: mv.ok_or(unclear)?,
            },
            "remove" => Edit::Remove { ply: form.ply },
            "truncate" => Edit::Truncate { ply: form.ply },
            _ => {
                return Err(ActError::Refused(
                    "没有这种校订",
                    "there is no such correction",
                ));
            }
        };
        hub.correct_record(stored.id, edit, &form.why, &officer.actor)
    });
    done(&reader, result, &address(round, board))
}

/// The results an arbiter can enter, in the order of the form.
const RESULTS: [GameResult; 7] = [
    GameResult::Red,
    GameResult::Draw,
    GameResult::Black,
    GameResult::BlackForfeit,
    GameResult::RedForfeit,
    GameResult::BothForfeit,
    GameResult::Unfinished,
];

impl Page {
    fn results(&self) -> Vec<(&'static str, &'static str)> {
        let word = |result| match self.frame.l.result(result) {
            "" => self.frame.l.t("未完", "open"),
            word => word,
        };
        RESULTS
            .map(|result| (game::code(result), word(result)))
            .into()
    }

    fn may(&self, action: Action) -> bool {
        self.frame.may(action)
    }
}
