//! Typing a move as it is said: piece, figure, direction, figure.
//!
//! Only what leads to a legal move can be pressed, and the moves that are left are offered as soon
//! as they are few.

use xiangqi::{Move, Position, Role, Side, notation};

/// One key. A figure is 1 to 9 for both sides; the label is the side's own (八, ８).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A kind of piece.
    Role(Role),
    /// A figure.
    Figure(u8),
    /// The piece in front of two.
    Front,
    /// The piece behind.
    Back,
    /// 进
    Advance,
    /// 退
    Retreat,
    /// 平
    Traverse,
}

impl Key {
    /// The keys in three rows of seven.
    pub const ALL: [Self; 21] = [
        Self::Role(Role::General),
        Self::Role(Role::Advisor),
        Self::Role(Role::Elephant),
        Self::Role(Role::Horse),
        Self::Role(Role::Chariot),
        Self::Role(Role::Cannon),
        Self::Role(Role::Soldier),
        Self::Figure(1),
        Self::Figure(2),
        Self::Figure(3),
        Self::Figure(4),
        Self::Figure(5),
        Self::Figure(6),
        Self::Figure(7),
        Self::Figure(8),
        Self::Figure(9),
        Self::Front,
        Self::Back,
        Self::Advance,
        Self::Retreat,
        Self::Traverse,
    ];

    /// The character on the key and in the move's text.
    pub const fn character(self, side: Side) -> char {
        const RED: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
        const BLACK: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
        match self {
            Self::Role(role) => xiangqi::Piece { side, role }.chinese(),
            Self::Figure(figure) => match side {
                Side::Red => RED[figure as usize - 1],
                Side::Black => BLACK[figure as usize - 1],
            },
            Self::Front => '前',
            Self::Back => '后',
            Self::Advance => '进',
            Self::Retreat => '退',
            Self::Traverse => '平',
        }
    }
}

/// How many moves are offered to be picked at most.
const OFFERED: usize = 4;

/// What was typed so far, and the legal moves it can still become.
#[derive(Debug, Clone, Default)]
pub struct Keypad {
    typed: Vec<Key>,
}

struct Spoken {
    mv: Move,
    text: String,
    forms: Vec<String>,
}

/// Every legal move with the ways to say it.
fn spoken(position: &Position) -> Vec<Spoken> {
    position
        .legal_moves()
        .iter()
        .map(|mv| {
            let text = notation::chinese::format(position, *mv);
            let plain = plain(position, *mv, &text);
            let forms = if plain == text {
                vec![plain]
            } else {
                vec![text.clone(), plain]
            };
            Spoken {
                mv: *mv,
                text,
                forms,
            }
        })
        .collect()
}

/// The move by its file, as if no other piece of its kind stood there: 炮二平五 for 前炮平五.
fn plain(position: &Position, mv: Move, text: &str) -> String {
    let side = position.side();
    let Some(piece) = position.piece_at(mv.from()) else {
        return text.to_owned();
    };
    let file = match side {
        Side::Red => 9 - mv.from().file(),
        Side::Black => mv.from().file() + 1,
    };
    let rest = text.chars().skip(2);
    [piece.chinese(), Key::Figure(file).character(side)]
        .into_iter()
        .chain(rest)
        .collect()
}

impl Keypad {
    fn text(&self, side: Side) -> String {
        self.typed.iter().map(|key| key.character(side)).collect()
    }

