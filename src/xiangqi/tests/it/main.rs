//! Tests of the rules from outside the crate.

mod corpus;
mod game;
mod hostile;
mod illegal;
mod limit;
mod notation;
mod perft;
mod position;
mod random;
mod repetition;
mod touch;
mod wxf_oracle;
