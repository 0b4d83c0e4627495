//! The positions of a class, their states, and the moves between them.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::error::BuildError;
use super::expand::{ExitScores, NextMover, Scratch};
use super::memory::filled;
use super::options::BuildOptions;
use super::pass::Pass;
use super::{Family, Move, Rank, Tablebase};
use engine::game::Game;

/// The state of a position, stored as a word. Wins have the least words, near ones first, so that an
/// atomic minimum keeps the nearest win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A win in this many plies, or sooner.
    Win(u32),
    /// A loss in exactly this many plies.
    Loss(u32),
    /// Not decided. If it is a loss, then in this many plies or more.
    Open(u32),
    /// No position.
    Void,
}

impl State {
    /// The longest distance that a word can hold.
    const MAX_DISTANCE: u32 = (1 << 30) - 1;

    const fn to_word(self) -> u32 {
        match self {
            Self::Win(plies) => plies,
            Self::Loss(plies) => 1 << 30 | plies,
            Self::Open(plies) => 2 << 30 | plies,
            Self::Void => 3 << 30,
        }
    }

    const fn from_word(word: u32) -> Self {
        let plies = word & Self::MAX_DISTANCE;
        match word >> 30 {
            0 => Self::Win(plies),
            1 => Self::Loss(plies),
            2 => Self::Open(plies),
            _ => Self::Void,
        }
    }

    /// The distance of a win or a loss.
    pub(super) const fn decided(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Open(_) | Self::Void => None,
        }
    }
}

/// A move between two positions of the class, kept at the position it leads to: the index of the
/// position it comes from, and in the highest bit whether the other player moves next.
#[derive(Clone, Copy)]
pub(super) struct Edge(u32);

impl Edge {
    const OTHER_MOVES: u32 = 1 << 31;

    fn new(from: u64, next: NextMover) -> Self {
        Self(from as u32 | if next == NextMover::Other { Self::OTHER_MOVES } else { 0 })
    }

    pub(super) const fn from(self) -> usize {
        (self.0 & !Self::OTHER_MOVES) as usize
    }

    pub(super) const fn next(self) -> NextMover {
        if self.0 & Self::OTHER_MOVES == 0 { NextMover::Same } else { NextMover::Other }
    }
}

/// The graph of a class. Threads share it: every change is a single atomic step, and the order of the
/// steps of a pass does not matter.
pub(super) struct Graph {
    /// The [`State`] of each position.
    states: Vec<AtomicU32>,
    /// For each position, the number of its moves that are not known to lose.
    open_successors: Vec<AtomicU32>,
    /// For each position, the index at which the edges that lead to it begin; and the end of the last ones.
    starts: Vec<AtomicU64>,
    edges: Vec<AtomicU32>,
}

impl Graph {
    /// The most ranks that a class and all before it can have. A win or a loss takes no more plies than
    /// there are positions, so its distance fits into a [`State`].
    pub(super) const MAX_POSITIONS: u64 = State::MAX_DISTANCE as u64;

    /// The bytes of memory that a graph takes.
    pub(super) const fn bytes(positions: u64, edges: u64) -> u64 {
        positions.saturating_mul(16).saturating_add(edges.saturating_mul(4))
    }

    /// Looks at all moves of all positions of a class.
    pub(super) fn new<F: Family + Sync>(
        table: &Tablebase<F>,
        class: usize,
        options: &BuildOptions<'_>,
    ) -> Result<Self, BuildError> {
        let size = table.size(class);
        let allow = |edges| {
            let bytes = table.bytes().saturating_add(Self::bytes(size, edges));
            if bytes > options.memory_limit() { Err(BuildError::Memory { bytes }) } else { Ok(()) }
        };
        allow(0)?;
        let mut graph = Self {
            states: filled(size, || AtomicU32::new(State::Void.to_word()))?,
            open_successors: filled(size, AtomicU32::default)?,
            starts: filled(size + 1, AtomicU64::default)?,
            edges: Vec::new(),
        };
        let count = Pass { options, class, part: 0. ..0.45 };
        count.run(size, Pass::POSITIONS, Scratch::default, |scratch, indices| {
            graph.count(table, class, indices, scratch)
        })?;
        let mut total = 0;
        for start in &mut graph.starts {
            total += *start.get_mut();
            *start.get_mut() = total;
        }
        allow(total)?;
        graph.edges = filled(total, AtomicU32::default)?;
        let link = Pass { options, class, part: 0.45..0.9 };
        link.run(size, Pass::POSITIONS, Scratch::default, |scratch, indices| {
            graph.link(table, class, indices, scratch)
        })?;
        Ok(graph)
    }

