//! One game in a terminal's hands.

use std::fmt;
use std::sync::Arc;

use xiangqi::{Side, Square};

use super::edit::EntryDesk;
use super::notice::Notice;
use super::pen::Pen;
use super::time::TimeSource;
use crate::journal::{Event, GameId, GameState, Mode, Phase, Reason, Verdict};
use crate::store::{StoreError, TerminalStore};
use crate::sync::assignment::GameAssignment;

/// What stays the same from game to game: the disk, the clock, the writer's name, this start.
#[derive(Clone)]
pub struct Terminal {
    /// The terminal's database.
    pub store: Arc<TerminalStore>,
    /// Where it reads time.
    pub time: Arc<dyn TimeSource>,
    /// The name its entries carry.
    pub writer: String,
    /// Which start of the program this is (see [`TerminalStore::next_boot`]).
    pub boot: u32,
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal")
            .field("writer", &self.writer)
            .field("boot", &self.boot)
            .finish_non_exhaustive()
    }
}

impl Terminal {
    /// A terminal that starts now: counts the start.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn start(
        store: Arc<TerminalStore>,
        time: Arc<dyn TimeSource>,
        writer: impl Into<String>,
    ) -> Result<Self, StoreError> {
        let boot = store.next_boot()?;
        Ok(Self {
            store,
            time,
            writer: writer.into(),
            boot,
        })
    }
}

/// A second touch of the same point within this time is the same touch (a trembling finger).
const DOUBLE_TAP_MS: u64 = 150;

/// One game in hand. Methods named after what the hand does; none fails for what a player does:
/// [`Self::notice`] says why a touch did nothing.
#[derive(Debug)]
pub struct Controller {
    pub(super) pen: Pen,
    pub(super) selected: Option<Square>,
    pub(super) notice: Option<Notice>,
    pub(super) entry: Option<EntryDesk>,
    /// What the regulation lets the board show during the game.
    pub(super) show_limit: bool,
    /// The result as the hub has it, for entry mode.
    pub(super) registered: Option<Verdict>,
    /// This start of the program paused the game; an external clock may show that it went on.
    pub(super) paused_by_start: bool,
    /// Only the clock is used, no move is recorded.
    pub(super) is_clock_alone: bool,
    last_touch: Option<(Square, u64)>,
}

impl Controller {
    /// Opens the game of an assignment where its journal ends.
    ///
    /// A live game that was running when the program last ended is paused at the last known times;
    /// the arbiter lets it go on. A record to be entered is begun at once.
    ///
    /// # Errors
    /// The journal cannot be read or written.
    pub fn open(terminal: &Terminal, assignment: &GameAssignment) -> Result<Self, StoreError> {
        let pen = Pen::open(terminal.clone(), assignment.game, assignment.epoch)?;
        let entering = assignment.start.mode == Mode::Entry;
        let mut controller = Self {
            pen,
            selected: None,
            notice: None,
            entry: entering.then(EntryDesk::default),
            show_limit: assignment.show_limit,
            registered: assignment.result.as_deref().and_then(verdict),
            paused_by_start: false,
            is_clock_alone: false,
            last_touch: None,
        };
        if entering {
            if controller.state().started().is_none() {
                controller
                    .pen
                    .write(Event::Started(assignment.start.clone()))?;
            }
            controller.go_to_end();
        } else {
            controller.recover()?;
        }
        Ok(controller)
    }

    /// A running clock of an earlier start of the program stands where it was last read.
    fn recover(&mut self) -> Result<(), StoreError> {
        let state = self.pen.state();
        let earlier = !self.pen.own_reading();
        if state.phase() == Phase::Playing && earlier {
            if let Some(reading) = self.known_reading() {
                self.pen.write(Event::Paused { reading })?;
                self.notice = Some(Notice::PausedAfterPower);
                self.paused_by_start = true;
            }
        }
        // What stood before the restart still stands: a flag, an open offer, a pause.
        if self.notice.is_none() {
            let paused = self.state().phase() == Phase::Paused;
            self.notice = self.standing_notice().or(paused.then_some(Notice::Paused));
        }
        Ok(())
    }

    /// The state of the game, as the hub will fold it too.
    pub const fn state(&self) -> &GameState {
        self.pen.state()
    }

    /// The game in hand.
    pub const fn game(&self) -> GameId {
        self.pen.game()
    }

    /// The result as the hub has it, for a record that is entered.
    pub const fn registered(&self) -> Option<Verdict> {
        self.registered
    }

    /// The number of the last entry on the disk.
    pub const fn last_entry(&self) -> u64 {
        self.pen.last()
    }

    /// How the record comes into being.
    pub const fn mode(&self) -> Mode {
        if self.entry.is_some() {
            Mode::Entry
        } else {
            Mode::Live
        }
    }

    /// Why the last touch did nothing, or what the players must know.
    pub const fn notice(&self) -> Option<Notice> {
        self.notice
    }

    /// A point of the board was touched.
    pub fn touch(&mut self, square: Square) {
        let now = self.pen.terminal.time.mono_ms();
        let last = self.last_touch.replace((square, now));
        if last.is_some_and(|(same, at)| same == square && now.saturating_sub(at) < DOUBLE_TAP_MS) {
            return;
        }
        if self.entry.is_some() {
            self.touch_entry(square)
        } else {
            self.touch_live(square)
        }
    }

    /// Writes an event; when it cannot be stored it has not happened and the notice says so.
    pub(super) fn write(&mut self, event: Event) -> bool {
        match self.pen.write(event) {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(game = %self.pen.game(), %error, "a touch could not be stored");
                self.notice = Some(Notice::NotStored);
                false
            }
        }
    }
}

/// A result's code in the event document.
fn verdict(code: &str) -> Option<Verdict> {
    [
        Verdict::Red,
        Verdict::Black,
        Verdict::Draw,
        Verdict::RedForfeit,
        Verdict::BlackForfeit,
        Verdict::BothForfeit,
    ]
    .into_iter()
    .find(|verdict| verdict.code() == code)
}

/// A player's choice of the result.
pub(super) type Choice = (Side, Verdict, Reason);
