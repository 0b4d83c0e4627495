//! The tree, in memory of fixed size.

mod forget;
mod proven;

use std::collections::TryReserveError;
use std::iter;
use std::ops::Range;

use super::bounds::Bounds;

/// The index of a node, valid until the node is forgotten.
pub(super) type Index = u32;

/// No block, and no number.
const NONE: u32 = u32::MAX;

/// The number of nodes that are allocated at once: children of the same node, side by side.
pub(super) const BLOCK: usize = 8;

#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    /// The sum of the first player's rewards.
    sum: f64,
    /// The number of playouts through the node.
    pub(super) visits: u32,
    /// The block of the children that were added last.
    block: u32,
    /// The number of children.
    pub(super) made: u32,
    /// The number of moves, which may get children; `NONE` before they were counted.
    pub(super) moves: u32,
    /// If everything that can be proven is proven: the plies to the end by the lines found, for a certain
    /// winner. `NONE` before.
    plies: u32,
    /// The share of the visits of the parent that is expected of this node, if there are priors.
    pub(super) prior: f32,
    /// The move that leads here.
    pub(super) m: M,
    /// The bounds of the first player.
    bounds: Bounds,
    /// The result can no longer change that of the parent.
    pub(super) pruned: bool,
}

impl<M> Node<M> {
    fn new(m: M) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            block: NONE,
            made: 0,
            moves: NONE,
            plies: NONE,
            prior: 0.0,
            m,
            bounds: Bounds::OPEN,
            pruned: false,
        }
    }

    /// Whether every move has a child.
    fn is_complete(&self) -> bool {
        self.moves == self.made
    }

    /// Whether everything that can be proven is proven.
    pub(super) fn is_solved(&self) -> bool {
        self.plies != NONE
    }
}

/// The nodes, in blocks. The rewards of two players sum to 1, and their bounds mirror each other, so a node
/// has those of the first; with more players, parallel lists have those of all.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// For each block the next one of the same parent; in the free list, the next free block.
    next: Vec<u32>,
    /// The sum of each player's rewards, `row` entries for a node.
    sums: Vec<f64>,
    /// The bounds of each player, `row` entries for a node.
    bounds: Vec<Bounds>,
    /// The number of players if there are more than two, or else 0.
    row: usize,
    players: usize,
    /// In blocks.
    capacity: usize,
    pub(super) root: Index,
    /// The head of the free list.
    free: u32,
    used_blocks: usize,
    pub(super) used_nodes: usize,
}

/// The blocks of a node's children that are still to come.
struct Blocks {
    block: u32,
    left: usize,
}

impl Blocks {
    /// The indices of the children in the next block.
    fn next(&mut self, next: &[u32]) -> Option<Range<usize>> {
        let count = self.left.checked_sub(1)? % BLOCK + 1;
        let start = self.block as usize * BLOCK;
        self.left -= count;
        if self.left > 0 {
            self.block = next[self.block as usize];
        }
        Some(start..start + count)
    }
}

