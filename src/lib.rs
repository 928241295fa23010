//! Qipu 棋谱: a xiangqi tournament from first pairing to published games.
//!
//! Arrows between the modules point one way:
//! `cli → {hub, kiosk, publish} → {sync, store, journal} → {tournament, record} → xiangqi`.

pub mod cli;
pub mod demo;
pub mod hub;
pub mod journal;
pub mod kiosk;
pub mod publish;
pub mod store;
pub mod sync;
