//! A sweep that is remembered: the same question with walls and squares fewer costs no new one.
//!
//! A listing of moves asks of every wall and every mountain whether it leaves a movement. Each of
//! these questions is the first one with some edges or some squares less, and its movements are
//! movements of the first. So one sweep keeps every way from state to state that is part of a
//! movement; the question is then whether a movement is left by ways that need nothing that is gone.

use super::links::Links;
use super::order::{Region, Step};
use super::sweep::{Question, Scratch};
use crate::square::{Square, SquareSet};

/// A way from a state before a square of the sweep to one after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The places of the two states.
    pub(super) from: u32,
    pub(super) to: u32,
    /// By how many squares more the path dropped on becomes longer than the one collected on.
    pub(super) gain: i8,
    /// Whether one of the paths enters the square.
    pub(super) enters: bool,
    /// If the pawn turns on this square and one two steps away that was swept before, the latter.
    pub(super) turns: Option<Square>,
    /// The lowest bits of all places at which a path crosses the cut after the square.
    pub(super) crossed: u64,
}

/// All movements that answer a question.
pub(super) struct Web {
    question: Question,
    steps: Vec<Step>,
    /// For every square the ways over it, those from the same state together.
    layers: Vec<Vec<Link>>,
}

/// The value of a state that nothing leads to.
const NONE: i16 = i16::MIN;

impl Web {
    /// All movements, by a sweep in this order; `None` if it has more than `most` states.
    pub(super) fn new(
        question: Question,
        steps: &[Step],
        most: usize,
        scratch: &mut Scratch,
    ) -> Option<Self> {
        let layers = scratch.record(question, steps, most)?;
        let mut web = Self { question, steps: steps.to_vec(), layers };
        web.prune();
        Some(web)
    }

    /// Removes the ways that are part of no movement that drops enough.
    fn prune(&mut self) {
        let held = i16::from(self.question.held);
        // The best gain with which every state can be reached, layer by layer.
        let mut reached = vec![vec![0]];
        for layer in &self.layers {
            let now = reached.last().map_or(&[][..], Vec::as_slice);
            let mut next = Vec::new();
            for link in layer {
                let gain = value(now, link.from) + i16::from(link.gain);
                raise(&mut next, link.to, gain);
            }
            reached.push(next);
        }
        // After the last square all is done.
        let mut rest = vec![0];
        for (layer, reached) in self.layers.iter_mut().zip(&reached).rev() {
            let mut before = Vec::new();
            layer.retain(|link| {
                let after = value(&rest, link.to);
                let gain = after.saturating_add(i16::from(link.gain));
                let enough = after != NONE && value(reached, link.from) + gain >= held;
                if enough {
                    raise(&mut before, link.from, gain);
                }
                enough
            });
            rest = before;
        }
    }

    /// What a movement needs; the question must be a part of that of the web.
    pub(super) fn find(&self, question: Question) -> Option<SquareSet> {
        let region = question.region;
        let mut now = vec![0];
        // For every state the way that has led to it.
        let mut trails = Vec::with_capacity(self.layers.len());
        for (step, layer) in self.steps.iter().zip(&self.layers) {
            let blocked = Blocked::of(region, step);
            let mut next = Vec::new();
            let mut trail = Vec::new();
            for (index, link) in layer.iter().enumerate() {
                let before = value(&now, link.from);
                if before != NONE
                    && blocked.allows(link)
                    && raise(&mut next, link.to, before + i16::from(link.gain))
                {
                    let to = link.to as usize;
                    if trail.len() <= to {
                        trail.resize(to + 1, 0);
                    }
                    if let Some(last) = trail.get_mut(to) {
                        *last = index;
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            trails.push(trail);
            now = next;
        }
        (value(&now, 0) >= i16::from(question.held)).then(|| self.squares(region, &trails))
    }

    /// The squares of the movement to which these trails lead back.
    fn squares(&self, region: Region, trails: &[Vec<usize>]) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        let mut at = 0;
        for ((step, layer), trail) in self.steps.iter().zip(&self.layers).zip(trails).rev() {
            let Some(link) = trail.get(at as usize).and_then(|&index| layer.get(index)) else {
                break;
            };
            if link.enters {
                squares = squares.with(step.square);
            }
            if let Some(other) = link.turns {
                let over = between(region, step.square, other).into_iter().next();
                squares = squares | over.into_iter().collect();
            }
            at = link.from;
        }
        squares
    }
}

/// What is gone at one step.
struct Blocked {
    region: Region,
    square: Square,
    /// The lowest bits of the places at which nothing can cross now.
    places: u64,
}

impl Blocked {
    fn of(region: Region, step: &Step) -> Self {
        let closed = step.ahead.iter().zip(&step.next);
        let closed = closed.filter(|&(_, &to)| !region.joins(step.square, to));
        let places = closed.fold(0, |places, (&place, _)| places | Links::place(place));
        Self { region, square: step.square, places }
    }

    fn allows(&self, link: &Link) -> bool {
        link.crossed & self.places == 0
            && (!link.enters || self.region.all().contains(self.square))
            && link.turns.is_none_or(|other| !between(self.region, self.square, other).is_empty())
    }
}

/// The squares over which a pawn can go from one square to the other.
fn between(region: Region, one: Square, other: Square) -> SquareSet {
    let beside = |square| region.grid.neighbours(SquareSet::of(square));
    beside(one) & beside(other) & region.all()
}

fn value(values: &[i16], index: u32) -> i16 {
    values.get(index as usize).copied().unwrap_or(NONE)
}

/// Raises the value at an index, if it is less.
fn raise(values: &mut Vec<i16>, index: u32, value: i16) -> bool {
    let index = index as usize;
    if values.len() <= index {
        values.resize(index + 1, NONE);
    }
    values.get_mut(index).is_some_and(|best| {
        let more = *best < value;
        *best = value.max(*best);
        more
    })
}
