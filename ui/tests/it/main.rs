//! The screens without a display: what they show as pixels and what a finger or a screen reader finds.

mod arbiter;
mod fonts;
mod live;
mod pictures;
mod record;
mod sample;
mod stage;
mod strings;
mod table;
