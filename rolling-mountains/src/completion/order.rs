//! In which order to sweep a region, so that few of its edges are cut at a time.

use smallvec::SmallVec;

use crate::edge::Edge;
use crate::grid::Grid;
use crate::square::{Direction, MAX_SIDE, Square, SquareSet};

/// The most edges cut at a time: one more than the files of the largest board.
pub(super) const MOST_CUT: usize = MAX_SIDE as usize + 1;

/// The squares of a movement: those on which the pawn may collect, its own among them, and those
/// that are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) grid: Grid,
    pub(super) tiles: SquareSet,
    pub(super) free: SquareSet,
}

/// One square of a sweep.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) square: Square,
    /// The places of the edges to squares swept before.
    pub(super) back: SmallVec<[u32; 4]>,
    /// The places of the edges to squares to come.
    pub(super) ahead: SmallVec<[u32; 4]>,
    /// Those edges.
    pub(super) edges: SmallVec<[Edge; 4]>,
    /// Those of them between two squares on which the pawn may collect.
    pub(super) collect_ahead: SmallVec<[u32; 4]>,
    /// The squares swept so far, this one included.
    pub(super) swept: SquareSet,
}

impl Region {
    pub(super) fn all(self) -> SquareSet {
        self.tiles | self.free
    }

    /// This square, then free ones, each as far as can be from those before.
    pub(super) fn far_apart(self, first: Square, count: usize) -> Vec<Square> {
        let mut chosen = vec![first];
        while chosen.len() < count {
            let mut near: SquareSet = chosen.iter().copied().collect();
            let (mut rest, mut far) = (self.all() - near, None);
            while !near.is_empty() {
                near = self.grid.neighbours(near) & rest;
                rest -= near;
                far = (near & self.free).into_iter().next().or(far);
            }
            let Some(far) = far else { break };
            chosen.push(far);
        }
        chosen
    }

    /// Square by square, file after file or rank after rank, along the shorter side.
    pub(super) fn order_by_lines(self) -> Vec<Square> {
        let files: u32 = self.all().into_iter().fold(0, |files, square| files | 1 << square.file());
        let ranks: u32 = self.all().into_iter().fold(0, |ranks, square| ranks | 1 << square.rank());
        let mut order: Vec<Square> = self.all().into_iter().collect();
        if files.count_ones() < ranks.count_ones() {
            order.sort_unstable_by_key(|square| (square.rank(), square.file()));
        }
        order
    }

    /// First this square, then the others in an order that keeps the cuts light, by a beam search over
    /// beginnings of the order; with its price. The pawn stands on `start`.
    pub(super) fn order_from(self, first: Square, start: Square) -> (Vec<Square>, u64) {
        let all = self.all();
        let mut kept: Kept = SmallVec::new();
        let mut next = Vec::with_capacity(4 * KEPT * KEPT);
        // Each square with the place of the one before in this list.
        let mut trail = Vec::with_capacity(4 * KEPT * all.len());
        kept.push(Beginning::of(first, self.heavier(SquareSet::EMPTY, first)));
        for _ in 1..all.len() {
            next.clear();
            for beginning in &kept {
                let beside = self.grid.neighbours(beginning.swept) & (all - beginning.swept);
                next.extend(beside.into_iter().map(|square| {
                    let heavier = self.heavier(beginning.swept, square);
                    let swept = beginning.swept.with(square);
                    let to_come = (self.free - swept).len() as u64;
                    let factor = (1 + to_come).pow(2) * if swept.contains(start) { 1 } else { 2 };
                    (beginning.and(square, heavier, factor), square, beginning.last)
                }));
            }
            next.sort_unstable_by_key(|&(beginning, square, _)| (beginning.price, square));
            kept.clear();
            for &(mut beginning, square, last) in &next {
                if kept.len() < KEPT && kept.iter().all(|kept| kept.swept != beginning.swept) {
                    beginning.last = Some(trail.len());
                    trail.push((square, last));
                    kept.push(beginning);
                }
            }
        }
        let mut order = Vec::with_capacity(all.len());
        let mut last = kept.first().and_then(|best| best.last);
        while let Some(&(square, before)) = last.and_then(|last| trail.get(last)) {
            order.push(square);
            last = before;
        }
        order.push(first);
        order.reverse();
        (order, kept.first().map_or(0, |best| best.price))
    }

    /// By how much the cut becomes heavier when a square is swept: an edge between two tiles weighs
    /// twice as much as others, as both paths can cross it.
    fn heavier(self, swept: SquareSet, square: Square) -> i32 {
        let more = |beside: SquareSet| beside.len() as i32 - 2 * (beside & swept).len() as i32;
        let beside = self.grid.neighbours(SquareSet::of(square)) & self.all();
        more(beside) + if self.tiles.contains(square) { more(beside & self.tiles) } else { 0 }
    }

    /// Gives every edge a place while it is cut; `None` if too many are.
    pub(super) fn plan(self, order: &[Square]) -> Option<Vec<Step>> {
        let mut steps = Vec::with_capacity(order.len());
        let all = self.all();
        let mut swept = SquareSet::EMPTY;
        let mut cut: [Option<Edge>; MOST_CUT] = [None; MOST_CUT];
        for &square in order {
            swept = swept.with(square);
            let mut step = Step {
                square,
                back: SmallVec::new(),
                ahead: SmallVec::new(),
                edges: SmallVec::new(),
                collect_ahead: SmallVec::new(),
                swept,
            };
            for (place, edge) in (0..).zip(&mut cut) {
                if edge.is_some_and(|edge| edge.square == square || edge.other() == Some(square)) {
                    *edge = None;
                    step.back.push(place);
                }
            }
            for direction in Direction::ALL {
                let (Some(to), Some(edge)) = (square.step(direction), square.edge(direction))
                else {
                    continue;
                };
                if (all - swept).contains(to) && self.grid.is_open(edge.square, edge.side) {
                    let (place, unused) = (0..).zip(&mut cut).find(|(_, edge)| edge.is_none())?;
                    *unused = Some(edge);
                    step.ahead.push(place);
                    step.edges.push(edge);
                    if self.tiles.contains(square) && self.tiles.contains(to) {
                        step.collect_ahead.push(place);
                    }
                }
            }
            steps.push(step);
        }
        Some(steps)
    }
}

/// The number of beginnings of an order that are tried.
const KEPT: usize = 8;

type Kept = SmallVec<[Beginning; KEPT]>;

/// The beginning of an order.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    swept: SquareSet,
    weight: i32,
    /// The sum of the costs of the cuts, which grow exponentially with their weights. The fewer free
    /// squares are to come, the more states are dropped, so cuts with many to come cost more. Before the
    /// square of the pawn the path may come from either side, so there they cost twice as much.
    price: u64,
    /// The last square.
    last: Option<usize>,
}

impl Beginning {
    fn of(square: Square, weight: i32) -> Self {
        Self { swept: SquareSet::of(square), weight, price: 0, last: None }
    }

    fn and(self, square: Square, heavier: i32, factor: u64) -> Self {
        let weight = self.weight + heavier;
        let price = self.price + (factor << weight.clamp(0, 40));
        Self { swept: self.swept.with(square), weight, price, ..self }
    }
}
