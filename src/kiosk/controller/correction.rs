//! The arbiter goes through what was recorded and puts it right: another move, a move taken off with
//! all behind it, the pieces as they really stood (5.8). The original stays in the journal.

use xiangqi::{Board, Move, Setup, Side, Square};

use super::desk::Controller;
use crate::journal::{Edit, Event, Phase};

const ARBITER: &str = "arbiter";

/// What the arbiter does with the board of the replay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Mending {
    /// Looks.
    #[default]
    Looking,
    /// Touches the right move for the shown one.
    Replacing,
    /// Puts the pieces right.
    SettingUp(Box<Board>),
}

/// Where the arbiter is in the record.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    /// Plies shown; none follows the game.
    at: Option<usize>,
    /// What the touches mean.
    pub mending: Mending,
    /// The piece touched first.
    pub selected: Option<Square>,
}

impl Replay {
    /// Plies before the shown position.
    pub fn cursor(&self, game: &Controller) -> usize {
        let end = game.state().plies().len();
        self.at.map_or(end, |at| at.min(end))
    }

    /// Shows the position after so many plies.
    pub fn go(&mut self, game: &Controller, ply: usize) {
        *self = Self {
            at: (ply < game.state().plies().len()).then_some(ply),
            ..Self::default()
        };
    }

    /// The board as it is shown; while a move is replaced, the one before it.
    pub fn board(&self, game: &Controller) -> Board {
        match &self.mending {
            Mending::SettingUp(board) => Board::clone(board),
            Mending::Replacing => game.board_after(self.cursor(game).saturating_sub(1)),
            Mending::Looking => game.board_after(self.cursor(game)),
        }
    }

    /// Where the shown move went from and to.
    pub fn last(&self, game: &Controller) -> Option<(Square, Square)> {
        if self.mending != Mending::Looking {
            return None;
        }
        let ply = game
            .state()
            .plies()
            .get(self.cursor(game).checked_sub(1)?)?;
        ply.mv.map(|mv| (mv.from(), mv.to()))
    }

    /// The shown move is to be another one.
    pub fn replace(&mut self, game: &Controller) {
        let cursor = self.cursor(game);
        if cursor > 0 && game.can_be_corrected() {
            self.mending = Mending::Replacing;
            self.selected = None;
        }
    }

    /// The pieces are to be put as they really stand; at the end of the record.
    pub fn set_up(&mut self, game: &Controller) {
        if game.can_be_corrected() {
            *self = Self {
                mending: Mending::SettingUp(Box::new(game.state().board().clone())),
                ..Self::default()
            };
        }
    }

    /// Back to looking; nothing was changed.
    pub fn give_up(&mut self) {
        self.mending = Mending::Looking;
        self.selected = None;
    }

    /// A point of the replay's board was touched.
    pub fn touch(&mut self, game: &mut Controller, square: Square) {
        let board = self.board(game);
        let first = self.selected.take();
        match (&mut self.mending, first) {
            (Mending::Looking, _) => {}
            (Mending::SettingUp(board), Some(from)) if from == square => board.set(square, None),
            (Mending::SettingUp(board), Some(from)) => {
                board.apply(Move::new(from, square));
            }
            (Mending::Replacing, Some(from)) if from != square => {
                let cursor = self.cursor(game);
                let edit = Edit::Replace {
                    ply: cursor as u32,
                    mv: Move::new(from, square),
                };
                if game.correct(edit, "another move was played") {
                    self.go(game, cursor);
                }
            }
            (Mending::Replacing, Some(_)) => {}
            (_, None) => self.selected = board.get(square).map(|_| square),
        }
    }

    /// The pieces stand right now.
    pub fn set_up_done(&mut self, game: &mut Controller) {
        let Mending::SettingUp(board) = &self.mending else {
            return;
        };
        let setup = Setup {
            board: Board::clone(board),
            side: Some(game.on_move()),
            plies_since_capture: None,
            move_number: None,
        };
        let fen = setup.to_string();
        if game.correct(
            Edit::SetPosition { fen },
            "the pieces stood otherwise (5.8)",
        ) {
            *self = Self::default();
        }
    }
}

impl Controller {
    /// The board after so many plies.
    pub fn board_after(&self, plies: usize) -> Board {
        let all = self.state().plies();
        match plies.checked_sub(1) {
            None => self.start_board(),
            Some(last) => all
                .get(last)
                .map_or_else(|| self.state().board().clone(), |ply| ply.after.clone()),
        }
    }

    /// Whether there is a record that is not handed in or signed.
    pub fn can_be_corrected(&self) -> bool {
        !matches!(self.state().phase(), Phase::Waiting | Phase::Closed)
            && !self.state().is_submitted()
    }

    /// Changes the record on the arbiter's word; the original stays in the chain.
    pub fn correct(&mut self, edit: Edit, why: &str) -> bool {
        if !self.can_be_corrected() {
            return false;
        }
        self.selected = None;
        let written = self.write(Event::Corrected {
            edit,
            by: ARBITER.to_owned(),
            why: why.to_owned(),
        });
        if written && self.entry.is_some() {
            self.go_to_end();
        }
        written
    }

    /// Takes the moves from `ply` (from 1) on off the record: they were touched wrongly.
    pub fn correct_from(&mut self, ply: usize) {
        let plies = self.state().plies().len();
        if ply == 0 || ply > plies || !self.can_be_corrected() {
            return;
        }
        self.selected = None;
        // A move whose clock was not pressed is taken back, or the wrong side would be on move.
        if self.pen.keeps_time() && !self.state().is_pressed() && !self.withdraw_last() {
            return;
        }
        if ply <= self.state().plies().len() {
            let edit = Edit::Truncate { ply: ply as u32 };
            self.correct(edit, "touched wrongly");
        }
    }

    /// The players sat with the wrong colours, and the game stands as played (5.8).
    pub fn colours_as_played(&mut self) {
        let begun = self.state().phase() != Phase::Waiting;
        if begun && !self.state().colours_as_played() {
            self.write(Event::ColoursAsPlayed);
        }
    }

    /// Who is to move after the record as it stands.
    pub fn side_after(&self, plies: usize) -> Side {
        match self.state().plies().get(plies) {
            Some(ply) => ply.side,
            None => self.state().side(),
        }
    }
}
