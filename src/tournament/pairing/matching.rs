//! Maximum matching in a general graph by augmenting paths with blossoms (Edmonds).
//!
//! The graph is a question (`may meet?`), not a table: players may meet almost everybody.

use std::collections::VecDeque;

const NOBODY: usize = usize::MAX;

/// A matching of the vertices `0..n`.
#[derive(Debug, Clone)]
pub(super) struct Matching {
    mate: Vec<usize>,
}

impl Matching {
    /// No pair yet.
    pub(super) fn empty(n: usize) -> Self {
        Self {
            mate: vec![NOBODY; n],
        }
    }

    /// Grows to a largest matching.
    pub(super) fn complete(&mut self, adjacent: &impl Fn(usize, usize) -> bool) {
        let n = self.mate.len();
        for a in 0..n {
            if !self.is_free(a) {
                continue;
            }
            if let Some(b) = (a + 1..n).find(|&b| self.is_free(b) && adjacent(a, b)) {
                self.join(a, b);
            }
        }
        for a in 0..n {
            if self.is_free(a) {
                self.augment(a, adjacent);
            }
        }
    }

    /// The pairs, each once.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mates = self.mate.iter().copied().enumerate();
        mates.filter(|&(a, b)| b != NOBODY && a < b)
    }

    fn is_free(&self, vertex: usize) -> bool {
        self.mate[vertex] == NOBODY
    }

    fn join(&mut self, a: usize, b: usize) {
        self.mate[a] = b;
        self.mate[b] = a;
    }

    /// Vertices one of which stays alone in every largest matching; empty when none does.
    ///
    /// They are those a largest matching can leave out: the even ones of the search trees.
    pub(super) fn cannot_all_be_matched(
        &mut self,
        adjacent: &impl Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        let free: Vec<usize> = (0..self.mate.len())
            .filter(|&vertex| self.is_free(vertex))
            .collect();
        let mut alone = Vec::new();
        for root in free {
            alone.extend(self.search(root, adjacent).into_iter().flatten());
        }
        alone.sort_unstable();
        alone.dedup();
        alone
    }

    /// Looks for an augmenting path from a free vertex and flips it.
    fn augment(&mut self, root: usize, adjacent: &impl Fn(usize, usize) -> bool) {
        self.search(root, adjacent);
    }

    /// As [`Self::augment`]; without a path, the vertices at even distance from the root.
    fn search(
        &mut self,
        root: usize,
        adjacent: &impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<usize>> {
        let n = self.mate.len();
        let mut parent = vec![NOBODY; n];
        let mut base: Vec<usize> = (0..n).collect();
        let mut even = vec![false; n];
        let mut queue = VecDeque::from([root]);
        even[root] = true;
        while let Some(v) = queue.pop_front() {
            for to in 0..n {
                if to == v || base[v] == base[to] || self.mate[v] == to || !adjacent(v, to) {
                    continue;
                }
                let closes_blossom =
                    to == root || (self.mate[to] != NOBODY && parent[self.mate[to]] != NOBODY);
                if closes_blossom {
                    let top = self.common_base(v, to, &base, &parent);
                    let mut inside = vec![false; n];
                    self.mark(v, to, top, &base, &mut parent, &mut inside);
                    self.mark(to, v, top, &base, &mut parent, &mut inside);
                    for u in 0..n {
                        if inside[base[u]] {
                            base[u] = top;
                            if !even[u] {
                                even[u] = true;
                                queue.push_back(u);
                            }
                        }
                    }
                } else if parent[to] == NOBODY {
                    parent[to] = v;
                    if self.mate[to] == NOBODY {
                        self.flip(to, &parent);
                        return None;
                    }
                    let next = self.mate[to];
                    even[next] = true;
                    queue.push_back(next);
                }
            }
        }
        Some((0..n).filter(|&vertex| even[vertex]).collect())
    }

    fn flip(&mut self, end: usize, parent: &[usize]) {
        let mut v = end;
        while v != NOBODY {
            let previous = parent[v];
            let next = self.mate[previous];
            self.join(v, previous);
            v = next;
        }
    }

    fn common_base(&self, a: usize, b: usize, base: &[usize], parent: &[usize]) -> usize {
        let mut seen = vec![false; self.mate.len()];
        let mut v = a;
        loop {
            v = base[v];
            seen[v] = true;
            if self.mate[v] == NOBODY {
                break;
            }
            v = parent[self.mate[v]];
        }
        let mut v = b;
        loop {
            v = base[v];
            if seen[v] {
                return v;
            }
            v = parent[self.mate[v]];
        }
    }

    fn mark(
        &self,
        from: usize,
        child: usize,
        top: usize,
        base: &[usize],
        parent: &mut [usize],
        inside: &mut [bool],
    ) {
        let (mut v, mut child) = (from, child);
        while base[v] != top {
            inside[base[v]] = true;
            inside[base[self.mate[v]]] = true;
            parent[v] = child;
            child = self.mate[v];
            v = parent[self.mate[v]];
        }
    }
}
