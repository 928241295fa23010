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
mod publish_corpus;
mod publish_engine;
mod publish_event;
mod publish_feed;
mod publish_issue;
mod publish_review;
mod publish_site;
#[cfg(feature = "terminal")]
mod window;
