//! Tests of the rules from outside the crate.

mod perft;
mod repetition;
