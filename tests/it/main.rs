//! Whole-product tests, a story a file.

mod clock;
mod demo;
mod hub_browser;
mod hub_browser_driver;
mod hub_desk_client;
mod hub_desk_hall;
mod hub_desk_hostile;
mod hub_desk_import;
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
mod publish_event;
mod publish_issue;
#[cfg(feature = "terminal")]
mod window;
