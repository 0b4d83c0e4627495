//! The order in which a build visits the positions.

use std::ops::Range;

use collateral_checkers::{Position, SquareSet};
use solve::tablebase::Rank;

use crate::endings::{Endings, MOVER, Material, Part};
use crate::numbering::{Around, Leader, Orbits};

/// Places one after the other at which the player to move has the same pieces.
pub(crate) struct Run<'e> {
    pub(crate) places: Range<u64>,
    /// The pieces of the player to move, around the centre.
    pub(crate) own: Around,
    /// The part of the ranks.
    pub(crate) part: &'e Part,
    /// The orbits of the pieces of the opponent.
    pub(crate) orbits: &'e Orbits,
}

impl Endings {
    /// Visits places. A place is the rank of the position with both sides exchanged, so the positions of
    /// neighbours have the same pieces of the player to move.
    pub(crate) fn visit_places(
        &self,
        class: usize,
        places: impl Iterator<Item = u64>,
        mut visit: impl FnMut(u64, Option<Position>, &[Rank]),
    ) {
        let (mut run, mut ranks): (Option<Run<'_>>, _) = (None, Vec::new());
        for place in places {
            if run.as_ref().is_none_or(|run| !run.places.contains(&place)) {
                run = self.run(Rank { class, index: place });
            }
            let Some(run) = &run else { return };
            let number = (place - run.places.start) as u32;
            let Some(opponents) = run.orbits.set_beside(number, run.own) else { return };
            ranks.clear();
            run.part.visit_ranks(class, run.orbits, [run.own, opponents], |rank| ranks.push(rank));
            visit(place, Some(self.position(run.part, [run.own, opponents])), &ranks);
        }
    }

    /// The run of a place.
    pub(crate) fn run(&self, place: Rank) -> Option<Run<'_>> {
        let (exchanged, Leader { set: own, .. }, number) = self.take_apart(place)?;
        let start = place.index - u64::from(number);
        let places = start..start + exchanged.ways;
        let Part { own: others, opponents: mine, .. } = *exchanged;
        let holder = exchanged.holder.map(|holder| !holder);
        let on_centre = |player| usize::from(holder == Some(player));
        let Material { parts, .. } =
            self.material(mine + on_centre(MOVER), others + on_centre(!MOVER))?;
        let part =
            parts.iter().find(|part| (part.holder, part.hold) == (holder, exchanged.hold))?;
        Some(Run { places, own, part, orbits: self.orbits.get(others)? })
    }

    /// The place of a position with these pieces of the player to move and of the opponent.
    pub(crate) fn place(&self, [own, opponents]: [SquareSet; 2], hold: u32) -> Option<Rank> {
        self.rank_in(self.material(opponents.len(), own.len())?, [opponents, own], hold)
    }
}

impl Part {
    /// Visits the ranks of a position and of its images: several if the pieces of the opponent are symmetric.
    #[inline]
    pub(crate) fn visit_ranks(
        &self,
        class: usize,
        orbits: &Orbits,
        [own, opponents]: [Around; 2],
        mut visit: impl FnMut(Rank),
    ) {
        let Some(place) = orbits.find(opponents) else { return };
        let (leader, set) = (place.leader(), own.image(place.symmetry()));
        visit(self.rank(class, place, set));
        if place.is_symmetric() {
            let symmetries = (1..8).filter(|&symmetry| leader.image(symmetry) == leader);
            symmetries.for_each(|symmetry| visit(self.rank(class, place, set.image(symmetry))));
        }
    }
}
