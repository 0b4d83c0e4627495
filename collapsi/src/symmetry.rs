//! The symmetries of the torus.
//!
//! Number the files `a b c d` as 00, 01, 11, 10 and the ranks likewise: neighbours then differ in one bit of four. So
//! the 4x4 torus is the four-dimensional hypercube, and its symmetries are those of the hypercube: any of 16 squares
//! for the first, any of 4! orders of the four bits, 384 in all. Only 128 of them are shifts, turns and reflections
//! of the board; the other symmetries keep neighbours together as well, and walks depend only on adjacency.

use engine::game::Symmetric;

use crate::position::Position;
use crate::rules::Player;
use crate::square::{Move, Square};

/// A way to map the torus to itself such that neighbours stay neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The image of each square, by index.
    images: [Square; Square::COUNT],
}

impl Symmetry {
    /// The number of symmetries.
    pub const COUNT: usize = 384;

    /// Every symmetry, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        orders().flat_map(|order| (0..16).map(move |shift| Self::of(order, shift)))
    }

    /// The square that `square` is mapped to.
    pub const fn apply(&self, square: Square) -> Square {
        self.images[square.index()]
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let mut images = [Square::A1; Square::COUNT];
        for square in Square::ALL {
            images[self.apply(square).index()] = square;
        }
        Self { images }
    }

    /// This symmetry, and after it another one.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self { images: self.images.map(|square| next.apply(square)) }
    }

    /// The symmetry that puts the bits of a corner in this order and flips those of `shift`.
    fn of(order: [u8; 4], shift: u8) -> Self {
        let mut images = [Square::A1; Square::COUNT];
        for square in Square::ALL {
            let corner = corner(square);
            let bits = (0..4).map(|bit| (corner >> order[bit] & 1) << bit);
            images[square.index()] = square_at(bits.fold(shift, |all, bit| all ^ bit));
        }
        Self { images }
    }
}

/// The corner of the hypercube that a square is.
const fn corner(square: Square) -> u8 {
    gray(square.file()) << 2 | gray(square.rank())
}

/// The square that a corner of the hypercube is.
const fn square_at(corner: u8) -> Square {
    Square::wrapping((gray(corner >> 2 & 3) * 4 + gray(corner & 3)) as usize)
}

/// 0, 1, 2, 3 to 0, 1, 3, 2 and back.
const fn gray(n: u8) -> u8 {
    n ^ n >> 1
}

/// Every order of four things, the natural one first.
fn orders() -> impl Iterator<Item = [u8; 4]> {
    let all = (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c])));
    all.filter_map(|[a, b, c]| {
        let distinct = a != b && a != c && b != c;
        // The four add up to 6.
        distinct.then(|| [a, b, c, 6 - a - b - c])
    })
}

impl Position {
    /// The cards in reading order, and blue's pawn: all that can differ while red's pawn stays.
    fn reading(&self) -> [u8; Square::COUNT] {
        let mut reading = [0; Square::COUNT];
        let blue = self.pawn(Player::Blue);
        for (place, square) in reading.iter_mut().zip(Square::reading_order()) {
            let card = self.card(square).map_or(0, |card| card as u8 + 1);
            *place = card * 2 + u8::from(square == blue);
        }
        reading
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::all()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut setup = self.setup();
        for square in Square::ALL {
            setup.cards[symmetry.apply(square).index()] = self.card(square);
        }
        setup.pawns = setup.pawns.map(|square| symmetry.apply(square));
        Self::assemble(&setup)
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        symmetry.apply(m)
    }

    /// Of the 24 images in which red's pawn stands on `a4`, the first in a fixed order.
    fn to_canonical(&self) -> (Self, Symmetry) {
        let red = self.pawn(Player::Red);
        let to_a4 = orders().map(|order| {
            let unshifted = Symmetry::of(order, 0);
            let shift = corner(unshifted.apply(red)) ^ corner(Square::wrapping(3));
            Symmetry::of(order, shift)
        });
        let images = to_a4.map(|symmetry| (self.transform(symmetry), symmetry));
        let first = images.min_by_key(|(image, _)| image.reading());
        first.unwrap_or((*self, Symmetry::of([0, 1, 2, 3], 0)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn identity() -> Symmetry {
        Symmetry::of([0, 1, 2, 3], 0)
    }

    #[test]
    fn there_are_384_different_ones_and_the_identity_is_first() {
        let all: Vec<Symmetry> = Symmetry::all().collect();
        assert_eq!(all.len(), Symmetry::COUNT);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), Symmetry::COUNT);
        assert!(Square::ALL.into_iter().all(|square| all[0].apply(square) == square));
    }

    #[test]
    fn they_are_a_group() {
        let all: HashSet<Symmetry> = Symmetry::all().collect();
        for &a in &all {
            assert_eq!(a.then(a.inverse()), identity());
            assert!(all.iter().all(|&b| all.contains(&a.then(b))));
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let step = |a: u8, b: u8| matches!((4 + a - b) % 4, 1 | 3);
        let neighbours = |a: Square, b: Square| {
            step(a.file(), b.file()) && a.rank() == b.rank()
                || step(a.rank(), b.rank()) && a.file() == b.file()
        };
        for symmetry in Symmetry::all() {
            for a in Square::ALL {
                for b in Square::ALL {
                    let images = neighbours(symmetry.apply(a), symmetry.apply(b));
                    assert_eq!(images, neighbours(a, b));
                }
            }
        }
    }

    #[test]
    fn shifts_turns_and_reflections_are_among_them() {
        let all: HashSet<Symmetry> = Symmetry::all().collect();
        let map = |image: fn(u8, u8) -> (u8, u8)| {
            let images = std::array::from_fn(|i| {
                let square = Square::wrapping(i);
                let (file, rank) = image(square.file(), square.rank());
                Square::new(file % 4, rank % 4).unwrap()
            });
            Symmetry { images }
        };
        assert!(all.contains(&map(|file, rank| (file + 1, rank))));
        assert!(all.contains(&map(|file, rank| (file, rank + 3))));
        assert!(all.contains(&map(|file, rank| (rank, 3 - file))));
        assert!(all.contains(&map(|file, rank| (3 - file, rank))));
    }
}
