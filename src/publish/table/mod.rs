//! Tables as data: one shape for the page, the spreadsheet and the print (rules, forms).

mod cross;
mod entries;
mod places;
mod prizes;
mod round;
mod running;
mod teams;

pub use cross::cross;
pub use entries::{by_unit, entries};
pub use places::places;
pub use prizes::prizes;
pub use round::round;
pub use running::Running;
pub use teams::teams;

use tournament::Points;
use tournament::document::{GameResult, Number};

use super::Edition;

/// A table with a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The name of its files.
    pub name: String,
    /// Heading in Chinese.
    pub zh: String,
    /// Heading in English.
    pub en: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Lines under the table.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Heading in Chinese.
    pub zh: String,
    /// Heading in English.
    pub en: String,
    /// How wide it is compared with others, in characters of Chinese text times ten.
    pub width: u16,
    /// Where its text stands.
    pub align: Align,
    /// Whether a narrow screen may leave it out.
    pub minor: bool,
}

/// Where a text stands in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Left.
    Left,
    /// Centre.
    Centre,
    /// Right.
    Right,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What stands in it.
    pub value: Value,
    /// What it leads to on the site.
    pub link: Option<Link>,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Points.
    Points(Points),
}

/// What a cell leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// A player's card.
    Player(Number),
    /// A game's record.
    Game(u16, u32),
    /// A round.
    Round(u16),
}

impl Column {
    fn new(zh: &str, en: &str, width: u16, align: Align) -> Self {
        Self {
            zh: zh.to_owned(),
            en: en.to_owned(),
            width,
            align,
            minor: false,
        }
    }

    /// The same, for a column that a narrow screen may leave out.
    fn minor(self) -> Self {
        Self {
            minor: true,
            ..self
        }
    }

    fn left(zh: &str, en: &str, width: u16) -> Self {
        Self::new(zh, en, width, Align::Left)
    }

    fn centre(zh: &str, en: &str, width: u16) -> Self {
        Self::new(zh, en, width, Align::Centre)
    }

    fn right(zh: &str, en: &str, width: u16) -> Self {
        Self::new(zh, en, width, Align::Right)
    }
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            value: Value::Text(text.into()),
            link: None,
        }
    }

    /// A number.
    pub fn number(number: impl Into<i64>) -> Self {
        Self {
            value: Value::Number(number.into()),
            link: None,
        }
    }

    /// Points.
    pub const fn points(points: Points) -> Self {
        Self {
            value: Value::Points(points),
            link: None,
        }
    }

    /// The same leading somewhere.
    #[must_use]
    pub const fn to(mut self, link: Link) -> Self {
        self.link = Some(link);
        self
    }

    fn player(edition: &Edition, number: Number) -> Self {
        Self::text(edition.name(number)).to(Link::Player(number))
    }

    /// What stands in it, as text.
    pub fn shown(&self) -> String {
        match &self.value {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Points(points) => points.to_string(),
        }
    }
}

/// A result as it stands between the two names: Red's points first.
pub const fn score(result: GameResult) -> &'static str {
    match result {
        GameResult::Red => "2 : 0",
        GameResult::Black => "0 : 2",
        GameResult::Draw => "1 : 1",
        // 20.3: "+" and "−" for a game that was not played.
        GameResult::RedForfeit => "− : +",
        GameResult::BlackForfeit => "+ : −",
        GameResult::BothForfeit => "− : −",
        GameResult::Unfinished => "",
    }
}

/// A result in words.
pub const fn result_words(result: GameResult) -> &'static str {
    match result {
        GameResult::Red => "红胜",
        GameResult::Black => "黑胜",
        GameResult::Draw => "和棋",
        GameResult::RedForfeit => "红弃权",
        GameResult::BlackForfeit => "黑弃权",
        GameResult::BothForfeit => "双方弃权",
        GameResult::Unfinished => "未结束",
    }
}

/// The tables of an event as it stands.
pub fn all(edition: &Edition) -> Vec<Table> {
    let running = Running::of(edition);
    let mut tables = vec![entries(edition)];
    if !edition.document.rounds.is_empty() {
        tables.push(places(edition));
        tables.push(cross(edition, &running));
        tables.extend(teams(edition));
        tables.extend(prizes(edition));
    }
    for paired in &edition.document.rounds {
        tables.push(round(edition, &running, paired));
    }
    tables
}
