//! Swiss pairing by 定位编排法, appendix 2 of the 2011 rule book.
//!
//! Nobody meets twice and everybody is paired. Within that, in this order of importance: nobody
//! has a second bye; nobody gets a third game in a row with one colour or a colour difference
//! above two (but in the last round groups are filled first); each score group from the top keeps
//! as many of its players as it can, and the next one too; as few pairs as possible are of one
//! row; those who float are the last in the order of choice. Then the players of a group choose
//! in their order (D8), each the first on his list (D9) who leaves all that intact.
//!
//! Every order ends in the starting number and no decision rests on chance, so the same document
//! gives the same pairing on every machine.

mod colour;
mod cost;
mod edit;
mod field;
mod first;
mod groups;
mod matching;
mod pool;
mod table;
mod weighted;
mod words;

use serde::Serialize;
use serde_json::Map;

use crate::document::{EventDocument, Fouls, Game, GameResult, Number, Round};
use crate::faults::DocumentFault;
use crate::regulation::Regulation;
use crate::section;
use colour::Occasion;
pub use edit::{EditFault, Edits, Lock};
use field::Contender;
use table::Table;
pub use words::Words;

/// A round as paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairedRound {
    /// Number of the round.
    pub round: u16,
    /// Boards in their order.
    pub games: Vec<PairedGame>,
    /// Who has the bye.
    pub bye: Option<Number>,
    /// Who has the bye of the women's event, where they play their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub women_bye: Option<Number>,
    /// Soft limits given up, each with its reason.
    pub relaxed: Vec<Words>,
}

/// One board as paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairedGame {
    /// Board number, from 1.
    pub board: u32,
    /// Player of Red.
    pub red: Number,
    /// Player of Black.
    pub black: Number,
    /// Why these two, and why these colours.
    pub why: Words,
}

impl PairedRound {
    /// The round as it enters the document: every game still open.
    pub fn to_round(&self) -> Round {
        let games = self.games.iter().map(|game| Game {
            board: game.board,
            red: game.red,
            black: game.black,
            result: GameResult::Unfinished,
            fouls: Fouls::default(),
            why: Some(game.why.zh.clone()),
            other: Map::new(),
        });
        Round {
            round: self.round,
            games: games.collect(),
            bye: self.bye,
            women_bye: self.women_bye,
            absent: Vec::new(),
            paired_from: None,
            other: Map::new(),
        }
    }
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// The document contradicts itself.
    #[error(transparent)]
    Document(#[from] DocumentFault),
    /// An arbiter's change does not fit the round.
    #[error(transparent)]
    Edit(#[from] EditFault),
    /// Nobody or one player is left.
    #[error("round {round}: {active} active players are left, too few to pair")]
    TooFew {
        /// The round.
        round: u16,
        /// Players who take part in it.
        active: usize,
    },
    /// Whatever one does, somebody meets an old opponent.
    #[error(
        "round {round}: no legal pairing exists; these cannot all find an opponent: {blocked:?}"
    )]
    Impossible {
        /// The round.
        round: u16,
        /// Players who cannot all find an opponent.
        blocked: Vec<Number>,
    },
}

/// The round that is to be paired: the one after the last, or the last while it has no games.
pub fn round_to_pair(document: &EventDocument) -> u16 {
    match document.rounds.last() {
        Some(last) if last.games.is_empty() && last.byes().next().is_none() => last.round,
        Some(last) => last.round + 1,
        None => 1,
    }
}

/// Pairs the next round.
///
/// # Errors
/// When the document contradicts itself, too few players are left, or no legal pairing exists.
pub fn pair_next(
    document: &EventDocument,
    regulation: &Regulation,
) -> Result<PairedRound, PairingError> {
    pair_with(document, regulation, &Edits::default())
}

/// Pairs the next round around what an arbiter has laid down.
///
/// # Errors
/// As [`pair_next`], and when the arbiter's wishes contradict each other or the document.
pub fn pair_with(
    document: &EventDocument,
    regulation: &Regulation,
    edits: &Edits,
) -> Result<PairedRound, PairingError> {
    document.check()?;
    if section::is_separate(document) {
        return pair_both(document, regulation, edits);
    }
    let round = round_to_pair(document);
    let contenders = field::of(document, regulation, round);
    edits.check(&contenders)?;
    if contenders.len() < 2 {
        return Err(PairingError::TooFew {
            round,
            active: contenders.len(),
        });
    }
    let rounds = regulation.rounds_of(document);
    let occasion = Occasion {
        rule: &regulation.pairing,
        round,
        late: rounds.is_some_and(|rounds| round + regulation.pairing.last_rounds > rounds),
        last: rounds.is_some_and(|rounds| round >= rounds),
    };
    let free: Vec<Contender> = without_locked(&contenders, edits);
    let table = Table::new(document, &free, occasion, &edits.forbid);
    let impossible = |blocked: Vec<usize>| PairingError::Impossible {
        round,
        blocked: blocked.iter().map(|&place| free[place].number).collect(),
    };
    // Numbers mean something in the first round only, while nobody has a history.
    if round == 1 {
        return first::pair(&table, edits).map_err(impossible);
    }
    let paired = groups::pair(&table).map_err(impossible)?;
    Ok(words::lay_out(&contenders, &table, &paired, edits))
}

/// Pairs the main event and the women's own, whose boards come after.
fn pair_both(
    document: &EventDocument,
    regulation: &Regulation,
    edits: &Edits,
) -> Result<PairedRound, PairingError> {
    let main = section::main(document);
    let women = section::women(document);
    let mut paired = pair_with(&main, regulation, &edits.within(&main))?;
    let apart = pair_with(&women, regulation, &edits.within(&women))?;
    let boards = paired.games.len() as u32;
    paired
        .games
        .extend(apart.games.into_iter().map(|game| PairedGame {
            board: game.board + boards,
            ..game
        }));
    paired.women_bye = apart.bye;
    paired.relaxed.extend(apart.relaxed);
    Ok(paired)
}

/// The contenders whom no lock has placed yet, with places counted anew.
fn without_locked(contenders: &[Contender], edits: &Edits) -> Vec<Contender> {
    let mut new_place = vec![None; contenders.len()];
    let mut free = Vec::new();
    for (place, contender) in contenders.iter().enumerate() {
        if !edits.places(contender.number) {
            new_place[place] = Some(free.len());
            free.push(contender.clone());
        }
    }
    for contender in &mut free {
        contender.met = contender
            .met
            .iter()
            .filter_map(|&place| new_place[place])
            .collect();
    }
    free
}
