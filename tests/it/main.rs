//! Whole-product tests, a story a file.

mod clock;
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
mod records;
#[cfg(feature = "terminal")]
mod window;
