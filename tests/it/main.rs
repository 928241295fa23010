//! Whole-product tests, a story a file.

mod demo;
mod needs;
