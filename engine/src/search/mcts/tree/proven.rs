//! Proven results in the tree: bounds, solved nodes, and the move to prefer.

use super::{Index, NONE, Node, Tree};
use crate::game::Wdl;
use crate::search::mcts::bounds::{Bounds, conclude};

impl<M: Copy> Tree<M> {
    /// Sets a result that is certain without children.
    pub(in crate::search::mcts) fn settle(
        &mut self,
        node: Index,
        results: impl Iterator<Item = Wdl>,
        plies: u32,
    ) {
        for (player, result) in results.enumerate() {
            self.set_bounds(node, player, Bounds::exactly(result));
        }
        self.node_mut(node).plies = plies.min(NONE - 1);
    }

    /// Derives the bounds of a node with `mover` to move from its children; returns whether they changed.
    /// The mover may choose any child that may give them the best result, so the bounds of the opponents
    /// span those of all these children.
    pub(in crate::search::mcts) fn update(&mut self, node: Index, mover: usize) -> bool {
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
                let unmade = (!complete).then_some(Bounds::OPEN);
                if let Some(bounds) = choices.chain(unmade).reduce(Bounds::or) {
                    changed |= self.tighten(node, player, bounds);
                }
            }
        }
        let row = self.row(node);
        conclude(&mut self.bounds[row]);
        self.prune(node, mover, own.at_least) | changed
    }

    /// Narrows the bounds of a player; returns whether they changed.
    fn tighten(&mut self, node: Index, player: usize, bounds: Bounds) -> bool {
        let before = self.bounds_of(node, player);
        let known = before.and(bounds);
        self.set_bounds(node, player, known);
        known != before
    }

    fn set_bounds(&mut self, node: Index, player: usize, bounds: Bounds) {
        match (self.row, player) {
            (0, 0) => self.node_mut(node).bounds = bounds,
            (0, _) => self.node_mut(node).bounds = bounds.opposite(),
            (row, _) => self.bounds[node as usize * row + player] = bounds,
        }
    }

    /// Prunes the children that no longer matter. If none is left the node is solved; returns whether it
    /// has just become so.
    fn prune(&mut self, node: Index, mover: usize, sure: Wdl) -> bool {
        // With several opponents, results that are equal for the mover may differ for them.
        let indifferent = self.players <= 2;
        let mut open = !self.node(node).is_complete();
        let mut blocks = self.blocks(node);
        while let Some(run) = blocks.next(&self.next) {
            for child in run {
                let most = self.bounds_of(child as Index, mover).at_most;
                let child = &mut self.nodes[child];
                child.pruned = child.is_solved() || most < sure || (indifferent && most == sure);
                open |= !child.pruned;
            }
        }
        let is_exact = |player| self.bounds_of(node, player).exact().is_some();
        if self.node(node).is_solved() || (open && !(0..self.players).all(is_exact)) {
            return false;
        }
        self.node_mut(node).plies = self.distance(node, mover, sure);
        true
    }

    /// The plies to the end if the winner is certain: the mover takes the shortest win found, or the longest loss.
    fn distance(&self, node: Index, mover: usize, sure: Wdl) -> u32 {
        let plies = |least: Wdl| {
            let is_such = move |&(c, _): &(Index, &_)| self.bounds_of(c, mover).at_least >= least;
            self.children(node).filter(is_such).map(|(_, child)| child.plies)
        };
        let best = if sure == Wdl::Win { plies(sure).min() } else { plies(Wdl::Loss).max() };
        best.unwrap_or(0).saturating_add(1).min(NONE - 1)
    }

    /// The child that the player to move prefers, or `None` if every child is lost and there are moves
    /// without a child: the shortest proven win, else the most visited (the robust child) unless a proven
    /// draw is worth as much, else the longest proven loss.
    pub(in crate::search::mcts) fn preferred(&self, node: Index, mover: usize) -> Option<Index> {
        let child = |(index, child)| (index, self.bounds_of(index, mover), child);
        let children: Vec<(Index, Bounds, &Node<M>)> = self.children(node).map(child).collect();
        let sure = children.iter().map(|(_, bounds, _)| bounds.at_least).max()?;
        let mut certain = children.iter().filter(|(_, bounds, _)| bounds.at_least == sure);
        if sure == Wdl::Win {
            return certain.min_by_key(|(.., child)| child.plies).map(|&(index, ..)| index);
        }
        let hopeful = |(_, bounds, _): &&(_, Bounds, _)| bounds.at_most > Wdl::Loss.max(sure);
        let robust = children.iter().filter(hopeful).max_by_key(|(.., child)| child.visits);
        let robust = robust.map(|&(index, ..)| index);
        if sure == Wdl::Loss {
            let lost = || children.iter().max_by_key(|(.., child)| (child.plies, child.visits));
            let complete = self.node(node).is_complete();
            return robust.or_else(|| lost().filter(|_| complete).map(|&(index, ..)| index));
        }
        // A certain draw is preferred to a move with a worse mean.
        let promising = |&child: &Index| self.mean(child, mover) > Some(sure.reward());
        robust.filter(promising).or_else(|| certain.next().map(|&(index, ..)| index))
    }
}
