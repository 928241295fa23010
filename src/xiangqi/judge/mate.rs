//! Mates by a run of checks (24.2).

use std::collections::HashMap;

use super::scene::{Act, Acts, Scene, Wanted};
use super::settle::{Effort, Moves};
use crate::Move;

/// Checks in a mating run that are looked for.
pub(super) const CHECKS: u8 = 7;

/// A search for mates by checks only, deepened check by check.
pub(super) struct MateSearch<'a> {
    effort: &'a mut Effort,
    /// Captures left out: to take a piece offered for exchange is no threat, as the other side may
    /// take first (26.9).
    barred: &'a [Move],
    /// Positions from which so many checks do not mate.
    barren: HashMap<u64, u8>,
}

impl<'a> MateSearch<'a> {
    pub(super) fn new(barred: &'a [Move], effort: &'a mut Effort) -> Self {
        Self {
            effort,
            barred,
            barren: HashMap::new(),
        }
    }

    /// The checks of the side to move that force a mate, each with its line.
    pub(super) fn starts(&mut self, scene: &Scene) -> Vec<(Act, Moves)> {
        let mut open = self.checks(scene);
        let mut found = Vec::new();
        for checks in 1..=CHECKS {
            open.retain(|act| match self.mates(scene, *act, checks) {
                Some(line) => {
                    found.push((*act, line));
                    false
                }
                None => true,
            });
        }
        found
    }

    fn checks(&self, scene: &Scene) -> Acts {
        let mut acts = scene.acts(Wanted::Checks);
        acts.retain(|act| !self.barred.contains(&act.mv));
        acts.sort_unstable_by_key(|act| act.mv);
        acts
    }

    /// Whether a check forces a mate within so many checks, and the longest defence to it.
    fn mates(&mut self, scene: &Scene, act: Act, checks: u8) -> Option<Moves> {
        let after = scene.after(act.mv);
        let answers = after.acts(Wanted::All);
        if checks == 1 && !answers.is_empty() {
            return None;
        }
        let mut longest = Moves::new();
        for answer in answers {
            let mut line = self.next(&after.after(answer.mv), checks - 1)?;
            if line.len() + 1 >= longest.len() {
                prepend(&mut line, answer.mv);
                longest = line;
            }
        }
        prepend(&mut longest, act.mv);
        Some(longest)
    }

    fn next(&mut self, scene: &Scene, checks: u8) -> Option<Moves> {
        let key = scene.position.key();
        if self.barren.get(&key).is_some_and(|tried| *tried >= checks) || !self.effort.take() {
            return None;
        }
        let acts = self.checks(scene);
        let line = acts
            .into_iter()
            .find_map(|act| self.mates(scene, act, checks));
        if line.is_none() {
            self.barren.insert(key, checks);
        }
        line
    }
}

fn prepend(line: &mut Moves, mv: Move) {
    if !line.is_full() {
        line.insert(0, mv);
    }
}
