//! The result of a Monte Carlo tree search.

use std::time::Duration;

use super::bounds::Bounds;
use super::playouts::{Playouts, mover};
use super::tree::{Index, Tree};
use crate::game::{Game, Outcome};
use crate::search::{Evaluator, sort_best_first};

/// The result of a Monte Carlo tree search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MctsAnalysis<M, P> {
    /// The principal variation. For a proven win or loss of two players it continues to the end of the
    /// game, unless that part of the tree was forgotten. It is empty only if the game is over.
    pub line: Vec<M>,
    /// Every move that was tried, the most visited first.
    pub moves: Vec<MctsMove<M, P>>,
    /// The value of the position for each player, in the order of [`Game::players`].
    pub values: Vec<PlayerValue<P>>,
    /// Whether the results of all players are exact. With more than two players a search may also end
    /// because it can prove no more.
    pub proven: bool,
    /// The number of playouts of this run.
    pub nodes: u64,
    /// The number of nodes of the tree.
    pub tree_nodes: usize,
    /// The time taken.
    pub elapsed: Duration,
}

impl<M: Copy, P: Copy + Eq> MctsAnalysis<M, P> {
    /// The move to play, or `None` if the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }

    /// The value of the position for a player, or `None` if there is no such player.
    pub fn value(&self, player: P) -> Option<&PlayerValue<P>> {
        self.values.iter().find(|value| value.player == player)
    }

    pub(super) fn of_finished(players: &[P], outcome: &Outcome<P>, elapsed: Duration) -> Self {
        let value = |&player: &P| {
            let wdl = outcome.wdl(player);
            PlayerValue { player, mean: wdl.reward(), bounds: Bounds::exactly(wdl) }
        };
        Self {
            line: Vec::new(),
            moves: Vec::new(),
            values: players.iter().map(value).collect(),
            proven: true,
            nodes: 0,
            tree_nodes: 0,
            elapsed,
        }
    }
}

/// The result of a Monte Carlo tree search for a move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MctsMove<M, P> {
    /// The move.
    pub m: M,
    /// The number of playouts that began with it, those of earlier runs included.
    pub visits: u32,
    /// Its value for each player, in the order of [`Game::players`].
    pub values: Vec<PlayerValue<P>>,
}

/// The value of a position or a move for a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlayerValue<P> {
    /// The player.
    pub player: P,
    /// The mean reward of the playouts: 1 for a win, 1/2 for a draw, 0 for a loss; 1/2 if there were
    /// none. A result that was known to be impossible counts as the nearest possible one.
    pub mean: f64,
    /// The results that are still possible.
    pub bounds: Bounds,
}

impl<G: Game, E: Evaluator<G>> Playouts<'_, G, E> {
    /// The analysis after this many playouts.
    pub(super) fn analyse(&mut self, root: &G, playouts: u64) -> MctsAnalysis<G::Move, G::Player> {
        let mut line = self.line(root);
        if line.is_empty() {
            // No move was tried yet, or those that were lose.
            line.extend(self.next_move(root, self.tree.root));
        }
        let tree = &*self.tree;
        let children = tree.children(tree.root).map(|(index, child)| MctsMove {
            m: child.m,
            visits: child.visits,
            values: values(tree, index, self.players),
        });
        let mut moves: Vec<_> = children.collect();
        sort_best_first(&mut moves, |m| m.visits.into());
        let values = values(tree, tree.root, self.players);
        MctsAnalysis {
            line,
            moves,
            proven: values.iter().all(|value| value.bounds.exact().is_some()),
            values,
            nodes: playouts,
            tree_nodes: tree.used_nodes,
            elapsed: self.watch.elapsed(),
        }
    }

    /// The moves that the players prefer, one after the other.
    fn line(&self, root: &G) -> Vec<G::Move> {
        let mut position = root.clone();
        let mut node = self.tree.root;
        let mut line = Vec::new();
        while let Some(child) = self.tree.preferred(node, mover(&position, self.players)) {
            let m = self.tree.node(child).m;
            position.play_unchecked(m);
            line.push(m);
            node = child;
        }
        line
    }
}

fn values<M: Copy, P: Copy>(tree: &Tree<M>, node: Index, players: &[P]) -> Vec<PlayerValue<P>> {
    let value = |(number, &player)| {
        let mean = tree.mean(node, number).unwrap_or(0.5);
        PlayerValue { player, mean, bounds: tree.bounds_of(node, number) }
    };
    players.iter().enumerate().map(value).collect()
}
