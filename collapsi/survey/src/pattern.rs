//! Patterns: those of some low cards that are twos, those of some high cards that are fours.

use std::sync::LazyLock;

use collapsi::{Square, SquareSet};

/// The patterns of a number of cards, each of one of two kinds, and their places in order.
pub(crate) struct Patterns {
    /// Bit `i` of a pattern is set if the `i`-th card is of the larger kind.
    patterns: Vec<u8>,
    places: [u8; 256],
}

const NONE: u8 = u8::MAX;

impl Patterns {
    /// The patterns of `cards` cards, at most `small` of the smaller kind and `large` of the larger,
    /// those with fewer of the larger kind first.
    fn new(cards: usize, small: u32, large: u32) -> Self {
        let fits = |pattern: &u8| {
            let count = pattern.count_ones();
            count <= large && cards as u32 - count <= small
        };
        let all = (0..1_u16 << cards).map(|pattern| pattern as u8);
        let mut patterns: Vec<u8> = all.filter(fits).collect();
        patterns.sort_by_key(|pattern| (pattern.count_ones(), *pattern));
        let mut places = [NONE; 256];
        for (place, &pattern) in (0..).zip(&patterns) {
            places[usize::from(pattern)] = place;
        }
        Self { patterns, places }
    }

    /// Of aces and twos: there are four of each.
    pub(crate) fn of_low(cards: usize) -> &'static Self {
        static ALL: LazyLock<[Patterns; 9]> =
            LazyLock::new(|| std::array::from_fn(|cards| Patterns::new(cards, 4, 4)));
        &ALL[cards]
    }

    /// Of threes and fours: there are four and two.
    pub(crate) fn of_high(cards: usize) -> &'static Self {
        static ALL: LazyLock<[Patterns; 7]> =
            LazyLock::new(|| std::array::from_fn(|cards| Patterns::new(cards, 4, 2)));
        &ALL[cards]
    }

    pub(crate) fn len(&self) -> usize {
        self.patterns.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u8> {
        self.patterns.iter().copied()
    }

    /// The place of a pattern in the order, if it is one of them.
    #[inline]
    pub(crate) fn place(&self, pattern: u8) -> Option<usize> {
        let place = self.places[usize::from(pattern)];
        (place != NONE).then_some(usize::from(place))
    }
}

/// The pattern of those squares of a set of at most eight that are in another one too.
pub(crate) fn pattern(set: SquareSet, large: SquareSet) -> u8 {
    let bits = set.into_iter().zip(0..).map(|(sq, i)| u8::from(large.contains(sq)) << i);
    bits.fold(0, |pattern, bit| pattern | bit)
}

/// The place of a square among those of a set.
#[inline]
pub(crate) fn place_in(set: SquareSet, square: Square) -> usize {
    let before = SquareSet::from_bits((1 << square.index()) - 1);
    (set & before).len()
}

/// A symmetry of patterns: the target of each bit.
pub(crate) struct Shuffle {
    /// The images of the patterns of the lower four bits, and of the upper four.
    halves: [[u8; 16]; 2],
}

impl Shuffle {
    /// Bit `i` goes to the `i`-th place.
    pub(crate) fn new(places: impl Iterator<Item = usize>) -> Self {
        let mut halves = [[0; 16]; 2];
        for (i, place) in places.enumerate().take(8) {
            let bit = 1 << (i % 4);
            let (without, with) = halves[i / 4].split_at_mut(bit);
            for (image, without) in with.iter_mut().zip(without) {
                *image = *without | 1 << place;
            }
        }
        Self { halves }
    }

    #[inline]
    pub(crate) fn image(&self, pattern: u8) -> u8 {
        let [lower, upper] = &self.halves;
        lower[usize::from(pattern & 15)] | upper[usize::from(pattern >> 4)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_patterns_as_orders_of_the_cards() {
        let low = [1, 2, 4, 8, 16, 30, 50, 70, 70];
        assert_eq!(std::array::from_fn(|cards| Patterns::of_low(cards).len()), low);
        let high = [1, 2, 4, 7, 11, 15, 15];
        assert_eq!(std::array::from_fn(|cards| Patterns::of_high(cards).len()), high);
    }

    #[test]
    fn places_are_those_in_order() {
        for patterns in [Patterns::of_low(7), Patterns::of_high(4)] {
            assert!(
                patterns
                    .iter()
                    .enumerate()
                    .all(|(i, pattern)| { patterns.place(pattern) == Some(i) })
            );
        }
        assert_eq!(Patterns::of_low(8).place(0b1110_1110), None);
    }

    #[test]
    fn shuffles_move_bits() {
        let shuffle = Shuffle::new([3, 7, 0, 1, 2, 6, 4].into_iter());
        assert_eq!(shuffle.image(0b010_0011), 0b1100_1000);
    }
}
