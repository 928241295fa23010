//! Whole-product tests, a story a file.

mod demo;
mod needs;
mod power_cut;
