//! The women's event of its own as a document of its own.
//!
//! Both fields live in one document, because numbers, boards and prizes belong to one event; for
//! pairing and ranking each is looked at alone.

use crate::document::{EventDocument, Number, Round, Sex, WomenEvent};

/// Whether the women of this event play among themselves.
pub fn is_separate(document: &EventDocument) -> bool {
    document.women_event == Some(WomenEvent::Separate)
}

/// The main event, without the women where they play their own.
pub fn main(document: &EventDocument) -> EventDocument {
    part(document, Sex::M)
}

/// The women's event.
pub fn women(document: &EventDocument) -> EventDocument {
    part(document, Sex::F)
}

fn part(document: &EventDocument, sex: Sex) -> EventDocument {
    let inside = |number: Number| {
        document
            .player(number)
            .is_some_and(|player| player.sex == sex)
    };
    let mut part = document.clone();
    part.women_event = None;
    part.players.retain(|player| player.sex == sex);
    for round in &mut part.rounds {
        keep(round, sex, &inside);
    }
    part
}

fn keep(round: &mut Round, sex: Sex, inside: &impl Fn(Number) -> bool) {
    round
        .games
        .retain(|game| inside(game.red) && inside(game.black));
    round.absent.retain(|absence| inside(absence.number));
    round.bye = match sex {
        Sex::M => round.bye.filter(|&number| inside(number)),
        Sex::F => round
            .women_bye
            .or(round.bye)
            .filter(|&number| inside(number)),
    };
    round.women_bye = None;
}
