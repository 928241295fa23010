//! The game as a player takes it home: PGN in coordinates, short enough for a QR code.

use record::{Field, Game, Headers, Notation, Outcome as Recorded, Target, TextEncoding, Tree};
use xiangqi::Setup;

use super::kiosk::Kiosk;
use crate::journal::Verdict;

/// The most that is put into a QR code a phone still reads from a panel, bytes.
const LARGEST: usize = 1800;

impl Kiosk {
    /// The game in hand as text for a QR code: PGN, or the shorter block of 东萍 for a very long
    /// game. None without moves, or when a move is missing.
    pub fn takeaway(&self) -> Option<String> {
        let (game, facts) = (self.game()?, self.facts()?);
        let state = game.state();
        let moves: Vec<_> = state
            .plies()
            .iter()
            .map(|ply| ply.mv)
            .collect::<Option<_>>()?;
        if moves.is_empty() {
            return None;
        }
        let start: Setup = state.started()?.start_fen.parse().ok()?;
        let mut record = Game::new(start);
        record.tree = Tree::of_line(moves);
        let verdict = state
            .outcome()
            .map(|outcome| outcome.verdict)
            .or_else(|| game.registered());
        record.outcome = match verdict {
            Some(Verdict::Red | Verdict::BlackForfeit) => Recorded::Red,
            Some(Verdict::Black | Verdict::RedForfeit) => Recorded::Black,
            Some(Verdict::Draw) => Recorded::Draw,
            _ => Recorded::Unknown,
        };
        let event = self.assignment().map(|assignment| &assignment.event.title);
        let headers: &mut Headers = &mut record.headers;
        headers.set(Field::Event, event.map_or("", String::as_str));
        headers.set(Field::Round, facts.round.to_string());
        headers.set(Field::Red, &facts.red.name);
        headers.set(Field::Black, &facts.black.name);
        [Target::Pgn(Notation::Iccs), Target::Ubb]
            .into_iter()
            .map(|target| record::write(&record, target, TextEncoding::Utf8).bytes)
            .find(|bytes| bytes.len() <= LARGEST)
            .and_then(|bytes| String::from_utf8(bytes).ok())
    }
}
