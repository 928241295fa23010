//! The screens without a display: what they show as pixels and what a finger or a screen reader finds.

mod arbiter;
mod claims;
mod correct;
mod enrol;
mod fonts;
mod live;
mod names;
mod pictures;
mod power;
mod record;
mod sample;
mod serial_clock;
mod silence;
mod stage;
mod station;
mod strings;
mod table;
