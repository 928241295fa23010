//! Which screen is up: what the hub assigns, what the journal says, what the players touch.

use std::collections::HashSet;

use xiangqi::Side;

use super::clock_desk::ClockDesk;
use super::desk::{Controller, Terminal};
use super::enrolment::Enrolment;
use super::overlay::Overlay;
use super::time::TimeSource;
use crate::journal::{GameId, Mode, Phase};
use crate::store::StoreError;
use crate::sync::assignment::{Assignment, GameAssignment, OwedRecord};

/// The screens a game passes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The hub's code is typed.
    Enrol,
    /// No game to be played here now.
    Waiting,
    /// The players take their seats.
    Ready,
    /// The game.
    Play,
    /// Both choose and sign the result.
    Result,
    /// A record is entered.
    Entry,
    /// The records that are owed, to pick one.
    Station,
    /// Two large clock faces; nothing is recorded.
    ClockAlone,
}

/// How the terminal stands with the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkView {
    /// No hub is set: the terminal works alone.
    Alone,
    /// Everything written is at the hub.
    Delivered,
    /// The hub answers; entries are on their way.
    Sending,
    /// The hub does not answer.
    Offline,
    /// The hub refuses an entry or this terminal; the arbiter must look.
    Refused,
}

/// The terminal: its assignment, the game in hand, the screen.
#[derive(Debug)]
pub struct Kiosk {
    terminal: Terminal,
    assignment: Option<Assignment>,
    pub(super) game: Option<Controller>,
    /// The clock on the line, where a link was opened.
    pub(super) clock: Option<ClockDesk>,
    page: Page,
    online: Option<bool>,
    revoked: bool,
    overlay: Overlay,
    enrolment: Option<Enrolment>,
    /// Without a hub, by choice.
    alone: bool,
    /// What was typed to find a game at a recording station.
    sought: String,
    /// Games taken over whose line so far was fetched from the hub, with their epochs.
    fetched: HashSet<(GameId, u32)>,
    touched_ms: u64,
}

/// A waiting screen that nobody touches for this long is dimmed.
const IDLE_MS: u64 = 5 * 60 * 1000;

