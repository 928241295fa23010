//! Tables as spreadsheets: one workbook with a sheet for each, and each as CSV.
//!
//! What people wrote stays text: a name that begins with `=` is no formula in either.

mod book;
mod comma;

pub use book::book;
pub use comma::comma;
