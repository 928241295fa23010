//! One board of the hall: who, how long, and what matters there now.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use tournament::document::RecordState;
use xiangqi::Side;

use crate::hub::lang::Lang;
use crate::hub::live;
use crate::hub::page::game::{clock, running};
use crate::hub::{ActError, Hub, Tables};
use crate::journal::{Claim, GameId, GameState, Phase};
use crate::store::hub::enrolment::{self, StoredTerminal};
use crate::store::hub::game::StoredGame;

/// Rounds of moves before the limit at which the counters are shown.
const NEAR: u16 = 10;

/// What matters most at a board, which decides the tile's colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// Nothing.
    Calm,
    /// The arbiter is wanted.
    Call,
    /// The record is still owed.
    Record,
    /// The terminal was not heard of for a while.
    Offline,
    /// Over, nothing left to do.
    Over,
    /// Not begun.
    Waiting,
}

/// A tile.
#[derive(Debug, Clone, Template)]
#[template(path = "tile.html")]
pub struct Tile {
    link: String,
    /// Its board.
    pub board: u32,
    red: String,
    black: String,
    red_ms: Option<u64>,
    black_ms: Option<u64>,
    red_time: String,
    black_time: String,
    runs: Option<Side>,
    age_ms: i64,
    /// What matters there.
    pub matter: Matter,
    line: String,
}

/// The hall at one moment.
pub struct Hall {
    hub: Arc<Hub>,
    l: Lang,
    tables: Arc<Tables>,
    calls: HashMap<GameId, String>,
    terminals: HashMap<u32, StoredTerminal>,
    owed: HashMap<(u16, u32), RecordState>,
    /// Whether arbiters look at it: irregular moves are shown, tiles lead to the desk.
    desk: bool,
    /// Whether what is shown is behind the boards.
    late: bool,
    counts: Counts,
}

/// The line above the tiles.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "counts.html")]
struct Counts {
    l: Lang,
    round: String,
    playing: usize,
    over: usize,
    record: usize,
    calls: usize,
    offline: usize,
}

impl Hall {
    /// The hall as everybody sees it.
    ///
    /// # Errors
    /// The database's errors.
    pub fn of(hub: &Arc<Hub>, l: Lang) -> Result<Self, ActError> {
        Self::build(hub, l, false)
    }

    /// The hall as arbiters see it.
    ///
    /// # Errors
    /// The database's errors.
    pub fn at_desk(hub: &Arc<Hub>, l: Lang) -> Result<Self, ActError> {
        Self::build(hub, l, true)
    }

    fn build(hub: &Arc<Hub>, l: Lang, desk: bool) -> Result<Self, ActError> {
        let tables = hub.tables()?;
        let event = tables.event.id;
        let (calls, terminals) = hub.store.read(|connection| {
            let calls = enrolment::open_calls(connection, event)?;
            Ok::<_, ActError>((calls, enrolment::all(connection, event)?))
        })?;
        let owed = hub.obligations()?;
        let mut hall = Self {
            hub: Arc::clone(hub),
            l,
            tables,
            calls: calls.into_iter().collect(),
            terminals: terminals
                .into_iter()
                .filter(|known| !known.revoked)
                .filter_map(|known| Some((known.board?, known)))
                .collect(),
            owed: owed
                .iter()
                .map(|owed| ((owed.round, owed.board), owed.state))
                .collect(),
            desk,
            late: !desk && !hub.delay().is_zero(),
            counts: Counts::default(),
        };
        hall.counts = hall.count()?;
        Ok(hall)
    }

    fn games(&self) -> &[StoredGame] {
        let round = self.tables.last_round().map(|round| round.number);
        round.map_or(&[], |round| self.tables.games_of(round))
    }

    fn count(&self) -> Result<Counts, ActError> {
        let round = self
            .tables
            .last_round()
            .map(|round| self.l.round(round.number));
        let round = round.unwrap_or_default();
        let mut counts = Counts {
            l: self.l,
            round,
            ..Counts::default()
        };
        for tile in self.tiles()? {
            match tile.matter {
                Matter::Calm | Matter::Waiting => counts.playing += 1,
                Matter::Call => {
                    counts.playing += 1;
                    counts.calls += 1;
                }
                Matter::Offline => {
                    counts.playing += 1;
                    counts.offline += 1;
                }
                Matter::Record => {
                    counts.over += 1;
                    counts.record += 1;
                }
                Matter::Over => counts.over += 1,
            }
        }
        Ok(counts)
    }

    /// How many boards are in each state, as a line of HTML.
    pub fn counts_line(&self) -> String {
        self.counts.render().unwrap_or_default()
    }

    /// The tiles of the last published round, by board.
    ///
    /// # Errors
    /// The database's errors.
    pub fn tiles(&self) -> Result<Vec<Tile>, ActError> {
        self.games().iter().map(|game| self.tile(game)).collect()
    }

    /// The tile of one game, when it is on in this round.
    ///
    /// # Errors
    /// The database's errors.
    pub fn tile_of(&self, game: GameId) -> Result<Option<Tile>, ActError> {
        self.games()
            .iter()
            .find(|known| known.id == game)
            .map(|game| self.tile(game))
            .transpose()
    }

