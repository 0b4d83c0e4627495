//! In which order to sweep a region, so that few of its edges are cut at a time.

use smallvec::SmallVec;

use crate::edge::Edge;
use crate::grid::Grid;
use crate::square::{Direction, MAX_SIDE, Square, SquareSet};

/// How many edges can be cut at a time: one more than the largest board has files.
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
    /// The squares to which these lead.
    pub(super) next: SmallVec<[Square; 4]>,
    /// Those of them between two squares on which the pawn may collect.
    pub(super) collect_ahead: SmallVec<[u32; 4]>,
    /// The squares swept so far, this one included.
    pub(super) swept: SquareSet,
}

impl Region {
    pub(super) fn all(self) -> SquareSet {
        self.tiles | self.free
    }

    /// Whether it is a part of another, with no square and no edge that is not.
    pub(super) fn is_within(self, other: Self) -> bool {
        let all = self.all();
        let edges = self.grid.edges_within(all) - other.grid.edges_within(other.all());
        (self.tiles - other.tiles).is_empty()
            && (self.free - other.free).is_empty()
            && edges.is_empty()
    }

    /// Whether one can step from one square to the other, which are next to one another, in it.
    pub(super) fn joins(self, one: Square, other: Square) -> bool {
        self.all().contains(one)
            && (self.grid.neighbours(SquareSet::of(one)) & self.all()).contains(other)
    }

    /// Square by square, file after file or rank after rank, along the shorter side.
    pub(super) fn order_by_lines(self, order: &mut Vec<Square>) {
        let files: u32 = self.all().into_iter().fold(0, |files, square| files | 1 << square.file());
        let ranks: u32 = self.all().into_iter().fold(0, |ranks, square| ranks | 1 << square.rank());
        order.clear();
        order.extend(self.all());
        if files.count_ones() < ranks.count_ones() {
            order.sort_unstable_by_key(|square| (square.rank(), square.file()));
        }
    }

    /// First this square, then the others in an order that keeps the cuts light: of the beginnings
    /// of the same length the best few go on.
    pub(super) fn order_from(self, first: Square, order: &mut Vec<Square>) {
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
                    (beginning.and(square, heavier), square, beginning.last)
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
        order.clear();
        let mut last = kept.first().and_then(|best| best.last);
        while let Some(&(square, before)) = last.and_then(|last| trail.get(last)) {
            order.push(square);
            last = before;
        }
        order.push(first);
        order.reverse();
    }

    /// By how much the cut becomes heavier when a square is swept: an edge between two tiles weighs
    /// twice as much as others, as both paths can cross it.
    fn heavier(self, swept: SquareSet, square: Square) -> i32 {
        let more = |beside: SquareSet| beside.len() as i32 - 2 * (beside & swept).len() as i32;
        let beside = self.grid.neighbours(SquareSet::of(square)) & self.all();
        more(beside) + if self.tiles.contains(square) { more(beside & self.tiles) } else { 0 }
    }

    /// Gives every edge a place while it is cut; `None` if too many are.
    pub(super) fn plan(self, order: &[Square], steps: &mut Vec<Step>) -> Option<()> {
        steps.clear();
        let all = self.all();
        let mut swept = SquareSet::EMPTY;
        let mut cut: [Option<Edge>; MOST_CUT] = [None; MOST_CUT];
        for &square in order {
            swept = swept.with(square);
            let mut step = Step {
                square,
                back: SmallVec::new(),
                ahead: SmallVec::new(),
                next: SmallVec::new(),
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
                    step.next.push(to);
                    if self.tiles.contains(square) && self.tiles.contains(to) {
                        step.collect_ahead.push(place);
                    }
                }
            }
            steps.push(step);
        }
        Some(())
    }
}

/// Orders that were found before.
#[derive(Debug, Default)]
pub(super) struct Orders {
    known: Vec<Known>,
    /// How many have been found.
    count: usize,
}

/// How many orders are remembered.
const ORDERS: usize = 16;

/// How many squares fewer a region may have than the one for which an order was found.
const FEWER: usize = 4;

/// An order and what it was found for.
#[derive(Debug)]
struct Known {
    first: Square,
    region: Region,
    order: Vec<Square>,
}

impl Orders {
    /// An order that begins with this square; mostly one that is known, because one wall or mountain
    /// more does not make a difference.
    pub(super) fn find(&mut self, region: Region, first: Square, order: &mut Vec<Square>) {
        let all = region.all();
        order.clear();
        if let Some(known) = self.known.iter().find(|known| known.suits(region, first)) {
            order.extend(known.order.iter().filter(|&&square| all.contains(square)));
            return;
        }
        self.renew(region, first, order);
    }

    /// An order that begins with this square, found for just this region.
    pub(super) fn renew(&mut self, region: Region, first: Square, order: &mut Vec<Square>) {
        region.order_from(first, order);
        let known = Known { first, region, order: order.clone() };
        let suits = |known: &Known| known.suits(region, first);
        let index = self.known.iter().position(suits).unwrap_or_else(|| {
            self.count = self.count.wrapping_add(1);
            self.count.wrapping_sub(1) % ORDERS
        });
        match self.known.get_mut(index) {
            Some(oldest) => *oldest = known,
            None => self.known.push(known),
        }
    }
}

impl Known {
    fn suits(&self, region: Region, first: Square) -> bool {
        let (all, known) = (region.all(), self.region.all());
        self.first == first
            && (all - known).is_empty()
            && (known - all).len() <= FEWER
            && (region.grid.edges_within(all) - self.region.grid.edges_within(known)).is_empty()
    }
}

/// How many beginnings of an order are followed.
const KEPT: usize = 8;

type Kept = SmallVec<[Beginning; KEPT]>;

/// The beginning of an order.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    swept: SquareSet,
    weight: i32,
    /// The sum of the costs of the cuts, which grow exponentially with their weights.
    price: u64,
    /// The last square.
    last: Option<usize>,
}

impl Beginning {
    fn of(square: Square, weight: i32) -> Self {
        Self { swept: SquareSet::of(square), weight, price: 0, last: None }
    }

    fn and(self, square: Square, heavier: i32) -> Self {
        let weight = self.weight + heavier;
        let price = self.price + (1 << weight.clamp(0, 50));
        Self { swept: self.swept.with(square), weight, price, ..self }
    }
}