impl<M: Copy> Tree<M> {
    pub(super) fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            next: Vec::new(),
            sums: Vec::new(),
            bounds: Vec::new(),
            row: 0,
            players: 0,
            capacity: 0,
            root: 0,
            free: NONE,
            used_blocks: 0,
            used_nodes: 0,
        }
    }

    /// Makes a tree of a root alone, and reserves its memory. `m` stands for the move to the root.
    pub(super) fn plant(
        &mut self,
        m: M,
        players: usize,
        bytes: usize,
    ) -> Result<(), TryReserveError> {
        self.nodes.clear();
        self.next.clear();
        self.sums.clear();
        self.bounds.clear();
        if self.players != players || self.capacity == 0 {
            *self = Self::empty();
            let row = if players > 2 { players } else { 0 };
            let in_rows = row.saturating_mul(size_of::<f64>() + size_of::<Bounds>());
            let block = size_of::<Node<M>>().saturating_add(in_rows).saturating_mul(BLOCK);
            let capacity = bytes / block.saturating_add(size_of::<u32>());
            // A tree of fewer than 64 nodes would be useless.
            let capacity = capacity.clamp(64 / BLOCK, NONE as usize / BLOCK);
            self.nodes.try_reserve_exact(capacity * BLOCK)?;
            self.next.try_reserve_exact(capacity)?;
            self.sums.try_reserve_exact(capacity.saturating_mul(BLOCK * row))?;
            self.bounds.try_reserve_exact(capacity.saturating_mul(BLOCK * row))?;
            (self.players, self.row, self.capacity) = (players, row, capacity);
        }
        (self.free, self.used_blocks, self.used_nodes) = (NONE, 0, 1);
        self.root = self.allocate(&[(m, 1.0)], m) * BLOCK as Index;
        Ok(())
    }

    /// A new block of nodes with these moves and priors. The tree must not be full.
    fn allocate(&mut self, moves: &[(M, f32)], filler: M) -> u32 {
        self.used_blocks += 1;
        let mut block = self.free;
        if block == NONE {
            block = self.next.len() as u32;
            self.next.push(NONE);
            self.nodes.resize(self.next.len() * BLOCK, Node::new(filler));
            self.sums.resize(self.nodes.len() * self.row, 0.0);
            self.bounds.resize(self.nodes.len() * self.row, Bounds::OPEN);
        } else {
            self.free = self.next[block as usize];
            let start = block as usize * BLOCK;
            let row = start * self.row..(start + BLOCK) * self.row;
            self.nodes[start..start + BLOCK].fill(Node::new(filler));
            self.sums[row.clone()].fill(0.0);
            self.bounds[row].fill(Bounds::OPEN);
        }
        self.next[block as usize] = NONE;
        let start = block as usize * BLOCK;
        for (node, &(m, prior)) in self.nodes[start..start + BLOCK].iter_mut().zip(moves) {
            (node.m, node.prior) = (m, prior);
        }
        block
    }

    pub(super) fn is_full(&self) -> bool {
        self.used_blocks >= self.capacity
    }

    pub(super) fn node(&self, node: Index) -> &Node<M> {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: Index) -> &mut Node<M> {
        &mut self.nodes[node as usize]
    }

    fn blocks(&self, node: Index) -> Blocks {
        let node = self.node(node);
        Blocks { block: node.block, left: node.made as usize }
    }

    /// The children of a node in each of its blocks, with the index of the first one there.
    pub(super) fn runs(&self, node: Index) -> impl Iterator<Item = (Index, &[Node<M>])> {
        let mut blocks = self.blocks(node);
        iter::from_fn(move || {
            let run = blocks.next(&self.next)?;
            Some((run.start as Index, &self.nodes[run]))
        })
    }

    pub(super) fn children(&self, node: Index) -> impl Iterator<Item = (Index, &Node<M>)> {
        self.runs(node).flat_map(|(first, nodes)| (first..).zip(nodes))
    }

    fn row(&self, node: Index) -> Range<usize> {
        let start = node as usize * self.row;
        start..start + self.row
    }

    pub(super) fn bounds_of(&self, node: Index, player: usize) -> Bounds {
        match (self.row, player) {
            (0, 0) => self.node(node).bounds,
            (0, _) => self.node(node).bounds.opposite(),
            _ => self.bounds[node as usize * self.row + player],
        }
    }

    pub(super) fn sum(&self, node: Index, player: usize) -> f64 {
        let Node { sum, visits, .. } = *self.node(node);
        match (self.row, player) {
            (0, 0) => sum,
            (0, _) => f64::from(visits) - sum,
            _ => self.sums[node as usize * self.row + player],
        }
    }

    /// The mean reward of a player, or `None` before the first visit.
    pub(super) fn mean(&self, node: Index, player: usize) -> Option<f64> {
        let visits = self.node(node).visits;
        (visits > 0).then(|| self.sum(node, player) / f64::from(visits))
    }

    /// Counts a playout through a node. Clamps its rewards to the bounds.
    pub(super) fn record(&mut self, node: Index, rewards: &mut [f64]) {
        let clamp = |gain: f64, bounds: Bounds| {
            if bounds == Bounds::OPEN {
                return gain;
            }
            gain.min(bounds.at_most.reward()).max(bounds.at_least.reward())
        };
        let row = self.row(node);
        let place = self.node_mut(node);
        place.visits += 1;
        if row.is_empty() {
            if let Some(gain) = rewards.first_mut() {
                *gain = clamp(*gain, place.bounds);
                place.sum += *gain;
            }
            return;
        }
        let rows = self.sums[row.clone()].iter_mut().zip(&self.bounds[row]);
        for ((sum, &bounds), gain) in rows.zip(rewards) {
            *gain = clamp(*gain, bounds);
            *sum += *gain;
        }
    }

    /// Whether a node can get another child. The children of a node take at most a quarter of the tree.
    pub(super) fn can_grow(&self, node: Index) -> bool {
        let node = self.node(node);
        let blocks = node.made as usize / BLOCK;
        let has_room = !(node.made as usize).is_multiple_of(BLOCK)
            || !self.is_full() && blocks < self.capacity / 4;
        !node.is_complete() && has_room
    }

    /// The place of the next child of a node, if there is one in its last block.
    fn vacant(&self, node: Index) -> Option<Index> {
        let Node { block, made, .. } = *self.node(node);
        let number = made % BLOCK as u32;
        (number > 0 && !self.node(node).is_complete()).then(|| block * BLOCK as Index + number)
    }

    /// The move of the next child of a node, if it was chosen before.
    pub(super) fn next_move(&self, node: Index) -> Option<M> {
        self.vacant(node).map(|child| self.node(child).m)
    }

    /// The prior of the next child of a node, which is at most that of the one before.
    pub(super) fn next_prior(&self, node: Index) -> f32 {
        let Node { block, made, .. } = *self.node(node);
        let latest = made.wrapping_sub(1) as usize % BLOCK;
        let latest = (block as usize).wrapping_mul(BLOCK).wrapping_add(latest);
        let next = self.vacant(node).map_or(latest, |child| child as usize);
        self.nodes.get(next).map_or(1.0, |node| node.prior)
    }

    /// Adds a child to a node that can grow. Where none was chosen before, it gets the first of these moves,
    /// and the next children the others.
    pub(super) fn add_child(&mut self, parent: Index, moves: &[(M, f32)]) -> Option<Index> {
        let child = if let Some(child) = self.vacant(parent) {
            child
        } else {
            let block = self.allocate(moves, moves.first()?.0);
            self.next[block as usize] = self.node(parent).block;
            self.node_mut(parent).block = block;
            block * BLOCK as Index
        };
        self.node_mut(parent).made += 1;
        self.used_nodes += 1;
        Some(child)
    }
}
