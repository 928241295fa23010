//! The state of a game: a fold over its entries, the same on terminal and hub.

use xiangqi::limit::{LimitCounter, LimitRule};
use xiangqi::{Board, Move, Position, Setup, Side};

use super::line::Line;
pub use super::line::Ply;
use super::{
    Claim, Entry, Event, ExternalClock, Finding, Matter, Outcome, Reading, Reason, Signer, Started,
    Verdict,
};

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing was written yet.
    Waiting,
    /// Moves are being made or entered.
    Playing,
    /// The clock stands and the arbiter is at work.
    Paused,
    /// The result is known; signatures are missing.
    Decided,
    /// Both players (or the arbiter) have signed.
    Closed,
}

/// A foul noted in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedFoul {
    /// Whose.
    pub side: Side,
    /// The article.
    pub article: String,
}

/// The state of one game.
// Each flag is a fact of its own that an entry sets; together they make no state machine.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone)]
pub struct GameState {
    started: Option<Started>,
    line: Line,
    paused: bool,
    pressed: bool,
    reading: Option<Reading>,
    read_at: Option<(u32, u64)>,
    flag: Option<Side>,
    offer: Option<Side>,
    offers: [u32; 2],
    claims: Vec<Claim>,
    call: bool,
    fouls: Vec<NotedFoul>,
    chosen: [Option<(Verdict, Reason)>; 2],
    outcome: Option<Outcome>,
    signatures: Vec<Signer>,
    submitted: bool,
    corrections: u32,
    colours_as_played: bool,
    external_clock: Option<ExternalClock>,
}

const fn index(side: Side) -> usize {
    match side {
        Side::Red => 0,
        Side::Black => 1,
    }
}

impl Default for GameState {
    fn default() -> Self {
        let rule = LimitRule {
            limit: 60,
            claimant_check_cap: 10,
        };
        Self {
            started: None,
            line: Line::new(start_setup(), rule),
            paused: false,
            pressed: true,
            reading: None,
            read_at: None,
            flag: None,
            offer: None,
            offers: [0; 2],
            claims: Vec::new(),
            call: false,
            fouls: Vec::new(),
            chosen: [None; 2],
            outcome: None,
            signatures: Vec::new(),
            submitted: false,
            corrections: 0,
            colours_as_played: false,
            external_clock: None,
        }
    }
}

fn start_setup() -> Setup {
    Setup {
        board: Board::start(),
        side: Some(Side::Red),
        plies_since_capture: None,
        move_number: None,
    }
}

