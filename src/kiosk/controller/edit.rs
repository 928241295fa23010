//! After the game: the record is entered by the player who owes it. Legality is enforced and
//! explained; moves can be walked through, replaced, inserted and removed; what follows is checked
//! again and a conflict marked, never silently dropped.

use xiangqi::{Board, Move, Position, Setup, Side, Square};

use super::desk::Controller;
use super::keypad::{Key, Keypad};
use super::notice::Notice;
use crate::journal::{Edit, Event, Phase, Ply, Verdict};

/// What the hand is doing in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Doing {
    /// Entering the next move, or walking.
    #[default]
    Entering,
    /// The next move entered takes the place of the one behind the cursor.
    Replacing,
    /// The next move entered is put in at the cursor.
    Inserting,
}

/// Where in the record the hand is.
#[derive(Debug, Default)]
pub(super) struct EntryDesk {
    /// Plies before the cursor.
    pub cursor: usize,
    pub doing: Doing,
    pub keypad: Keypad,
    /// The board being set up after a forgotten move.
    pub setting_up: Option<Board>,
}

impl Controller {
    fn entry_mut(&mut self) -> &mut EntryDesk {
        self.entry.get_or_insert_default()
    }

    fn plies(&self) -> &[Ply] {
        self.pen.state().plies()
    }

    pub(super) fn cursor(&self) -> usize {
        self.entry
            .as_ref()
            .map_or(self.plies().len(), |entry| entry.cursor)
    }

    /// The side to move at the cursor.
    pub(super) fn side_at_cursor(&self) -> Side {
        let plies = self.plies();
        match plies.get(self.cursor()) {
            Some(ply) => ply.side,
            None => self.state().side(),
        }
    }

    /// The board at the cursor.
    pub(super) fn board_at_cursor(&self) -> Board {
        let cursor = self.cursor();
        if let Some(board) = self
            .entry
            .as_ref()
            .and_then(|entry| entry.setting_up.as_ref())
        {
            return board.clone();
        }
        if cursor == self.plies().len() {
            return self.state().board().clone();
        }
        match cursor.checked_sub(1) {
            Some(last) => self.plies()[last].after.clone(),
            None => self.start_board(),
        }
    }

    pub(super) fn start_board(&self) -> Board {
        let fen = self
            .state()
            .started()
            .map(|started| started.start_fen.parse::<Setup>());
        fen.and_then(Result::ok)
            .map_or_else(Board::start, |setup| setup.board)
    }

    /// The position at the cursor, when the rules allow it.
    pub(super) fn position_at_cursor(&self) -> Option<Position> {
        let setup = Setup {
            board: self.board_at_cursor(),
            side: Some(self.side_at_cursor()),
            plies_since_capture: None,
            move_number: None,
        };
        Position::from_setup(&setup).ok()
    }

    pub(super) fn go_to_end(&mut self) {
        let end = self.plies().len();
        let entry = self.entry_mut();
        entry.cursor = end;
        entry.doing = Doing::Entering;
        entry.keypad.clear();
    }

    /// Puts the cursor behind `ply` (0 for the start position).
    pub fn go_to_ply(&mut self, ply: usize) {
        let end = self.plies().len();
        self.selected = None;
        self.notice = None;
        let entry = self.entry_mut();
        entry.cursor = ply.min(end);
        entry.doing = Doing::Entering;
        entry.setting_up = None;
        entry.keypad.clear();
    }

    /// One ply back.
    pub fn step_back(&mut self) {
        self.go_to_ply(self.cursor().saturating_sub(1));
    }

    /// One ply on.
    pub fn step_forward(&mut self) {
        self.go_to_ply(self.cursor() + 1);
    }

    /// Behind the last ply.
    pub fn to_end(&mut self) {
        self.go_to_ply(usize::MAX);
    }

    /// The move just before the cursor is to be another one.
    pub fn replace(&mut self) {
        let cursor = self.cursor();
        if cursor > 0 {
            self.go_to_ply(cursor - 1);
            self.entry_mut().doing = Doing::Replacing;
        }
    }

    /// A move is to be put in at the cursor.
    pub fn insert(&mut self) {
        self.go_to_ply(self.cursor());
        self.entry_mut().doing = Doing::Inserting;
    }

    /// The move just before the cursor goes.
    pub fn remove(&mut self) {
        let cursor = self.cursor();
        if cursor == 0 || self.is_closed() {
            return;
        }
        let ply = cursor as u32;
        let last = cursor == self.plies().len();
        let edit = if last {
            Edit::Truncate { ply }
        } else {
            Edit::Remove { ply }
        };
        if self.write(Event::Edited(edit)) {
            self.go_to_ply(cursor - 1);
            self.check();
        }
    }

    pub(super) fn touch_entry(&mut self, square: Square) {
        if self.is_closed() {
            return;
        }
        if self.entry_mut().setting_up.is_some() {
            self.touch_set_up(square);
            return;
        }
        let board = self.board_at_cursor();
        let side = self.side_at_cursor();
        let piece = board.get(square);
        self.notice = None;
        match self.selected {
            Some(from) if from == square => self.selected = None,
            _ if piece.is_some_and(|piece| piece.side == side) => {
                self.entry_mut().keypad.clear();
                self.selected = Some(square);
            }
            Some(from) => self.enter(Move::new(from, square)),
            None if piece.is_some() => self.notice = Some(Notice::NotYourPiece),
            None => self.notice = Some(Notice::NoPiece),
        }
    }

