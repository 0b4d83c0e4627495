//! The moves of the nodes at work, best first.

use std::cmp::Reverse;
use std::ops::Range;

use crate::score::Score;

/// Memory that is used again and again, so that no node allocates.
pub(super) struct Buffers<M> {
    /// The moves of the node at work, as the game lists them.
    pub(super) generated: Vec<M>,
    /// The moves of all nodes on the way from the root; a stack.
    pub(super) stack: Vec<Candidate<M>>,
    /// The principal variation from each ply on.
    lines: Vec<Line<M>>,
}

struct Line<M> {
    score: Score,
    moves: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self { score: Score::DRAW, moves: Vec::new() }
    }
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self { generated: Vec::new(), stack: Vec::new(), lines: Vec::new() }
    }
}

impl<M: Copy> Buffers<M> {
    /// Forgets an interrupted search.
    pub(super) fn reset(&mut self) {
        self.generated.clear();
        self.stack.clear();
    }

    pub(super) fn begin_line(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Line::default);
        }
        self.lines[ply].moves.clear();
    }

    /// Makes `m`, followed by the line from the next ply on, the line from this ply on.
    pub(super) fn extend_line(&mut self, ply: u32, m: M, score: Score) {
        let (here, later) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.score = score;
        line.moves.clear();
        line.moves.push(m);
        line.moves.extend_from_slice(&later[0].moves);
    }

    /// The best line from the root, and its score, among the moves searched completely.
    pub(super) fn best_so_far(&self) -> Option<(Score, &[M])> {
        let Line { score, moves } = self.lines.first()?;
        (!moves.is_empty()).then_some((*score, moves))
    }

    /// Puts the generated moves on the stack, unordered, and returns where they are.
    pub(super) fn push_generated(&mut self) -> Range<usize> {
        let start = self.stack.len();
        let listed = self.generated.iter().enumerate();
        self.stack.extend(listed.map(|(number, &m)| Candidate {
            rank: 0,
            number: number as u32,
            m,
        }));
        start..self.stack.len()
    }
}

/// A move of a node.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    /// Larger is earlier; among equals the one listed first.
    pub(super) rank: i64,
    /// Its number in the game's list.
    pub(super) number: u32,
    pub(super) m: M,
}

impl<M> Candidate<M> {
    fn sort_key(&self) -> (Reverse<i64>, u32) {
        (Reverse(self.rank), self.number)
    }
}

/// Hands out the moves of a node one after the other.
pub(super) struct Picker {
    start: usize,
    /// The next to hand out.
    next: usize,
    end: usize,
    stage: Stage,
}

/// How far the moves not yet handed out are in order.
#[derive(Clone, Copy)]
enum Stage {
    /// The one with this number comes first; then all are as listed.
    First(usize),
    Listed,
    Ranked,
    Sorted,
}

impl Picker {
    /// How many moves are picked one by one as the best of those left. Most often one of them is
    /// good enough; if not, the others are sorted.
    const FEW: usize = 8;

    /// Of these moves, beginning with the one listed under the number `first`.
    pub(super) fn new(moves: Range<usize>, first: Option<usize>) -> Self {
        let Range { start, end } = moves;
        let first = first.filter(|&number| number < end - start);
        Self { start, next: start, end, stage: first.map_or(Stage::Listed, Stage::First) }
    }

    pub(super) fn len(&self) -> usize {
        self.end - self.start
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// How many moves were handed out.
    pub(super) fn tried(&self) -> usize {
        self.next - self.start
    }

    /// Where the moves handed out are on the stack, but for the latest.
    pub(super) fn failed(&self) -> Range<usize> {
        self.start..self.next.saturating_sub(1).max(self.start)
    }

    /// Where the moves are that have to be ranked before the next is picked.
    pub(super) fn rank(&mut self) -> Option<Range<usize>> {
        if !matches!(self.stage, Stage::Listed) || self.next + 1 >= self.end {
            return None;
        }
        self.stage = Stage::Ranked;
        Some(self.next..self.end)
    }

    /// Hands out the next move.
    pub(super) fn pick<M: Copy>(&mut self, stack: &mut [Candidate<M>]) -> Option<Candidate<M>> {
        let left = stack.get_mut(self.next..self.end)?;
        match self.stage {
            Stage::First(number) => {
                left.swap(0, number);
                self.stage = Stage::Listed;
            }
            Stage::Ranked if self.tried() >= Self::FEW => {
                left.sort_unstable_by_key(Candidate::sort_key);
                self.stage = Stage::Sorted;
            }
            Stage::Ranked => {
                let best = (0..left.len()).min_by_key(|&i| left[i].sort_key())?;
                left.swap(0, best);
            }
            Stage::Listed | Stage::Sorted => {}
        }
        let picked = *left.first()?;
        self.next += 1;
        Some(picked)
    }
}
