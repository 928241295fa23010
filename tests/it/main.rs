//! Whole-product tests, a story a file.

mod clock;
#[path = "../../hardware/tests/it/tools.rs"]
#[allow(dead_code, reason = "the tests of the link use more of it")]
mod clock_board;
mod clock_game;
mod demo;
mod hub_link;
mod hub_round;
mod hub_stage;
mod hub_store;
mod judge;
mod needs;
mod power_cut;
mod publish_event;
mod publish_issue;
#[cfg(feature = "terminal")]
mod window;
