//! SQLite: the terminal's file and the hub's file.
//!
//! Both are opened in WAL mode with `synchronous=FULL`, so that what a call has returned is on the
//! disk, whatever happens next. A file carries an application id, so that a foreign database is
//! never written to, and a lock beside it, so that two programs never write to one file.

pub mod backup;
mod error;
mod file;
pub mod hub;
pub mod terminal;
mod trouble;

pub use error::StoreError;
pub use hub::HubStore;
pub use terminal::TerminalStore;
pub use trouble::Trouble;
