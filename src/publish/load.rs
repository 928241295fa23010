//! From the hub's file to an [`Edition`].

use std::collections::HashMap;

use rayon::prelude::*;
use record::{Field, NodeId, Outcome as RecordOutcome, Tree};
use rusqlite::Connection;
use tournament::document::{GameResult, Round};
use tournament::{obligations, prizes, ranking};
use xiangqi::{Move, Setup, Side};

use super::edition::{self, Edition, GameRecord, Withheld, WithheldFor};
use super::opening;
use super::review::{self, Finding, ReviewState, Submitted, SubmittedPly};
use super::score::Score;
use crate::journal::{GameState, Outcome, Ply, Reason, Verdict};
use crate::store::hub::document::{self, Rounds};
use crate::store::hub::game::StoredGame;
use crate::store::hub::publication::{self, Step};
use crate::store::hub::{entry, event, game, round};
use crate::store::{HubStore, StoreError};

/// Which records are published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Records {
    /// Those the record keeper published.
    Published,
    /// Those he published, and those nobody has looked at in which a program finds nothing wrong.
    #[default]
    Sound,
    /// Every record of a decided game that was not sent back.
    All,
}

/// A game of the hub with its record as it was handed in.
#[derive(Debug, Clone)]
pub struct HeldRecord {
    /// The game.
    pub game: StoredGame,
    /// Its journal, folded.
    pub state: GameState,
    /// What was handed in, for [`review::findings`].
    pub submitted: Submitted,
    /// The last step of its review; none before the first.
    pub step: Option<Step>,
}

/// The games of the published rounds with their records, by round and board.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn held(
    connection: &Connection,
    event: &event::Event,
    rounds: &[Round],
) -> Result<Vec<HeldRecord>, StoreError> {
    let mut steps = publication::last_steps(connection, event.id)?;
    let others = publication::other_records(connection, event.id)?;
    let mut journals = Vec::new();
    for round in rounds {
        for game in game::of_round(connection, event.id, round.round)? {
            let entries = entry::line_after(connection, game.id, 0)?;
            let moves = publication::record_alone(connection, game.id)?;
            journals.push((game, entries, moves));
        }
    }
    let mut held: Vec<HeldRecord> = journals
        .into_par_iter()
        .map(|(game, entries, alone)| {
            let state = GameState::fold(&entries);
            let other_records = others.get(&game.id).copied().unwrap_or_default();
            let submitted = submission(&game, &state, alone.as_ref(), other_records);
            HeldRecord {
                game,
                state,
                submitted,
                step: None,
            }
        })
        .collect();
    for record in &mut held {
        record.step = steps.remove(&record.game.id);
    }
    held.sort_by_key(|record| (record.game.round, record.game.board));
    Ok(held)
}

/// What was handed in of a game: its journal, or without one the record that came alone.
pub fn submission(
    game: &StoredGame,
    state: &GameState,
    alone: Option<&publication::RecordAlone>,
    other_records: usize,
) -> Submitted {
    if state.started().is_none() && state.plies().is_empty() {
        return submitted_alone(game, alone, other_records);
    }
    let start = state
        .started()
        .and_then(|started| started.start_fen.parse().ok());
    let plies = state.plies().iter().map(|ply| SubmittedPly {
        mv: ply.mv,
        irregular: ply.irregular.is_some(),
    });
    Submitted {
        recorded: state.outcome().map(|outcome| result_of(outcome.verdict)),
        reason: state.outcome().map(|outcome| outcome.reason),
        present: !state.plies().is_empty(),
        start: start.unwrap_or_else(Setup::start),
        plies: plies.collect(),
        ..bare(game, other_records)
    }
}

/// A record that came without a journal, such as from a stick or another program.
fn submitted_alone(
    game: &StoredGame,
    alone: Option<&publication::RecordAlone>,
    other_records: usize,
) -> Submitted {
    let Some(alone) = alone else {
        return bare(game, other_records);
    };
    let start: Setup = alone.start_fen.parse().unwrap_or_else(|_| Setup::start());
    let moves: Vec<Move> = alone
        .moves
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect();
    let mut line = record::Game::new(start.clone());
    line.tree = Tree::of_line(moves);
    let plies = Score::of(&line).plies.into_iter().map(|ply| SubmittedPly {
        mv: Some(ply.mv),
        irregular: ply.irregular,
    });
    Submitted {
        recorded: game::parse(&alone.result),
        present: true,
        start,
        plies: plies.collect(),
        ..bare(game, other_records)
    }
}

