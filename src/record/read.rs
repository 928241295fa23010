//! From bytes to games.

use crate::ccbridge::{self, Library};
use crate::dhtmlxq::{Blocks, Dictionaries};
use crate::pgn::Texts;
use crate::sniff::{Kind, sniff, without_filling};
use crate::{Format, Game, Hint, RecordError, TextEncoding, json, page, pfc, servers, xqf};

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
    match sniff(bytes, hint)? {
        Kind::Binary(Format::Xqf) => xqf::read(bytes).map(Games::one),
        Kind::Binary(Format::Cbl) => Ok(Games::new(Source::Library(Library::open(bytes)?))),
        Kind::Binary(format @ (Format::Chn | Format::Ccm | Format::Che | Format::Mxq)) => {
            servers::read(bytes, format).map(Games::one)
        }
        Kind::Binary(_) => ccbridge::read_cbr(bytes).map(Games::one),
        Kind::Text {
            format,
            encoding,
            mark,
        } => text(bytes, format, encoding, mark),
    }
}

/// Looks at the beginning of a file and tells which format it is, before the rest is loaded.
///
/// # Errors
/// It is no record, or one of a kind that is not read.
pub fn recognise(head: &[u8], hint: Hint) -> Result<Format, RecordError> {
    Ok(match sniff(head, hint)? {
        Kind::Binary(format) | Kind::Text { format, .. } => format,
    })
}

fn text(
    bytes: &[u8],
    format: Format,
    encoding: TextEncoding,
    mark: usize,
) -> Result<Games<'_>, RecordError> {
    let wide = matches!(encoding, TextEncoding::Utf16Le | TextEncoding::Utf16Be);
    let bytes = if wide { bytes } else { without_filling(bytes) };
    let whole = || encoding.decode(&bytes[mark..]).0.into_owned();
    let source = match format {
        Format::DhtmlXq | Format::Ubb => Source::Blocks(Blocks::new(whole(), format, encoding)),
        Format::Dpxq => Source::Dictionaries(Dictionaries::new(whole(), encoding)),
        Format::Cbf => return ccbridge::read_cbf(&whole(), encoding, bytes.len()).map(Games::one),
        Format::Pfc => return pfc::read(&whole(), encoding, bytes.len()).map(Games::one),
        Format::Json => Source::Many(json::read(&whole(), encoding)?.into_iter()),
        format if is_page(&bytes[mark..]) => {
            let text = page::text(&whole());
            Source::Texts(Texts::of_text(text, encoding, format))
        }
        format => Source::Texts(Texts::new(bytes, mark, encoding, format)),
    };
    let mut games = Games::new(source);
    games.first = games.next();
    if games.first.is_none() {
        return Err(RecordError::Unknown("there are no moves in the text"));
    }
    Ok(games)
}

/// Whether a text has the marks of a page of the web near its beginning.
fn is_page(bytes: &[u8]) -> bool {
    const MARKS: [&[u8]; 7] = [
        b"<html", b"<br", b"</p>", b"</div>", b"</td>", b"&quot;", b"&nbsp;",
    ];
    let head = bytes[..bytes.len().min(1 << 16)].to_ascii_lowercase();
    let holds = |mark: &[u8]| head.windows(mark.len()).any(|found| found == mark);
    MARKS.into_iter().any(holds)
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
pub struct Games<'a> {
    source: Source<'a>,
    /// The first of a text, read to see whether it is a record at all.
    first: Option<Result<Game, RecordError>>,
}

impl<'a> Games<'a> {
    const fn new(source: Source<'a>) -> Self {
        Self {
            source,
            first: None,
        }
    }

    fn one(game: Game) -> Self {
        Self::new(Source::One(Some(Box::new(game))))
    }
}

#[derive(Debug)]
enum Source<'a> {
    One(Option<Box<Game>>),
    Library(Library<'a>),
    Blocks(Blocks),
    Dictionaries(Dictionaries),
    Texts(Texts<'a>),
    Many(std::vec::IntoIter<Game>),
}

impl Iterator for Games<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        match &mut self.source {
            Source::One(game) => game.take().map(|game| Ok(*game)),
            Source::Library(library) => library.next(),
            Source::Blocks(blocks) => blocks.next().map(Ok),
            Source::Dictionaries(dictionaries) => dictionaries.next().map(Ok),
            Source::Texts(texts) => texts.next(),
            Source::Many(games) => games.next().map(Ok),
        }
    }
}
