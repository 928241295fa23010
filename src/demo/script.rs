//! What happens at each board of the demo, decided by the seed alone.
//!
//! Nothing here depends on the hour or on how often the program was started, so an event that was
//! killed and started again goes the way it would have gone undisturbed.

use super::draw::Draw;
use super::games::Game;

/// How the record of a board comes into being.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// On the terminal, during the game.
    Live,
    /// By the player who owes it, before the round is closed.
    Entered,
    /// By the player who owes it, but only after the round was closed: the obligation is missed.
    EnteredLate,
}

/// The script of one board.
#[derive(Debug, Clone, Copy)]
pub struct BoardScript<'a> {
    /// What is played.
    pub game: &'a Game,
    /// How it is recorded.
    pub recording: Recording,
    /// After how many deliveries the board's link is lost, when it is lost in this game.
    pub link_lost_after: Option<usize>,
}

/// Draws the script of a board. `red` and `black` are the players' numbers.
pub fn board(draw: Draw, games: &[Game], round: u32, red: u32, black: u32) -> BoardScript<'_> {
    let about = [u64::from(round), u64::from(red), u64::from(black)];
    let game = &games[draw.below(games.len(), "game", &about)];
    let recording = match draw.below(10, "recording", &about) {
        0..6 => Recording::Live,
        6..9 => Recording::Entered,
        _ => Recording::EnteredLate,
    };
    let link_lost_after = draw
        .happens(20, "link", &about)
        .then(|| 1 + draw.below(20, "link lost after", &about));
    BoardScript {
        game,
        recording,
        link_lost_after,
    }
}
