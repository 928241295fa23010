//! Forbidden moves without a break that do not come round in a strict cycle (23.4).
//!
//! A side may chase over three or more points in changing order, so that no position recurs three
//! times in step. Nine rounds of it are enough for a claim; from six rounds on, the length of two
//! points three times each, the judge says what such a claim would come to.

use super::ply::JudgedPly;
use super::settle::Effort;
use super::{Line, Side};

/// Rounds from which on it is looked at.
const SHORTEST: usize = 6;
/// Rounds that are enough for a claim (23.4), and the most that are looked at.
pub(super) const ENOUGH: usize = 9;

/// The plies of the streak the game ends with, the first one Red's.
pub(super) fn find(line: &Line, effort: &mut Effort) -> Option<Vec<JudgedPly>> {
    let plies = line.moves.len();
    let quiet = line
        .captures
        .iter()
        .rev()
        .take_while(|capture| !**capture)
        .count();
    let reach = quiet.min(2 * ENOUGH);
    let mut keys = line.keys[plies - reach..].to_vec();
    keys.sort_unstable();
    if reach < 2 * SHORTEST || !keys.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let mut judged = Vec::new();
    let mut unbroken = [true; 2];
    for at in (plies - reach..plies).rev() {
        let judged_ply = line.judge(at, effort);
        unbroken[judged_ply.side.index()] &= judged_ply.label().is_forbidden();
        if unbroken == [false; 2] {
            break;
        }
        judged.push(judged_ply);
    }
    judged.reverse();
    let red = judged.iter().position(|ply| ply.side == Side::Red)?;
    judged.drain(..red);
    (judged.len() >= 2 * SHORTEST).then_some(judged)
}
