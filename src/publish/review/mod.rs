//! Review: from a record that was handed in to one that is published.
//!
//! Findings are a function of the records of an event ([`findings`]); the steps a record goes
//! through, each with the keeper's name, are in [`crate::store::hub::publication`]; two records of
//! one game are laid side by side by [`compare`].

mod compare;
mod findings;

pub use crate::store::hub::review::{ReviewState, StepRefused, may_step};
pub use compare::{PairedPly, compare};
pub use findings::{Finding, Matter, Submitted, SubmittedPly, findings};
