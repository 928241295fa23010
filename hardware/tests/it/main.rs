//! Tests of the link, one file a story.

mod board;
mod core;
mod dgt_driver;
mod dgt_vectors;
mod ports;
mod properties;
mod simavr;
mod sketch;
mod tools;
mod wire;
mod xqc1_driver;
