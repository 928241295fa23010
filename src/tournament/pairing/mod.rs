//! Swiss pairing by 定位编排法, appendix 2 of the 2011 rule book.
//!
//! Nobody meets twice, everybody is paired, score groups are filled from the top as far as
//! possible, colours are balanced and alternate. The same document gives the same pairing on
//! every machine.

mod colour;
mod field;
mod first;
mod matching;

use serde::Serialize;
use serde_json::Map;

use crate::document::{EventDocument, Fouls, Game, GameResult, Number, Round};
use crate::faults::DocumentFault;
use crate::regulation::Regulation;
use crate::{Points, Side};
use colour::Occasion;
use field::Contender;
use matching::Matching;

/// A round as paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairedRound {
    /// Number of the round.
    pub round: u16,
    /// Boards in their order.
    pub games: Vec<PairedGame>,
    /// Who has the bye.
    pub bye: Option<Number>,
    /// Soft limits given up, each with its reason.
    pub relaxed: Vec<Words>,
}

impl PairedRound {
    /// The round as it enters the document: every game still open.
    pub fn to_round(&self) -> Round {
        Round {
            round: self.round,
            games: self
                .games
                .iter()
                .map(|game| Game {
                    board: game.board,
                    red: game.red,
                    black: game.black,
                    result: GameResult::Unfinished,
                    fouls: Fouls::default(),
                    why: Some(game.why.zh.clone()),
                    other: Map::new(),
                })
                .collect(),
            bye: self.bye,
            women_bye: None,
            absent: Vec::new(),
            paired_from: None,
            other: Map::new(),
        }
    }
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

/// A sentence in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Words {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// The document contradicts itself.
    #[error(transparent)]
    Document(#[from] DocumentFault),
    /// Nobody or one player is left.
    #[error("round {round}: {active} players are left, nobody can be paired")]
    TooFew {
        /// The round.
        round: u16,
        /// Players who take part in it.
        active: usize,
    },
    /// Whatever one does, somebody meets an old opponent.
    #[error("round {round}: no pairing without a second meeting exists; blocked: {blocked:?}")]
    Impossible {
        /// The round.
        round: u16,
        /// Players who cannot all find an opponent.
        blocked: Vec<Number>,
    },
}

/// Pairs the round after the last one in the document.
///
/// # Errors
/// When the document contradicts itself, too few players are left, or no legal pairing exists.
pub fn pair_next(
    document: &EventDocument,
    regulation: &Regulation,
) -> Result<PairedRound, PairingError> {
    document.check()?;
    let round = document.last_round() + 1;
    let contenders = field::of(document, regulation, round);
    if contenders.len() < 2 {
        return Err(PairingError::TooFew {
            round,
            active: contenders.len(),
        });
    }
    if round == 1 {
        return Ok(first::pair(&contenders, regulation));
    }
    let late = regulation
        .rounds_of(document)
        .is_some_and(|rounds| round + regulation.pairing.last_rounds > rounds);
    let occasion = Occasion {
        rule: &regulation.pairing,
        round,
        late,
    };
    let bans = Bans::of(document, &contenders, occasion);
    pair_later(&contenders, occasion, &bans)
}

/// Pairs that may not be made at all.
struct Bans {
    same_unit: bool,
    forbidden: Vec<(usize, usize)>,
}

impl Bans {
    fn of(document: &EventDocument, contenders: &[Contender], occasion: Occasion) -> Self {
        let place = |number| contenders.iter().position(|c| c.number == number);
        Self {
            same_unit: occasion
                .rule
                .avoid_same_unit_rounds
                .contains(&occasion.round),
            forbidden: document
                .forbidden
                .iter()
                .filter(|ban| {
                    ban.from_round.is_none_or(|first| first <= occasion.round)
                        && ban.to_round.is_none_or(|last| last >= occasion.round)
                })
                .filter_map(|ban| {
                    let [a, b] = ban.players.map(place);
                    Some((a?.min(b?), a?.max(b?)))
                })
                .collect(),
        }
    }

