//! The order in which a build visits the positions.

use std::ops::Range;

use engine::solve::tablebase::Rank;

use super::numbering::{Around, Leader, Orbits};
use super::{Endings, MOVER, Material, Part};
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Square, SquareSet};

/// Places one after the other at which the player to move has the same pieces.
struct Run<'e> {
    places: Range<u64>,
    /// The pieces of the player to move, around the centre.
    own: Around,
    /// The part of the ranks.
    part: &'e Part,
    /// The orbits of the pieces of the opponent.
    orbits: &'e Orbits,
}

impl Endings {
    /// Visits places. A place is the rank of the position with both sides exchanged, so the positions of
    /// neighbours have the same pieces of the player to move. Where the opponent holds the centre, long holds
    /// come first: most of these positions are won, and then those with shorter ones are won, too.
    pub(super) fn visit_places(
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
            run.part.list_ranks(class, run.orbits, [run.own, opponents], &mut ranks);
            visit(place, Some(self.position(run.part, [run.own, opponents])), &ranks);
        }
    }

    /// The run of a place.
    fn run(&self, place: Rank) -> Option<Run<'_>> {
        let (exchanged, Leader { set: own, .. }, number) = self.take_apart(place)?;
        let start = place.index - u64::from(number);
        let places = start..start + exchanged.ways;
        let Part { own: others, opponents: mine, .. } = *exchanged;
        let holder = exchanged.holder.map(|holder| !holder);
        let hold = self.turned(holder, exchanged.hold);
        let on_centre = |player| usize::from(holder == Some(player));
        let Material { parts, .. } =
            self.material(mine + on_centre(MOVER), others + on_centre(!MOVER))?;
        let part = parts.iter().find(|part| (part.holder, part.hold) == (holder, hold))?;
        Some(Run { places, own, part, orbits: self.orbits.get(others)? })
    }

    /// The place of a position with these pieces of the player to move and of the opponent.
    pub(super) fn place(&self, [own, opponents]: [SquareSet; 2], hold: u32) -> Option<Rank> {
        let hold = self.turned(opponents.contains(Square::C3).then_some(!MOVER), hold);
        self.rank_in(self.material(opponents.len(), own.len())?, [opponents, own], hold)
    }

    /// The turns held in a place of a position, and the other way round.
    fn turned(&self, holder: Option<Player>, hold: u32) -> u32 {
        if holder == Some(!MOVER) { self.rules.hold_turns.get() - hold } else { hold }
    }
}

impl Part {
    /// Lists the ranks of a position and of its images: several if the pieces of the opponent are symmetric.
    #[inline]
    pub(super) fn list_ranks(
        &self,
        class: usize,
        orbits: &Orbits,
        [own, opponents]: [Around; 2],
        ranks: &mut Vec<Rank>,
    ) {
        let Some(place) = orbits.find(opponents) else { return };
        let (leader, set) = (place.leader(), own.image(place.symmetry()));
        ranks.push(self.rank(class, place, set));
        if place.is_symmetric() {
            let symmetries = (1..8).filter(|&symmetry| leader.image(symmetry) == leader);
            let images = symmetries.map(|symmetry| set.image(symmetry));
            ranks.extend(images.map(|set| self.rank(class, place, set)));
        }
    }
}