    /// Presses a key of the keypad.
    pub fn key(&mut self, key: Key) {
        if self.is_closed() {
            return;
        }
        let Some(position) = self.position_at_cursor() else {
            self.notice = Some(Notice::Conflict);
            return;
        };
        self.selected = None;
        self.notice = None;
        let pressed = self.entry_mut().keypad.press(&position, key);
        if let Some(mv) = pressed {
            self.enter(mv);
        }
    }

    /// Takes the last key back.
    pub fn erase_key(&mut self) {
        self.entry_mut().keypad.erase();
    }

    /// Enters a move at the cursor, if the rules allow it.
    pub fn enter(&mut self, mv: Move) {
        let Some(position) = self.position_at_cursor() else {
            self.notice = Some(Notice::Conflict);
            return;
        };
        if let Some(reason) = position.why_illegal(mv) {
            let over = position.end().is_some();
            self.notice = Some(if over {
                Notice::GameOverHere
            } else {
                Notice::Illegal(reason)
            });
            return;
        }
        let cursor = self.cursor();
        let ply = cursor as u32 + 1;
        let doing = self.entry_mut().doing;
        let event = match (self.plies().get(cursor), doing) {
            (None, _) => Event::Move { mv },
            (Some(_), Doing::Inserting) => Event::Edited(Edit::Insert { ply, mv }),
            // The move that stands there already: only a step forward.
            (Some(next), Doing::Entering) if next.mv == Some(mv) => {
                self.go_to_ply(cursor + 1);
                return;
            }
            (Some(_), _) => Event::Edited(Edit::Replace { ply, mv }),
        };
        if self.write(event) {
            self.selected = None;
            let entry = self.entry_mut();
            entry.cursor = cursor + 1;
            entry.doing = Doing::Entering;
            entry.keypad.clear();
            self.check();
        }
    }

    /// Says so when a later move no longer fits.
    fn check(&mut self) {
        self.notice = self.first_fault().map(|_| Notice::Conflict);
    }

    /// The first ply the rules forbid, counted from 1.
    pub fn first_fault(&self) -> Option<usize> {
        self.plies()
            .iter()
            .position(|ply| ply.irregular.is_some())
            .map(|at| at + 1)
    }

    /// A move is not remembered: the position after it is set up on the board.
    pub fn dash(&mut self) {
        if self.is_closed() {
            return;
        }
        self.go_to_ply(self.plies().len());
        let board = self.board_at_cursor();
        self.entry_mut().setting_up = Some(board);
        self.notice = Some(Notice::SetUpPosition);
    }

    fn touch_set_up(&mut self, square: Square) {
        let selected = self.selected.take();
        let Some(board) = self.entry_mut().setting_up.as_mut() else {
            return;
        };
        match selected {
            // Touched twice: the piece was taken.
            Some(from) if from == square => board.set(square, None),
            Some(from) => {
                board.apply(Move::new(from, square));
            }
            None if board.get(square).is_some() => self.selected = Some(square),
            None => {}
        }
    }

    /// The position after the forgotten move stands on the board.
    pub fn set_up_done(&mut self) {
        let side = self.state().side().opposite();
        let Some(board) = self.entry_mut().setting_up.take() else {
            return;
        };
        self.selected = None;
        let setup = Setup {
            board,
            side: Some(side),
            plies_since_capture: None,
            move_number: None,
        };
        if let Err(error) = Position::from_setup(&setup) {
            tracing::debug!(%error, "a set-up position the rules do not allow");
            self.entry_mut().setting_up = Some(setup.board);
            self.notice = Some(Notice::SetUpPosition);
            return;
        }
        if self.write(Event::Edited(Edit::Gap {
            fen: setup.to_string(),
        })) {
            self.go_to_ply(self.plies().len());
        }
    }

    /// Whether the last position can have the registered result: a mate or stalemate loses for the
    /// side that cannot move (3.2, 3.3).
    pub fn fits_result(&self) -> bool {
        let Some(position) = self.state().position() else {
            return false;
        };
        let Some(registered) = self.registered else {
            return true;
        };
        position.end().is_none() || registered == Verdict::win(position.side().opposite())
    }

    /// Hands the record in.
    pub fn submit(&mut self) {
        if self.is_closed() {
            return;
        }
        self.notice = if self.plies().is_empty() {
            Some(Notice::RecordEmpty)
        } else if let Some(fault) = self.first_fault() {
            self.go_to_ply(fault);
            Some(Notice::Conflict)
        } else if !self.fits_result() {
            Some(Notice::ResultMismatch)
        } else if self.write(Event::Submitted) {
            self.selected = None;
            self.go_to_end();
            Some(Notice::RecordSent)
        } else {
            Some(Notice::NotStored)
        };
    }

    fn is_closed(&self) -> bool {
        self.state().is_submitted() || self.state().phase() == Phase::Closed
    }
}
