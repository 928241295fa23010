//! From games to bytes, and what did not fit.

mod dropped;

use xiangqi::notation::{chinese, iccs, wxf};
use xiangqi::{Move, Position};

pub use dropped::{Dropped, Written};

use crate::{Game, TextEncoding, XqfVersion, ccbridge, dhtmlxq, json, pgn, xqf};

/// A notation for moves in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// 炮二平五.
    Chinese,
    /// C2=5.
    Wxf,
    /// H2-E2.
    Iccs,
}

impl Notation {
    /// The value of the PGN tag `Format`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chinese => "Chinese",
            Self::Wxf => "WXF",
            Self::Iccs => "ICCS",
        }
    }

    /// A move as it is written from a position; in coordinates where the notation could not be read
    /// back, as for a move that breaks the rules.
    pub(crate) fn text(self, position: Option<&Position>, mv: Move) -> String {
        let told = position.and_then(|position| {
            let (text, back) = match self {
                Self::Chinese => {
                    let text = chinese::format(position, mv);
                    let back = chinese::parse(position, &text);
                    (text, back)
                }
                Self::Wxf => {
                    let text = wxf::format(position, mv);
                    let back = wxf::parse(position, &text);
                    (text, back)
                }
                Self::Iccs => return None,
            };
            (back == Ok(mv)).then_some(text)
        });
        told.unwrap_or_else(|| iccs::format_dashed(mv))
    }
}

/// A format games can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// PGN in a notation.
    Pgn(Notation),
    /// XQF.
    Xqf(XqfVersion),
    /// A record of 象棋桥.
    Cbr,
    /// The same as XML.
    Cbf,
    /// The block of 东萍 with all its keys.
    DhtmlXq,
    /// The block as programs put it on the clipboard for forums.
    Ubb,
    /// Qipu's own JSON.
    Json,
    /// Text for people.
    Text,
}

impl Target {
    /// The usual extension of such a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn(_) => "pgn",
            Self::Xqf(_) => "xqf",
            Self::Cbr => "cbr",
            Self::Cbf => "cbf",
            Self::DhtmlXq => "dhtmlxq",
            Self::Ubb => "ubb",
            Self::Json => "json",
            Self::Text => "txt",
        }
    }

    /// Whether a file can hold more than one game.
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Pgn(_) | Self::DhtmlXq | Self::Json | Self::Text)
    }
}

/// Writes one game.
///
/// The encoding matters to formats of text; JSON and XML are UTF-8 always.
///
/// ```
/// use record::{Game, Hint, Notation, Target, TextEncoding, Tree};
/// use xiangqi::Setup;
///
/// let mut game = Game::new(Setup::start());
/// game.tree = Tree::of_line(["h2e2".parse()?, "h9g7".parse()?]);
/// let written = record::write(&game, Target::Pgn(Notation::Chinese), TextEncoding::Utf8);
/// let text = String::from_utf8(written.bytes)?;
/// assert!(text.contains("1. 炮二平五 马８进７"));
/// let back = record::read(text.as_bytes(), Hint::NONE)?;
/// assert_eq!(back.games[0].tree, game.tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(game: &Game, target: Target, encoding: TextEncoding) -> Written {
    let (text, dropped) = match target {
        Target::Xqf(version) => return xqf::write(game, version),
        Target::Cbr => return ccbridge::write_cbr(game),
        Target::Cbf => return ccbridge::write_cbf(game),
        Target::Json => return json::write(game),
        Target::Pgn(notation) => pgn::write(game, notation),
        Target::Text => pgn::write_plain(game),
        Target::DhtmlXq => dhtmlxq::write(game, true),
        Target::Ubb => dhtmlxq::write(game, false),
    };
    let (bytes, lost) = encoding.encode(&text);
    let mut written = Written { bytes, dropped };
    if lost > 0 {
        written.dropped.push(Dropped::Characters { count: lost });
    }
    written
}

/// Puts several written games into one file of a format that [holds many](Target::holds_many).
pub fn join<'a>(target: Target, games: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let (open, between, close): (&[u8], &[u8], &[u8]) = match target {
        Target::Json => (b"[", b",\n", b"]\n"),
        Target::Text => (b"", pgn::SEPARATOR.as_bytes(), b""),
        _ => (b"", b"\n", b""),
    };
    let mut all = open.to_vec();
    for (at, game) in games.into_iter().enumerate() {
        if at > 0 {
            all.extend_from_slice(between);
        }
        all.extend_from_slice(game.trim_ascii_end());
        all.push(b'\n');
    }
    all.extend_from_slice(close);
    all
}