    fn tile(&self, game: &StoredGame) -> Result<Tile, ActError> {
        let live = if self.desk {
            self.hub.live_state(game.id)?
        } else {
            self.hub.shown_state(game)?
        };
        let state = &live.state;
        let name = |side| {
            let player = self.tables.player(game.player(side));
            player.map(|player| player.name.clone()).unwrap_or_default()
        };
        let (matter, line) = self.matter(game, state);
        let reading = state.reading();
        let over = game.decision.is_some();
        let ms = |side| reading.filter(|_| !over).map(|reading| reading.of(side));
        let time = |side| ms(side).map(clock).unwrap_or_default();
        Ok(Tile {
            link: if self.desk {
                format!("/desk/boards/{}/{}", game.round, game.board)
            } else {
                format!("/games/{}", game.id)
            },
            board: game.board,
            red: name(Side::Red),
            black: name(Side::Black),
            red_ms: ms(Side::Red),
            black_ms: ms(Side::Black),
            red_time: time(Side::Red),
            black_time: time(Side::Black),
            runs: running(state).filter(|_| !over),
            age_ms: (chrono::Utc::now().timestamp_millis() - live.received_ms).max(0),
            matter,
            line,
        })
    }

    fn matter(&self, game: &StoredGame, state: &GameState) -> (Matter, String) {
        let l = self.l;
        if let Some(decision) = &game.decision {
            return self.decided(game, state, l.result(decision.result));
        }
        if let Some(reason) = self.reason_to_come(game, state) {
            return (
                Matter::Call,
                format!("{}{reason}", l.t("呼叫裁判：", "Arbiter: ")),
            );
        }
        let offline = self.terminals.get(&game.board).and_then(|terminal| {
            let silent = self.hub.presence.silent_for(&terminal.id)?;
            (!self.hub.presence.is_online(&terminal.id)).then_some(silent.as_secs() / 60)
        });
        match (state.phase(), offline) {
            (Phase::Waiting, _) => (Matter::Waiting, l.t("未开始", "not started").to_owned()),
            (_, Some(minutes)) => (
                Matter::Offline,
                format!(
                    "{} {minutes} {}",
                    l.t("终端离线", "offline"),
                    l.t("分钟", "min")
                ),
            ),
            (Phase::Paused, _) => (Matter::Calm, l.t("暂停", "paused").to_owned()),
            (Phase::Decided | Phase::Closed, _) => {
                (Matter::Calm, l.t("等待签名", "to be signed").to_owned())
            }
            (Phase::Playing, None) => (Matter::Calm, self.progress(state)),
        }
    }

    fn decided(
        &self,
        game: &StoredGame,
        state: &GameState,
        result: &'static str,
    ) -> (Matter, String) {
        let l = self.l;
        let owed = self.owed.get(&(game.round, game.board));
        let (matter, note) = if live::record_is_in(state) {
            (Matter::Over, l.t("棋谱已收", "record in"))
        } else {
            match owed {
                Some(RecordState::Open) => (Matter::Record, l.t("待录谱", "record due")),
                Some(RecordState::Missed) => (Matter::Over, l.t("漏录", "record missed")),
                Some(RecordState::Waived) => (Matter::Over, l.t("免录", "record waived")),
                _ => (Matter::Over, ""),
            }
        };
        (matter, format!("{result}　{note}").trim_end().to_owned())
    }

    /// Why the arbiter is wanted at a board.
    fn reason_to_come(&self, game: &StoredGame, state: &GameState) -> Option<String> {
        let l = self.l;
        if let Some(claim) = state.open_claims().first() {
            let about = match claim {
                Claim::Limit { .. } => l.t("自然限着", "natural limit"),
                Claim::Repetition { .. } => l.t("循环局面", "repetition"),
            };
            return Some(about.to_owned());
        }
        let calls = if self.late {
            None
        } else {
            self.calls.get(&game.id)
        };
        if let Some(reason) = calls {
            return Some(l.call(reason).to_owned());
        }
        let irregular = state
            .plies()
            .last()
            .is_some_and(|ply| ply.irregular.is_some());
        if self.desk && irregular {
            return Some(l.call("irregular").to_owned());
        }
        if state.flag().is_some() {
            return Some(l.t("超时", "time").to_owned());
        }
        state.is_calling().then(|| l.call("").to_owned())
    }

    fn progress(&self, state: &GameState) -> String {
        let l = self.l;
        let limit = state.limit();
        let most = limit.rule().limit;
        let near = |side| (limit.counted(side) + NEAR >= most).then(|| limit.counted(side));
        for (side, name) in [
            (Side::Red, l.t("红", "Red")),
            (Side::Black, l.t("黑", "Black")),
        ] {
            if let Some(counted) = near(side) {
                return format!("{} {name} {counted}/{most}", l.t("限着", "limit"));
            }
        }
        let rounds = state.plies().len().div_ceil(2);
        match l {
            Lang::Zh => format!("第 {rounds} 回合"),
            Lang::En => format!("move {rounds}"),
        }
    }
}

impl Matter {
    /// The tile's class in the style sheet.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Calm => "calm",
            Self::Call => "call",
            Self::Record => "record",
            Self::Offline => "offline",
            Self::Over => "over",
            Self::Waiting => "waiting",
        }
    }
}
