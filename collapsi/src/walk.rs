//! Walks of a pawn: tables made from the rule itself.

use std::sync::LazyLock;

use crate::square::{Square, SquareSet};
use crate::steps::Steps;

/// Tables of walks: for every set of face-up cards, the squares that a pawn can end on.
///
/// ```
/// use collapsi::{Square, SquareSet, Steps, Walks};
///
/// let ends = Walks::get().reach(Square::A1, Steps::TWO, SquareSet::ALL);
/// assert_eq!(ends.to_string(), "a3,b2,b4,c1,d2,d4");
/// ```
///
/// The torus looks the same from every square, so one origin is enough: sets are shifted until the
/// pawn stands on it. The origin itself does not matter, and its bit is left out of the index.
pub struct Walks {
    /// By the bits of the steps.
    ends: [Box<[u16; COUNT]>; 16],
}

/// The square of the pawn of the tables: bit 0.
const ORIGIN: u32 = 0;

/// The number of sets of face-up cards without the origin.
const COUNT: usize = 1 << 15;

impl Walks {
    /// The tables; computed on first use, in about a millisecond.
    pub fn get() -> &'static Self {
        static WALKS: LazyLock<Walks> = LazyLock::new(|| {
            let by_length = [1, 2, 3, 4].map(ends);
            Walks { ends: std::array::from_fn(|steps| union(&by_length, steps)) }
        });
        &WALKS
    }

    /// The squares on which a walk from `from` over `face_up` cards can end (ruling 1).
    #[inline]
    pub fn reach(&self, from: Square, steps: Steps, face_up: SquareSet) -> SquareSet {
        let seen = bring_to_origin(face_up.bits(), from);
        let ends = self.ends[usize::from(steps.bits() & 15)][usize::from(seen >> 1)];
        SquareSet::from_bits(take_from_origin(ends, from))
    }
}

/// The ends of walks with one length.
///
/// A walk is possible if all cards it enters are face up. So a set of cards allows the walks that
/// enter exactly these cards, and the walks that any subset with one card less allows.
#[expect(clippy::large_stack_arrays, reason = "an array of known length needs no bounds checks")]
fn ends(length: usize) -> Box<[u16; COUNT]> {
    let mut ends = Box::new([0; COUNT]);
    add_walks(&mut *ends, ORIGIN, 1 << ORIGIN, length);
    for cards in 0..COUNT {
        let mut rest = cards;
        while rest != 0 {
            ends[cards] |= ends[cards & !(rest & rest.wrapping_neg())];
            rest &= rest - 1;
        }
    }
    ends
}

/// The ends of walks with any of some lengths, which are bits.
#[expect(clippy::large_stack_arrays, reason = "an array of known length needs no bounds checks")]
fn union(by_length: &[Box<[u16; COUNT]>; 4], lengths: usize) -> Box<[u16; COUNT]> {
    let mut all = Box::new([0; COUNT]);
    for (_, ends) in (0..).zip(by_length).filter(|(bit, _)| lengths >> bit & 1 == 1) {
        all.iter_mut().zip(&**ends).for_each(|(all, ends)| *all |= ends);
    }
    all
}

/// Adds the end of every walk of `left` more steps to the set of exactly the cards it enters.
fn add_walks(ends: &mut [u16], at: u32, visited: u16, left: usize) {
    if left == 0 {
        ends[usize::from(visited >> 1)] |= 1 << at;
        return;
    }
    let (file, rank) = (at / 4, at % 4);
    let neighbours = [
        (file + 1) % 4 * 4 + rank,
        (file + 3) % 4 * 4 + rank,
        file * 4 + (rank + 1) % 4,
        file * 4 + (rank + 3) % 4,
    ];
    for next in neighbours {
        if visited >> next & 1 == 0 {
            add_walks(ends, next, visited | 1 << next, left - 1);
        }
    }
}

/// The lower ranks of every file that stay in their file when shifted up by some ranks.
const STAY: [u16; 4] = [0xffff, 0x7777, 0x3333, 0x1111];

/// Shifts the torus so that `square` comes to the origin.
fn bring_to_origin(squares: u16, square: Square) -> u16 {
    let rank = u32::from(square.rank());
    let squares = squares.rotate_right(4 * u32::from(square.file()));
    let stay = STAY[rank as usize];
    squares >> rank & stay | squares << (4 - rank) & !stay
}

/// Shifts the torus so that the origin comes to `square`.
fn take_from_origin(squares: u16, square: Square) -> u16 {
    let rank = u32::from(square.rank());
    let stay = STAY[rank as usize];
    let squares = (squares & stay) << rank | (squares & !stay) >> (4 - rank);
    squares.rotate_left(4 * u32::from(square.file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_moves_every_square_alike() {
        for square in Square::ALL {
            for other in Square::ALL {
                let shifted = bring_to_origin(1 << other.index(), square);
                let (file, rank) = (
                    (4 + other.file() - square.file()) % 4,
                    (4 + other.rank() - square.rank()) % 4,
                );
                assert_eq!(shifted, 1 << (file * 4 + rank), "{square} {other}");
                assert_eq!(take_from_origin(shifted, square), 1 << other.index());
            }
        }
    }
}
