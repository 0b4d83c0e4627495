//! Sets of squares of the board without its centre, by number.

use crate::square::{Square, SquareSet};
use crate::symmetry::Symmetry;

/// The number of squares around the centre.
pub(super) const AROUND: usize = Square::COUNT - 1;

/// The most pieces of a player around it.
const MOST: usize = 9;

/// Squares around the centre, as bits in the order of squares, the centre left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Around(u32);

impl Around {
    pub(super) const fn of(squares: SquareSet) -> Self {
        let bits = squares.bits();
        let centre = Square::C3.index() as u32;
        let before = bits & ((1 << centre) - 1);
        Self(before | bits >> (centre + 1) << centre)
    }

    pub(super) const fn squares(self) -> SquareSet {
        let centre = Square::C3.index() as u32;
        let before = self.0 & ((1 << centre) - 1);
        SquareSet::from_bits(before | self.0 >> centre << (centre + 1))
    }

    /// The number of the set among those of its size: sets by their highest square, then by the
    /// next (the combinatorial number system).
    #[inline]
    fn number(self) -> u32 {
        let [first, second, third, _] = self.0.to_le_bytes();
        let before = SIZES[usize::from(first)];
        let both = before + SIZES[usize::from(second)];
        let number = |block: usize, before: u8, bits: u8| {
            NUMBERS[block][usize::from(before)][usize::from(bits)]
        };
        number(0, 0, first) + number(1, before, second) + number(2, both, third)
    }

    /// The number of the set among those of its size that are disjoint with `others`.
    #[inline]
    pub(super) fn number_beside(self, others: Self) -> u32 {
        // Takes the squares of the others out, the highest first.
        let mut set = self.0;
        let mut left = others.0;
        while left != 0 {
            let below = (1 << left.ilog2()) - 1;
            set = set & below | set >> 1 & !below;
            left &= below;
        }
        Self(set).number()
    }

    /// The set of `count` squares with this number.
    fn with_number(mut number: u32, count: usize) -> Self {
        let mut set = 0;
        for count in (1..=count).rev() {
            let square = (0..AROUND).rev().find(|&square| choose(square, count) <= number);
            let square = square.unwrap_or(0);
            number -= choose(square, count).min(number);
            set |= 1 << square;
        }
        Self(set)
    }

    /// The set made of this one by putting the squares of `others` in between.
    #[inline]
    fn beside(self, others: Self) -> Self {
        Self(bits(others.0).fold(self.0, |set, square| {
            let below = (1 << square) - 1;
            set & below | (set & !below) << 1
        }))
    }
}

/// The places of the bits of a number, the lowest first.
fn bits(mut number: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = number.trailing_zeros();
        (number != 0).then(|| {
            number &= number - 1;
            lowest
        })
    })
}

/// The number of bits of a byte.
static SIZES: [u8; 256] = {
    let mut sizes = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        sizes[bits] = sizes[bits >> 1] + (bits & 1) as u8;
        bits += 1;
    }
    sizes
};

/// What eight squares add to the number of a set: by the place of the eight, the number of squares of the
/// set before them, and those among them.
static NUMBERS: [[[u32; 256]; 17]; 3] = {
    let mut numbers = [[[0; 256]; 17]; 3];
    let mut block = 0;
    while block < 3 {
        let mut before = 0;
        while before <= 8 * block {
            let mut bits = 1_usize;
            while bits < 256 {
                let highest = bits.ilog2() as usize;
                let lower = bits & !(1 << highest);
                let count = before + SIZES[bits] as usize;
                let own = if count <= MOST { CHOOSE[8 * block + highest][count] } else { 0 };
                numbers[block][before][bits] = numbers[block][before][lower] + own;
                bits += 1;
            }
            before += 1;
        }
        block += 1;
    }
    numbers
};

