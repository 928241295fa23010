//! What a terminal must show, put together from the tables.

use sha2::{Digest as _, Sha256};
use tournament::document::{Number, RecordState};
use xiangqi::Side;

use super::{ActError, Hub, Tables};
use crate::journal::{Mode, Started, TimeControl};
use crate::store::hub::enrolment::StoredTerminal;
use crate::store::hub::game::{self, StoredGame};
use crate::store::hub::instruction;
use crate::sync::Assignment;
use crate::sync::assignment::{EventFacts, GameAssignment, Instruction, OwedRecord, PlayerFacts};

/// The start position, six-field FEN.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

impl Hub {
    /// What a terminal must show now.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the database's errors.
    pub fn assignment(&self, terminal: &StoredTerminal) -> Result<Assignment, ActError> {
        let tables = self.tables()?;
        let event = &tables.event;
        let at_board = tables.last_round().and_then(|round| {
            let games = tables.games_of(round.number);
            games.iter().find(|game| Some(game.board) == terminal.board)
        });
        let game = at_board.map(|game| game_for(&tables, game, terminal, Mode::Live));
        let mut assignment = Assignment {
            version: String::new(),
            generation: self.generation.clone(),
            event: EventFacts {
                id: event.id.to_string(),
                title: event.facts.title.clone().unwrap_or_default(),
                regulation: event.regulation.name.clone(),
            },
            board: terminal.board,
            game,
            owed: self.owed_at(&tables, terminal)?,
            instructions: self.instructions_for(at_board)?,
            messages: Vec::new(),
        };
        assignment.version = version(&assignment);
        Ok(assignment)
    }

    /// What the desk wants written, for the terminal that writes the game.
    fn instructions_for(&self, game: Option<&StoredGame>) -> Result<Vec<Instruction>, ActError> {
        let Some(game) = game else {
            return Ok(Vec::new());
        };
        let open = self
            .store
            .read(|connection| instruction::open(connection, game.id))?;
        let told = open.into_iter().map(|wanted| Instruction {
            id: wanted.id,
            game: wanted.game,
            event: wanted.event,
        });
        Ok(told.collect())
    }

    /// What is owed at the terminal's board; at a terminal without a board, everything.
    fn owed_at(
        &self,
        tables: &Tables,
        terminal: &StoredTerminal,
    ) -> Result<Vec<OwedRecord>, ActError> {
        let Some(last) = tables.last_round() else {
            return Ok(Vec::new());
        };
        let mut owed = Vec::new();
        for due in self.obligations()? {
            let here = terminal.board.is_none_or(|board| board == due.board);
            if due.state != RecordState::Open || due.round != last.number || !here {
                continue;
            }
            let games = tables.games_of(due.round);
            let Some(game) = games.iter().find(|game| game.board == due.board) else {
                continue;
            };
            let reason = serde_json::to_value(due.reason).unwrap_or_default();
            owed.push(OwedRecord {
                game: game_for(tables, game, terminal, Mode::Entry),
                board: due.board,
                side: match due.side {
                    tournament::Side::Red => Side::Red,
                    tournament::Side::Black => Side::Black,
                },
                reason: reason.as_str().unwrap_or_default().to_owned(),
                due_minutes: due.due_minutes,
            });
        }
        Ok(owed)
    }
}

fn game_for(
    tables: &Tables,
    game: &StoredGame,
    terminal: &StoredTerminal,
    mode: Mode,
) -> GameAssignment {
    let regulation = &tables.event.regulation;
    let time = TimeControl {
        base_ms: u64::from(regulation.time.base_minutes) * 60_000,
        increment_ms: u64::from(regulation.time.increment_seconds) * 1000,
        first_move_bonus: regulation.time.increment_from_move == 0,
    };
    GameAssignment {
        game: game.id,
        round: game.round,
        red: facts(tables, game.red),
        black: facts(tables, game.black),
        start: Started {
            mode,
            start_fen: START.to_owned(),
            time: (mode == Mode::Live).then_some(time),
            limit_rounds: regulation.natural_limit.rounds,
            claimant_check_cap: regulation.natural_limit.claimant_check_cap,
        },
        show_limit: regulation.natural_limit.shown_at_board,
        epoch: game.epoch,
        may_write: game
            .writer
            .as_ref()
            .is_none_or(|writer| *writer == terminal.id),
        result: game
            .is_settled()
            .then(|| game::code(game.standing()).to_owned()),
    }
}

fn facts(tables: &Tables, number: Number) -> PlayerFacts {
    let player = tables.player(number);
    let points = tables.before_last.get(&number).copied().unwrap_or_default();
    PlayerFacts {
        number,
        name: player.map(|player| player.name.clone()).unwrap_or_default(),
        unit: player.map(|player| player.unit.clone()).unwrap_or_default(),
        points: points.to_string(),
    }
}

fn version(assignment: &Assignment) -> String {
    let bytes = serde_json::to_vec(assignment)
        .expect("an assignment is strings, numbers and enums, which always become JSON");
    let mut digest = hex::encode(Sha256::digest(bytes));
    digest.truncate(16);
    digest
}
