//! The tree, in memory of fixed size.

mod proven;

use std::collections::TryReserveError;
use std::iter;
use std::ops::Range;

use super::bounds::Bounds;

/// The index of a node, valid until the node is forgotten.
pub(super) type Index = u32;

/// No node.
const NONE: Index = Index::MAX;

#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    /// The move that leads here.
    pub(super) m: M,
    /// The child that was added last.
    child: Index,
    /// The child of the same parent that was added before; in the free list, the next free node.
    sibling: Index,
    /// The number of children.
    pub(super) made: u32,
    /// The number of moves, which may get children; `None` before they were counted.
    moves: Option<u32>,
    /// The number of playouts through the node.
    pub(super) visits: u32,
    /// If the winner is certain: the plies to the end by the lines found.
    plies: u32,
    /// Everything that can be proven is proven.
    pub(super) solved: bool,
    /// The result can no longer change that of the parent.
    pub(super) pruned: bool,
}

impl<M> Node<M> {
    fn new(m: M) -> Self {
        Self {
            m,
            child: NONE,
            sibling: NONE,
            made: 0,
            moves: None,
            visits: 0,
            plies: 0,
            solved: false,
            pruned: false,
        }
    }

    /// Whether every move has a child.
    pub(super) fn is_complete(&self) -> bool {
        self.moves == Some(self.made)
    }
}

/// The nodes, and parallel lists with an entry for each player of each node.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The sum of each player's rewards, `players` entries for a node.
    sums: Vec<f64>,
    /// The bounds of each player, `players` entries for a node.
    bounds: Vec<Bounds>,
    players: usize,
    capacity: usize,
    root: Index,
    /// The head of the free list.
    free: Index,
    used: usize,
}

impl<M: Copy> Tree<M> {
    /// The least capacity; a smaller tree would be useless.
    const MIN_CAPACITY: usize = 64;

    /// The number of nodes of a game of `players` players that fit into `bytes`.
    pub(super) fn capacity_of(bytes: usize, players: usize) -> usize {
        let row = players.saturating_mul(size_of::<f64>() + size_of::<Bounds>());
        let most = NONE as usize - 1;
        (bytes / size_of::<Node<M>>().saturating_add(row)).clamp(Self::MIN_CAPACITY, most)
    }