    fn allow(&self, contenders: &[Contender], a: usize, b: usize) -> bool {
        let unit = &contenders[a].unit;
        let one_unit = self.same_unit && !unit.is_empty() && *unit == contenders[b].unit;
        let met = contenders[a].met.contains(&b);
        let forbidden = self.forbidden.contains(&(a.min(b), a.max(b)));
        !(met || forbidden || one_unit)
    }
}

fn pair_later(
    contenders: &[Contender],
    occasion: Occasion,
    bans: &Bans,
) -> Result<PairedRound, PairingError> {
    let n = contenders.len();
    let legal = |a: usize, b: usize| bans.allow(contenders, a, b);
    let strict = |a: usize, b: usize| {
        legal(a, b)
            && colour::decide(&contenders[a], &contenders[b], occasion)
                .1
                .is_none()
    };
    let mut by_score: Vec<usize> = (0..n).collect();
    by_score.sort_by_key(|&place| (-contenders[place].score, contenders[place].number));

    // The bye: lowest group, first those without one, larger number first.
    let mut candidates: Vec<Option<usize>> = vec![None];
    if n % 2 == 1 {
        let mut order = by_score.clone();
        order.sort_by_key(|&place| {
            let contender = &contenders[place];
            (
                contender.had_bye,
                contender.score,
                std::cmp::Reverse(contender.number),
            )
        });
        candidates = order.into_iter().map(Some).collect();
    }
    for use_limits in [true, false] {
        let adjacent = |a: usize, b: usize| {
            if use_limits {
                strict(a, b)
            } else {
                legal(a, b)
            }
        };
        for &bye in &candidates {
            let mut matching = Matching::empty(n);
            if let Some(bye) = bye {
                matching.remove(bye);
            }
            matching.complete(&adjacent);
            if matching.free_count() == 0 {
                let pairs = walk(contenders, &by_score, bye, matching, &adjacent, occasion);
                return Ok(lay_out(contenders, pairs, bye, occasion));
            }
        }
    }
    let mut matching = Matching::empty(n);
    matching.complete(&legal);
    Err(PairingError::Impossible {
        round: occasion.round,
        blocked: (0..n)
            .filter(|&place| matching.is_free(place))
            .map(|place| contenders[place].number)
            .collect(),
    })
}

/// Every chooser in turn takes the first opponent who leaves the rest pairable.
fn walk(
    contenders: &[Contender],
    by_score: &[usize],
    bye: Option<usize>,
    mut matching: Matching,
    adjacent: &impl Fn(usize, usize) -> bool,
    occasion: Occasion,
) -> Vec<(usize, usize)> {
    let mut left: Vec<usize> = by_score
        .iter()
        .copied()
        .filter(|&place| Some(place) != bye)
        .collect();
    let turn = |number: Number| {
        if occasion.round % 2 == 1 {
            i64::from(number)
        } else {
            -i64::from(number)
        }
    };
    left.sort_by_key(|&place| {
        let c = &contenders[place];
        (-c.score, -c.balance.abs(), -c.run.abs(), turn(c.number))
    });
    let mut pairs = Vec::new();
    while !left.is_empty() {
        let chooser = left.remove(0);
        let own = &contenders[chooser];
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by_key(|&index| {
            let other = &contenders[left[index]];
            let same_row = own.wish().is_some() && own.wish() == other.wish();
            (-other.score, same_row, index)
        });
        for index in order {
            let other = left[index];
            if !adjacent(chooser, other) {
                continue;
            }
            let mut trial = matching.clone();
            let paired = trial.mate(chooser) == Some(other);
            let widow = trial.remove(chooser);
            trial.remove(other);
            let fits = paired
                || widow
                    .filter(|&widow| widow != other)
                    .is_some_and(|widow| trial.augment(widow, adjacent));
            if fits {
                matching = trial;
                left.remove(index);
                pairs.push((chooser, other));
                break;
            }
        }
    }
    pairs
}

fn lay_out(
    contenders: &[Contender],
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
    occasion: Occasion,
) -> PairedRound {
    let mut relaxed = Vec::new();
    let mut boards: Vec<(Points, Points, Number, Number, Number, Words)> = Vec::new();
    for (a, b) in pairs {
        let (a, b) = (&contenders[a], &contenders[b]);
        let (side, broken) = colour::decide(a, b, occasion);
        let (red, black) = if side == Side::Red { (a, b) } else { (b, a) };
        if !broken.is_none() {
            relaxed.push(Words {
                zh: format!("{}与{}：放宽先后手限制", red.number, black.number),
                en: format!(
                    "{} and {}: colour limits given up",
                    red.number, black.number
                ),
            });
        }
        boards.push((
            -a.score.max(b.score),
            -a.score.min(b.score),
            a.number.min(b.number),
            red.number,
            black.number,
            Words {
                zh: format!("{}分对{}分", a.score, b.score),
                en: format!("{} points against {}", a.score, b.score),
            },
        ));
    }
    boards.sort_by_key(|board| (board.0, board.1, board.2));
    PairedRound {
        round: occasion.round,
        games: (1..)
            .zip(boards)
            .map(|(board, (_, _, _, red, black, why))| PairedGame {
                board,
                red,
                black,
                why,
            })
            .collect(),
        bye: bye.map(|place| contenders[place].number),
        relaxed,
    }
}
