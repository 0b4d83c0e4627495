//! The tree, in memory of fixed size.

use std::mem::size_of;
use std::ops::Range;

use super::bounds::{Bounds, conclude, reward};
use crate::outcome::Wdl;

/// A node by its place in memory, where it stays until it is forgotten.
pub(super) type Index = u32;

/// No node.
const NONE: Index = Index::MAX;

#[derive(Clone, Copy)]
pub(super) struct Node<M> {
    /// The move that leads here.
    pub(super) m: M,
    /// The child that was added last.
    child: Index,
    /// The child of the same parent that was added before; of a place that is free, the next one
    /// that is.
    sibling: Index,
    /// How many children there are.
    made: u32,
    /// How many children there can be: one for each move. `None` before the moves were counted.
    moves: Option<u32>,
    /// How many playouts went through here.
    pub(super) visits: u32,
    /// If it is certain who wins: within how many plies, by the ways that were found.
    plies: u32,
    /// Nothing more can be found out here.
    pub(super) closed: bool,
    /// Nothing can be found out here that matters to the node above.
    pub(super) shut: bool,
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
            closed: false,
            shut: false,
        }
    }

    pub(super) fn made(&self) -> u32 {
        self.made
    }

    /// Whether every move has a child.
    pub(super) fn is_complete(&self) -> bool {
        self.moves == Some(self.made)
    }
}

/// All nodes, and in rows beside them what belongs to each player.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The sum of each player's rewards, `players` entries for a node.
    sums: Vec<f64>,
    /// What is certain for each player, likewise.
    bounds: Vec<Bounds>,
    players: usize,
    capacity: usize,
    root: Index,
    /// The first of the places that are free again.
    free: Index,
    used: usize,
}

impl<M: Copy> Tree<M> {
    /// Smaller trees would hardly be any.
    const MIN_CAPACITY: usize = 64;

    /// How many nodes of a game of so many players fit into so many bytes.
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