impl GameState {
    /// Folds a game's entries, which are known to form a chain (see [`super::chain::verify`]).
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut state = Self::default();
        for entry in entries {
            state.apply(entry);
        }
        state
    }

    /// Takes in the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        let at = (entry.stamp.boot, entry.stamp.mono_ms);
        match &entry.event {
            Event::Started(started) => self.start(started),
            Event::Move { mv } => {
                self.line.push(*mv);
                self.pressed = false;
            }
            Event::TakenBack => {
                self.line.take_back();
                self.pressed = true;
            }
            Event::Pressed { side, reading } => {
                if !self.pressed {
                    self.line.complete(*reading);
                }
                self.pressed = true;
                self.read(*reading, at);
                // 22.1: playing on refuses the other side's offer.
                if self.offer == Some(side.opposite()) {
                    self.offer = None;
                }
            }
            Event::ClockReading { reading } | Event::ClockSet { reading, .. } => {
                self.read(*reading, at);
            }
            Event::Paused { reading } => {
                self.paused = true;
                self.read(*reading, at);
            }
            Event::Resumed => {
                self.paused = false;
                self.read_at = Some(at);
            }
            Event::FlagFell { side } => self.flag = Some(*side),
            Event::DrawOffered { side } => {
                self.offer = Some(*side);
                self.offers[index(*side)] += 1;
            }
            Event::DrawDeclined { .. } => self.offer = None,
            Event::LimitClaimed { side } => self.claims.push(Claim::Limit { side: *side }),
            Event::RepetitionClaimed { side } => {
                self.claims.push(Claim::Repetition { side: *side });
            }
            Event::ClaimWithdrawn { claim } => self.claims.retain(|open| open != claim),
            Event::ArbiterCalled { .. } => self.call = true,
            Event::Ruled {
                matter, finding, ..
            } => self.rule(*matter, *finding),
            Event::Foul { side, article, .. } => {
                self.fouls.push(NotedFoul {
                    side: *side,
                    article: article.clone(),
                });
            }
            Event::ResultChosen {
                side,
                verdict,
                reason,
            } => {
                self.chosen[index(*side)] = Some((*verdict, *reason));
            }
            Event::Result(outcome) => self.outcome = Some(*outcome),
            Event::Signed { by, .. } => {
                if !self.signatures.contains(by) {
                    self.signatures.push(by.clone());
                }
            }
            Event::Edited(edit) => self.line.edit(edit),
            Event::Corrected { edit, .. } => {
                self.line.edit(edit);
                self.corrections += 1;
            }
            Event::Submitted => self.submitted = true,
            Event::Reopened { .. } => self.reopen(),
            Event::ColoursAsPlayed => self.colours_as_played = true,
            Event::WriterChanged { .. } => {}
            Event::ExternalClock(fact) => self.external_clock = fact.follow(self.external_clock),
        }
    }

    fn start(&mut self, started: &Started) {
        let rule = LimitRule {
            limit: started.limit_rounds,
            claimant_check_cap: started.claimant_check_cap,
        };
        let setup = started.start_fen.parse().unwrap_or_else(|_| start_setup());
        self.line = Line::new(setup, rule);
        self.reading = started.time.map(|time| {
            let ms = time.base_ms
                + if time.first_move_bonus {
                    time.increment_ms
                } else {
                    0
                };
            Reading {
                red_ms: ms,
                black_ms: ms,
                external: false,
            }
        });
        self.started = Some(started.clone());
    }

    fn read(&mut self, reading: Reading, at: (u32, u64)) {
        self.reading = Some(reading);
        self.read_at = Some(at);
    }

    fn rule(&mut self, matter: Matter, finding: Finding) {
        match matter {
            Matter::Limit { side } => self.claims.retain(|open| *open != Claim::Limit { side }),
            Matter::Repetition { side } => {
                self.claims
                    .retain(|open| *open != Claim::Repetition { side });
            }
            Matter::Flag { .. } => self.flag = None,
            Matter::Irregular { .. } | Matter::Call => {}
        }
        self.call = false;
        if let Finding::Upheld { outcome } | Finding::Ends { outcome } = finding {
            self.outcome = Some(outcome);
        }
    }

    fn reopen(&mut self) {
        self.outcome = None;
        self.chosen = [None; 2];
        self.signatures.clear();
        self.submitted = false;
        self.flag = None;
    }

    /// What was fixed at the start.
    pub const fn started(&self) -> Option<&Started> {
        self.started.as_ref()
    }

    /// How far the game has come.
    pub fn phase(&self) -> Phase {
        if self.started.is_none() {
            Phase::Waiting
        } else if self.outcome.is_some() {
            if self.is_signed() {
                Phase::Closed
            } else {
                Phase::Decided
            }
        } else if self.paused {
            Phase::Paused
        } else {
            Phase::Playing
        }
    }

    fn is_signed(&self) -> bool {
        let both =
            self.signatures.contains(&Signer::Red) && self.signatures.contains(&Signer::Black);
        both || self
            .signatures
            .iter()
            .any(|by| matches!(by, Signer::Arbiter { .. }))
    }

    /// The plies of the record, in order.
    pub fn plies(&self) -> &[Ply] {
        &self.line.plies
    }

    /// The moves of the record; a dash is left out.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.plies.iter().filter_map(|ply| ply.mv)
    }

    /// The board after the last move, legal or not.
    pub const fn board(&self) -> &Board {
        &self.line.board
    }

    /// The position after the last move, when it is one the rules allow.
    pub const fn position(&self) -> Option<&Position> {
        self.line.position.as_ref()
    }

    /// Whose move it is.
    pub const fn side(&self) -> Side {
        self.line.side
    }

    /// The natural-limit counters (22.2).
    pub const fn limit(&self) -> &LimitCounter {
        &self.line.limit
    }

    /// The last known times.
    pub const fn reading(&self) -> Option<Reading> {
        self.reading
    }

    /// When they were read: start of the program and milliseconds since it.
    pub const fn read_at(&self) -> Option<(u32, u64)> {
        self.read_at
    }

    /// Whether the last move was completed by a press (true before the first move).
    pub const fn is_pressed(&self) -> bool {
        self.pressed
    }

    /// The electronic clock whose times count in this game, if one does.
    pub const fn external_clock(&self) -> Option<ExternalClock> {
        self.external_clock
    }

    /// The side whose flag fell and was not ruled on.
    pub const fn flag(&self) -> Option<Side> {
        self.flag
    }

    /// Who offered a draw that is still open.
    pub const fn open_offer(&self) -> Option<Side> {
        self.offer
    }

    /// How many draws `side` has offered (8.1.3).
    pub const fn offers(&self, side: Side) -> u32 {
        self.offers[index(side)]
    }

    /// Claims the arbiter has not ruled on.
    pub fn open_claims(&self) -> &[Claim] {
        &self.claims
    }

    /// Whether the arbiter was called and has not ruled.
    pub const fn is_calling(&self) -> bool {
        self.call
    }

    /// The fouls noted.
    pub fn fouls(&self) -> &[NotedFoul] {
        &self.fouls
    }

    /// What `side` chose as the result.
    pub const fn chosen(&self, side: Side) -> Option<(Verdict, Reason)> {
        self.chosen[index(side)]
    }

    /// The result, once it stands.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who has signed.
    pub fn signatures(&self) -> &[Signer] {
        &self.signatures
    }

    /// Whether the record was handed in as complete.
    pub const fn is_submitted(&self) -> bool {
        self.submitted
    }

    /// How often an arbiter or record keeper corrected it.
    pub const fn corrections(&self) -> u32 {
        self.corrections
    }

    /// Whether the game was played with colours other than paired.
    pub const fn colours_as_played(&self) -> bool {
        self.colours_as_played
    }
}
