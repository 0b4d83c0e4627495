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
use engine::Wdl;
use engine::game::key::{KeyHasher, mix};
use engine::game::{Game, seeded};

impl<F: Family + Sync> Bitbase<F> {
    /// Checks the results of so many random ranks of a class, each by a search of its own, and returns how
    /// many it has verified. The others were given up, as the search met more than 2¹⁷ positions, which take
    /// 13 MB a thread; or the class is not built.
    ///
    /// The search lists positions of the class that play leads to before it leaves the class, the near ones first,
    /// and takes the results of earlier classes from the table. From time to time it decides backwards: a position is
    /// won by a move to one that is won already, and lost if all moves lose already. It ends when the result is
    /// decided, or with a draw when all are listed. So it notices a stored win that only leads to others in a cycle,
    /// which [`verify`](super::Table::verify) does not. The moves come from [`generate_moves`](Game::generate_moves).
    /// The same seed picks the same ranks, with any number of threads.
    ///
    /// # Errors
    ///
    /// It was stopped, or a result is wrong: the first mistake in the order in which ranks are picked.
    pub fn verify_sample(
        &self,
        class: usize,
        ranks: u64,
        seed: u64,
        options: &BuildOptions<'_>,
    ) -> Result<u64, VerifyError> {
        let size = if class < self.built() { self.size(class) } else { 0 };
        let ranks = if size == 0 { 0 } else { ranks };
        let (verified, seed) = (AtomicU64::new(0), mix(seed, class as u64));
        let pass = Pass { options, class, part: 0. ..1. };
        pass.run(ranks, 1, Reached::default, |reached: &mut Reached<Move<F>>, numbers| {
            for number in numbers {
                let index = seeded(mix(seed, number)).random_range(0..size);
                let is_verified = self.verify_one(Rank { class, index }, reached, options)?;
                verified.fetch_add(is_verified.into(), Ordering::Relaxed);
            }
            Ok::<_, VerifyError>(())
        })?;
        options.check()?;
        Ok(verified.into_inner())
    }

    /// Checks a result; `false` if that takes too many positions.
    fn verify_one(
        &self,
        rank: Rank,
        reached: &mut Reached<Move<F>>,
        options: &BuildOptions<'_>,
    ) -> Result<bool, VerifyError> {
        let stored = self.get(rank);
        let expected = match self.family.unrank(rank) {
            None => None,
            Some(_) => match reached.search(self, rank, options)? {
                None => return Ok(false),
                result => result,
            },
        };
        if stored == expected {
            return Ok(true);
        }
        let [stored, expected] = [stored, expected].map(|value| value.map(Wdl::into));
        Err(VerifyError::Score { rank, stored, expected })
    }
}

/// The positions of a class that play leads to from one of them, which is the first.
struct Reached<M> {
    nodes: Vec<Node>,
    places: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// The places of the positions after the moves that stay in the class, node by node.
    inside: Vec<(u32, NextMover)>,
    moves: Vec<M>,
    /// The numbers of the positions after the moves of a node that stay in the class.
    staying: Vec<(u64, NextMover)>,
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
        let (nodes, inside) = (Vec::new(), Vec::new());
        Self { nodes, places: HashMap::default(), inside, moves: Vec::new(), staying: Vec::new() }
    }
}

impl<M: Copy> Reached<M> {
    /// The most positions.
    const MOST: usize = 1 << 17;
    /// The number of positions after which it first decides what it can, and each time this many times as many.
    const FIRST_LOOK: usize = 1 << 6;
    const LOOK_EVERY: usize = 4;

    /// The result of a position; `None` if the search meets too many.
    fn search<F: Family<Game: Game<Move = M>>>(
        &mut self,
        table: &Bitbase<F>,
        start: Rank,
        options: &BuildOptions<'_>,
    ) -> Result<Option<Wdl>, VerifyError> {
        self.nodes.clear();
        self.places.clear();
        self.inside.clear();
        self.place(start.index);
        let (mut next, mut look) = (0, Self::FIRST_LOOK);
        while next < self.nodes.len() && self.nodes.len() <= Self::MOST {
            if next == look {
                look *= Self::LOOK_EVERY;
                match self.decide(options)? {
                    Wdl::Draw => {}
                    result => return Ok(Some(result)),
                }
            }
            if (next as u64).is_multiple_of(Pass::POSITIONS) {
                options.check()?;
            }
            if self.nodes[next].result == Wdl::Draw {
                let rank = Rank { index: self.nodes[next].index, ..start };
                let (first, exit) = (self.inside.len(), self.expand(table, rank)?);
                self.nodes[next].exit = exit;
                self.nodes[next].inside = first..self.inside.len();
            }
            next += 1;
        }
        let result = self.decide(options)?;
        Ok((next == self.nodes.len() || result != Wdl::Draw).then_some(result))
    }

    /// Lists the moves of a position that stay in the class, and returns the best result of the others.
    fn expand<F: Family<Game: Game<Move = M>>>(
        &mut self,
        table: &Bitbase<F>,
        rank: Rank,
    ) -> Result<Option<Wdl>, VerifyError> {
        let Some(position) = table.family.unrank(rank) else {
            let stored = table.get(rank).map(Wdl::into);
            return Err(VerifyError::Score { rank, stored, expected: None });
        };
        let mut exit = over(&position);
        if exit.is_some() {
            return Ok(exit);
        }
        self.staying.clear();
        for child in table.verified_children(rank, &position, &mut self.moves)? {
            match child? {
                Child::Running { rank: Rank { class, index }, next } if class == rank.class => {
                    self.staying.push((index, next));
                }
                child => exit = exit.max(Some(table.value_of_move(rank, child)?)),
            }
        }
        if exit != Some(Wdl::Win) {
            for number in 0..self.staying.len() {
                let (index, next) = self.staying[number];
                let place = self.place(index);
                self.inside.push((place, next));
            }
        }
        Ok(exit)
    }

    fn place(&mut self, index: u64) -> u32 {
        let Self { nodes, places, .. } = self;
        *places.entry(index).or_insert_with(|| {
            nodes.push(Node { index, exit: None, inside: 0..0, result: Wdl::Draw });
            (nodes.len() - 1) as u32
        })
    }

    /// The result of the first position as far as the listed positions decide it; a draw if they do not.
    fn decide(&mut self, options: &BuildOptions<'_>) -> Result<Wdl, VerifyError> {
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            options.check()?;
            for number in (0..self.nodes.len()).rev() {
                let Node { exit, inside, result, .. } = &self.nodes[number];
                if *result != Wdl::Draw {
                    continue;
                }
                let after = |&(place, next): &(u32, NextMover)| {
                    next.value_of_move(self.nodes[place as usize].result)
                };
                let best = (*exit).max(self.inside[inside.clone()].iter().map(after).max());
                let best = best.unwrap_or(Wdl::Draw);
                is_new |= best != Wdl::Draw;
                self.nodes[number].result = best;
            }
        }
        Ok(self.nodes[0].result)
    }
}