    pub(super) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Forgets all nodes, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.sums.clear();
        self.bounds.clear();
        self.free = NONE;
        self.used = 0;
    }

    /// Becomes a root and nothing else; `m` stands in for the move that led there.
    pub(super) fn plant(&mut self, m: M, players: usize, bytes: usize) {
        self.clear();
        if self.players != players || self.capacity == 0 {
            *self = Self::empty();
            self.players = players;
            self.capacity = Self::capacity_of(bytes, players);
            self.nodes.reserve_exact(self.capacity);
            self.sums.reserve_exact(self.capacity * players);
            self.bounds.reserve_exact(self.capacity * players);
        }
        self.root = self.take_place(m);
    }

    /// The place of a new node. There must be room.
    fn take_place(&mut self, m: M) -> Index {
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

    /// How many nodes there are.
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
    pub(super) fn children(&self, node: Index) -> Children<'_, M> {
        Children { nodes: &self.nodes, next: self.node(node).child }
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

    /// Counts a playout that went through here. What it brought is corrected to what is possible.
    pub(super) fn record(&mut self, node: Index, rewards: &mut [f64]) {
        self.node_mut(node).visits += 1;
        let row = self.row(node);
        let rows = self.sums[row.clone()].iter_mut().zip(&self.bounds[row]);
        for ((sum, bounds), gain) in rows.zip(rewards) {
            *gain = gain.min(reward(bounds.at_most)).max(reward(bounds.at_least));
            *sum += *gain;
        }
    }

    /// Notes how many moves there are.
    pub(super) fn set_moves(&mut self, node: Index, moves: u32) {
        self.node_mut(node).moves = Some(moves);
    }

    /// Whether a node can get another child now. None gets more than a quarter of the memory holds.
    pub(super) fn can_grow(&self, node: Index) -> bool {
        let node = self.node(node);
        !node.is_complete() && !self.is_full() && (node.made as usize) < self.capacity / 4
    }

    /// Adds a child to a node that can grow.
    pub(super) fn add_child(&mut self, parent: Index, m: M) -> Index {
        let child = self.take_place(m);
        self.node_mut(child).sibling = self.node(parent).child;
        let parent = self.node_mut(parent);
        parent.child = child;
        parent.made += 1;
        child
    }

    /// Keeps what lies below `node`, which becomes the root; `mover` is to move there.
    ///
    /// What is certain of a node may rest on children that were forgotten. At the root the move
    /// counts that makes it true, so there only what the children say counts.
    pub(super) fn keep_below(&mut self, node: Index, mover: usize) {
        if node != self.root {
            self.free_all(self.root, node);
            self.root = node;
            self.node_mut(node).sibling = NONE;
            self.node_mut(node).shut = false;
        }
        self.node_mut(node).closed = false;
        let row = self.row(node);
        self.bounds[row].fill(Bounds::OPEN);
        self.update(node, mover);
    }

    /// Forgets the children of the least visited nodes, until at most about half of the memory is
    /// taken. The children of the root stay.
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

    /// Frees a node, the siblings after it, and all that is below them, but for `spared`.
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

    /// Notes a result that is certain without any children.
    pub(super) fn settle(&mut self, node: Index, standings: impl Iterator<Item = Wdl>, plies: u32) {
        let row = self.row(node);
        let exact = standings.map(Bounds::exactly);
        self.bounds[row].iter_mut().zip(exact).for_each(|(bounds, exact)| *bounds = exact);
        let node = self.node_mut(node);
        node.closed = true;
        node.plies = plies;
    }

    /// Draws the consequences of what is known about the children of a node in which `mover` is to
    /// move; says whether they matter to the node above.
    ///
    /// The mover gets the best that a child has for them. They may choose any child that may have
    /// it, and what the others get lies between their worst and their best in those.
    pub(super) fn update(&mut self, node: Index, mover: usize) -> bool {
        let complete = self.node(node).is_complete();
        let unmade = if complete { Bounds::exactly(Wdl::Loss) } else { Bounds::OPEN };
        let all = self.children(node).map(|(child, _)| self.bounds_of(child, mover));
        let own = all.fold(unmade, Bounds::best).and(self.bounds_of(node, mover));
        let mut changed = self.tighten(node, mover, own);
        if self.players > 2 {
            for player in (0..self.players).filter(|&player| player != mover) {
                let choices = self.children(node).map(|(child, _)| child);
                let choices = choices.filter(|&c| self.bounds_of(c, mover).at_most >= own.at_least);
                let choices = choices.map(|c| self.bounds_of(c, player));
                if let Some(bounds) =
                    choices.chain((!complete).then_some(Bounds::OPEN)).reduce(Bounds::or)
                {
                    changed |= self.tighten(node, player, bounds);
                }
            }
        }
        let row = self.row(node);
        conclude(&mut self.bounds[row]);
        self.close(node, mover, own.at_least) | changed
    }

    /// Narrows what is known about a player; says whether that is news.
    fn tighten(&mut self, node: Index, player: usize, bounds: Bounds) -> bool {
        let known = &mut self.bounds[node as usize * self.players + player];
        let before = *known;
        *known = before.and(bounds);
        *known != before
    }

    /// Shuts the children that no longer matter, and closes the node if none is left; says whether
    /// it closed now.
    fn close(&mut self, node: Index, mover: usize, sure: Wdl) -> bool {
        // What is worth the same to the mover may differ for the others if there are several.
        let indifferent = self.players <= 2;
        let mut open = !self.node(node).is_complete();
        let mut next = self.node(node).child;
        while next != NONE {
            let most = self.bounds_of(next, mover).at_most;
            let child = self.node_mut(next);
            child.shut = child.closed || most < sure || (indifferent && most == sure);
            open |= !child.shut;
            next = child.sibling;
        }
        let exact = self.bounds(node).iter().all(|bounds| bounds.exact().is_some());
        if self.node(node).closed || (open && !exact) {
            return false;
        }
        let plies = self.distance(node, mover, sure);
        let node = self.node_mut(node);
        node.closed = true;
        node.plies = plies;
        true
    }

    /// Within how many plies the game is over if it is certain who wins: the mover takes the shortest
    /// way to a win found, or the longest to a loss.
    fn distance(&self, node: Index, mover: usize, sure: Wdl) -> u32 {
        let plies = |least: Wdl| {
            let children = self.children(node);
            let children =
                children.filter(move |&(c, _)| self.bounds_of(c, mover).at_least >= least);
            children.map(|(_, child)| child.plies)
        };
        let best = if sure == Wdl::Win { plies(sure).min() } else { plies(Wdl::Loss).max() };
        best.unwrap_or(0).saturating_add(1)
    }

    /// The child that the player to move prefers, or `None` if every child is lost and there are
    /// moves without one.
    ///
    /// A proven win comes first, the shortest one found. Proven losses come last, the longest one
    /// first. Of the rest the most visited is best (the robust child), unless something that is
    /// certain is worth as much.
    pub(super) fn preferred(&self, node: Index, mover: usize) -> Option<Index> {
        let bounds = |child| self.bounds_of(child, mover);
        let sure = self.children(node).map(|(c, _)| bounds(c).at_least).max()?;
        if sure == Wdl::Win {
            let wins = self.children(node).filter(|&(c, _)| bounds(c).at_least == sure);
            return wins.min_by_key(|(_, child)| child.plies).map(|(c, _)| c);
        }
        let hopeful = |&(c, _): &(Index, &_)| bounds(c).at_most > Wdl::Loss.max(sure);
        let robust = self.children(node).filter(hopeful).max_by_key(|(_, child)| child.visits);
        let robust = robust.map(|(child, _)| child);
        if sure == Wdl::Loss {
            let lost = || self.children(node).max_by_key(|(_, child)| (child.plies, child.visits));
            let complete = self.node(node).is_complete();
            return robust.or_else(|| lost().filter(|_| complete).map(|(child, _)| child));
        }
        // A draw that is certain is a draw at least.
        let certain = self.children(node).find(|&(c, _)| bounds(c).at_least == sure)?.0;
        let promising = |&child: &Index| self.mean(child, mover) > Some(reward(sure));
        robust.filter(promising).or(Some(certain))
    }
}

/// The children of a node, each with its place.
pub(super) struct Children<'t, M> {
    nodes: &'t [Node<M>],
    next: Index,
}

impl<'t, M> Iterator for Children<'t, M> {
    type Item = (Index, &'t Node<M>);

    fn next(&mut self) -> Option<Self::Item> {
        // `NONE` lies beyond all places.
        let node = self.nodes.get(self.next as usize)?;
        Some((std::mem::replace(&mut self.next, node.sibling), node))
    }
}
