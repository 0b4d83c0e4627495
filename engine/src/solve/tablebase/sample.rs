//! Checking random results, each by a search of its own.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::RngExt;

use super::error::VerifyError;
use super::expand::{Child, NextMover, over};
use super::options::BuildOptions;
use super::pass::Pass;
use super::{Bitbase, Family, Move, Rank};
use crate::game::key::{KeyHasher, mix};
use crate::game::outcome::Wdl;
use crate::game::{Game, seeded};

impl<F: Family + Sync> Bitbase<F> {
    /// Checks the results of so many random ranks of a class, each by a search of its own, and returns how
    /// many were given up because the search met more than 2²⁰ positions.
    ///
    /// The search lists all positions of the class that play leads to before it leaves the class, and takes
    /// the results of earlier classes from the table. Then it decides backwards: a position is won by a move
    /// to one that is won already, and lost if all moves lose already. So a stored win that only leads to
    /// others in a cycle, which [`verify`](super::Table::verify) does not notice, is found. The moves come from
    /// [`generate_moves`](Game::generate_moves). The same seed draws the same ranks, with any number of
    /// threads.
    ///
    /// # Errors
    ///
    /// It was stopped, or a result is wrong: the first mistake in the order of the draws.
    pub fn verify_sample(
        &self,
        class: usize,
        ranks: u64,
        seed: u64,
        options: &BuildOptions<'_>,
    ) -> Result<u64, VerifyError> {
        const CHUNK: u64 = 1 << 8;
        let size = if class < self.built() { self.size(class) } else { 0 };
        let given_up = AtomicU64::new(0);
        let pass = Pass { options, class, part: 0. ..1. };
        let seed = mix(seed, class as u64);
        let drawn = if size == 0 { 0 } else { ranks };
        pass.run(drawn, CHUNK, Reached::default, |reached: &mut Reached<Move<F>>, numbers| {
            for number in numbers {
                let index = seeded(mix(seed, number)).random_range(0..size);
                let rank = Rank { class, index };
                let stored = self.get(rank);
                let expected = match self.family.unrank(rank) {
                    None => None,
                    Some(_) if reached.explore(self, rank)? => Some(reached.decide()),
                    Some(_) => {
                        given_up.fetch_add(1, Ordering::Relaxed);
                        continue;
                    }
                };
                if stored != expected {
                    let [stored, expected] = [stored, expected].map(|value| value.map(Wdl::into));
                    return Err(VerifyError::Score { rank, stored, expected });
                }
            }
            Ok(())
        })?;
        Ok(given_up.into_inner())
    }
}

/// The positions of a class that play leads to from one of them, which is the first.
struct Reached<M> {
    nodes: Vec<Node>,
    places: HashMap<u64, usize, BuildHasherDefault<KeyHasher>>,
    /// The places of the positions after the moves that stay in the class, node by node.
    inside: Vec<(usize, NextMover)>,
    moves: Vec<M>,
}

struct Node {
    index: u64,
    /// The best result of the moves that leave the class, if there are any.
    exit: Option<Wdl>,
    /// Its moves that stay in the class; none if it wins by leaving.
    inside: Range<usize>,
    /// The result so far: a draw as long as it is open.
    result: Wdl,
}

impl<M> Default for Reached<M> {
    fn default() -> Self {
        let (nodes, inside, moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { nodes, places: HashMap::default(), inside, moves }
    }
}

impl<M: Copy> Reached<M> {
    /// The most positions.
    const MOST: usize = 1 << 20;

    /// Lists the positions that play leads to from a running one; `false` if there are too many.
    fn explore<F: Family<Game: Game<Move = M>>>(
        &mut self,
        table: &Bitbase<F>,
        start: Rank,
    ) -> Result<bool, VerifyError> {
        self.nodes.clear();
        self.places.clear();
        self.inside.clear();
        self.place(start.index);
        let mut next = 0;
        while next < self.nodes.len() && self.nodes.len() <= Self::MOST {
            let rank = Rank { index: self.nodes[next].index, ..start };
            let (first, exit) = (self.inside.len(), self.expand(table, rank)?);
            self.nodes[next].exit = exit;
            self.nodes[next].inside = first..self.inside.len();
            next += 1;
        }
        Ok(next == self.nodes.len())
    }

    /// Lists the moves of a position that stay in the class, and returns the best result of the others.
    fn expand<F: Family<Game: Game<Move = M>>>(
        &mut self,
        table: &Bitbase<F>,
        rank: Rank,
    ) -> Result<Option<Wdl>, VerifyError> {
        let missing = VerifyError::Missing { rank };
        let position = table.family.unrank(rank).ok_or(missing)?;
        let mut exit = over(&position);
        if exit.is_some() {
            return Ok(exit);
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.generate_moves(&mut moves);
        let children = || moves.iter().map(|&m| Child::new(&table.family, &position, m));
        for child in children() {
            let result = match child.ok_or(missing)? {
                Child::Over(result) => result,
                Child::Running { rank: child, .. } if child.class == rank.class => continue,
                Child::Running { rank, next } => {
                    next.value_of_move(table.get(rank).ok_or(missing)?)
                }
            };
            exit = exit.max(Some(result));
        }
        if exit != Some(Wdl::Win) {
            for child in children() {
                if let Some(Child::Running { rank: child, next }) = child
                    && child.class == rank.class
                {
                    let place = self.place(child.index);
                    self.inside.push((place, next));
                }
            }
        }
        self.moves = moves;
        Ok(exit)
    }

    fn place(&mut self, index: u64) -> usize {
        let Self { nodes, places, .. } = self;
        *places.entry(index).or_insert_with(|| {
            nodes.push(Node { index, exit: None, inside: 0..0, result: Wdl::Draw });
            nodes.len() - 1
        })
    }

    /// The result of the first position: goes over all of them until no more are decided.
    fn decide(&mut self) -> Wdl {
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for number in (0..self.nodes.len()).rev() {
                let Node { exit, inside, result, .. } = &self.nodes[number];
                let after = |&(place, next): &(usize, NextMover)| {
                    next.value_of_move(self.nodes[place].result)
                };
                let best = (*exit).max(self.inside[inside.clone()].iter().map(after).max());
                let best = best.unwrap_or(Wdl::Draw);
                is_new |= best != *result;
                self.nodes[number].result = best;
            }
        }
        self.nodes[0].result
    }
}
