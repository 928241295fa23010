//! Writes one game's journal: commits first, and only then takes the entry in.

use xiangqi::Side;

use super::desk::Terminal;
use crate::journal::{Event, GameId, GameState, Head, Stamp};
use crate::kiosk::clock::{GameClock, Seat, Seats};
use crate::store::StoreError;

/// The writer of one game.
#[derive(Debug)]
pub(super) struct Pen {
    pub terminal: Terminal,
    /// The electronic clock, where it rules this game.
    pub clock: Option<GameClock>,
    head: Head,
    state: GameState,
    /// Who pressed last; while no move is recorded, the clock alone alternates by it.
    last_press: Option<Side>,
    /// Whether this start of this terminal read the clocks last: only then does its monotonic time
    /// compare with the reading's.
    own_reading: bool,
}

const fn reads_clocks(event: &Event) -> bool {
    matches!(
        event,
        Event::Pressed { .. }
            | Event::ClockReading { .. }
            | Event::ClockSet { .. }
            | Event::Paused { .. }
            | Event::Resumed
    )
}

fn press(event: &Event) -> Option<Side> {
    match event {
        Event::Pressed { side, .. } => Some(*side),
        _ => None,
    }
}

impl Pen {
    /// Opens a game where its journal ends, to write in `epoch`.
    pub fn open(terminal: Terminal, game: GameId, epoch: u32) -> Result<Self, StoreError> {
        let entries = terminal.store.entries(game)?;
        let mut head = entries
            .last()
            .map_or_else(|| Head::empty(game), Head::after);
        let state = GameState::fold(&entries);
        let taken_over = head.seq > 0 && epoch > head.epoch;
        head.epoch = head.epoch.max(epoch);
        let mut pen = Self {
            terminal,
            clock: None,
            head,
            state,
            last_press: entries.iter().rev().find_map(|entry| press(&entry.event)),
            own_reading: false,
        };
        pen.own_reading = entries
            .iter()
            .rev()
            .find(|entry| reads_clocks(&entry.event))
            .is_some_and(|entry| {
                entry.writer == pen.terminal.writer && entry.stamp.boot == pen.terminal.boot
            });
        pen.clock = pen.remembered_clock();
        if taken_over {
            pen.write(Event::WriterChanged {
                by: "hub".to_owned(),
            })?;
        }
        Ok(pen)
    }

    /// The external clock of a game that goes on after a start of the program.
    fn remembered_clock(&self) -> Option<GameClock> {
        let known = self.state.external_clock()?;
        let time = self.state.started()?.time?;
        let red = if known.red_on_left {
            Seat::Left
        } else {
            Seat::Right
        };
        let plies = self.completed_plies();
        let clock = GameClock::new(
            Seats::red_on(red),
            self.state.reading()?,
            time.increment_ms,
            self.on_move(),
            plies,
        );
        Some(clock.after(plies))
    }

    /// Moves that were completed by a press.
    pub fn completed_plies(&self) -> u32 {
        let plies = self.state.plies().len() as u32;
        plies - u32::from(!self.state.is_pressed() && plies > 0)
    }

    pub const fn state(&self) -> &GameState {
        &self.state
    }

    pub const fn game(&self) -> GameId {
        self.head.game
    }

    pub const fn own_reading(&self) -> bool {
        self.own_reading
    }

    pub const fn last_press(&self) -> Option<Side> {
        self.last_press
    }

    pub const fn last(&self) -> u64 {
        self.head.seq
    }

    /// Commits an event as the next entry. When this fails, nothing has happened.
    pub fn write(&mut self, event: Event) -> Result<(), StoreError> {
        let stamp = Stamp {
            wall: self.terminal.time.wall(),
            boot: self.terminal.boot,
            mono_ms: self.terminal.time.mono_ms(),
        };
        let mut head = self.head;
        let entry = head.append(&self.terminal.writer, stamp, event);
        self.terminal.store.append(&entry)?;
        self.head = head;
        self.state.apply(&entry);
        self.own_reading |= reads_clocks(&entry.event);
        self.last_press = press(&entry.event).or(self.last_press);
        Ok(())
    }
}