static CHOOSE: [[u32; MOST + 1]; AROUND + 1] = {
    let mut choose = [[0; MOST + 1]; AROUND + 1];
    let mut n = 0;
    while n <= AROUND {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The number of sets of `k` squares among `n`; 0 for numbers beyond the board.
#[inline]
pub(super) fn choose(n: usize, k: usize) -> u32 {
    CHOOSE.get(n).and_then(|row| row.get(k)).copied().unwrap_or(0)
}

/// All sets of a size around the centre, up to the symmetries of the board. One set of each orbit is
/// its leader.
#[derive(Clone)]
pub(super) struct Orbits {
    /// For the number of a set: the number of its orbit times 8, plus the symmetry that takes it to the
    /// leader.
    places: Vec<u32>,
    /// The sets by their numbers.
    sets: Vec<Around>,
    leaders: Vec<Leader>,
}

/// The least set of an orbit.
#[derive(Clone, Copy)]
pub(super) struct Leader {
    pub(super) set: Around,
    /// The number of sets of the orbit.
    pub(super) size: u8,
}

impl Orbits {
    pub(super) fn new(count: usize) -> Self {
        let mut places = Vec::new();
        let mut leaders = Vec::new();
        let numbers = 0..choose(AROUND, count);
        let sets = numbers.map(|number| Around::with_number(number, count)).collect::<Vec<_>>();
        // Leaders come before all other sets of their orbits.
        for (number, &set) in (0..).zip(&sets) {
            let image = |symmetry: u32| {
                let symmetry = Symmetry::of_board(symmetry);
                Around::of(symmetry.apply_to_set(set.squares())).number()
            };
            let mut images: Vec<u32> = (0..8).map(image).collect();
            let (symmetry, least) =
                (0..).zip(&images).min_by_key(|(_, image)| **image).unwrap_or((0, &0));
            if *least == number {
                places.push((leaders.len() as u32) << 3);
                images.sort_unstable();
                images.dedup();
                leaders.push(Leader { set, size: images.len() as u8 });
            } else {
                places.push(places[*least as usize] | symmetry);
            }
        }
        Self { places, sets, leaders }
    }

    /// The number of orbits.
    pub(super) fn len(&self) -> u64 {
        self.leaders.len() as u64
    }

    /// The set with this number among those that are disjoint with `others`.
    #[inline]
    pub(super) fn set_beside(&self, number: u32, others: Around) -> Option<Around> {
        Some(self.sets.get(number as usize)?.beside(others))
    }

    /// The orbit of a set, and a symmetry that leads to its leader: the identity from the leader.
    #[inline]
    pub(super) fn find(&self, set: Around) -> (u32, Symmetry) {
        let place = self.places.get(set.number() as usize).copied().unwrap_or(0);
        (place >> 3, Symmetry::of_board(place))
    }

    pub(super) fn leader(&self, orbit: u64) -> Option<Leader> {
        self.leaders.get(usize::try_from(orbit).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for count in 0..=4 {
            for number in 0..choose(AROUND, count) {
                let set = Around::with_number(number, count);
                assert_eq!((set.number(), set.0.count_ones() as usize), (number, count));
                assert!(Around::of(set.squares()) == set && !set.squares().contains(Square::C3));
            }
        }
        assert_eq!((choose(24, 9), choose(24, 10), choose(25, 3)), (1_307_504, 0, 0));
    }

    #[test]
    fn sets_beside_others_are_numbered_without_gaps() {
        let orbits = Orbits::new(3);
        for others in [0, 0b1011, 0x80_0001, 0x55_0055] {
            let others = Around(others);
            for number in 0..choose(AROUND - others.0.count_ones() as usize, 3) {
                let set = orbits.set_beside(number, others).unwrap();
                assert_eq!((set.0 & others.0, set.0 >> AROUND), (0, 0));
                assert_eq!(set.number_beside(others), number);
            }
        }
    }

    #[test]
    fn every_set_belongs_to_the_orbit_of_its_leader() {
        for count in 0..=5 {
            let orbits = Orbits::new(count);
            let mut sizes = vec![0; orbits.leaders.len()];
            for number in 0..choose(AROUND, count) {
                let set = Around::with_number(number, count);
                let (orbit, symmetry) = orbits.find(set);
                let image = Around::of(symmetry.apply_to_set(set.squares()));
                assert!(orbits.leader(orbit.into()).is_some_and(|leader| leader.set == image));
                sizes[orbit as usize] += 1;
            }
            let of_leaders: Vec<u8> = orbits.leaders.iter().map(|leader| leader.size).collect();
            assert_eq!(sizes, of_leaders);
        }
    }
}
