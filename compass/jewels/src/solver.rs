//! The most points that a hand can make.
//!
//! The points depend only on the number of times that each [`Shape`] is built. A choice of shapes can be built if
//! each of its arcs can be assigned to a card of its own: a bipartite matching, which augmenting paths keep up to
//! date. If some shapes can be built, so can any part of them; hence an arc or a shape that does not fit into a
//! choice fits into no larger one. A branch and bound goes through the choices, shapes with most points first, and
//! stops when it reaches the trivial bound of three points for every four cards.

use crate::card::{Card, Kind};
use crate::hand::Hand;
use crate::shape::{Arc, Corner, SHAPES, Shape};

/// The most jewels that the cards of the pack can make.
const MOST_JEWELS: usize = 15;

/// The number of shapes worth three points.
const BEST_SHAPES: usize = 10;

/// A choice of shapes, and the cards that take their arcs.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    points: u32,
    jewels: usize,
    shapes: [Shape; MOST_JEWELS],
    matching: Matching,
}

impl Choice {
    pub(crate) fn best(hand: Hand) -> Self {
        let cards = Cards::of(hand);
        let nothing = Self::nothing(&cards);
        let mut search = Search::new(&cards);
        search.descend(&nothing, (1 << SHAPES.len()) - 1);
        search.best
    }

    const fn nothing(cards: &Cards) -> Self {
        let matching = Matching { taken: [0; Arc::COUNT], free: cards.all };
        Self { points: 0, jewels: 0, shapes: [SHAPES[0]; MOST_JEWELS], matching }
    }

    pub(crate) const fn points(&self) -> u32 {
        self.points
    }

    /// The jewels, as cards in the order in which they are written. `hand` is the one the choice was made for.
    pub(crate) fn jewels(mut self, hand: Hand) -> impl Iterator<Item = [Card; 4]> {
        (0..self.jewels).filter_map(move |i| {
            let mut cards = [None; 4];
            for (corner, arc) in Corner::WALK.into_iter().zip(self.shapes[i].arcs()) {
                let taken = &mut self.matching.taken[arc.index()];
                let kind = hand.iter().nth(taken.trailing_zeros() as usize);
                *taken &= taken.wrapping_sub(1);
                cards[corner as usize] = kind.and_then(|kind: Kind| corner.turn(kind, arc));
            }
            let [top_left, top_right, bottom_left, bottom_right] = cards;
            Some([top_left?, top_right?, bottom_left?, bottom_right?])
        })
    }

    /// Adds a shape, if its arcs can be given to cards; otherwise the choice must be discarded.
    fn lay(&mut self, cards: &Cards, shape: Shape) -> bool {
        let fits = shape.arcs().into_iter().all(|arc| self.matching.give(cards, arc.index()));
        if let Some(place) = self.shapes.get_mut(self.jewels)
            && fits
        {
            *place = shape;
            self.jewels += 1;
            self.points += shape.points();
            return true;
        }
        false
    }
}

/// The cards of a hand as the bits of a word, in order.
struct Cards {
    all: u64,
    /// By arc: the cards that offer it.
    offers: [u64; Arc::COUNT],
}

impl Cards {
    fn of(hand: Hand) -> Self {
        let mut cards = Self { all: 0, offers: [0; Arc::COUNT] };
        for (i, kind) in hand.iter().enumerate() {
            cards.all |= 1 << i;
            for arc in Arc::of(kind) {
                cards.offers[arc.index()] |= 1 << i;
            }
        }
        cards
    }

    /// The shapes, those with most points first. Those of three points are sorted: first come the ones
    /// with an arc that few cards offer, as they are hard to fit in later.
    fn scarce_first(&self) -> [Shape; SHAPES.len()] {
        let mut shapes = SHAPES;
        let mut best = [(0, SHAPES[0]); BEST_SHAPES];
        for (best, shape) in best.iter_mut().zip(shapes) {
            let [one, other, ..] = shape.arcs().map(|arc| self.offers[arc.index()].count_ones());
            *best = (one.min(other), shape);
        }
        best.sort_by_key(|&(offers, _)| offers);
        for (shape, (_, best)) in shapes.iter_mut().zip(best) {
            *shape = best;
        }
        shapes
    }
}

/// The matching of cards and arcs.
#[derive(Clone, Copy)]
struct Matching {
    /// By arc: the cards that take it.
    taken: [u64; Arc::COUNT],
    /// The cards that take none.
    free: u64,
}

impl Matching {
    /// Gives an arc to a card that took none, moving other cards to other arcs if need be.
    fn give(&mut self, cards: &Cards, arc: usize) -> bool {
        let card = lowest(cards.offers[arc] & self.free);
        if card == 0 {
            return self.augment(cards, arc);
        }
        self.free ^= card;
        self.taken[arc] |= card;
        true
    }

