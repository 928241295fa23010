//! The bulletin: 秩序册 before the event, 成绩册 and 棋谱集 after it, and certificates.

pub mod certificate;
mod face;
mod figure;
mod games;
mod ink;
mod paper;
mod programme;
mod results;
mod tabular;
mod text;

use super::Edition;
use ink::Paper;

pub use face::Face;

/// A print.
#[derive(Debug, Clone)]
pub struct Print {
    /// The name of its file.
    pub name: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
    /// What it is, in English.
    pub en: &'static str,
    /// The PDF.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// Characters the font lacks; a frame stands for each.
    pub unprintable: Vec<char>,
}

/// Why a print could not be made.
#[derive(Debug, thiserror::Error)]
#[error("print {name}: {reason}")]
pub struct BulletinError {
    name: &'static str,
    reason: String,
}

/// The prints of an event as far as it has come.
///
/// # Errors
/// When the PDF cannot be put together.
pub fn prints(edition: &Edition) -> Result<Vec<Print>, BulletinError> {
    let mut prints = vec![programme::print(edition)?];
    if !edition.document.rounds.is_empty() {
        prints.push(results::print(edition)?);
    }
    if !edition.games.is_empty() {
        prints.push(games::print(edition)?);
    }
    Ok(prints)
}

fn finish(
    name: &'static str,
    zh: &'static str,
    en: &'static str,
    paper: Paper,
) -> Result<Print, BulletinError> {
    let pages = paper.pages();
    let (bytes, unprintable) = paper
        .finish(zh)
        .map_err(|reason| BulletinError { name, reason })?;
    Ok(Print {
        name,
        zh,
        en,
        bytes,
        pages,
        unprintable,
    })
}
