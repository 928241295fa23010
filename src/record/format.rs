//! The formats, and which of them some bytes are.

use std::fmt;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// 象棋演播室 `.xqf`.
    Xqf,
    /// 象棋桥 `.cbr`, one game.
    Cbr,
    /// 象棋桥 `.cbl`, a library.
    Cbl,
    /// 象棋桥 `.cbf`, XML.
    Cbf,
    /// Portable game notation for xiangqi, in any of the notations.
    Pgn,
    /// 东萍 blocks `[DhtmlXQ]`, as on its pages and in forums.
    DhtmlXq,
    /// The same block as a file of its own, `.ubb`.
    Ubb,
    /// A 东萍 record as a dictionary of its fields.
    Dpxq,
    /// The text between `START{` and `}END`.
    PlayOk,
    /// Moves in coordinates, glued or apart, with a FEN or without.
    Coordinates,
    /// Moves in any notation, without the tags of PGN.
    Text,
    /// A grid of moves, a column a variation (中国象棋 text tree).
    Grid,
    /// 鹏飞 `.pfc`, XML.
    Pfc,
    /// Qipu's own JSON.
    Json,
    /// 联众 `.chn`.
    Chn,
    /// 中国游戏中心 `.ccm`.
    Ccm,
    /// QQ 象棋 `.che`.
    Che,
    /// 弈天 `.mxq`.
    Mxq,
}

impl Format {
    /// The name for programs: lower case, as the file's usual extension where it has one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
            Self::Cbf => "cbf",
            Self::Pgn => "pgn",
            Self::DhtmlXq => "dhtmlxq",
            Self::Ubb => "ubb",
            Self::Dpxq => "dpxq",
            Self::PlayOk => "playok",
            Self::Coordinates => "coordinates",
            Self::Text => "txt",
            Self::Grid => "grid",
            Self::Pfc => "pfc",
            Self::Json => "json",
            Self::Chn => "chn",
            Self::Ccm => "ccm",
            Self::Che => "che",
            Self::Mxq => "mxq",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the name of a file suggests. Content goes before it: only the formats that have no mark of
/// their own (`.chn`, `.ccm`, `.che`, `.mxq`) are believed by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hint {
    extension: Option<Extension>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    Chn,
    Ccm,
    Che,
    Mxq,
    Ubb,
}

impl Hint {
    /// No hint.
    pub const NONE: Self = Self { extension: None };

    /// The hint of a file's name or path.
    pub fn from_name(name: &str) -> Self {
        let extension = name
            .rsplit_once('.')
            .map(|(_, last)| last.to_ascii_lowercase());
        let extension = match extension.as_deref() {
            Some("chn") => Some(Extension::Chn),
            Some("ccm") => Some(Extension::Ccm),
            Some("che") => Some(Extension::Che),
            Some("mxq") => Some(Extension::Mxq),
            Some("ubb") => Some(Extension::Ubb),
            _ => None,
        };
        Self { extension }
    }

    pub(crate) const fn extension(self) -> Option<Extension> {
        self.extension
    }
}
