//! Between the controller and the screens: the only code that knows Slint.
//!
//! No decision is made here. A touch goes to the controller; what the controller shows goes to the
//! screens, row by row where it changed.

mod acts;
mod board;
mod enrol;
mod link;
mod moves;
mod overlay;
mod qr;
mod screen;
mod serial_clock;
mod strokes;
mod window;
mod words;

pub use enrol::Errand;
pub use link::{Hub, IDENTITY};
pub use screen::Screen;
pub use window::{Options, Window, WindowError};