fn bare(game: &StoredGame, other_records: usize) -> Submitted {
    Submitted {
        round: game.round,
        board: game.board,
        red: game.player(Side::Red),
        black: game.player(Side::Black),
        result: game.standing(),
        recorded: None,
        reason: None,
        present: false,
        start: Setup::start(),
        plies: Vec::new(),
        other_records,
    }
}

const fn result_of(verdict: Verdict) -> GameResult {
    match verdict {
        Verdict::Red => GameResult::Red,
        Verdict::Black => GameResult::Black,
        Verdict::Draw => GameResult::Draw,
        Verdict::RedForfeit => GameResult::RedForfeit,
        Verdict::BlackForfeit => GameResult::BlackForfeit,
        Verdict::BothForfeit => GameResult::BothForfeit,
    }
}

/// Reads the event of a hub's file as it is published; none when the hub has no event.
///
/// # Errors
/// SQLite's errors; a value that does not read back.
pub fn load(store: &HubStore, records: Records) -> Result<Option<Edition>, StoreError> {
    let read = store.read(|connection| {
        let Some(event) = event::current(connection)? else {
            return Ok(None);
        };
        let document = document::assemble(connection, &event, Rounds::Published)?;
        let held = held(connection, &event, &document.rounds)?;
        let days = round::all(connection, event.id)?
            .into_iter()
            .filter_map(|round| Some((round.number, day(round.published.as_deref()?)?)))
            .collect();
        Ok::<_, StoreError>(Some((event, document, held, days)))
    })?;
    Ok(read.map(|(event, document, held, days)| edit(&event, &document, held, days, records)))
}

/// `2026-06-15` of `2026-06-15T09:00:00+08:00`.
fn day(moment: &str) -> Option<String> {
    moment.get(..10).map(str::to_owned)
}

fn edit(
    event: &event::Event,
    document: &tournament::EventDocument,
    held: Vec<HeldRecord>,
    days: HashMap<u16, String>,
    records: Records,
) -> Edition {
    let regulation = event.regulation.clone();
    let standings = ranking::standings(document, &regulation);
    let prizes = prizes::award(document, &regulation, &standings);
    let obligations = obligations::due(document, &regulation, &[]);
    let submitted: Vec<Submitted> = held.iter().map(|held| held.submitted.clone()).collect();
    let mut findings: HashMap<(u16, u32), Vec<Finding>> = HashMap::new();
    for finding in review::findings(&submitted, &obligations) {
        findings
            .entry((finding.round, finding.board))
            .or_default()
            .push(finding);
    }
    let mut edition = Edition {
        id: event.id.to_string(),
        document: edition::public(document),
        regulation,
        standings,
        prizes,
        obligations,
        days,
        games: Vec::new(),
        withheld: Vec::new(),
    };
    let mut published = Vec::new();
    for record in held.into_iter().filter(|held| held.submitted.present) {
        let (round, board) = (record.game.round, record.game.board);
        let found = findings.remove(&(round, board)).unwrap_or_default();
        match withheld(&record, found, records) {
            Some(why) => edition.withheld.push(Withheld { round, board, why }),
            None => published.push(record),
        }
    }
    edition.games = published
        .par_iter()
        .map(|held| write(&edition, held))
        .collect();
    edition
}

fn withheld(held: &HeldRecord, found: Vec<Finding>, records: Records) -> Option<WithheldFor> {
    if held.submitted.result == GameResult::Unfinished {
        return Some(WithheldFor::NoResult);
    }
    let blocking: Vec<Finding> = found.into_iter().filter(Finding::blocks).collect();
    match (held.step.as_ref().map(|step| step.state), records) {
        (Some(ReviewState::Published), _) => None,
        (Some(ReviewState::Returned), _) => Some(WithheldFor::Returned),
        (_, Records::Published) => Some(WithheldFor::NotPublished),
        (_, Records::Sound) if !blocking.is_empty() => Some(WithheldFor::Findings(blocking)),
        (_, Records::Sound | Records::All) => None,
    }
}

