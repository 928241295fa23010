//! Cheapest perfect matching in a general graph: the primal-dual method with blossoms, on a
//! dense table, O(n³).
//!
//! Labels start at zero, so every edge of cost zero is tight from the start; with mostly free
//! edges a solution costs little more than reading the table. Labels and costs are doubled, which
//! keeps every step a whole number.

const NOBODY: usize = usize::MAX;

/// A perfect matching and what it costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solution {
    pub cost: i128,
    pub mate: Vec<usize>,
}

/// Solves for the vertices `0..n`; `cost` is `None` where two vertices cannot be joined, and
/// never negative. `None` when there is no perfect matching.
pub(super) fn solve(n: usize, cost: impl Fn(usize, usize) -> Option<i128>) -> Option<Solution> {
    if !n.is_multiple_of(2) {
        return None;
    }
    let mut table = vec![None; n * n];
    for a in 0..n {
        for b in a + 1..n {
            let value = cost(a, b);
            table[a * n + b] = value;
            table[b * n + a] = value;
        }
    }
    let mut search = Search::new(n, table);
    search.join_tight_edges();
    while search.has_free_vertex() {
        if !search.augment_once() {
            return None;
        }
    }
    let mate = search.mate[..n].to_vec();
    let doubled: i128 = (0..n)
        .map(|vertex| search.table[vertex * n + mate[vertex]].unwrap_or(0))
        .sum();
    Some(Solution {
        cost: doubled / 2,
        mate,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    Outer,
    Inner,
}

/// Nodes `0..n` are vertices, the others are blossoms that hold nodes.
struct Search {
    n: usize,
    room: usize,
    table: Vec<Option<i128>>,
    /// Ends of the cheapest edge between two nodes: the first in the first node.
    edge: Vec<Option<(usize, usize)>>,
    label: Vec<i128>,
    /// The vertex at the other end of the node's matched edge.
    mate: Vec<usize>,
    /// The outermost blossom a node is in; unused blossoms are in nothing.
    top: Vec<usize>,
    /// The vertex from which an inner node was reached.
    parent: Vec<usize>,
    /// The outer vertex with the smallest slack towards a node.
    nearest: Vec<usize>,
    state: Vec<State>,
    /// Nodes of a blossom, in the order of its odd cycle, the base first.
    ring: Vec<Vec<usize>>,
    /// For each blossom and vertex, the node of its ring that holds the vertex.
    holder: Vec<Vec<usize>>,
    visited: Vec<usize>,
    visit: usize,
    queue: Vec<usize>,
    used: usize,
}

impl Search {
    fn new(n: usize, table: Vec<Option<i128>>) -> Self {
        // Every blossom holds at least three nodes, so n/2 of them always suffice.
        let room = n + n / 2 + 1;
        let mut edge = vec![None; room * room];
        for a in 0..n {
            for b in 0..n {
                if table[a * n + b].is_some() {
                    edge[a * room + b] = Some((a, b));
                }
            }
        }
        let mut top = vec![NOBODY; room];
        for (vertex, slot) in top.iter_mut().enumerate().take(n) {
            *slot = vertex;
        }
        Self {
            n,
            room,
            table,
            edge,
            label: vec![0; room],
            mate: vec![NOBODY; room],
            top,
            parent: vec![NOBODY; room],
            nearest: vec![NOBODY; room],
            state: vec![State::Unseen; room],
            ring: vec![Vec::new(); room],
            holder: vec![Vec::new(); room],
            visited: vec![0; room],
            visit: 0,
            queue: Vec::new(),
            used: n,
        }
    }

    fn join_tight_edges(&mut self) {
        for a in 0..self.n {
            if self.mate[a] != NOBODY {
                continue;
            }
            let partner = (a + 1..self.n)
                .find(|&b| self.mate[b] == NOBODY && self.table[a * self.n + b] == Some(0));
            if let Some(b) = partner {
                self.mate[a] = b;
                self.mate[b] = a;
            }
        }
    }

    fn has_free_vertex(&self) -> bool {
        self.mate[..self.n].contains(&NOBODY)
    }

    fn is_top(&self, node: usize) -> bool {
        self.top[node] == node
    }

    fn edge(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        self.edge[a * self.room + b]
    }

    /// Twice what is missing for the edge to be tight.
    fn slack(&self, (a, b): (usize, usize)) -> i128 {
        let cost = self.table[a * self.n + b].unwrap_or(0);
        2 * cost - self.label[a] - self.label[b]
    }

    fn outer_top(&self, vertex: usize) -> bool {
        self.state[self.top[vertex]] == State::Outer
    }

    fn note_slack(&mut self, from: usize, node: usize) {
        let Some(edge) = self.edge(from, node) else {
            return;
        };
        let better = match self.nearest[node] {
            NOBODY => true,
            known => self
                .edge(known, node)
                .is_none_or(|known| self.slack(edge) < self.slack(known)),
        };
        if better {
            self.nearest[node] = from;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = NOBODY;
        for vertex in 0..self.n {
            if self.top[vertex] != node && self.outer_top(vertex) {
                self.note_slack(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node < self.n {
            self.queue.push(node);
        } else {
            for inner in self.ring[node].clone() {
                self.enqueue(inner);
            }
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node >= self.n {
            for inner in self.ring[node].clone() {
                self.set_top(inner, top);
            }
        }
    }

    /// Turns the ring so that the even way from its base leads to `node`; its index.
    fn even_way(&mut self, blossom: usize, node: usize) -> usize {
        let ring = &mut self.ring[blossom];
        let index = ring.iter().position(|&n| n == node).unwrap_or(0);
        if index % 2 == 1 {
            ring[1..].reverse();
            ring.len() - index
        } else {
            index
        }
    }

    fn set_mate(&mut self, node: usize, other: usize) {
        let Some((own_end, other_end)) = self.edge(node, other) else {
            return;
        };
        self.mate[node] = other_end;
        if node < self.n {
            return;
        }
        let holder = self.holder[node][own_end];
        let index = self.even_way(node, holder);
        for step in 0..index {
            let (inner, next) = (self.ring[node][step], self.ring[node][step ^ 1]);
            self.set_mate(inner, next);
        }
        self.set_mate(holder, other);
        self.ring[node].rotate_left(index);
    }

    fn flip_path(&mut self, mut node: usize, mut other: usize) {
        loop {
            let old = self.mate[node];
            self.set_mate(node, other);
            if old == NOBODY {
                return;
            }
            let inner = self.top[old];
            let up = self.top[self.parent[inner]];
            self.set_mate(inner, up);
            node = up;
            other = inner;
        }
    }

    fn meeting_point(&mut self, a: usize, b: usize) -> Option<usize> {
        self.visit += 1;
        let (mut walker, mut waiting) = (a, b);
        while walker != NOBODY || waiting != NOBODY {
            if walker != NOBODY {
                if self.visited[walker] == self.visit {
                    return Some(walker);
                }
                self.visited[walker] = self.visit;
                walker = match self.mate[walker] {
                    NOBODY => NOBODY,
                    mate => self.top[self.parent[self.top[mate]]],
                };
            }
            std::mem::swap(&mut walker, &mut waiting);
        }
        None
    }

    fn add_blossom(&mut self, a: usize, base: usize, b: usize) {
        let blossom = (self.n..self.used)
            .find(|&node| self.top[node] == NOBODY)
            .unwrap_or_else(|| {
                self.used += 1;
                self.used - 1
            });
        self.label[blossom] = 0;
        self.state[blossom] = State::Outer;
        self.mate[blossom] = self.mate[base];
        let mut ring = vec![base];
        for (index, start) in [a, b].into_iter().enumerate() {
            let mut node = start;
            while node != base {
                ring.push(node);
                let inner = self.top[self.mate[node]];
                ring.push(inner);
                self.enqueue(inner);
                node = self.top[self.parent[inner]];
            }
            if index == 0 {
                ring[1..].reverse();
            }
        }
        self.ring[blossom].clone_from(&ring);
        self.set_top(blossom, blossom);
        for node in 0..self.used {
            self.edge[blossom * self.room + node] = None;
            self.edge[node * self.room + blossom] = None;
        }
        self.holder[blossom] = vec![NOBODY; self.n];
        for inner in ring {
            for node in 0..self.used {
                let Some(edge) = self.edge(inner, node) else {
                    continue;
                };
                let better = self
                    .edge(blossom, node)
                    .is_none_or(|known| self.slack(edge) < self.slack(known));
                if better {
                    self.edge[blossom * self.room + node] = Some(edge);
                    self.edge[node * self.room + blossom] = Some((edge.1, edge.0));
                }
            }
            for vertex in 0..self.n {
                let inside = if inner < self.n {
                    inner == vertex
                } else {
                    self.holder[inner][vertex] != NOBODY
                };
                if inside {
                    self.holder[blossom][vertex] = inner;
                }
            }
        }
        self.find_nearest(blossom);
    }

    fn expand_blossom(&mut self, blossom: usize) {
        for inner in self.ring[blossom].clone() {
            self.set_top(inner, inner);
        }
        let parent = self.parent[blossom];
        let own_end = self.edge(blossom, parent).map_or(NOBODY, |edge| edge.0);
        let entry = self.holder[blossom][own_end];
        let index = self.even_way(blossom, entry);
        let ring = std::mem::take(&mut self.ring[blossom]);
        for pair in ring[..index].chunks(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edge(outer, inner).map_or(NOBODY, |edge| edge.0);
            self.state[inner] = State::Inner;
            self.state[outer] = State::Outer;
            self.nearest[inner] = NOBODY;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.state[entry] = State::Inner;
        self.parent[entry] = parent;
        for &node in &ring[index + 1..] {
            self.state[node] = State::Unseen;
            self.find_nearest(node);
        }
        self.top[blossom] = NOBODY;
    }

    /// Grows the forest along a tight edge; true when that joined two trees.
    fn use_edge(&mut self, (a, b): (usize, usize)) -> bool {
        let (from, to) = (self.top[a], self.top[b]);
        match self.state[to] {
            State::Unseen => {
                self.parent[to] = a;
                self.state[to] = State::Inner;
                let next = self.top[self.mate[to]];
                self.nearest[to] = NOBODY;
                self.nearest[next] = NOBODY;
                self.state[next] = State::Outer;
                self.enqueue(next);
                false
            }
            State::Outer => {
                if let Some(base) = self.meeting_point(from, to) {
                    self.add_blossom(from, base, to);
                    return false;
                }
                self.flip_path(from, to);
                self.flip_path(to, from);
                true
            }
            State::Inner => false,
        }
    }

    /// One search from all free vertices; false when there is no perfect matching.
    fn augment_once(&mut self) -> bool {
        self.queue.clear();
        for node in 0..self.used {
            self.state[node] = State::Unseen;
            self.nearest[node] = NOBODY;
        }
        for node in 0..self.used {
            if self.is_top(node) && self.mate[node] == NOBODY {
                self.parent[node] = NOBODY;
                self.state[node] = State::Outer;
                self.enqueue(node);
            }
        }
        loop {
            if self.follow_tight_edges() {
                return true;
            }
            let Some(step) = self.step() else {
                return false;
            };
            self.change_labels(step);
            self.queue.clear();
            for node in 0..self.used {
                let from = self.nearest[node];
                if !self.is_top(node) || from == NOBODY || self.top[from] == node {
                    continue;
                }
                if let Some(edge) = self.edge(from, node)
                    && self.slack(edge) == 0
                    && self.use_edge(edge)
                {
                    return true;
                }
            }
            for blossom in self.n..self.used {
                if self.is_top(blossom)
                    && self.state[blossom] == State::Inner
                    && self.label[blossom] == 0
                {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    fn follow_tight_edges(&mut self) -> bool {
        let mut next = 0;
        while next < self.queue.len() {
            let vertex = self.queue[next];
            next += 1;
            if self.state[self.top[vertex]] == State::Inner {
                continue;
            }
            for other in 0..self.n {
                if self.top[vertex] == self.top[other] || self.edge(vertex, other).is_none() {
                    continue;
                }
                if self.slack((vertex, other)) == 0 {
                    if self.use_edge((vertex, other)) {
                        return true;
                    }
                } else {
                    self.note_slack(vertex, self.top[other]);
                }
            }
        }
        false
    }

    /// By how much labels can change before something happens; `None`: nothing ever will.
    fn step(&self) -> Option<i128> {
        let blossoms = (self.n..self.used)
            .filter(|&node| self.is_top(node) && self.state[node] == State::Inner)
            .map(|node| self.label[node] / 2);
        let edges = (0..self.used)
            .filter(|&node| self.is_top(node) && self.nearest[node] != NOBODY)
            .filter_map(|node| {
                let slack = self.slack(self.edge(self.nearest[node], node)?);
                match self.state[node] {
                    State::Unseen => Some(slack),
                    State::Outer => Some(slack / 2),
                    State::Inner => None,
                }
            });
        blossoms.chain(edges).min()
    }

    fn change_labels(&mut self, step: i128) {
        for vertex in 0..self.n {
            match self.state[self.top[vertex]] {
                State::Outer => self.label[vertex] += step,
                State::Inner => self.label[vertex] -= step,
                State::Unseen => {}
            }
        }
        for blossom in self.n..self.used {
            if self.is_top(blossom) {
                match self.state[blossom] {
                    State::Outer => self.label[blossom] += 2 * step,
                    State::Inner => self.label[blossom] -= 2 * step,
                    State::Unseen => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest perfect matching by trying all of them.
    fn by_trying_all(n: usize, cost: &dyn Fn(usize, usize) -> Option<i128>) -> Option<i128> {
        fn rest(
            left: &mut Vec<usize>,
            cost: &dyn Fn(usize, usize) -> Option<i128>,
        ) -> Option<i128> {
            let Some(first) = left.pop() else {
                return Some(0);
            };
            let mut best = None;
            for index in 0..left.len() {
                let other = left.remove(index);
                if let Some(edge) = cost(first, other)
                    && let Some(total) = rest(left, cost).map(|total| total + edge)
                {
                    best = Some(best.map_or(total, |known: i128| known.min(total)));
                }
                left.insert(index, other);
            }
            left.push(first);
            best
        }
        rest(&mut (0..n).collect(), cost)
    }

    #[test]
    fn agrees_with_trying_all() {
        let mut state: u64 = 0x2545_f491_4f6c_dd1d;
        let mut next = move |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        for round in 0..6000 {
            let n = 2 * (1 + next(5) as usize);
            let missing = next(80);
            let range = [1, 2, 3, 10, 1000][round % 5];
            let table: Vec<Option<i128>> = (0..n * n)
                .map(|_| (next(100) >= missing).then(|| i128::from(next(range))))
                .collect();
            let cost = |a: usize, b: usize| table[a.min(b) * n + a.max(b)];
            let found = solve(n, cost);
            assert_eq!(
                found.as_ref().map(|solution| solution.cost),
                by_trying_all(n, &cost),
                "{n} vertices, {table:?}"
            );
            if let Some(solution) = found {
                for (vertex, &mate) in solution.mate.iter().enumerate() {
                    assert_eq!(solution.mate[mate], vertex);
                    assert!(cost(vertex, mate).is_some());
                }
            }
        }
    }
}
