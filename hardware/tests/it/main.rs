//! Tests of the link, one file a story.

mod dgt_vectors;
mod properties;
mod xqc1_driver;
