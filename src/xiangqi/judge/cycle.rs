//! Where moves recur, and how often (article 23).

/// A run of plies at the end of a game in which the same positions come round again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cycle {
    /// Plies of one cycle, even.
    pub(super) plies: usize,
    /// Plies that count at the end of the game, from the move that led into the cycle on unless
    /// that was a capture (23.2, 24.9).
    pub(super) run: usize,
}

impl Cycle {
    /// Moves in the run by the side that moved last, and by the other.
    const fn moves(self, last: bool) -> usize {
        if last {
            self.run.div_ceil(2)
        } else {
            self.run / 2
        }
    }

    /// How often a side has gone round.
    pub(super) const fn times(self, last: bool) -> usize {
        self.moves(last) / (self.plies / 2)
    }

    /// Whether a side has gone round three times; with more than three points nine rounds of moves
    /// are enough (23.1, 23.4).
    pub(super) const fn is_ripe(self, last: bool) -> bool {
        self.times(last) >= 3 || (self.plies > 6 && self.moves(last) >= 9)
    }
}

/// The cycle the game is in: of those the last position closes, the one gone round most often, the
/// shortest of these.
///
/// `keys` are the positions from the start on, one more than there are plies; `captures` are the
/// plies that took a piece.
pub(super) fn find(keys: &[u64], captures: &[bool]) -> Option<Cycle> {
    let last = keys.len().checked_sub(1)?;
    // Nothing before a capture recurs.
    let quiet = captures
        .iter()
        .rev()
        .take_while(|capture| !**capture)
        .count();
    (4..=quiet)
        .step_by(2)
        .filter(|plies| keys[last] == keys[last - plies])
        .map(|plies| {
            let recurring = (plies..=last)
                .rev()
                .take_while(|at| keys[*at] == keys[at - plies])
                .count();
            let first = last + 1 - recurring - plies;
            let led_in = first > 0 && !captures[first - 1];
            Cycle {
                plies,
                run: last - first + usize::from(led_in),
            }
        })
        .max_by_key(|cycle| {
            (
                cycle.times(true) + cycle.times(false),
                usize::MAX - cycle.plies,
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(keys: &str, capture_at: Option<usize>) -> Option<Cycle> {
        let keys: Vec<u64> = keys.bytes().map(u64::from).collect();
        let captures: Vec<bool> = (1..keys.len()).map(|ply| Some(ply) == capture_at).collect();
        find(&keys, &captures)
    }

    #[test]
    fn article_23_1_three_full_cycles() {
        let found = cycle("ABCDABCDABCDA", None).unwrap();
        assert_eq!(found, Cycle { plies: 4, run: 12 });
        assert!(found.is_ripe(true) && found.is_ripe(false));
        let found = cycle("ABCDABCDABC", None).unwrap();
        assert_eq!(found.times(true), 2, "ten plies");
        assert!(!found.is_ripe(true));
        assert_eq!(cycle("ABCDEFGH", None), None);
    }

    #[test]
    fn article_23_2_the_move_into_the_cycle_counts() {
        // x is elsewhere; the move from x to B counts as one of the cycle.
        let found = cycle("xBCDABCDABCDA", None).unwrap();
        assert_eq!(found.run, 12);
        assert!(found.is_ripe(true) && found.is_ripe(false));
    }

    #[test]
    fn article_24_9_a_capture_into_the_cycle_does_not() {
        let found = cycle("xBCDABCDABCDA", Some(1)).unwrap();
        assert_eq!(found.run, 11);
        assert!(found.is_ripe(true) && !found.is_ripe(false));
    }

    #[test]
    fn article_23_4_nine_rounds_over_four_points() {
        let found = cycle("ABCDEFGHABCDEFGHABC", None).unwrap();
        assert_eq!((found.plies, found.run), (8, 18));
        assert!(found.is_ripe(true) && found.is_ripe(false));
    }

    #[test]
    fn the_longer_period_is_found_where_the_shorter_does_not_hold() {
        let found = cycle("ABCDAEFGABCDAEFGABCDAEFGA", None).unwrap();
        assert_eq!((found.plies, found.run), (8, 24));
    }
}
