//! Boards on which every face-up card is known to be low (an ace or a two) or high (a three or a
//! four), up to symmetry.

use collapsi::{Square, SquareSet, Symmetry};

use crate::group::{Group, Index};
use crate::kernel::Packing;
use crate::pattern::{Patterns, place_in};

/// The most cards of a board that are low, and high.
pub(crate) const MOST: [usize; 2] = [8, 6];

/// Some face-up cards, the jokers collapsed, each either low or high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) face_up: SquareSet,
    pub(crate) low: SquareSet,
}

impl Board {
    pub(crate) fn high(self) -> SquareSet {
        SquareSet::from_bits(self.face_up.bits() & !self.low.bits())
    }

    pub(crate) fn without(self, square: Square) -> Self {
        Self { face_up: self.face_up.without(square), low: self.low.without(square) }
    }

    /// The patterns of its low cards: there are up to 70.
    pub(crate) fn low_patterns(self) -> &'static Patterns {
        Patterns::of_low(self.low.len())
    }

    /// The patterns of its high cards: there are up to 15.
    pub(crate) fn high_patterns(self) -> &'static Patterns {
        Patterns::of_high(self.high().len())
    }

    /// The storage of the scores of a pair of pawns.
    pub(crate) fn packing(self) -> Packing {
        Packing::new(self.low_patterns().len(), self.high_patterns().len())
    }

    /// The place of two pawns among all pairs of face-up squares.
    #[inline]
    pub(crate) fn pair(self, mover: Square, other: Square) -> usize {
        let others = self.face_up.without(mover);
        place_in(self.face_up, mover) * (self.face_up.len() - 1) + place_in(others, other)
    }
}

/// The boards with one number of cards, one of each class that symmetries make equal.
pub(crate) struct Boards {
    list: Vec<Board>,
    /// For each board the number of boards it stands for.
    sizes: Vec<u32>,
    /// For each representative set of face-up squares the place where its part of `index` begins.
    parts: Vec<u32>,
    /// For each set of low squares the board, and a symmetry that leads to it.
    index: Vec<Option<(u32, Index)>>,
}

impl Boards {
    pub(crate) fn new(cards: usize) -> Self {
        let mut boards = Self {
            list: Vec::new(),
            sizes: Vec::new(),
            parts: vec![0; 1 << Square::COUNT],
            index: Vec::new(),
        };
        for face_up in Group::get().representatives(cards) {
            boards.parts[usize::from(face_up.bits())] = boards.index.len() as u32;
            boards.add(face_up);
        }
        boards
    }

    fn add(&mut self, face_up: SquareSet) {
        let group = Group::get();
        let stabiliser = group.stabiliser(face_up);
        let inverses: Vec<Symmetry> =
            stabiliser.iter().map(|&index| group.symmetry(index).inverse()).collect();
        let squares: Vec<Square> = face_up.into_iter().collect();
        let first = self.index.len();
        self.index.resize(first + (1 << squares.len()), None);
        for place in 0..1_usize << squares.len() {
            let lows = place.count_ones() as usize;
            let fits = lows <= MOST[0] && squares.len() - lows <= MOST[1];
            if !fits || self.index[first + place].is_some() {
                continue;
            }
            let low = squares.iter().zip(0..).filter(|&(_, i)| place >> i & 1 == 1);
            let low: SquareSet = low.map(|(&square, _)| square).collect();
            let board = self.list.len() as u32;
            let mut images = 0;
            for (&index, inverse) in stabiliser.iter().zip(&inverses) {
                let image = low.into_iter().map(|square| inverse.apply(square)).collect();
                let slot = &mut self.index[first + compress(image, face_up)];
                images += u32::from(slot.is_none());
                slot.get_or_insert((board, index));
            }
            self.list.push(Board { face_up, low });
            let sets = Symmetry::COUNT / stabiliser.len();
            self.sizes.push(images * sets as u32);
        }
    }

    pub(crate) fn list(&self) -> &[Board] {
        &self.list
    }

    /// The number of symmetric boards of each one of the list.
    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The place of a board's image in the list, and a symmetry that leads to it.
    #[inline]
    pub(crate) fn find(&self, board: Board) -> Option<(usize, Symmetry)> {
        let group = Group::get();
        let (face_up, first) = group.class(board.face_up);
        let low = group.image(first, board.low);
        let part = self.parts[usize::from(face_up.bits())] as usize;
        let (place, second) = (*self.index.get(part + compress(low, face_up))?)?;
        Some((place as usize, group.symmetry(first).then(group.symmetry(second))))
    }
}

/// A subset of a set as a number: its `i`-th bit stands for the `i`-th square.
#[inline]
fn compress(subset: SquareSet, set: SquareSet) -> usize {
    let bits = set.into_iter().zip(0..).map(|(sq, i)| usize::from(subset.contains(sq)) << i);
    bits.fold(0, |all, bit| all | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_for_all_boards() {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let mut sum = 0;
        for cards in 2..=14 {
            let boards = Boards::new(cards);
            sum += boards.list().len();
            for low in 0..=cards.min(MOST[0]) {
                let high = cards - low;
                let sizes = boards.list().iter().zip(boards.sizes());
                let found: u64 = sizes
                    .filter(|(board, _)| board.low.len() == low)
                    .map(|(_, &size)| u64::from(size))
                    .sum();
                let all = factorial(16) / factorial(low) / factorial(high) / factorial(16 - cards);
                assert_eq!(found, if high <= MOST[1] { all } else { 0 }, "{low} {high}");
            }
        }
        assert_eq!(sum, 89_197);
    }

    #[test]
    fn boards_are_found_from_all_sides() {
        for cards in [3, 8, 14] {
            let boards = Boards::new(cards);
            for (place, board) in boards.list().iter().enumerate().step_by(97) {
                for index in 0..Symmetry::COUNT as Index {
                    let image = |set| Group::get().image(index, set);
                    let moved = Board { face_up: image(board.face_up), low: image(board.low) };
                    let (found, symmetry) = boards.find(moved).unwrap();
                    assert_eq!(found, place);
                    let back = |set: SquareSet| set.into_iter().map(|sq| symmetry.apply(sq));
                    assert_eq!(back(moved.face_up).collect::<SquareSet>(), board.face_up);
                    assert_eq!(back(moved.low).collect::<SquareSet>(), board.low);
                }
            }
        }
    }
}
