//! Buffers that all nodes share, so that none allocates.

use std::ops::Range;

use crate::search::score::Score;

pub(super) struct Buffers<M> {
    /// The moves of the current node, as the game lists them.
    pub(super) generated: Vec<M>,
    /// The moves of all nodes on the path from the root, best first; a stack.
    ordered: Vec<Ordered<M>>,
    /// By ply, the scores found: one for every player.
    scores: Vec<Score>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<M>>,
    players: usize,
}

struct Ordered<M> {
    /// Larger is earlier; all different.
    sort_key: u64,
    m: M,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self {
            generated: Vec::new(),
            ordered: Vec::new(),
            scores: Vec::new(),
            lines: Vec::new(),
            players: 0,
        }
    }
}

impl<M: Copy + Eq> Buffers<M> {
    /// Prepares a search with this many players.
    pub(super) fn begin(&mut self, players: usize) {
        self.players = players;
        self.ordered.clear();
    }

    /// Makes room for the scores of a ply and of the next, and empties its line.
    pub(super) fn begin_ply(&mut self, ply: u32) {
        let next = ply as usize + 1;
        if self.lines.len() <= next {
            self.lines.resize_with(next + 1, Vec::new);
        }
        if self.scores.len() < (next + 1) * self.players {
            self.scores.resize((next + 1) * self.players, Score::DRAW);
        }
        self.lines[ply as usize].clear();
    }

    fn range(&self, ply: u32) -> Range<usize> {
        let start = ply as usize * self.players;
        start..start + self.players
    }

    /// The scores found at a ply.
    pub(super) fn scores(&self, ply: u32) -> &[Score] {
        &self.scores[self.range(ply)]
    }

    pub(super) fn set_scores(&mut self, ply: u32, scores: impl Iterator<Item = Score>) {
        let range = self.range(ply);
        self.scores[range].iter_mut().zip(scores).for_each(|(old, new)| *old = new);
    }

    /// Copies the scores and the line of the next ply, after the move `m`, to this ply.
    pub(super) fn take_over(&mut self, ply: u32, m: M) {
        let next = self.range(ply + 1);
        self.scores.copy_within(next, ply as usize * self.players);
        let (here, later) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&later[0]);
    }

    /// The principal variation from a ply on.
    pub(super) fn line(&self, ply: u32) -> &[M] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }

    /// Puts the generated moves on the stack: `first`, then by `order`, equals as the game lists
    /// them. Returns where they are.
    pub(super) fn push_moves(
        &mut self,
        first: Option<M>,
        order: impl Fn(M) -> i32,
    ) -> Range<usize> {
        let start = self.ordered.len();
        self.ordered.extend(self.generated.iter().enumerate().map(|(listed, &m)| {
            let listed = u64::from(u32::MAX - 1 - listed as u32);
            let order = u64::from(order(m) as u32 ^ 1 << 31);
            let sort_key = if first == Some(m) { u64::MAX } else { order << 32 | listed };
            Ordered { sort_key, m }
        }));
        self.ordered[start..].sort_unstable_by_key(|ordered| !ordered.sort_key);
        start..self.ordered.len()
    }

    /// A move on the stack.
    pub(super) fn pushed(&self, index: usize) -> M {
        self.ordered[index].m
    }

    /// Takes the moves from `start` on off the stack.
    pub(super) fn pop_moves(&mut self, start: usize) {
        self.ordered.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moves_come_in_their_order(
            orders in prop::collection::vec(prop_oneof![-2..2_i32, any::<i32>()], 0..40),
            first in prop::option::of(0..50_usize),
        ) {
            let mut buffers = Buffers::default();
            buffers.generated.extend(0..orders.len());
            let mut expected = buffers.generated.clone();
            // Stable: among equals, in the order listed.
            expected.sort_by_key(|&m| (Some(m) != first, Reverse(orders[m])));
            for _ in 0..2 {
                let pushed = buffers.push_moves(first, |m| orders[m]);
                prop_assert_eq!(pushed.len(), orders.len());
                prop_assert!(pushed.map(|index| buffers.pushed(index)).eq(expected.iter().copied()));
            }
            buffers.pop_moves(orders.len());
            prop_assert_eq!(buffers.ordered.len(), orders.len());
        }
    }
}
