//! What a Monte Carlo tree search found out.

use std::cmp::Reverse;
use std::time::Duration;

use super::bounds::{Bounds, reward};
use super::playouts::{Playouts, turn};
use super::tree::{Index, Tree};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::search::per_second;

/// What a Monte Carlo tree search found out about a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MctsAnalysis<M, P> {
    /// The principal variation: the move to play, and what the search would play after it. For a
    /// proven win or loss of two players it goes on to the end of the game, unless that part of the
    /// tree had to be forgotten. It is empty only if the game is over.
    pub line: Vec<M>,
    /// Every move that was tried, the most visited first.
    pub moves: Vec<MctsMove<M, P>>,
    /// What the position values, player by player, in their order in the game.
    pub values: Vec<PlayerValue<P>>,
    /// Whether the position is solved: everything that can be proven is proven, and the search ended
    /// for that. With two players all values are then exact.
    pub solved: bool,
    /// How many playouts there were in this run.
    pub playouts: u64,
    /// How many nodes of the memory are taken.
    pub nodes: usize,
    /// How long the search took.
    pub elapsed: Duration,
}

impl<M: Copy, P: Copy + Eq> MctsAnalysis<M, P> {
    /// The move to play, or `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }

    /// How many playouts there were in a second; 0 if that took no time.
    #[must_use]
    pub fn playouts_per_second(&self) -> u64 {
        per_second(self.playouts, self.elapsed)
    }

    /// What the position values a player, or `None` if nobody of that name plays.
    #[must_use]
    pub fn value(&self, player: P) -> Option<&PlayerValue<P>> {
        self.values.iter().find(|value| value.player == player)
    }
}

/// What a Monte Carlo tree search found out about a move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MctsMove<M, P> {
    /// The move.
    pub m: M,
    /// How many playouts began with it, those of earlier runs among them.
    pub visits: u32,
    /// What it values, player by player, in their order in the game.
    pub values: Vec<PlayerValue<P>>,
}

/// What a player can expect.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerValue<P> {
    /// The player.
    pub player: P,
    /// The mean of what the playouts brought the player: 1 for a win, 1/2 for a draw, 0 for a loss;
    /// or 1/2 if there were none. Results that
    /// were known to be impossible when a playout ended count as the nearest possible ones.
    pub mean: f64,
    /// What is proven.
    pub bounds: Bounds,
}

impl<M, P: Copy + Eq> MctsAnalysis<M, P> {
    pub(super) fn of_finished<G>(position: &G, elapsed: Duration) -> Self
    where
        G: Game<Move = M, Player = P>,
    {
        let outcome = position.outcome();
        let promise = |&player: &P| {
            let wdl = outcome.as_ref().map(|outcome| outcome.wdl(player));
            PlayerValue {
                player,
                mean: wdl.map_or(0.5, reward),
                bounds: wdl.map_or(Bounds::OPEN, Bounds::exactly),
            }
        };
        Self {
            line: Vec::new(),
            moves: Vec::new(),
            values: position.players().iter().map(promise).collect(),
            solved: true,
            playouts: 0,
            nodes: 0,
            elapsed,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Playouts<'_, G, E> {
    /// What is known after so many playouts.
    pub(super) fn analyse(&mut self, root: &G, playouts: u64) -> MctsAnalysis<G::Move, G::Player> {
        let mut line = self.line(root);
        if line.is_empty() {
            // Nothing was tried yet, or what was tried is lost.
            line.extend(self.next_move(root, self.tree.root()));
        }
        let tree = &*self.tree;
        let children = tree.children(tree.root()).map(|(index, child)| MctsMove {
            m: child.m,
            visits: child.visits,
            values: values(tree, index, self.players),
        });
        let mut moves: Vec<_> = children.collect();
        moves.sort_by_key(|m| Reverse(m.visits));
        MctsAnalysis {
            line,
            moves,
            values: values(tree, tree.root(), self.players),
            solved: tree.node(tree.root()).closed,
            playouts,
            nodes: tree.len(),
            elapsed: self.watch.elapsed(),
        }
    }

    /// The moves that the players prefer, one after the other.
    fn line(&self, root: &G) -> Vec<G::Move> {
        let mut position = root.clone();
        let mut node = self.tree.root();
        let mut line = Vec::new();
        while let Some(child) = self.tree.preferred(node, turn(&position, self.players)) {
            let m = self.tree.node(child).m;
            position.play_unchecked(m);
            line.push(m);
            node = child;
        }
        line
    }
}

fn values<M: Copy, P: Copy>(tree: &Tree<M>, node: Index, players: &[P]) -> Vec<PlayerValue<P>> {
    let bounds = players.iter().zip(tree.bounds(node)).enumerate();
    let promise = |(number, (&player, &bounds))| {
        let mean = tree.mean(node, number).unwrap_or(0.5);
        PlayerValue { player, mean, bounds }
    };
    bounds.map(promise).collect()
}