    /// Looks breadth-first for an augmenting path: a card that offers the arc changes to it, another card
    /// takes over the arc that it leaves, and so on to a free card.
    fn augment(&mut self, cards: &Cards, arc: usize) -> bool {
        // By arc: the arc that a card taking it can change to.
        let mut change = [0_u8; Arc::COUNT];
        let mut queue = [0_u8; Arc::COUNT];
        queue[0] = arc as u8;
        let (mut seen, mut head, mut tail) = (1_u32 << arc, 0, 1);
        while head < tail {
            let at = queue[head % Arc::COUNT];
            head += 1;
            let offers = cards.offers[usize::from(at) % Arc::COUNT];
            for next in 0..Arc::COUNT {
                if seen >> next & 1 == 1 || self.taken[next] & offers == 0 {
                    continue;
                }
                change[next] = at;
                if cards.offers[next] & self.free != 0 {
                    self.shift(cards, &change, next, arc);
                    return true;
                }
                seen |= 1 << next;
                queue[tail % Arc::COUNT] = next as u8;
                tail += 1;
            }
        }
        false
    }

    /// The arcs that can be given to one card more, as bits.
    fn spare_arcs(&self, cards: &Cards) -> u32 {
        // The cards that are free or can be freed, as others take over their arcs.
        let mut movable = self.free;
        let mut spare = 0;
        loop {
            let before = spare;
            for arc in 0..Arc::COUNT {
                if cards.offers[arc] & movable != 0 {
                    spare |= 1 << arc;
                    movable |= self.taken[arc];
                }
            }
            if spare == before {
                return spare;
            }
        }
    }

    /// Gives the arc `at` to a free card and moves one card along the chain of changes to `arc`.
    fn shift(&mut self, cards: &Cards, change: &[u8; Arc::COUNT], mut at: usize, arc: usize) {
        let mut card = lowest(cards.offers[at] & self.free);
        self.free ^= card;
        while at != arc {
            let next = usize::from(change[at]) % Arc::COUNT;
            let moved = lowest(self.taken[at] & cards.offers[next]);
            self.taken[at] ^= moved | card;
            (card, at) = (moved, next);
        }
        self.taken[arc] |= card;
    }
}

/// The lowest of some cards, or 0 if there are none.
const fn lowest(cards: u64) -> u64 {
    cards & cards.wrapping_neg()
}

struct Search<'a> {
    cards: &'a Cards,
    shapes: [Shape; SHAPES.len()],
    /// By arc: the shapes that have it, as bits.
    having: [u128; Arc::COUNT],
    best: Choice,
}

impl<'a> Search<'a> {
    fn new(cards: &'a Cards) -> Self {
        let shapes = cards.scarce_first();
        let mut having = [0; Arc::COUNT];
        for (i, shape) in shapes.iter().enumerate() {
            for arc in shape.arcs() {
                having[arc.index()] |= 1 << i;
            }
        }
        Self { cards, shapes, having, best: Choice::nothing(cards) }
    }

    /// Searches the choices that add candidates, the bits of a word, to the shapes laid already. Each may
    /// be added several times. Returns whether the trivial bound was reached.
    fn descend(&mut self, laid: &Choice, mut candidates: u128) -> bool {
        if laid.points > self.best.points {
            self.best = *laid;
            if laid.points == self.cards.all.count_ones() / 4 * 3 {
                return true;
            }
        }
        let room = laid.matching.free.count_ones() / 4;
        let spare = laid.matching.spare_arcs(self.cards);
        for (arc, having) in self.having.iter().enumerate() {
            if spare >> arc & 1 == 0 {
                candidates &= !having;
            }
        }
        while candidates != 0 {
            let Some(&shape) = self.shapes.get(candidates.trailing_zeros() as usize) else { break };
            if laid.points + room * shape.points() <= self.best.points {
                break;
            }
            let mut next = *laid;
            if next.lay(self.cards, shape) && self.descend(&next, candidates) {
                return true;
            }
            candidates &= candidates - 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::RngExt;
    use rand::seq::IndexedRandom;

    use super::*;

    #[test]
    fn an_arc_is_spare_if_one_card_more_can_take_it() {
        let mut rng = seeded(1);
        let kinds: Vec<Kind> = Kind::all().collect();
        let (mut spare_arcs, mut all) = (0, 0);
        for size in 1..=24 {
            let mut hand = Hand::default();
            while hand.len() < size {
                hand = kinds.choose(&mut rng).and_then(|&kind| hand.with(kind)).unwrap_or(hand);
            }
            let cards = Cards::of(hand);
            let mut matching = Choice::nothing(&cards).matching;
            for _ in 0..2 * size {
                matching.give(&cards, rng.random_range(0..Arc::COUNT));
                let spare = matching.spare_arcs(&cards);
                for arc in 0..Arc::COUNT {
                    let (mut more, is_spare) = (matching, spare >> arc & 1 == 1);
                    assert_eq!(is_spare, more.give(&cards, arc), "{hand:?} {arc}");
                    spare_arcs += u32::from(is_spare);
                    all += 1;
                }
            }
        }
        assert!(spare_arcs > all / 4 && spare_arcs < all / 4 * 3, "{spare_arcs} of {all}");
    }
}
