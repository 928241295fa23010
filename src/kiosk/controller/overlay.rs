//! The arbiter's overlay over any screen: the lock, what is being typed, the count.

use super::correction::Replay;
use super::counting::Counting;
use super::desk::{Controller, Terminal};
use super::pin::{self, Answer, PinLock};
use super::repetition::Proposal;
use crate::store::StoreError;

/// The overlay's state. It closes itself when nobody touches it for a while.
#[derive(Debug)]
pub struct Overlay {
    up: bool,
    unlocked: bool,
    choosing: bool,
    typed: String,
    answer: Option<Answer>,
    lock: PinLock,
    touched_ms: u64,
    /// The arbiter's count.
    pub counting: Counting,
    /// Where the arbiter is in the record.
    pub replay: Replay,
    proposal: Option<Proposal>,
}

/// An unlocked overlay left alone locks itself.
const LEFT_ALONE_MS: u64 = 120_000;
/// A clock time is at most mmmss.
const CLOCK_DIGITS: usize = 5;

impl Overlay {
    /// Down and locked, with the count as it stands on the disk.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn open(terminal: &Terminal) -> Result<Self, StoreError> {
        Ok(Self {
            up: false,
            unlocked: false,
            choosing: !PinLock::is_set(terminal)?,
            typed: String::new(),
            answer: None,
            lock: PinLock::open(terminal)?,
            touched_ms: 0,
            counting: Counting::open(&terminal.store)?,
            replay: Replay::default(),
            proposal: None,
        })
    }

    /// The overlay comes up, locked.
    pub fn raise(&mut self, now_ms: u64) {
        self.up = true;
        self.unlocked = false;
        self.typed.clear();
        self.answer = None;
        self.touched_ms = now_ms;
    }

    /// The overlay goes down and locks.
    pub fn lower(&mut self) {
        self.up = false;
        self.unlocked = false;
        self.typed.clear();
        self.replay = Replay::default();
    }

    /// Looks at the game for the arbiter, who is in: judges an open claim of repetition once.
    pub fn look(&mut self, game: Option<&Controller>) {
        if self.is_unlocked() {
            let last = self.proposal.take();
            self.proposal = game.and_then(|game| game.propose(last));
        }
    }

    /// The proposal on an open claim of repetition.
    pub const fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// The proposal, to be changed.
    pub const fn proposal_mut(&mut self) -> Option<&mut Proposal> {
        self.proposal.as_mut()
    }

    /// Someone touched it.
    pub const fn touched(&mut self, now_ms: u64) {
        self.touched_ms = now_ms;
    }

    /// Locks it when it was left alone.
    pub fn tick(&mut self, now_ms: u64) -> bool {
        let left = self.up && now_ms.saturating_sub(self.touched_ms) >= LEFT_ALONE_MS;
        if left {
            self.lower();
        }
        left
    }

    /// A digit of the PIN, or of a clock's time once it is unlocked.
    ///
    /// # Errors
    /// SQLite's errors.
    pub fn digit(&mut self, terminal: &Terminal, digit: u8) -> Result<(), StoreError> {
        let most = if self.unlocked {
            CLOCK_DIGITS
        } else {
            pin::DIGITS
        };
        if digit > 9 || self.typed.len() >= most {
            return Ok(());
        }
        self.typed.push(char::from(b'0' + digit));
        if !self.unlocked && self.typed.len() == pin::DIGITS {
            let pin = std::mem::take(&mut self.typed);
            let answer = self.lock.try_pin(terminal, &pin)?;
            self.unlocked = matches!(answer, Answer::Open | Answer::Chosen);
            self.choosing = self.choosing && !self.unlocked;
            self.answer = Some(answer);
        }
        Ok(())
    }

    /// Takes the last digit back.
    pub fn erase(&mut self) {
        self.typed.pop();
    }

    /// The typed time in milliseconds, and forgets it.
    pub fn take_time(&mut self) -> Option<u64> {
        let typed: u64 = std::mem::take(&mut self.typed).parse().ok()?;
        let (minutes, seconds) = (typed / 100, typed % 100);
        (seconds < 60).then_some((minutes * 60 + seconds) * 1000)
    }

    /// Whether it is up.
    pub const fn is_up(&self) -> bool {
        self.up
    }

    /// Whether the arbiter is in.
    pub const fn is_unlocked(&self) -> bool {
        self.up && self.unlocked
    }

    /// Whether the first PIN is being chosen.
    pub const fn is_choosing(&self) -> bool {
        self.choosing
    }

    /// The digits typed so far.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What came of the last PIN.
    pub const fn answer(&self) -> Option<Answer> {
        self.answer
    }
}
