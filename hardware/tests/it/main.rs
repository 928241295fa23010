//! Tests of the link, one file a story.

mod board;
mod dgt_driver;
mod dgt_vectors;
mod ports;
mod properties;
mod wire;
mod xqc1_driver;