impl Kiosk {
    /// A terminal that shows its last assignment, if it has one, and waits for the hub's.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn new(terminal: Terminal, assignment: Option<Assignment>) -> Result<Self, StoreError> {
        let overlay = Overlay::open(&terminal)?;
        let mut kiosk = Self {
            overlay,
            enrolment: None,
            alone: false,
            sought: String::new(),
            fetched: HashSet::new(),
            touched_ms: 0,
            terminal,
            assignment: None,
            game: None,
            clock: None,
            page: Page::Waiting,
            online: None,
            revoked: false,
        };
        if let Some(assignment) = assignment {
            kiosk.assigned(assignment)?;
        }
        Ok(kiosk)
    }

    /// The terminal's disk, clock and name.
    pub const fn terminal(&self) -> &Terminal {
        &self.terminal
    }

    /// Where it reads time.
    pub fn time(&self) -> &dyn TimeSource {
        &*self.terminal.time
    }

    /// What the hub last said.
    pub const fn assignment(&self) -> Option<&Assignment> {
        self.assignment.as_ref()
    }

    /// The game in hand.
    pub const fn game(&self) -> Option<&Controller> {
        self.game.as_ref()
    }

    /// The game in hand, to be touched.
    pub const fn game_mut(&mut self) -> Option<&mut Controller> {
        self.game.as_mut()
    }

    /// The arbiter's overlay.
    pub const fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// The arbiter's overlay, to be touched, beside the game in hand and the terminal.
    pub const fn overlay_mut(&mut self) -> (&mut Overlay, Option<&mut Controller>, &Terminal) {
        (&mut self.overlay, self.game.as_mut(), &self.terminal)
    }

    /// The terminal is to be enrolled at a hub.
    pub fn enrol(&mut self, enrolment: Enrolment) {
        self.enrolment = Some(enrolment);
        self.overlay.lower();
    }

    /// No hub after all, for now: what was there before goes on, or a free game.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn leave_enrolment(&mut self) -> Result<(), StoreError> {
        self.enrolment = None;
        if self.assignment.is_none() {
            self.stay_alone()?;
        }
        Ok(())
    }

    /// Works without a hub from now on.
    pub(super) fn works_alone(&mut self) {
        self.enrolment = None;
        self.alone = true;
    }

    /// Whether it works without a hub, by choice.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }

    /// What was typed to find a game.
    pub fn sought(&self) -> &str {
        &self.sought
    }

    pub(super) const fn sought_mut(&mut self) -> &mut String {
        &mut self.sought
    }

    /// Whether another terminal has the game of this board.
    pub fn is_written_elsewhere(&self) -> bool {
        let game = self.assignment.as_ref().and_then(|told| told.game.as_ref());
        game.is_some_and(|game| !game.may_write && game.result.is_none())
    }

    /// Whether the arbiter took this terminal's key away.
    pub const fn is_revoked(&self) -> bool {
        self.revoked
    }

    /// The enrolment, while it goes on.
    pub const fn enrolment(&self) -> Option<&Enrolment> {
        self.enrolment.as_ref()
    }

    /// The enrolment, to be touched.
    pub const fn enrolment_mut(&mut self) -> Option<&mut Enrolment> {
        self.enrolment.as_mut()
    }

    /// The hub knows this terminal now.
    pub fn enrolled(&mut self, writer: String) {
        self.enrolment = None;
        self.alone = false;
        self.revoked = false;
        self.terminal.writer = writer;
    }

    /// The screen.
    pub const fn page(&self) -> Page {
        if self.enrolment.is_some() {
            Page::Enrol
        } else {
            self.page
        }
    }

    /// Takes in a new assignment. A game that is being played stays up, unless another terminal has
    /// taken it over.
    ///
    /// # Errors
    /// The journal of a new game cannot be read.
    pub fn assigned(&mut self, assignment: Assignment) -> Result<(), StoreError> {
        let busy = self.game.as_ref().is_some_and(|game| match game.mode() {
            Mode::Live => {
                let same = assignment
                    .game
                    .as_ref()
                    .filter(|facts| facts.game == game.game());
                let taken_away = same.is_some_and(|facts| !facts.may_write);
                !taken_away && !matches!(game.state().phase(), Phase::Waiting | Phase::Closed)
            }
            Mode::Entry => !game.state().is_submitted(),
        });
        self.assignment = Some(assignment);
        if !busy {
            self.settle()?;
        }
        self.carry_out()
    }

    /// Chooses the screen by the assignment and the journal.
    fn settle(&mut self) -> Result<(), StoreError> {
        let Some(assignment) = &self.assignment else {
            return Ok(());
        };
        let to_play = match &assignment.game {
            Some(game) if game.may_write && game.result.is_none() && self.is_ready(game)? => {
                Some(game.clone())
            }
            _ => None,
        };
        let owed = self.owed_here().map(|owed| owed.game.clone());
        let (game, page) = match (to_play, owed) {
            (Some(game), owed) => {
                let game = self.hold(&game)?;
                match (game.state().phase(), owed) {
                    (Phase::Waiting, _) => (Some(game), Page::Ready),
                    (Phase::Playing | Phase::Paused, _) => (Some(game), Page::Play),
                    (Phase::Decided, _) => (Some(game), Page::Result),
                    (Phase::Closed, Some(owed)) => (Some(self.hold(&owed)?), Page::Entry),
                    (Phase::Closed, None) => (Some(game), Page::Waiting),
                }
            }
            // A terminal that stands at no board is a recording station: any owed record.
            (None, Some(_)) if self.is_station() => (None, Page::Station),
            (None, Some(owed)) => (Some(self.hold(&owed)?), Page::Entry),
            (None, None) => (None, Page::Waiting),
        };
        self.game = game;
        self.page = page;
        Ok(())
    }

    /// Whether a game may be written here: one that another terminal began needs the hub's line of
    /// it first, or what is written would fork.
    fn is_ready(&self, game: &GameAssignment) -> Result<bool, StoreError> {
        let fetched = self.fetched.contains(&(game.game, game.epoch));
        Ok(game.epoch <= 1 || fetched || self.terminal.store.head(game.game)?.epoch >= game.epoch)
    }

    /// A game this terminal is to take over and whose line it has to fetch from the hub first.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn to_fetch(&self) -> Result<Option<(GameId, u32)>, StoreError> {
        let Some(game) = self
            .assignment
            .as_ref()
            .and_then(|assignment| assignment.game.as_ref())
            .filter(|game| game.may_write && game.result.is_none())
        else {
            return Ok(None);
        };
        Ok((!self.is_ready(game)?).then_some((game.game, game.epoch)))
    }

    /// The hub's line of a game is on the disk now.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn fetched(&mut self, game: GameId, epoch: u32) -> Result<(), StoreError> {
        self.fetched.insert((game, epoch));
        match self.assignment.clone() {
            Some(assignment) => self.assigned(assignment),
            None => Ok(()),
        }
    }

    /// The game in hand when it is this one, otherwise opens it.
    fn hold(&mut self, wanted: &GameAssignment) -> Result<Controller, StoreError> {
        match self.game.take() {
            Some(game) if game.game() == wanted.game && game.mode() == wanted.start.mode => {
                Ok(game)
            }
            _ => Controller::open(&self.terminal, wanted),
        }
    }

    /// Whether it stands at no board and any owed record may be entered.
    pub fn is_station(&self) -> bool {
        self.assignment
            .as_ref()
            .is_some_and(|assignment| assignment.board.is_none())
    }

    /// Takes one of them in hand, by its place in [`Self::records`].
    ///
    /// # Errors
    /// Its journal cannot be read.
    pub fn pick(&mut self, index: usize) -> Result<(), StoreError> {
        let Some(game) = self.records().nth(index).map(|owed| owed.game.clone()) else {
            return Ok(());
        };
        self.game = Some(self.hold(&game)?);
        self.page = Page::Entry;
        self.sought.clear();
        Ok(())
    }

    /// Back from a record to the list, at a recording station.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn back_to_station(&mut self) -> Result<(), StoreError> {
        if self.page == Page::Entry && self.is_station() {
            self.game = None;
            self.settle()?;
        }
        Ok(())
    }

    /// A record that is still owed and not handed in from here.
    fn owed_here(&self) -> Option<&OwedRecord> {
        let done = self
            .game
            .as_ref()
            .filter(|game| game.mode() == Mode::Entry && game.state().is_submitted())
            .map(Controller::game);
        let assignment = self.assignment.as_ref()?;
        assignment
            .owed
            .iter()
            .filter(|owed| owed.game.may_write && Some(owed.game.game) != done)
            .find(|owed| assignment.board.is_none_or(|board| board == owed.board))
    }

    /// The record being entered, as the hub asked for it.
    pub fn owed(&self) -> Option<&OwedRecord> {
        let game = self.game.as_ref()?.game();
        self.assignment
            .as_ref()?
            .owed
            .iter()
            .find(|owed| owed.game.game == game)
    }

    /// The assignment of the game in hand.
    pub fn facts(&self) -> Option<&GameAssignment> {
        let assignment = self.assignment.as_ref()?;
        match &self.game {
            Some(game) if game.mode() == Mode::Entry => self.owed().map(|owed| &owed.game),
            _ => assignment.game.as_ref(),
        }
    }

    /// Red's clock is started.
    pub fn start(&mut self) {
        if self.page != Page::Ready {
            return;
        }
        let Some(start) = self.facts().map(|facts| facts.start.clone()) else {
            return;
        };
        self.start_with_clock(start);
        if let Some(game) = &self.game {
            if game.state().phase() == Phase::Playing {
                self.page = Page::Play;
            }
        }
    }

    /// The players turn to the result.
    pub fn to_result(&mut self) {
        if matches!(self.page, Page::Play | Page::ClockAlone) {
            self.page = Page::Result;
        }
    }

    /// The arbiter lets the players use the clock alone, as long as no move is recorded.
    pub fn clock_alone(&mut self) {
        let empty = self
            .game
            .as_ref()
            .is_some_and(|game| game.state().plies().is_empty());
        if self.page == Page::Play && empty {
            if let Some(game) = &mut self.game {
                game.is_clock_alone = true;
            }
            self.page = Page::ClockAlone;
        }
    }

    /// Back to the game, as long as no result stands.
    pub fn back_to_game(&mut self) {
        let open = self
            .game
            .as_ref()
            .is_some_and(|game| game.state().outcome().is_none());
        if self.page == Page::Result && open {
            self.page = Page::Play;
        }
    }

    /// The finished game or record is put away; what is owed, or the next round, comes up.
    ///
    /// # Errors
    /// The journal of the next game cannot be read.
    pub fn leave(&mut self) -> Result<(), StoreError> {
        let finished = |game: &Controller| game.state().phase() == Phase::Closed;
        if self.alone && self.game.as_ref().is_some_and(finished) {
            self.game = None;
            return self.next_alone();
        }
        self.settle()
    }

    /// Whether a record is owed once the game in hand is put away.
    pub fn owes_next(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.mode() == Mode::Live)
            && self.owed_here().is_some()
    }

    /// Follows the game: a result, an agreement or a resignation brings the result screen.
    pub fn follow(&mut self) {
        let Some(game) = &self.game else { return };
        let chosen = [Side::Red, Side::Black]
            .iter()
            .any(|side| game.state().chosen(*side).is_some());
        let over = game.state().outcome().is_some() || chosen;
        let playing = matches!(self.page, Page::Play | Page::ClockAlone);
        if playing && over && game.mode() == Mode::Live {
            self.page = Page::Result;
        }
        // The arbiter opened a finished game again.
        let reopened = game.state().phase() == Phase::Paused && !over;
        if reopened && matches!(self.page, Page::Waiting) && game.mode() == Mode::Live {
            self.page = Page::Play;
        }
    }

    /// Someone touched the screen.
    pub fn touched(&mut self) {
        self.touched_ms = self.time().mono_ms();
    }

    /// For how many minutes the waiting screen has been left alone; none before it is dimmed. What
    /// is shown meanwhile moves with the minutes, so that nothing burns in.
    pub fn idle_minutes(&self) -> Option<u64> {
        let alone = self.time().mono_ms().saturating_sub(self.touched_ms);
        let waits = matches!(self.page(), Page::Waiting | Page::Ready | Page::Station);
        (waits && !self.overlay.is_up() && alone >= IDLE_MS).then_some(alone / 60_000)
    }

    /// The hub answers, or does not.
    pub const fn online(&mut self, online: bool) {
        self.online = Some(online);
        self.revoked = false;
    }

    /// The hub no longer knows this terminal.
    pub const fn revoked(&mut self) {
        self.revoked = true;
    }

    /// How the terminal stands with the hub, and how many entries wait.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn link(&self) -> Result<(LinkView, u64), StoreError> {
        let Some(online) = self.online else {
            return Ok((LinkView::Alone, 0));
        };
        let Some(game) = self.game.as_ref() else {
            let view = if online {
                LinkView::Delivered
            } else {
                LinkView::Offline
            };
            return Ok((view, 0));
        };
        let delivery = self.terminal.store.delivery(game.game())?;
        let unsent = game.last_entry().saturating_sub(delivery.accepted);
        let view = match (self.revoked || delivery.aside.is_some(), online, unsent) {
            (true, _, _) => LinkView::Refused,
            (_, false, _) => LinkView::Offline,
            (_, true, 0) => LinkView::Delivered,
            (_, true, _) => LinkView::Sending,
        };
        Ok((view, unsent))
    }

    /// The id of the game in hand.
    pub fn game_id(&self) -> Option<GameId> {
        self.game.as_ref().map(Controller::game)
    }
}
