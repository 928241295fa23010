//! Whole-product tests, a story a file.

mod needs;
