//! What a screen may show, as plain data: no text that would need translating, no Slint.

use xiangqi::limit::LimitCounter;
use xiangqi::{Board, Side, Square};

use super::blind;
use super::clock::Clocks;
use super::desk::Controller;
use super::edit::Doing;
use super::keypad::Key;
use super::notice::Notice;
use crate::journal::{Mode, Outcome, Phase, Ply, Reading, Reason, Signer, Verdict};

/// One ply of the move list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlyView {
    /// Who moved.
    pub side: Side,
    /// The move in Chinese notation, `—` for a dash.
    pub text: String,
    /// Both remaining times after it.
    pub reading: Option<Reading>,
    /// Entry mode only: the rules forbid it where it stands. Always false in live mode.
    pub fault: bool,
}

/// What entry mode shows besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    /// Plies before the cursor.
    pub cursor: usize,
    /// What the next move will do.
    pub doing: Doing,
    /// What was typed.
    pub typed: String,
    /// The keys: label, whether it leads on, whether it was typed.
    pub keys: Vec<(char, bool, bool)>,
    /// The moves that are left, once they are few.
    pub candidates: Vec<String>,
    /// How many plies the rules forbid.
    pub faults: usize,
    /// Whether the end can have the registered result.
    pub fits: bool,
    /// The registered result.
    pub registered: Option<Verdict>,
    /// Whether the position after a forgotten move is being set up.
    pub setting_up: bool,
    /// Handed in.
    pub submitted: bool,
}

/// Everything a screen may show of the game in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Live or entry.
    pub mode: Mode,
    /// How far the game has come.
    pub phase: Phase,
    /// The board, at the cursor in entry mode.
    pub board: Board,
    /// Whose move it is there; the mover until the clock is pressed.
    pub side: Side,
    /// The touched piece.
    pub selected: Option<Square>,
    /// Where the last move went from and to.
    pub last: Option<(Square, Square)>,
    /// Entry mode only: where the touched piece may go. Always empty in live mode.
    pub targets: Vec<Square>,
    /// The moves.
    pub plies: Vec<PlyView>,
    /// Both clocks.
    pub clocks: Option<Clocks>,
    /// Whether a move waits for its clock to be pressed.
    pub unpressed: bool,
    /// Whose flag fell.
    pub flag: Option<Side>,
    /// Who offered a draw.
    pub offer: Option<Side>,
    /// The natural-limit counters, where they may show.
    pub limit: Option<LimitCounter>,
    /// What Red, and what Black chose as the result.
    pub chosen: [Option<(Verdict, Reason)>; 2],
    /// The result, once it stands.
    pub outcome: Option<Outcome>,
    /// Whether Red, and whether Black has signed.
    pub signed: [bool; 2],
    /// What there is to say.
    pub notice: Option<Notice>,
    /// Entry mode.
    pub entry: Option<EntryView>,
}

impl Controller {
    /// Both clocks now: all that changes while nobody touches anything.
    pub fn clocks(&self) -> Option<Clocks> {
        self.pen.clocks()
    }

    /// Everything a screen may show now. All of it is on the disk.
    pub fn view(&self) -> View {
        let state = self.state();
        let live = self.mode() == Mode::Live;
        let cursor = self.cursor();
        let last = cursor
            .checked_sub(1)
            .and_then(|at| state.plies().get(at))
            .and_then(|ply| ply.mv);
        View {
            mode: self.mode(),
            phase: state.phase(),
            board: self.board_at_cursor(),
            side: if live {
                self.pen.on_move()
            } else {
                self.side_at_cursor()
            },
            selected: self.selected,
            last: last.map(|mv| (mv.from(), mv.to())),
            targets: if live { Vec::new() } else { self.targets() },
            plies: self.ply_views(live),
            clocks: self.clocks(),
            unpressed: live && self.pen.keeps_time() && !state.is_pressed(),
            flag: state.flag(),
            offer: state.open_offer(),
            limit: self.limit(cursor),
            chosen: [state.chosen(Side::Red), state.chosen(Side::Black)],
            outcome: state.outcome(),
            signed: [Signer::Red, Signer::Black].map(|signer| state.signatures().contains(&signer)),
            notice: self.notice,
            entry: self.entry_view(),
        }
    }

    fn ply_views(&self, live: bool) -> Vec<PlyView> {
        let plies = self.state().plies();
        let mut before: Option<&Ply> = None;
        plies
            .iter()
            .map(|ply| {
                let text = match ply.mv {
                    // What the rules say about a move shows in its text too.
                    Some(mv)
                        if live && (ply.irregular.is_some() || ply.chinese == mv.to_string()) =>
                    {
                        match before {
                            Some(before) => blind::text(&before.after, mv),
                            None => blind::text(&self.start_board(), mv),
                        }
                    }
                    _ => ply.chinese.clone(),
                };
                before = Some(ply);
                PlyView {
                    side: ply.side,
                    text,
                    reading: ply.reading,
                    fault: !live && ply.irregular.is_some(),
                }
            })
            .collect()
    }

    /// The counters at the cursor, recounted from the plies before it.
    fn limit(&self, cursor: usize) -> Option<LimitCounter> {
        let state = self.state();
        if self.mode() == Mode::Live {
            return self.show_limit.then(|| state.limit().clone());
        }
        let mut counter = LimitCounter::new(state.limit().rule());
        for ply in state.plies().iter().take(cursor) {
            if ply.mv.is_some() {
                counter.push(ply.side, ply.check, ply.capture);
            } else {
                // 22.3: nothing can be counted across a gap.
                counter = LimitCounter::new(state.limit().rule());
            }
        }
        Some(counter)
    }

    fn targets(&self) -> Vec<Square> {
        let (Some(from), Some(position)) = (self.selected, self.position_at_cursor()) else {
            return Vec::new();
        };
        position
            .legal_moves()
            .iter()
            .filter(|mv| mv.from() == from)
            .map(|mv| mv.to())
            .collect()
    }

    fn entry_view(&self) -> Option<EntryView> {
        let entry = self.entry.as_ref()?;
        let side = self.side_at_cursor();
        let position = self
            .position_at_cursor()
            .filter(|_| entry.setting_up.is_none());
        let enabled = position
            .as_ref()
            .map(|at| entry.keypad.enabled(at))
            .unwrap_or_default();
        let candidates = position
            .as_ref()
            .map(|at| entry.keypad.candidates(at))
            .unwrap_or_default();
        Some(EntryView {
            cursor: entry.cursor,
            doing: entry.doing,
            typed: entry.keypad.typed(side),
            keys: Key::ALL
                .iter()
                .map(|key| {
                    (
                        key.character(side),
                        enabled.contains(key),
                        entry.keypad.has(*key),
                    )
                })
                .collect(),
            candidates: candidates.into_iter().map(|(_, text)| text).collect(),
            faults: self
                .state()
                .plies()
                .iter()
                .filter(|ply| ply.irregular.is_some())
                .count(),
            fits: self.fits_result(),
            registered: self.registered,
            setting_up: entry.setting_up.is_some(),
            submitted: self.state().is_submitted(),
        })
    }

    /// Picks one of the offered moves.
    pub fn pick(&mut self, candidate: usize) {
        let Some(position) = self.position_at_cursor() else {
            return;
        };
        let offered = self
            .entry
            .as_ref()
            .map(|entry| entry.keypad.candidates(&position));
        if let Some((mv, _)) = offered.and_then(|offered| offered.into_iter().nth(candidate)) {
            self.enter(mv);
        }
    }
}
