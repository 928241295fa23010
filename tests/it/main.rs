//! Whole-product tests, a story a file.

mod demo;
mod needs;
mod publish_event;
mod publish_issue;
