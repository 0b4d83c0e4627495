//! Children and predecessors of positions, numbered without setting them up.

use std::ops::{ControlFlow, Range};

use engine::Wdl;
use engine::solve::tablebase::{Child, NextMover, Rank};

use super::Endings;
use super::numbering::{AROUND, Around};
use crate::chain::{Chain, Collect, fewer_than_three};
use crate::geometry::{Direction, count_steps, jumpers, step, steps};
use crate::legal::Choice;
use crate::position::Position;
use crate::square::{Square, SquareSet};

/// A visit of the children of a position.
struct Visit<'e, V, B> {
    endings: &'e Endings,
    own: SquareSet,
    opponents: SquareSet,
    /// For how many turns the centre has been held.
    hold: u32,
    visit: V,
    /// Whether the visit goes on.
    flow: ControlFlow<B>,
}

impl Endings {
    /// Visits what the moves of an unfinished position lead to, captures first.
    pub(super) fn visit_children<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (own, opponents) = position.sides();
        let flow = ControlFlow::Continue(());
        let mut visit = Visit { endings: self, own, opponents, hold: position.hold(), visit, flow };
        let choice = Choice::of(position);
        if visit.wins_at_once(&choice) {
            (visit.visit)(Some(Child::Over(Wdl::Win)))?;
        }
        choice.collect_captures(&mut visit);
        if choice.is_forced() || visit.flow.is_break() { visit.flow } else { visit.steps() }
    }

    /// Lists the predecessors of a position by a step: a capture comes from another class.
    pub(super) fn list_predecessors(&self, position: &Position, ranks: &mut Vec<Rank>) {
        let (opponents, own) = position.sides();
        for to in own {
            for direction in steps(to, position.empty()) {
                let before = own.without(to).union(step(to, direction));
                let empty = SquareSet::ALL.difference(before).difference(opponents);
                if jumpers(before, opponents, empty).is_empty() {
                    for hold in self.holds_before(position, before) {
                        let _ = self.list_images(before, opponents, hold, ranks);
                    }
                }
            }
        }
    }

    /// How long the centre may have been held before a step, after which the position is `after`;
    /// `before` are the pieces of who made it.
    fn holds_before(&self, after: &Position, before: SquareSet) -> Range<u32> {
        let hold = after.hold();
        let now = after.pieces(!after.turn());
        match (before.contains(Square::C3), now.contains(Square::C3)) {
            // Left now, after any time.
            (true, false) => 1..self.rules.hold_turns.get(),
            // Held for one turn more.
            (true, true) => hold.saturating_sub(1).max(1)..hold,
            // Entered now.
            (false, true) => 0..u32::from(hold == 1),
            (false, false) => hold..hold + 1,
        }
    }

    /// Lists the ranks of a position and of its images: several if the pieces of the player to move are
    /// symmetric.
    fn list_images(
        &self,
        own: SquareSet,
        opponents: SquareSet,
        hold: u32,
        ranks: &mut Vec<Rank>,
    ) -> Option<()> {
        let (class, part) = self.part(own, opponents, hold)?;
        let orbits = self.orbits.get(part.own)?;
        let place = orbits.find(Around::of(own))?;
        let (first, leader) = (part.first(place), place.leader());
        let set = Around::of(opponents).image(place.symmetry());
        let rank =
            |set: Around| Rank { class, index: first + u64::from(set.number_beside(leader)) };
        ranks.push(rank(set));
        if orbits.leader(place.orbit.into())?.size < 8 {
            let symmetries = (1..8).filter(|&symmetry| leader.image(symmetry) == leader);
            ranks.extend(symmetries.map(|symmetry| rank(set.image(symmetry))));
        }
        Some(())
    }
}

impl<B, V: FnMut(Option<Child>) -> ControlFlow<B>> Collect for Visit<'_, V, B> {
    #[inline]
    fn is_new(&mut self, _chain: &Chain) -> bool {
        self.flow.is_continue()
    }

    #[inline]
    fn capture(&mut self, chain: &Chain) {
        if self.flow.is_continue() {
            let (own, opponents) = chain.board();
            let child = self.child(own, opponents);
            self.flow = (self.visit)(child);
        }
    }
}

