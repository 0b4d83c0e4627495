//! Children and predecessors of positions, numbered without setting them up.

use std::ops::{ControlFlow, Range};

use collateral_checkers::inside::{
    Chain, Collect, Leaps, count_steps, fewer_than_three, jumpers, neighbours,
};
use collateral_checkers::{ForcedCapture, Player, Position, Square, SquareSet};
use engine::Wdl;
use solve::tablebase::{Child, NextMover, Rank, Wanted};

use crate::endings::{Endings, MOVER, Material};
use crate::numbering::Around;

/// A visit of the children of a position.
struct Visit<'e, V, B> {
    endings: &'e Endings,
    own: SquareSet,
    opponents: SquareSet,
    empty: SquareSet,
    /// The numbers of pieces of the player to move and of the opponent.
    sizes: [usize; 2],
    /// The number of turns for which the centre has been held.
    hold: u32,
    /// The opponent's pieces, if a capture must take one of them.
    duty: Option<SquareSet>,
    /// The visitor of each child.
    see: V,
    /// Whether the visit continues.
    flow: ControlFlow<B>,
}

impl Endings {
    /// Visits the children of an unfinished position: those wanted, or all. First come captures that begin with a piece of the
    /// opponent's, then other ones, then steps.
    #[inline]
    pub(crate) fn visit_children<B>(
        &self,
        position: &Position,
        wanted: Option<Wanted>,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ((own, opponents), empty) = (position.sides(), position.empty());
        let attacks = Leaps::new(own, opponents, empty);
        let is_forced = !attacks.is_empty();
        if wanted == Some(Wanted::Staying) && is_forced {
            return ControlFlow::Continue(());
        }
        let takes_any = self.rules.forced_capture == ForcedCapture::AnyCapture;
        let mut visit = Visit {
            endings: self,
            own,
            opponents,
            empty,
            sizes: [own, opponents].map(Around::count),
            hold: position.hold(),
            duty: Some(opponents).filter(|_| is_forced && !takes_any),
            see: visit,
            flow: ControlFlow::Continue(()),
        };
        if wanted == Some(Wanted::Staying) {
            return visit.steps();
        }
        let wins = if is_forced { visit.sizes[1] == 3 } else { visit.step_wins() };
        if wins {
            (visit.see)(Some(Child::Over(Wdl::Win)))?;
        }
        let sacrifices = Leaps::new(own, own, empty);
        if is_forced || !sacrifices.is_empty() {
            let [mine, theirs] = visit.sizes;
            let leads_on = jumpers(empty, own | opponents, empty);
            visit.captures(&attacks, self.material(theirs.wrapping_sub(1), mine), leads_on);
            visit.captures(&sacrifices, self.material(theirs, mine.wrapping_sub(1)), leads_on);
        }
        if is_forced || visit.flow.is_break() {
            visit.flow
        } else if wanted == Some(Wanted::Leaving) {
            visit.any_step()
        } else {
            visit.steps()
        }
    }

    /// Lists the places of the predecessors of a position by a step: a capture comes from another class.
    pub(crate) fn list_predecessors(&self, position: &Position, places: &mut Vec<Rank>) {
        let ((opponents, own), empty) = (position.sides(), position.empty());
        for to in own {
            let (others, free) = (own.without(to), empty.with(to));
            let mut from = empty & neighbours(to);
            // Where the piece could capture, or does not stop another one from it, the step was illegal.
            from -= jumpers(free, opponents, free);
            let landings = Leaps::new(others, opponents, free).landings();
            for from in from.into_iter().filter(|&from| landings.without(from).is_empty()) {
                let before = others.with(from);
                let holds = self.holds_before(position, before);
                places.extend(holds.filter_map(|hold| self.place([before, opponents], hold)));
            }
        }
    }

    /// The turns that the centre may have been held before a step, after which the position is `after`;
    /// `before` are the pieces of the player who made it.
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
}

