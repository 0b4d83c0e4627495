//! Forgetting: all nodes that are not below a new root, and in a full tree those visited least.

use std::mem;

use super::{BLOCK, Index, NONE, Node, Tree};
use crate::search::mcts::bounds::Bounds;

impl<M: Copy> Tree<M> {
    /// Makes `node` the root, with `mover` to move, and frees all nodes that are not below it.
    ///
    /// The bounds of a node may rest on children that were forgotten. Those of the root are computed again,
    /// as the move that proves them is needed.
    pub(in crate::search::mcts) fn keep_below(&mut self, node: Index, mover: usize) {
        if node != self.root {
            self.free_all(self.root / BLOCK as u32, node);
            self.root = node;
            self.node_mut(node).pruned = false;
        }
        let row = self.row(node);
        self.bounds[row].fill(Bounds::OPEN);
        let root = self.node_mut(node);
        (root.plies, root.bounds) = (NONE, Bounds::OPEN);
        self.update(node, mover);
    }

    /// Forgets the children of the least visited nodes until about half of the tree is free. The
    /// children of the root stay.
    pub(in crate::search::mcts) fn forget_least_visited(&mut self) {
        let bits = |visits: u32| (u32::BITS - visits.leading_zeros()) as usize;
        let blocks = |node: &Node<M>| (node.made as usize).div_ceil(BLOCK);
        let mut children = [0_usize; 33];
        for node in &self.nodes {
            children[bits(node.visits)] += blocks(node);
        }
        let root = self.node(self.root);
        children[bits(root.visits)] -= blocks(root);
        let mut left = (self.capacity / 2).saturating_sub(blocks(root));
        let Some(few) = (0..33).rev().find(|&bits| {
            let fits = children[bits] <= left;
            left = left.saturating_sub(children[bits]);
            !fits
        }) else {
            return;
        };
        for node in 0..self.nodes.len() as Index {
            let Node { block, visits, .. } = *self.node(node);
            if block != NONE && node != self.root && bits(visits) <= few {
                self.forget_children(node);
                self.free_all(block, NONE);
            }
        }
    }

    fn forget_children(&mut self, node: Index) {
        self.used_nodes -= self.node(node).made as usize;
        let node = self.node_mut(node);
        (node.block, node.made) = (NONE, 0);
    }

    /// Frees a block, the next ones of the same parent, and all below them, except the block of `spared`
    /// and the nodes below it.
    fn free_all(&mut self, first: u32, spared: Index) {
        let mut pending = first;
        while pending != NONE {
            let block = pending;
            pending = self.next[block as usize];
            let start = block * BLOCK as Index;
            for node in (start..start + BLOCK as Index).filter(|&node| node != spared) {
                let mut below = self.node(node).block;
                if below != NONE {
                    self.forget_children(node);
                }
                while below != NONE {
                    let next = mem::replace(&mut self.next[below as usize], pending);
                    (pending, below) = (below, next);
                }
            }
            let keeps = spared != NONE && block == spared / BLOCK as u32;
            self.next[block as usize] = if keeps { NONE } else { self.free };
            if !keeps {
                self.free = block;
                self.used_blocks -= 1;
            }
        }
    }
}
