//! From bytes to games.

use crate::ccbridge::{self, Library};
use crate::{Format, Game, Hint, RecordError, xqf};

/// The games of a file, read one by one.
///
/// ```
/// use record::{Hint, Outcome};
///
/// let text = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马８进７ 1-0\n";
/// let games: Vec<_> = record::games(text.as_bytes(), Hint::NONE)?.collect::<Result<_, _>>()?;
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0].outcome, Outcome::Red);
/// # Ok::<(), record::RecordError>(())
/// ```
///
/// # Errors
/// The bytes are no record, or one of a kind that is not read. An entry of a library that cannot be
/// read is an error of the iterator, which goes on after it.
pub fn games(bytes: &[u8], hint: Hint) -> Result<Games<'_>, RecordError> {
    let one = |game: Game| Games(Source::One(Some(Box::new(game))));
    match crate::sniff::sniff(bytes, hint)? {
        Format::Xqf => xqf::read(bytes).map(one),
        Format::Cbr => ccbridge::read_cbr(bytes).map(one),
        Format::Cbl => Ok(Games(Source::Library(Library::open(bytes)?))),
        _ => Err(RecordError::Unknown("a kind of file that is not read yet")),
    }
}

/// All games of a file at once: those that could be read, and why others of a library could not.
///
/// # Errors
/// As [`games`].
pub fn read(bytes: &[u8], hint: Hint) -> Result<Reading, RecordError> {
    let mut reading = Reading::default();
    for game in games(bytes, hint)? {
        match game {
            Ok(game) => reading.games.push(game),
            Err(error) => reading.refused.push(error),
        }
    }
    Ok(reading)
}

/// What [`read`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The games, in the order of the file.
    pub games: Vec<Game>,
    /// Why entries of a library were not read.
    pub refused: Vec<RecordError>,
}

/// An iterator over the games of a file, of which one at a time is held.
#[derive(Debug)]
pub struct Games<'a>(Source<'a>);

#[derive(Debug)]
enum Source<'a> {
    One(Option<Box<Game>>),
    Library(Library<'a>),
}

impl Iterator for Games<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Source::One(game) => game.take().map(|game| Ok(*game)),
            Source::Library(library) => library.next(),
        }
    }
}