impl<B, V: FnMut(Option<Child>) -> ControlFlow<B>> Collect for Visit<'_, V, B> {
    #[inline]
    fn is_new(&mut self, _chain: &Chain) -> bool {
        self.flow.is_continue()
    }

    #[inline]
    fn capture(&mut self, chain: &Chain) {
        let (own, opponents) = chain.board();
        self.board(self.endings.material(opponents.len(), own.len()), own, opponents);
    }
}

impl<B, V: FnMut(Option<Child>) -> ControlFlow<B>> Visit<'_, V, B> {
    /// Visits the positions after captures that begin with these jumps, some of them several times. After a
    /// single jump the position is of this material.
    #[inline]
    fn captures(&mut self, leaps: &Leaps, material: Option<&Material>, leads_on: SquareSet) {
        let Self { own, opponents, duty, .. } = *self;
        leaps.for_each(|leap| {
            if leads_on.meets(leap.to) {
                if let Some(chain) = Chain::begun(leap, own, opponents) {
                    chain.collect_distinct(duty, self);
                }
            } else if duty.is_none_or(|duty| duty.meets(leap.over)) {
                let own = (own - (leap.from | leap.over)) | leap.to;
                self.board(material, own, opponents - leap.over);
            }
        });
    }

    /// Visits a position after a capture that leaves these pieces of the player who made it, and of the opponent.
    #[inline]
    fn board(&mut self, material: Option<&Material>, own: SquareSet, opponents: SquareSet) {
        if self.flow.is_continue() {
            let child = self.child(material, own, opponents);
            self.flow = (self.see)(child);
        }
    }

    /// The position after a move that leaves these pieces of the player who made it, and of the opponent.
    #[inline]
    fn child(
        &self,
        material: Option<&Material>,
        own: SquareSet,
        opponents: SquareSet,
    ) -> Option<Child> {
        if fewer_than_three(opponents.bits()) {
            return Some(Child::Over(Wdl::Win));
        }
        if fewer_than_three(own.bits()) {
            return Some(Child::Over(Wdl::Loss));
        }
        let before = holder(self.own, self.opponents);
        let Some(hold) = self.endings.hold_after(self.hold, before, holder(own, opponents)) else {
            return Some(Child::Over(Wdl::Win));
        };
        let rank = self.endings.rank_in(material?, [opponents, own], hold)?;
        Some(Child::Running { rank, next: NextMover::Other })
    }

    /// Visits some position of the class if there is a step.
    fn any_step(&mut self) -> ControlFlow<B> {
        let [mine, theirs] = self.sizes;
        let Some(material) = self.endings.material(mine, theirs) else { return (self.see)(None) };
        let rank = Rank { class: material.class, index: material.indices.start };
        if count_steps(self.own, self.empty) == 0 {
            return ControlFlow::Continue(());
        }
        (self.see)(Some(Child::Running { rank, next: NextMover::Other }))
    }

    /// Visits the positions after steps.
    fn steps(&mut self) -> ControlFlow<B> {
        let [mine, theirs] = self.sizes;
        let material = self.endings.material(theirs, mine);
        for from in self.own {
            let others = self.own.without(from);
            for to in self.empty & neighbours(from) {
                let child = self.child(material, others.with(to), self.opponents);
                (self.see)(child)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a step leaves the centre held for long enough to win.
    fn step_wins(&self) -> bool {
        let Self { endings, own, empty, hold, .. } = *self;
        let limit = endings.rules.hold_turns.get();
        if own.contains(Square::C3) {
            hold + 1 >= limit && count_steps(own.without(Square::C3), empty) > 0
        } else {
            limit == 1 && count_steps(own, empty & SquareSet::of(Square::C3)) > 0
        }
    }
}

/// Who holds the centre: the player to move, or the opponent.
#[inline]
fn holder(own: SquareSet, opponents: SquareSet) -> Option<Player> {
    if own.contains(Square::C3) {
        Some(MOVER)
    } else {
        opponents.contains(Square::C3).then_some(!MOVER)
    }
}