    /// Sets the states of some positions as far as moves that leave the class decide them, and counts
    /// the edges to each position.
    fn count<F: Family>(
        &self,
        table: &Tablebase<F>,
        class: usize,
        indices: Range<u64>,
        scratch: &mut Scratch<Move<F>>,
    ) -> Result<(), BuildError> {
        for index in indices {
            let rank = Rank { class, index };
            let Some(position) = table.family.unrank(rank) else { continue };
            let players = position.players().len();
            if players != 2 {
                return Err(BuildError::Players { players });
            }
            let ExitScores { win, loss, draws } = scratch.expand(table, rank, &position)?;
            let state = match win {
                Some(plies) => State::Win(plies),
                None if !draws && scratch.inside.is_empty() => State::Loss(loss),
                None => State::Open(loss),
            };
            self.set(index as usize, state);
            if state.needs_edges() {
                let open_successors = scratch.inside.len() as u32 + u32::from(draws);
                self.open_successors[index as usize].store(open_successors, Ordering::Relaxed);
                for to in &scratch.inside {
                    self.starts[to.index as usize].fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }

    /// Stores the edges from some positions. Each list is filled from its end to its start.
    fn link<F: Family>(
        &self,
        table: &Tablebase<F>,
        class: usize,
        indices: Range<u64>,
        scratch: &mut Scratch<Move<F>>,
    ) -> Result<(), BuildError> {
        for index in indices {
            if !self.state(index as usize).needs_edges() {
                continue;
            }
            let rank = Rank { class, index };
            let Some(position) = table.family.unrank(rank) else { continue };
            scratch.expand(table, rank, &position)?;
            for to in &scratch.inside {
                let end = self.starts[to.index as usize].fetch_sub(1, Ordering::Relaxed);
                let place = self.edges.get((end as usize).wrapping_sub(1));
                // There is room if the game lists the same moves as before.
                let place = place.ok_or(BuildError::Unsteady { rank })?;
                place.store(Edge::new(index, to.next).0, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, index: usize) -> State {
        State::from_word(self.states[index].load(Ordering::Relaxed))
    }

    pub(super) fn set(&self, index: usize, state: State) {
        self.states[index].store(state.to_word(), Ordering::Relaxed);
    }

    /// Makes a position a win in this many plies unless a nearer win is known; returns whether it did.
    pub(super) fn set_win(&self, index: usize, plies: u32) -> bool {
        let win = State::Win(plies).to_word();
        self.states[index].fetch_min(win, Ordering::Relaxed) > win
    }

    /// Counts a move of a position as lost; returns whether it was the last one.
    pub(super) fn close(&self, index: usize) -> bool {
        self.open_successors[index].fetch_sub(1, Ordering::Relaxed) == 1
    }

    /// The edges that lead to a position.
    pub(super) fn edges(&self, index: usize) -> impl Iterator<Item = Edge> {
        let start = |index: usize| self.starts[index].load(Ordering::Relaxed) as usize;
        let edges = self.edges.get(start(index)..start(index + 1)).unwrap_or_default();
        edges.iter().map(|edge| Edge(edge.load(Ordering::Relaxed)))
    }

    /// The states alone; the rest of the memory is freed.
    pub(super) fn into_states(self) -> impl ExactSizeIterator<Item = State> + Clone {
        let words: Vec<u32> = self.states.into_iter().map(AtomicU32::into_inner).collect();
        words.into_iter().map(State::from_word)
    }
}

impl State {
    /// Whether the moves within the class matter. After a win in 1 they do not.
    const fn needs_edges(self) -> bool {
        matches!(self, Self::Win(2..) | Self::Open(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_come_before_all_other_states_and_near_ones_first() {
        let far = State::MAX_DISTANCE;
        let states = [
            State::Win(0),
            State::Win(far),
            State::Loss(0),
            State::Loss(far),
            State::Open(0),
            State::Open(far),
            State::Void,
        ];
        assert!(states.map(State::to_word).is_sorted_by(|a, b| a < b));
        for state in states {
            assert_eq!(State::from_word(state.to_word()), state);
        }
    }
}
