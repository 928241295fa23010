//! What travels between terminal and hub, and the decisions about it.
//!
//! The terminal's journal is the truth of its game; the network is optional. [`plan()`] decides
//! what to do next from what is known of both sides; [`client`] and [`worker`] only carry it out.

pub mod assignment;
pub mod backoff;
pub mod client;
pub mod discovery;
pub mod pin;
pub mod plan;
pub mod signature;
pub mod transport;
pub mod wire;
pub mod worker;

pub use assignment::Assignment;
pub use client::{HubClient, Identity, LinkError};
pub use plan::plan;
pub use worker::{Link, LinkState};
