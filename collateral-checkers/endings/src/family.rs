//! Endings as a family of positions that a table is built for.

use std::ops::{ControlFlow, Range};

use collateral_checkers::{Move, Position, Rules};
use engine::Score;
use solve::tablebase::{BuildError, Child, Family, Found, Known, Passes, Rank, Wanted};

use crate::captures::Captures;
use crate::endings::Endings;
use crate::numbering::Leader;
use crate::row::Row;

impl Family for Endings {
    type Game = Position;

    fn description(&self) -> String {
        self.to_string()
    }

    fn sizes(&self) -> Vec<u64> {
        let classes = self.materials.chunk_by(|a, b| a.class == b.class);
        classes
            .map(|both| both.iter().map(|material| material.indices.end).max().unwrap_or(0))
            .collect()
    }

    fn class_name(&self, class: usize) -> String {
        let material = self.materials.iter().find(|material| material.class == class);
        material.map_or_else(String::new, |m| format!("{}-{}", m.own, m.opponents))
    }

    /// Those that captures lead to, of pieces of either side.
    fn needs(&self, class: usize) -> Vec<usize> {
        let material = |class| self.materials.iter().find(|material| material.class == class);
        let is_needed = |earlier: &usize| {
            let both = material(*earlier).zip(material(class));
            both.is_some_and(|(less, more)| {
                less.own <= more.own && less.opponents <= more.opponents
            })
        };
        (0..class).filter(is_needed).collect()
    }

    fn rank(&self, position: &Position) -> Option<Rank> {
        let Rules { forced_capture, hold_turns, .. } = position.rules();
        if forced_capture != self.rules.forced_capture || hold_turns != self.rules.hold_turns {
            return None;
        }
        let (own, opponents) = position.sides();
        let hold = position.hold();
        if hold >= hold_turns.get() {
            return None;
        }
        self.rank_in(self.material(own.len(), opponents.len())?, [own, opponents], hold)
    }

    fn unrank(&self, rank: Rank) -> Option<Position> {
        let (part, Leader { set, .. }, number) = self.take_apart(rank)?;
        let own = self.orbits.get(part.own)?.set_beside(number, set)?;
        Some(self.position(part, [own, set]))
    }

    fn children<B>(
        &self,
        position: &Position,
        _moves: &mut Vec<Move>,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_children(position, None, visit)
    }

    /// The number of positions that the symmetries of the board make of one.
    fn weight(&self, rank: Rank) -> u64 {
        self.take_apart(rank).map_or(0, |(_, leader, _)| leader.size.into())
    }

    fn holds(&self, position: &Position, score: Score) -> bool {
        let Some(limit) = position.rules().quiet_limit else { return true };
        let left = limit.get().saturating_sub(position.quiet());
        score.distance().is_none_or(|plies| plies <= left)
    }

    fn passes(&self) -> impl Passes<Family = Self> {
        ByRows(self)
    }
}

/// Passes in rows of positions with the same pieces of the player to move.
struct ByRows<'e>(&'e Endings);

impl Passes for ByRows<'_> {
    type Family = Endings;

    fn family(&self) -> &Endings {
        self.0
    }

    fn children<B>(
        &self,
        position: &Position,
        wanted: Wanted,
        _moves: &mut Vec<Move>,
        visit: impl FnMut(Option<Child>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_children(position, Some(wanted), visit)
    }

    fn lists_predecessors(&self) -> bool {
        true
    }

    fn predecessors(&self, position: &Position, places: &mut Vec<Rank>) {
        self.0.list_predecessors(position, places);
    }

    fn visit(
        &self,
        class: usize,
        places: impl Iterator<Item = u64>,
        visit: impl FnMut(u64, Option<Position>, &[Rank]),
    ) {
        self.0.visit_places(class, places, visit);
    }

    fn first_pass(
        &self,
        class: usize,
        places: Range<u64>,
        known: &impl Known,
        mut found: impl FnMut(Found),
    ) -> Result<(), BuildError> {
        let missing = |&needed: &usize| known.get(Rank { class: needed, index: 0 }).is_none();
        if self.0.needs(class).iter().any(missing) {
            return Err(BuildError::Outside { rank: Rank { class, index: places.start } });
        }
        let mut captures = Captures::new(known);
        let mut next = places.start;
        while next < places.end {
            let Some(run) = self.0.run(Rank { class, index: next }) else { break };
            let end = run.places.end.min(places.end) - run.places.start;
            let mut row = Row::new(self.0, class, &run, next - run.places.start..end);
            row.look_at_steps();
            captures.follow(&mut row);
            row.report(&mut found);
            next = run.places.start + end.min(row.first + 64 * row.words as u64);
        }
        Ok(())
    }

    fn equal_weights(&self, rank: Rank) -> u64 {
        self.0.take_apart(rank).map_or(1, |(part, _, number)| part.ways - u64::from(number))
    }
}