    /// An empty tree without memory.
    pub(super) fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            sums: Vec::new(),
            bounds: Vec::new(),
            players: 0,
            capacity: 0,
            root: 0,
            free: NONE,
            used: 0,
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
        self.sums.clear();
        self.bounds.clear();
        (self.free, self.used) = (NONE, 0);
        if self.players != players || self.capacity == 0 {
            *self = Self::empty();
            let capacity = Self::capacity_of(bytes, players);
            self.nodes.try_reserve_exact(capacity)?;
            self.sums.try_reserve_exact(capacity.saturating_mul(players))?;
            self.bounds.try_reserve_exact(capacity.saturating_mul(players))?;
            (self.players, self.capacity) = (players, capacity);
        }
        self.root = self.allocate(m);
        Ok(())
    }

    /// The index of a new node. The tree must not be full.
    fn allocate(&mut self, m: M) -> Index {
        self.used += 1;
        if self.free == NONE {
            self.nodes.push(Node::new(m));
            let entries = self.nodes.len() * self.players;
            self.sums.resize(entries, 0.0);
            self.bounds.resize(entries, Bounds::OPEN);
            return (self.nodes.len() - 1) as Index;
        }
        let place = self.free;
        self.free = self.node(place).sibling;
        *self.node_mut(place) = Node::new(m);
        let row = self.row(place);
        self.sums[row.clone()].fill(0.0);
        self.bounds[row].fill(Bounds::OPEN);
        place
    }

    pub(super) fn root(&self) -> Index {
        self.root
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    pub(super) fn is_full(&self) -> bool {
        self.used >= self.capacity
    }

    pub(super) fn node(&self, node: Index) -> &Node<M> {
        &self.nodes[node as usize]
    }

    fn node_mut(&mut self, node: Index) -> &mut Node<M> {
        &mut self.nodes[node as usize]
    }

    /// The children of a node, the last one added first.
    pub(super) fn children(&self, node: Index) -> impl Iterator<Item = (Index, &Node<M>)> {
        // `NONE` is beyond all indices.
        let at = |index: Index| self.nodes.get(index as usize).map(|node| (index, node));
        iter::successors(at(self.node(node).child), move |(_, child)| at(child.sibling))
    }

    fn row(&self, node: Index) -> Range<usize> {
        let start = node as usize * self.players;
        start..start + self.players
    }

    pub(super) fn bounds(&self, node: Index) -> &[Bounds] {
        &self.bounds[self.row(node)]
    }

    pub(super) fn bounds_of(&self, node: Index, player: usize) -> Bounds {
        self.bounds[node as usize * self.players + player]
    }

    /// The mean reward of a player, or `None` before the first visit.
    pub(super) fn mean(&self, node: Index, player: usize) -> Option<f64> {
        let visits = self.node(node).visits;
        let sum = self.sums[node as usize * self.players + player];
        (visits > 0).then(|| sum / f64::from(visits))
    }

    /// Counts a playout through a node. Clamps its rewards to the bounds.
    pub(super) fn record(&mut self, node: Index, rewards: &mut [f64]) {
        self.node_mut(node).visits += 1;
        let row = self.row(node);
        let rows = self.sums[row.clone()].iter_mut().zip(&self.bounds[row]);
        for ((sum, bounds), gain) in rows.zip(rewards) {
            *gain = gain.min(bounds.at_most.reward()).max(bounds.at_least.reward());
            *sum += *gain;
        }
    }

    /// Notes how many moves there are.
    pub(super) fn set_moves(&mut self, node: Index, moves: u32) {
        self.node_mut(node).moves = Some(moves);
    }

    /// Whether a node can get another child. The children of a node take at most a quarter of the tree.
    pub(super) fn can_grow(&self, node: Index) -> bool {
        let node = self.node(node);
        !node.is_complete() && !self.is_full() && (node.made as usize) < self.capacity / 4
    }

    /// Adds a child to a node that can grow.
    pub(super) fn add_child(&mut self, parent: Index, m: M) -> Index {
        let child = self.allocate(m);
        self.node_mut(child).sibling = self.node(parent).child;
        let parent = self.node_mut(parent);
        parent.child = child;
        parent.made += 1;
        child
    }

    /// Makes `node` the root, with `mover` to move, and frees all nodes that are not below it.
    ///
    /// The bounds of a node may rest on children that were forgotten. At the root the move that proves
    /// the bounds is needed, so its bounds are computed again from the children.
    pub(super) fn keep_below(&mut self, node: Index, mover: usize) {
        if node != self.root {
            self.free_all(self.root, node);
            self.root = node;
            self.node_mut(node).sibling = NONE;
            self.node_mut(node).pruned = false;
        }
        self.node_mut(node).solved = false;
        let row = self.row(node);
        self.bounds[row].fill(Bounds::OPEN);
        self.update(node, mover);
    }

    /// Forgets the children of the least visited nodes until about half of the tree is free. The
    /// children of the root stay.
    pub(super) fn forget_least_visited(&mut self) {
        let bits = |visits: u32| (u32::BITS - visits.leading_zeros()) as usize;
        let mut children = [0_usize; 33];
        for node in &self.nodes {
            children[bits(node.visits)] += node.made as usize;
        }
        let root = self.node(self.root);
        children[bits(root.visits)] -= root.made as usize;
        let mut left = (self.capacity / 2).saturating_sub(root.made as usize);
        let Some(few) = (0..33).rev().find(|&bits| {
            let fits = children[bits] <= left;
            left = left.saturating_sub(children[bits]);
            !fits
        }) else {
            return;
        };
        for node in 0..self.nodes.len() as Index {
            let Node { child, visits, .. } = *self.node(node);
            if child != NONE && node != self.root && bits(visits) <= few {
                self.node_mut(node).child = NONE;
                self.node_mut(node).made = 0;
                self.free_all(child, NONE);
            }
        }
    }

    /// Frees a node, the siblings after it, and all below them except `spared`.
    fn free_all(&mut self, first: Index, spared: Index) {
        let mut pending = first;
        while pending != NONE {
            let node = pending;
            let Node { child, sibling, .. } = *self.node(node);
            pending = sibling;
            let mut next = child;
            while next != NONE {
                let child = next;
                next = self.node(child).sibling;
                if child != spared {
                    self.node_mut(child).sibling = pending;
                    pending = child;
                }
            }
            let free = self.free;
            let freed = self.node_mut(node);
            freed.child = NONE;
            freed.made = 0;
            freed.sibling = free;
            self.free = node;
            self.used -= 1;
        }
    }
}
