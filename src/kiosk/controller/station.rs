//! Finding one's own game at a recording station: by the board's number or by the initials of a
//! name.

use pinyin::ToPinyinMulti as _;

use super::kiosk::Kiosk;
use crate::sync::assignment::{Assignment, OwedRecord};

/// What was typed to find a game, at most so long.
const LONGEST: usize = 6;

/// Whether a record answers to what was typed: digits are the board, letters the initials of a
/// player's name (WN for 王宁).
fn answers(record: &OwedRecord, typed: &str) -> bool {
    if typed.chars().all(|c| c.is_ascii_digit()) {
        return record.board.to_string().starts_with(typed);
    }
    [&record.game.red.name, &record.game.black.name]
        .into_iter()
        .any(|name| initials_begin(name, typed))
}

/// Whether the initials of a name begin so. A character that is read in several ways (单, 曾)
/// answers to each of them.
fn initials_begin(name: &str, typed: &str) -> bool {
    let mut letters = name.chars().filter(|c| !c.is_whitespace());
    typed.chars().all(|wanted| {
        let wanted = wanted.to_ascii_lowercase();
        letters.next().is_some_and(|character| {
            if character.is_ascii() {
                return character.to_ascii_lowercase() == wanted;
            }
            character.to_pinyin_multi().is_some_and(|readings| {
                readings
                    .into_iter()
                    .any(|reading| reading.plain().starts_with(wanted))
            })
        })
    })
}

impl Kiosk {
    /// The records that may be entered here and answer to what was typed.
    pub fn records(&self) -> impl Iterator<Item = &OwedRecord> {
        let owed = self
            .assignment()
            .into_iter()
            .flat_map(|assignment: &Assignment| &assignment.owed);
        owed.filter(|owed| owed.game.may_write && answers(owed, self.sought()))
    }

    /// Types a digit or a letter to find a game.
    pub fn seek(&mut self, character: char) {
        if character.is_ascii_alphanumeric() && self.sought().len() < LONGEST {
            self.sought_mut().push(character.to_ascii_uppercase());
        }
    }

    /// Takes the last one back.
    pub fn seek_less(&mut self) {
        self.sought_mut().pop();
    }
}

#[cfg(test)]
mod tests {
    use super::initials_begin;

    #[test]
    fn names_answer_to_their_initials_in_every_reading() {
        assert!(initials_begin("王宁", "WN"));
        assert!(initials_begin("李堃玥", "lk"));
        assert!(!initials_begin("王宁", "NW"));
        // As a surname 单 is Shan, 曾 is Zeng, 解 is Xie.
        assert!(initials_begin("单霞丽", "S"));
        assert!(initials_begin("曾军", "Z"));
        assert!(initials_begin("解鹏", "X"));
        assert!(initials_begin("Ngo Lan", "NGO"));
    }
}
