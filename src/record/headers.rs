//! What a record says about its game beside the moves.
//!
//! ```
//! use record::{Field, Headers};
//!
//! let mut headers = Headers::default();
//! headers.set(Field::Red, " 胡荣华 ");
//! headers.set(Field::Event, "");
//! headers.set_other("Weather", "雨");
//! assert_eq!(headers.get(Field::Red), "胡荣华");
//! assert_eq!(headers.get(Field::Event), "");
//! assert_eq!(headers.iter().count(), 2);
//! ```

/// What most formats have a place for. Anything else is kept under its own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// 标题: the title of the record, if it differs from the event.
    Title,
    /// 赛事.
    Event,
    /// 组别.
    Group,
    /// 轮次.
    Round,
    /// 台次.
    Table,
    /// 日期, as it was written.
    Date,
    /// 地点.
    Site,
    /// 红方.
    Red,
    /// 红方单位.
    RedTeam,
    /// 红方等级分.
    RedRating,
    /// 红方用时.
    RedTime,
    /// 黑方.
    Black,
    /// 黑方单位.
    BlackTeam,
    /// 黑方等级分.
    BlackRating,
    /// 黑方用时.
    BlackTime,
    /// 用时规定.
    TimeRule,
    /// 开局.
    Opening,
    /// The opening's code (ECCO).
    Ecco,
    /// 变例.
    Variation,
    /// 终局方式: how the game ended (认负, 超时, 议和 …).
    Termination,
    /// 全局, 开局, 中局, 残局.
    Kind,
    /// 裁判.
    Referee,
    /// 记录.
    Recorder,
    /// 评注.
    Annotator,
    /// 作者: who made the file.
    Author,
}

impl Field {
    /// All of them, in the order in which they are written.
    pub const ALL: [Self; 25] = [
        Self::Title,
        Self::Event,
        Self::Group,
        Self::Round,
        Self::Table,
        Self::Date,
        Self::Site,
        Self::Red,
        Self::RedTeam,
        Self::RedRating,
        Self::RedTime,
        Self::Black,
        Self::BlackTeam,
        Self::BlackRating,
        Self::BlackTime,
        Self::TimeRule,
        Self::Opening,
        Self::Ecco,
        Self::Variation,
        Self::Termination,
        Self::Kind,
        Self::Referee,
        Self::Recorder,
        Self::Annotator,
        Self::Author,
    ];

    /// The name as a PGN tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Event => "Event",
            Self::Group => "Group",
            Self::Round => "Round",
            Self::Table => "Table",
            Self::Date => "Date",
            Self::Site => "Site",
            Self::Red => "Red",
            Self::RedTeam => "RedTeam",
            Self::RedRating => "RedElo",
            Self::RedTime => "RedTime",
            Self::Black => "Black",
            Self::BlackTeam => "BlackTeam",
            Self::BlackRating => "BlackElo",
            Self::BlackTime => "BlackTime",
            Self::TimeRule => "TimeControl",
            Self::Opening => "Opening",
            Self::Ecco => "ECCO",
            Self::Variation => "Variation",
            Self::Termination => "Termination",
            Self::Kind => "PlayType",
            Self::Referee => "Referee",
            Self::Recorder => "Recorder",
            Self::Annotator => "Annotator",
            Self::Author => "Author",
        }
    }

    /// The name in plain Chinese text.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Title => "标题",
            Self::Event => "赛事",
            Self::Group => "组别",
            Self::Round => "轮次",
            Self::Table => "台次",
            Self::Date => "日期",
            Self::Site => "地点",
            Self::Red => "红方",
            Self::RedTeam => "红方单位",
            Self::RedRating => "红方等级分",
            Self::RedTime => "红方用时",
            Self::Black => "黑方",
            Self::BlackTeam => "黑方单位",
            Self::BlackRating => "黑方等级分",
            Self::BlackTime => "黑方用时",
            Self::TimeRule => "用时规定",
            Self::Opening => "开局",
            Self::Ecco => "开局编号",
            Self::Variation => "变例",
            Self::Termination => "终局方式",
            Self::Kind => "类型",
            Self::Referee => "裁判",
            Self::Recorder => "记录",
            Self::Annotator => "评注",
            Self::Author => "作者",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    Known(Field),
    Other(String),
}

/// The fields of a record that hold something, as free text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Headers {
    entries: Vec<(Name, String)>,
}

impl Headers {
    /// What a field holds; empty if nothing.
    pub fn get(&self, field: Field) -> &str {
        self.entries
            .iter()
            .find(|(name, _)| *name == Name::Known(field))
            .map_or("", |(_, value)| value)
    }

    /// Sets a field, without the white space around the text. An empty text takes the field away.
    pub fn set(&mut self, field: Field, value: impl AsRef<str>) {
        self.put(Name::Known(field), value.as_ref());
    }

    /// Sets a field only if it holds nothing yet.
    pub fn set_default(&mut self, field: Field, value: impl AsRef<str>) {
        if self.get(field).is_empty() {
            self.set(field, value);
        }
    }

    /// What a field without a place in [`Field`] holds.
    pub fn other(&self, name: &str) -> &str {
        self.entries
            .iter()
            .find(|(found, _)| matches!(found, Name::Other(found) if found == name))
            .map_or("", |(_, value)| value)
    }

    /// Sets a field that has no place in [`Field`].
    pub fn set_other(&mut self, name: &str, value: impl AsRef<str>) {
        self.put(Name::Other(name.to_owned()), value.as_ref());
    }

    fn put(&mut self, name: Name, value: &str) {
        let value = trim(value);
        let at = self.entries.iter().position(|(found, _)| *found == name);
        match (at, value.is_empty()) {
            (Some(at), true) => drop(self.entries.remove(at)),
            (Some(at), false) => value.clone_into(&mut self.entries[at].1),
            (None, true) => {}
            (None, false) => self.entries.push((name, value.to_owned())),
        }
    }

    /// The fields that hold something, as PGN tag and text, in the order they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(name, value)| {
            let name = match name {
                Name::Known(field) => field.tag(),
                Name::Other(name) => name,
            };
            (name, value.as_str())
        })
    }

    /// The fields without a place in [`Field`].
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().filter_map(|(name, value)| match name {
            Name::Known(_) => None,
            Name::Other(name) => Some((name.as_str(), value.as_str())),
        })
    }
}

/// Takes off white space, and the control characters that fixed-size fields leave behind.
fn trim(value: &str) -> &str {
    value.trim_matches(|letter: char| {
        letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{feff}' | '\u{200b}')
    })
}
