//! Contradictions in an event document, each named by the round and the players concerned.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{EventDocument, Number, Round};

/// Why a document describes no possible event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentFault {
    /// The text is not a document.
    #[error("{0}")]
    Unreadable(String),
    /// Two players share a number.
    #[error("number {0} is given to two players")]
    DuplicateNumber(Number),
    /// Zero stands for "nobody".
    #[error("a player has number 0; numbers start at 1")]
    NumberZero,
    /// Rounds are not 1, 2, 3, …
    #[error("round {expected} is missing: round {found} stands in its place")]
    RoundMissing {
        /// The round that should stand there.
        expected: u16,
        /// The one that does.
        found: u16,
    },
    /// A game with oneself.
    #[error("round {round}, board {board}: player {number} plays against himself")]
    AgainstOneself {
        /// Round of the game.
        round: u16,
        /// Board of the game.
        board: u32,
        /// The player.
        number: Number,
    },
    /// A game with nobody on one side.
    #[error("round {round}, board {board}: a game needs two players; a bye has no result")]
    Alone {
        /// Round of the game.
        round: u16,
        /// Board of the game.
        board: u32,
    },
    /// A number nobody has.
    #[error("round {round}: there is no player {number}")]
    UnknownPlayer {
        /// Round that names the number.
        round: u16,
        /// The number.
        number: Number,
    },
    /// One player on two boards.
    #[error("round {round}: player {number} is in two games (boards {boards:?})")]
    TwoGames {
        /// The round.
        round: u16,
        /// The player.
        number: Number,
        /// The boards.
        boards: [u32; 2],
    },
    /// A result for a player who has the bye.
    #[error("round {round}: player {number} has the bye and also a game on board {board}")]
    ByeAndGame {
        /// The round.
        round: u16,
        /// The player.
        number: Number,
        /// The board.
        board: u32,
    },
    /// One player has two byes in a round, or a bye and an absence.
    #[error("round {round}: player {number} is freed from the round twice")]
    FreedTwice {
        /// The round.
        round: u16,
        /// The player.
        number: Number,
    },
    /// An announced absence of a player who has a game.
    #[error("round {round}: player {number} is noted absent and also has a game on board {board}")]
    AbsentAndGame {
        /// The round.
        round: u16,
        /// The player.
        number: Number,
        /// The board.
        board: u32,
    },
    /// Two games on one board.
    #[error("round {round}: board {board} has two games")]
    TwoGamesOnBoard {
        /// The round.
        round: u16,
        /// The board.
        board: u32,
    },
}

impl EventDocument {
    /// Reads a document from JSON and refuses one that contradicts itself.
    ///
    /// # Errors
    /// The reason with line and column, or the contradiction.
    pub fn from_json(bytes: &[u8]) -> Result<Self, DocumentFault> {
        let document: Self = serde_json::from_slice(bytes)
            .map_err(|error| DocumentFault::Unreadable(error.to_string()))?;
        document.check()?;
        Ok(document)
    }

    /// Looks for contradictions: the first one found is the error.
    ///
    /// # Errors
    /// See [`DocumentFault`].
    pub fn check(&self) -> Result<(), DocumentFault> {
        let mut numbers = BTreeSet::new();
        for player in &self.players {
            if player.number == 0 {
                return Err(DocumentFault::NumberZero);
            }
            if !numbers.insert(player.number) {
                return Err(DocumentFault::DuplicateNumber(player.number));
            }
        }
        for (index, round) in self.rounds.iter().enumerate() {
            let expected = u16::try_from(index + 1).unwrap_or(u16::MAX);
            if round.round != expected {
                return Err(DocumentFault::RoundMissing {
                    expected,
                    found: round.round,
                });
            }
            check_round(round, &numbers)?;
        }
        Ok(())
    }
}

fn check_round(round: &Round, numbers: &BTreeSet<Number>) -> Result<(), DocumentFault> {
    let number_of_round = round.round;
    let mut board_of = BTreeMap::new();
    let mut boards = BTreeSet::new();
    for game in &round.games {
        if game.red == 0 || game.black == 0 {
            return Err(DocumentFault::Alone {
                round: number_of_round,
                board: game.board,
            });
        }
        if game.red == game.black {
            return Err(DocumentFault::AgainstOneself {
                round: number_of_round,
                board: game.board,
                number: game.red,
            });
        }
        if !boards.insert(game.board) {
            return Err(DocumentFault::TwoGamesOnBoard {
                round: number_of_round,
                board: game.board,
            });
        }
        for number in [game.red, game.black] {
            if !numbers.contains(&number) {
                return Err(DocumentFault::UnknownPlayer {
                    round: number_of_round,
                    number,
                });
            }
            if let Some(other) = board_of.insert(number, game.board) {
                return Err(DocumentFault::TwoGames {
                    round: number_of_round,
                    number,
                    boards: [other, game.board],
                });
            }
        }
    }
    let mut freed = BTreeSet::new();
    for number in round.byes() {
        if !numbers.contains(&number) {
            return Err(DocumentFault::UnknownPlayer {
                round: number_of_round,
                number,
            });
        }
        if let Some(&board) = board_of.get(&number) {
            return Err(DocumentFault::ByeAndGame {
                round: number_of_round,
                number,
                board,
            });
        }
        if !freed.insert(number) {
            return Err(DocumentFault::FreedTwice {
                round: number_of_round,
                number,
            });
        }
    }
    for absence in &round.absent {
        let number = absence.number;
        if !numbers.contains(&number) {
            return Err(DocumentFault::UnknownPlayer {
                round: number_of_round,
                number,
            });
        }
        if let Some(&board) = board_of.get(&number) {
            return Err(DocumentFault::AbsentAndGame {
                round: number_of_round,
                number,
                board,
            });
        }
        if !freed.insert(number) {
            return Err(DocumentFault::FreedTwice {
                round: number_of_round,
                number,
            });
        }
    }
    Ok(())
}
