//! The terminal at the board.
//!
//! [`controller`] is the terminal without its screen: what a touch means, what is written, what may
//! be shown. [`clock`] is the electronic clock on its line. `adapter` (feature `terminal`) is the only code that knows Slint; it holds no decision.

#[cfg(feature = "terminal")]
pub mod adapter;
pub mod clock;
pub mod controller;
