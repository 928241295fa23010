//! Whole-product tests, a story a file.

mod clock;
#[path = "../../hardware/tests/it/tools.rs"]
#[allow(dead_code, reason = "the tests of the link use more of it")]
mod clock_board;
mod clock_game;
mod demo;
mod event;
mod hub_browser;
mod hub_browser_driver;
mod hub_desk_board;
mod hub_desk_client;
mod hub_desk_hall;
mod hub_desk_hostile;
mod hub_desk_import;
mod hub_desk_late;
mod hub_desk_people;
mod hub_desk_roles;
mod hub_desk_story;
mod hub_disk;
mod hub_enrol;
mod hub_killed;
mod hub_link;
mod hub_measures;
mod hub_program;
mod hub_round;
mod hub_signed;
mod hub_stage;
mod hub_stick;
mod hub_store;
mod hub_tls;
mod hub_writer;
mod judge;
mod log;
mod needs;
mod power_cut;
mod publish_corpus;
mod publish_engine;
mod publish_event;
mod publish_feed;
mod publish_issue;
mod publish_review;
mod publish_site;
mod records;
#[cfg(feature = "terminal")]
mod window;
#[cfg(feature = "terminal")]
mod window_start;
