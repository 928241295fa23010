//! A game as the page's script reads it: the whole of it, or what one entry changed.

use serde::Serialize;
use xiangqi::{Board, Position, Side, notation};

use crate::hub::lang::Lang;
use crate::hub::live::LiveGame;
use crate::journal::{GameState, Phase, Ply};
use crate::store::hub::game::StoredGame;

/// The whole game.
#[derive(Debug, Serialize)]
pub struct Sheet {
    /// Placement at the start, FEN.
    start: String,
    /// The moves.
    plies: Vec<PlyLine>,
    #[serde(flatten)]
    now: Now,
}

/// What changed.
#[derive(Debug, Serialize)]
pub struct Update {
    /// How many plies there are now; the script loads the whole game when it is not one more than
    /// it knows, or the same.
    count: usize,
    /// The last of them.
    last: Option<PlyLine>,
    #[serde(flatten)]
    now: Now,
}

#[derive(Debug, Serialize)]
struct PlyLine {
    #[serde(rename = "move")]
    mv: Option<String>,
    text: String,
    /// The same in WXF; only with the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    wxf: Option<String>,
    red: bool,
}

#[derive(Debug, Serialize)]
struct Now {
    status: String,
    red_ms: Option<u64>,
    black_ms: Option<u64>,
    /// Whose clock runs.
    runs: Option<&'static str>,
    /// How old the times are.
    age_ms: i64,
    /// Whether a claim or a call waits for the arbiter.
    wanted: bool,
    over: bool,
}

impl Sheet {
    pub fn of(l: Lang, stored: &StoredGame, live: &LiveGame) -> Self {
        Self {
            start: start_board(&live.state).to_string(),
            plies: live
                .state
                .plies()
                .iter()
                .zip(wxf(&live.state))
                .map(|(ply, wxf)| PlyLine {
                    wxf: Some(wxf),
                    ..PlyLine::of(ply)
                })
                .collect(),
            now: Now::of(l, stored, live),
        }
    }
}

impl Update {
    pub fn of(l: Lang, stored: &StoredGame, live: &LiveGame) -> Self {
        let plies = live.state.plies();
        Self {
            count: plies.len(),
            last: plies.last().map(PlyLine::of),
            now: Now::of(l, stored, live),
        }
    }
}

impl PlyLine {
    fn of(ply: &Ply) -> Self {
        Self {
            mv: ply.mv.map(|mv| mv.to_string()),
            text: ply.chinese.clone(),
            wxf: None,
            red: ply.side == Side::Red,
        }
    }
}

impl Now {
    fn of(l: Lang, stored: &StoredGame, live: &LiveGame) -> Self {
        let state = &live.state;
        let reading = state.reading();
        Self {
            status: status(l, stored, state),
            red_ms: reading.map(|reading| reading.red_ms),
            black_ms: reading.map(|reading| reading.black_ms),
            runs: running(state).map(|side| match side {
                Side::Red => "red",
                Side::Black => "black",
            }),
            age_ms: (chrono::Utc::now().timestamp_millis() - live.received_ms).max(0),
            wanted: is_wanted(state),
            over: state.outcome().is_some() || stored.is_settled(),
        }
    }
}

/// The moves in WXF; from an irregular or a missing one on in coordinates.
pub fn wxf(state: &GameState) -> Vec<String> {
    let start = state.started().map(|started| started.start_fen.as_str());
    let mut position = start.map_or_else(
        || Some(Position::start()),
        |start| Position::from_fen(start).ok(),
    );
    let text = |ply: &Ply| {
        let Some(mv) = ply.mv else {
            position = None;
            return "—".to_owned();
        };
        let next = position.as_ref().and_then(|position| {
            let next = position.play(mv).ok()?;
            Some((notation::wxf::format(position, mv), next))
        });
        match next {
            Some((text, next)) => {
                position = Some(next);
                text
            }
            None => {
                position = None;
                mv.to_string()
            }
        }
    };
    state.plies().iter().map(text).collect()
}

/// Whether a claim or a call waits for the arbiter.
pub fn is_wanted(state: &GameState) -> bool {
    state.is_calling() || !state.open_claims().is_empty()
}

/// Whose clock runs: the side to move, or the one that has moved and not pressed.
pub fn running(state: &GameState) -> Option<Side> {
    let playing = state.phase() == Phase::Playing && state.reading().is_some();
    let side = if state.is_pressed() {
        state.side()
    } else {
        state.side().opposite()
    };
    playing.then_some(side)
}

/// Where a game starts; the usual position before the first entry.
pub fn start_board(state: &GameState) -> Board {
    state
        .started()
        .and_then(|started| started.start_fen.split(' ').next()?.parse().ok())
        .unwrap_or_else(Board::start)
}

/// `6:04`, tenths below twenty seconds: `0:19.3`.
pub fn clock(ms: u64) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    if ms < 20_000 {
        format!("{minutes}:{seconds:02}.{}", ms / 100 % 10)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// How the game stands, in words.
pub fn status(l: Lang, stored: &StoredGame, state: &GameState) -> String {
    if let Some(decision) = &stored.decision {
        let (result, reason) = (l.result(decision.result), l.reason(&decision.reason));
        let note = if decision.confirmed {
            ""
        } else {
            l.t("（待裁判确认）", " (to be confirmed)")
        };
        let space = if reason.is_empty() {
            ""
        } else {
            l.t("　", ", ")
        };
        return format!("{result}{space}{reason}{note}");
    }
    match state.phase() {
        Phase::Waiting => l.t("尚未开始", "not started").to_owned(),
        Phase::Paused => l.t("暂停", "paused").to_owned(),
        Phase::Decided | Phase::Closed => l.t("等待签名", "to be signed").to_owned(),
        Phase::Playing => match state.side() {
            Side::Red => l.t("轮到红方", "Red to move").to_owned(),
            Side::Black => l.t("轮到黑方", "Black to move").to_owned(),
        },
    }
}
