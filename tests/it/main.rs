//! Whole-product tests, a story a file.

mod clock;
mod demo;
mod needs;
#[cfg(feature = "terminal")]
mod window;
