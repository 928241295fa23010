//! The forms in which collections are published.

use record::{Dropped, Game, Notation, Target, TextEncoding, Written, XqfVersion};

/// A format with a notation and an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Its name on the command line and in file names.
    pub code: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
    /// What it is, in English.
    pub en: &'static str,
    /// The extension of its files.
    pub extension: &'static str,
    /// The format.
    pub target: Target,
    encoding: TextEncoding,
}

const fn form(
    code: &'static str,
    zh: &'static str,
    en: &'static str,
    extension: &'static str,
    target: Target,
    encoding: TextEncoding,
) -> Form {
    Form {
        code,
        zh,
        en,
        extension,
        target,
        encoding,
    }
}

/// All forms.
pub const FORMS: [Form; 11] = [
    form(
        "pgn",
        "PGN，中文纵线",
        "PGN, Chinese notation",
        "pgn",
        Target::Pgn(Notation::Chinese),
        TextEncoding::Utf8,
    ),
    form(
        "pgn-gb",
        "PGN，中文纵线，GB18030 编码（象棋演播室、象棋桥）",
        "PGN, Chinese notation in GB18030, for XQStudio and CCBridge",
        "pgn",
        Target::Pgn(Notation::Chinese),
        TextEncoding::Gb18030,
    ),
    form(
        "pgn-wxf",
        "PGN，WXF 纵线",
        "PGN, WXF notation",
        "pgn",
        Target::Pgn(Notation::Wxf),
        TextEncoding::Utf8,
    ),
    form(
        "pgn-iccs",
        "PGN，ICCS 坐标",
        "PGN, coordinates",
        "pgn",
        Target::Pgn(Notation::Iccs),
        TextEncoding::Utf8,
    ),
    form(
        "xqf",
        "XQF（象棋演播室）",
        "XQF (XQStudio)",
        "xqf",
        Target::Xqf(XqfVersion::V10),
        TextEncoding::Gb18030,
    ),
    form(
        "cbr",
        "CBR 与 CBL（象棋桥）",
        "CBR and CBL (CCBridge)",
        "cbr",
        Target::Cbr,
        TextEncoding::Utf8,
    ),
    form(
        "cbf",
        "CBF（象棋桥 XML）",
        "CBF (CCBridge XML)",
        "cbf",
        Target::Cbf,
        TextEncoding::Utf8,
    ),
    form(
        "dhtmlxq",
        "DhtmlXQ（东萍网页）",
        "DhtmlXQ (dpxq pages)",
        "txt",
        Target::DhtmlXq,
        TextEncoding::Utf8,
    ),
    form(
        "ubb",
        "UBB（东萍论坛）",
        "UBB (dpxq forum)",
        "ubb",
        Target::Ubb,
        TextEncoding::Gb18030,
    ),
    form(
        "jsonl",
        "JSON，一行一局",
        "JSON, a game a line",
        "jsonl",
        Target::Json,
        TextEncoding::Utf8,
    ),
    form(
        "txt",
        "文本，供阅读打印",
        "Text, to read and print",
        "txt",
        Target::Text,
        TextEncoding::Utf8,
    ),
];

impl Form {
    /// The form of a name.
    pub fn find(code: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.code == code)
    }

    /// Whether one file holds several games.
    pub const fn holds_many(&self) -> bool {
        self.target.holds_many()
    }

    /// Writes one game.
    pub fn write(&self, game: &Game) -> Written {
        let mut written = record::write(game, self.target, self.encoding);
        if self.encoding == TextEncoding::Gb18030 && !matches!(self.target, Target::Xqf(_)) {
            // GB18030 has every character; what is lost are surrogates that no text holds.
            debug_assert!(
                !written
                    .dropped
                    .iter()
                    .any(|d| matches!(d, Dropped::Characters { .. }))
            );
        }
        written.dropped.dedup();
        written
    }
}