    /// What was typed, in the mover's figures.
    pub fn typed(&self, side: Side) -> String {
        self.text(side)
    }

    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.typed.is_empty()
    }

    /// Whether `key` was typed.
    pub fn has(&self, key: Key) -> bool {
        self.typed.contains(&key)
    }

    /// Types a key. Returns the move when the text is whole and only one legal move answers to it.
    pub fn press(&mut self, position: &Position, key: Key) -> Option<Move> {
        if !self.enabled(position).contains(&key) {
            return None;
        }
        self.typed.push(key);
        let text = self.text(position.side());
        let fitting = self.fitting(position);
        let [only] = fitting.as_slice() else {
            return None;
        };
        only.forms.contains(&text).then_some(only.mv)
    }

    /// Takes the last key back.
    pub fn erase(&mut self) {
        self.typed.pop();
    }

    /// Forgets what was typed.
    pub fn clear(&mut self) {
        self.typed.clear();
    }

    fn fitting(&self, position: &Position) -> Vec<Spoken> {
        let text = self.text(position.side());
        let mut moves = spoken(position);
        moves.retain(|spoken| spoken.forms.iter().any(|form| form.starts_with(&text)));
        moves
    }

    /// The keys that lead on to a legal move.
    pub fn enabled(&self, position: &Position) -> Vec<Key> {
        let text = self.text(position.side());
        let next: Vec<char> = self
            .fitting(position)
            .iter()
            .flat_map(|spoken| &spoken.forms)
            .filter_map(|form| form.strip_prefix(&text)?.chars().next())
            .collect();
        let side = position.side();
        Key::ALL
            .into_iter()
            .filter(|key| next.contains(&key.character(side)))
            .collect()
    }

    /// The moves the typed text can still become, with their texts, once they are few.
    pub fn candidates(&self, position: &Position) -> Vec<(Move, String)> {
        if self.typed.is_empty() {
            return Vec::new();
        }
        let mut fitting = self.fitting(position);
        if fitting.len() > OFFERED {
            return Vec::new();
        }
        fitting.sort_by(|a, b| a.text.cmp(&b.text));
        fitting
            .into_iter()
            .map(|spoken| (spoken.mv, spoken.text))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Keypad};
    use xiangqi::{Position, Role};

    #[test]
    fn a_move_is_played_when_said_in_full() {
        let start = Position::start();
        let mut keypad = Keypad::default();
        assert_eq!(keypad.press(&start, Key::Role(Role::Cannon)), None);
        assert_eq!(keypad.press(&start, Key::Figure(2)), None);
        assert_eq!(keypad.press(&start, Key::Traverse), None);
        assert_eq!(
            keypad.press(&start, Key::Figure(5)),
            Some("h2e2".parse().expect("a move"))
        );
    }

    #[test]
    fn few_moves_are_offered_at_once() {
        let start = Position::start();
        let mut keypad = Keypad::default();
        keypad.press(&start, Key::Role(Role::Horse));
        assert_eq!(keypad.candidates(&start).len(), 4);
        keypad.press(&start, Key::Figure(2));
        let texts: Vec<String> = keypad
            .candidates(&start)
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        assert_eq!(texts, ["马二进一", "马二进三"]);
    }

    #[test]
    fn a_key_that_leads_nowhere_is_not_taken() {
        let start = Position::start();
        let mut keypad = Keypad::default();
        keypad.press(&start, Key::Role(Role::Soldier));
        assert!(
            !keypad.enabled(&start).contains(&Key::Figure(2)),
            "no soldier on file two"
        );
        assert_eq!(keypad.press(&start, Key::Figure(2)), None);
        assert_eq!(keypad.typed(xiangqi::Side::Red), "兵");
    }

    /// 7.5: three soldiers on a file are 前 中 后; the middle one has no key, so it is offered.
    #[test]
    fn the_middle_of_three_soldiers_is_offered() {
        let position: Position =
            Position::from_fen("3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1").expect("a position");
        let mut keypad = Keypad::default();
        keypad.press(&position, Key::Role(Role::Soldier));
        keypad.press(&position, Key::Figure(5));
        keypad.press(&position, Key::Traverse);
        keypad.press(&position, Key::Figure(4));
        let texts: Vec<String> = keypad
            .candidates(&position)
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        assert!(texts.contains(&"中兵平四".to_owned()), "{texts:?}");
    }
}
