//! The first round: by numbers, drawn or seeded.

use super::field::Contender;
use super::{PairedGame, PairedRound, Words};
use crate::regulation::{FirstRound, Regulation};

pub(super) fn pair(contenders: &[Contender], regulation: &Regulation) -> PairedRound {
    let mut playing: Vec<&Contender> = contenders.iter().collect();
    // Everybody is level: the bye goes to the last number.
    let bye = if playing.len() % 2 == 1 {
        playing.pop()
    } else {
        None
    };
    let half = playing.len() / 2;
    let (zh, en) = match regulation.pairing.first_round {
        FirstRound::Neighbours => ("首轮邻号相遇", "first round: neighbouring numbers meet"),
        FirstRound::Halves => (
            "首轮上半区对下半区",
            "first round: the upper half meets the lower half",
        ),
        FirstRound::FirstLast => ("首轮首尾相遇", "first round: first meets last"),
    };
    let games = (0..half)
        .map(|index| {
            let (smaller, larger) = match regulation.pairing.first_round {
                FirstRound::Neighbours => (playing[2 * index], playing[2 * index + 1]),
                FirstRound::Halves => (playing[index], playing[index + half]),
                FirstRound::FirstLast => (playing[index], playing[2 * half - 1 - index]),
            };
            // Odd boards: the smaller number has Red; even boards: the larger.
            let (red, black) = if index % 2 == 0 {
                (smaller, larger)
            } else {
                (larger, smaller)
            };
            PairedGame {
                board: index as u32 + 1,
                red: red.number,
                black: black.number,
                why: Words {
                    zh: zh.into(),
                    en: en.into(),
                },
            }
        })
        .collect();
    PairedRound {
        round: 1,
        games,
        bye: bye.map(|contender| contender.number),
        women_bye: None,
        relaxed: Vec::new(),
    }
}
