//! The screens without a display: what they show as pixels and what a finger or a screen reader finds.

mod pictures;
mod sample;
mod stage;
