//! The most points that a hand can make.
//!
//! The points depend only on how often each [`Shape`] is built, not on the places of cards. A
//! choice of shapes is possible if its arcs can be assigned to cards, one card each: a matching, kept
//! up to date by augmenting paths. Taking shapes away never hurts a matching, so an arc or a shape
//! that does not fit now fits no larger choice either. What is left is a branch and bound over
//! choices, the shapes with most points first, that stops at the trivial bound of three points for
//! four cards.

use super::shape::{Arc, Corner, SHAPES, Shape};
use crate::card::{Card, Kind};
use crate::hand::Hand;

/// The most jewels that the cards of the pack can make.
const MOST_JEWELS: usize = 15;

/// The number of shapes worth three points.
const PAIRS: usize = 10;

/// A choice of shapes, and which cards take their arcs.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    points: u32,
    jewels: usize,
    shapes: [Shape; MOST_JEWELS],
    matching: Matching,
}

impl Choice {
    /// The best choice for a hand.
    pub(super) fn best(hand: Hand) -> Self {
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

    /// The points of the jewels together.
    pub(super) const fn points(&self) -> u32 {
        self.points
    }

    /// The jewels, as cards in the order in which they are written. `hand` is the one the choice
    /// was made for.
    pub(super) fn jewels(mut self, hand: Hand) -> impl Iterator<Item = [Card; 4]> {
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

    /// The shapes by points, those of three points with the scarcest arcs first: what is hard to
    /// fit in is best laid while there is room.
    fn scarce_first(&self) -> [Shape; SHAPES.len()] {
        let mut shapes = SHAPES;
        let mut pairs = [(0, SHAPES[0]); PAIRS];
        for (pair, shape) in pairs.iter_mut().zip(shapes) {
            let offers = shape.arcs().map(|arc| self.offers[arc.index()].count_ones());
            *pair = (offers[0].min(offers[1]), shape);
        }
        pairs.sort_by_key(|&(offers, _)| offers);
        for (shape, (_, pair)) in shapes.iter_mut().zip(pairs) {
            *shape = pair;
        }
        shapes
    }
}

/// Which card takes which arc.
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

    /// Looks breadth-first for a chain of cards that can each take over from the next, from a free
    /// one to one that offers the arc.
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
        // Cards that are free or can become so, by moves of others.
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

    /// Searches the choices that add candidates to those laid already, the first of them as often
    /// as fits. Candidates are the bits of a word. Says whether the trivial bound was reached.
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
