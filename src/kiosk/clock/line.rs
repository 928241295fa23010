//! The link to the clock, as far as the terminal needs it.

use std::fmt::Debug;

use clock_link::diagnostics::Diagnostics;
use clock_link::{ClockLink, Command, CommandId, Ident, LinkEvent};

/// A link to a clock. The port is behind it, or a test.
pub trait Line: Debug {
    /// What it has said since the last call.
    fn take_events(&mut self) -> Vec<LinkEvent>;
    /// Sends a command; its answer is an event with the same number.
    fn send(&mut self, command: Command) -> CommandId;
    /// Only this clock is the table's.
    fn pair(&mut self, ident: Option<Ident>);
    /// Tries the ports again at once, those that were found to be no clock included.
    fn retry(&mut self);
    /// What the diagnostics page shows.
    fn diagnostics(&self) -> Diagnostics;
}

impl Line for ClockLink {
    fn take_events(&mut self) -> Vec<LinkEvent> {
        self.events().try_iter().collect()
    }

    fn send(&mut self, command: Command) -> CommandId {
        Self::send(self, command)
    }

    fn pair(&mut self, ident: Option<Ident>) {
        Self::pair(self, ident);
    }

    fn retry(&mut self) {
        Self::retry(self);
    }

    fn diagnostics(&self) -> Diagnostics {
        Self::diagnostics(self)
    }
}