impl<B, V: FnMut(Option<Child>) -> ControlFlow<B>> Visit<'_, V, B> {
    /// The position after a move that leaves these pieces of who made it, and of the opponent.
    #[inline]
    fn child(&self, own: SquareSet, opponents: SquareSet) -> Option<Child> {
        if fewer_than_three(opponents.bits()) {
            return Some(Child::Over(Wdl::Win));
        }
        if fewer_than_three(own.bits()) {
            return Some(Child::Over(Wdl::Loss));
        }
        let hold = if own.contains(Square::C3) {
            let hold = if self.own.contains(Square::C3) { self.hold + 1 } else { 1 };
            if hold >= self.endings.rules.hold_turns.get() {
                return Some(Child::Over(Wdl::Win));
            }
            hold
        } else if opponents.contains(Square::C3) {
            self.hold
        } else {
            0
        };
        let rank = self.endings.rank_of(opponents, own, hold)?;
        Some(Child::Running { rank, next: NextMover::Other })
    }

    /// Visits what steps lead to. The opponent's pieces stay, so that all is seen as from their leader.
    fn steps(&mut self) -> ControlFlow<B> {
        let Self { endings, own, opponents, hold, ref mut visit, .. } = *self;
        let limit = endings.rules.hold_turns.get();
        let material = endings.material(opponents.len(), own.len());
        let orbits = endings.orbits.get(opponents.without(Square::C3).len());
        let place = orbits.and_then(|orbits| orbits.find(Around::of(opponents)));
        let (Some(material), Some(place)) = (material, place) else { return visit(None) };
        let (pieces, leader) = (Around::of(own).image(place.symmetry()), place.leader());
        let mut after = |part: u32, pieces: u32| {
            let part = material.parts.get(part as usize);
            visit(part.map(|part| {
                let index = part.first(place) + u64::from(Around(pieces).number());
                let rank = Rank { class: material.class, index };
                Child::Running { rank, next: NextMover::Other }
            }))
        };
        let targets = |from: usize| {
            let free = !(pieces.0 | leader.0) & NEIGHBOURS[from & 31];
            bits(Around(free).less(leader).0)
        };
        let holds = own.contains(Square::C3);
        let enters = limit > 1 && !holds && !opponents.contains(Square::C3);
        // None if those that stay off the centre win.
        let part = if holds { Some(limit + hold).filter(|_| hold + 1 < limit) } else { Some(hold) };
        let all = pieces.less(leader).0;
        let mut left = all;
        for from in bits(pieces.0) {
            let others = all & !(left & left.wrapping_neg());
            left &= left - 1;
            if let Some(part) = part {
                targets(from.trailing_zeros() as usize)
                    .try_for_each(|to| after(part, others | to))?;
            }
            if enters && NEIGHBOURS[AROUND] & from != 0 {
                after(limit, others)?;
            }
        }
        if holds {
            targets(AROUND).try_for_each(|to| after(0, all | to))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether a move wins at once for sure: any that takes the opponent's third last piece, or a step
    /// that leaves the centre held for long enough.
    fn wins_at_once(&self, choice: &Choice) -> bool {
        let Self { endings, own, opponents, hold, .. } = *self;
        let limit = endings.rules.hold_turns.get();
        let empty = SquareSet::ALL.difference(own).difference(opponents);
        if choice.is_forced() {
            opponents.len() == 3
        } else if own.contains(Square::C3) {
            hold + 1 >= limit && count_steps(own.without(Square::C3), empty) > 0
        } else {
            limit == 1 && count_steps(own, empty.intersection(SquareSet::of(Square::C3))) > 0
        }
    }
}

/// The bits of a number, each as a number, the lowest first.
fn bits(mut number: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = number & number.wrapping_neg();
        number ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// By square around the centre, and then of the centre: its neighbours around the centre.
static NEIGHBOURS: [u32; 32] = {
    let mut neighbours = [0; 32];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let place = match Around::of(SquareSet::of(square)).0 {
            0 => AROUND,
            bit => bit.trailing_zeros() as usize,
        };
        let mut i = 0;
        while i < 8 {
            if let Some(to) = Direction::ALL[i].from(square, 1) {
                neighbours[place] |= Around::of(SquareSet::of(to)).0;
            }
            i += 1;
        }
        index += 1;
    }
    neighbours
};