fn write(edition: &Edition, held: &HeldRecord) -> GameRecord {
    let submitted = &held.submitted;
    let mut record = record::Game::new(submitted.start.clone());
    let until = submitted.plies.iter().position(|ply| ply.mv.is_none());
    let plies = &submitted.plies[..until.unwrap_or(submitted.plies.len())];
    record.tree = Tree::of_line(plies.iter().filter_map(|ply| ply.mv));
    if let Some(until) = until {
        let last = record.tree.main_line().last().unwrap_or(Tree::ROOT);
        note_rest(&mut record, last, &held.state.plies()[until..]);
    }
    record.outcome = match submitted.result {
        GameResult::Red | GameResult::BlackForfeit => RecordOutcome::Red,
        GameResult::Black | GameResult::RedForfeit => RecordOutcome::Black,
        GameResult::Draw => RecordOutcome::Draw,
        GameResult::BothForfeit | GameResult::Unfinished => RecordOutcome::Unknown,
    };
    let keeper = held.step.as_ref().map(|step| step.keeper.clone());
    head(edition, submitted, &mut record, keeper.as_deref());
    let score = Score::of(&record);
    GameRecord {
        round: submitted.round,
        board: submitted.board,
        red: submitted.red,
        black: submitted.black,
        result: submitted.result,
        reason: submitted.reason,
        opening: opening::of(&score.start, score.plies.iter().map(|ply| ply.mv)),
        time: held.state.started().and_then(|started| started.time),
        readings: held
            .state
            .plies()
            .iter()
            .take(score.plies.len())
            .map(|ply| ply.reading)
            .collect(),
        evaluations: Vec::new(),
        score,
        record,
        keeper,
    }
}

/// No format can hold a move that nobody remembers: what follows it stands in a comment.
fn note_rest(record: &mut record::Game, last: NodeId, rest: &[Ply]) {
    let texts: Vec<&str> = rest.iter().map(|ply| ply.chinese.as_str()).collect();
    record
        .tree
        .add_comment(last, &format!("此后有漏记：{}", texts.join(" ")));
}

fn head(edition: &Edition, submitted: &Submitted, record: &mut record::Game, keeper: Option<&str>) {
    let headers = &mut record.headers;
    headers.set(Field::Event, edition.title());
    headers.set(Field::Round, submitted.round.to_string());
    headers.set(Field::Table, submitted.board.to_string());
    if let Some(day) = edition.days.get(&submitted.round) {
        headers.set(Field::Date, day.replace('-', "."));
    }
    headers.set(Field::Red, edition.name(submitted.red));
    headers.set(Field::RedTeam, edition.unit(submitted.red));
    headers.set(Field::Black, edition.name(submitted.black));
    headers.set(Field::BlackTeam, edition.unit(submitted.black));
    let time = &edition.regulation.time;
    headers.set(
        Field::TimeRule,
        format!("{}+{}", time.base_minutes * 60, time.increment_seconds),
    );
    if let Some(reason) = submitted.reason {
        headers.set(Field::Termination, reason_chinese(reason));
    }
    headers.set(Field::Recorder, keeper.unwrap_or_default());
}

/// Why a game ended, in Chinese.
pub const fn reason_chinese(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "绝杀",
        Reason::Stalemate => "困毙",
        Reason::Resignation => "认负",
        Reason::Time => "超时",
        Reason::Agreement => "议和",
        Reason::NaturalLimit => "自然限着",
        Reason::Repetition => "循环反复裁决",
        Reason::Irregular => "违例",
        Reason::Fouls => "犯规",
        Reason::Absence => "缺席",
        Reason::CannotWin => "不可能取胜",
        Reason::Arbiter => "裁判裁定",
    }
}

/// The outcome of a journal as the event document says it.
pub fn standing(outcome: Option<Outcome>) -> GameResult {
    outcome.map_or(GameResult::Unfinished, |outcome| result_of(outcome.verdict))
}
