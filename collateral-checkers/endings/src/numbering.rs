//! Sets of squares of the board without its centre, by number.

use std::array;
use std::sync::LazyLock;

use collateral_checkers::{Square, SquareSet, Symmetry};

/// The number of squares around the centre.
pub(crate) const AROUND: usize = Square::COUNT - 1;

/// The most pieces of a player around it.
const MOST: usize = 9;

/// Squares around the centre, as bits in the order of squares, the centre left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Around(pub(crate) u32);

impl Around {
    pub(crate) const fn of(squares: SquareSet) -> Self {
        let bits = squares.bits();
        let centre = Square::C3.index() as u32;
        let before = bits & ((1 << centre) - 1);
        Self(before | bits >> (centre + 1) << centre)
    }

    pub(crate) const fn squares(self) -> SquareSet {
        let centre = Square::C3.index() as u32;
        let before = self.0 & ((1 << centre) - 1);
        SquareSet::from_bits(before | self.0 >> centre << (centre + 1))
    }

    /// The number of squares of a set, by a table.
    #[inline]
    pub(crate) fn count(squares: SquareSet) -> usize {
        let [a, b, c, d] = squares.bits().to_le_bytes().map(|byte| SIZES[usize::from(byte)]);
        usize::from(a + b + c + d)
    }

    /// The number of the set among those of its size: sets by their highest square, then by the
    /// next (the combinatorial number system).
    #[inline]
    pub(crate) fn number(self) -> u32 {
        let [a, b, c, _] = self.0.to_le_bytes().map(usize::from);
        let (few, more) = (SIZES[a], SIZES[a] + SIZES[b]);
        NUMBERS[0][0][a] + NUMBERS[1][usize::from(few)][b] + NUMBERS[2][usize::from(more)][c]
    }

    /// The set without the squares of `others`, as if the board did not have them.
    #[inline]
    pub(crate) fn less(self, others: Self) -> Self {
        let ([a, b, c, _], [first, second, third, _]) =
            (others.0.to_le_bytes(), self.0.to_le_bytes());
        let table = &**LEFT;
        let left = |others: u8, set: u8| u32::from(table[usize::from(others)][usize::from(set)]);
        let gap = SIZES[usize::from(a)];
        let gaps = gap + SIZES[usize::from(b)];
        Self(left(a, first) | left(b, second) << (8 - gap) | left(c, third) << (16 - gaps))
    }

    /// Whether the sets have a square in common.
    pub(crate) const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The set and these squares.
    pub(crate) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set without these squares.
    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
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

    /// The set made of this one by putting the squares of `others` in between: the inverse of [`less`](Around::less).
    #[inline]
    fn beside(self, others: Self) -> Self {
        let [a, b, c, _] = others.0.to_le_bytes();
        let table = &**AMONG;
        let among =
            |others: u8, set: u32| u32::from(table[usize::from(others)][set as usize & 0xff]);
        let gap = SIZES[usize::from(a)];
        let gaps = gap + SIZES[usize::from(b)];
        let (second, third) = (self.0 >> (8 - gap), self.0 >> (16 - gaps));
        Self(among(a, self.0) | among(b, second) << 8 | among(c, third) << 16)
    }

    /// The set that a symmetry of the board makes of this one.
    #[inline]
    pub(crate) fn image(self, symmetry: u32) -> Self {
        let [first, second, third, _] = self.0.to_le_bytes().map(usize::from);
        let [firsts, seconds, thirds] = &IMAGES[symmetry as usize & 7];
        Self(firsts[first] | seconds[second] | thirds[third])
    }
}

/// The words of a list of bits that is looked at as a whole.
pub(crate) const WORDS: usize = 128;

pub(crate) type Words = [u64; WORDS];

pub(crate) const NONE: Words = [0; WORDS];
pub(crate) const ALL: Words = [u64::MAX; WORDS];

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

/// By a set of eight squares and another one: the rest of the other one if the board does not have the
/// squares of the first. Made at run time, as the compiler's interpreter takes seconds.
static LEFT: LazyLock<Box<[[u8; 256]; 256]>> = LazyLock::new(|| {
    by_highest(|highest, set, without| {
        let below = (1 << highest) - 1;
        without[usize::from(set & below | set >> 1 & !below)]
    })
});

/// The inverse of [`LEFT`]: the set that is left so, without the highest bits if there are too many.
static AMONG: LazyLock<Box<[[u8; 256]; 256]>> = LazyLock::new(|| {
    by_highest(|highest, left, without| {
        let (set, below) = (without[usize::from(left)], (1 << highest) - 1);
        set & below | (set & !below) << 1
    })
});

/// By a set of eight squares and another one: the other one for no squares, else by the highest square of the
/// first set, the other one, and the row of the set without that square.
#[expect(clippy::large_stack_arrays, reason = "once, and 64 KiB")]
fn by_highest(entry: impl Fn(u32, u8, &[u8; 256]) -> u8) -> Box<[[u8; 256]; 256]> {
    let mut table = Box::new([[0; 256]; 256]);
    table[0] = array::from_fn(|set| set as u8);
    for others in 1..256_usize {
        let highest = others.ilog2();
        let without = table[others & !(1 << highest)];
        table[others] = array::from_fn(|set| entry(highest, set as u8, &without));
    }
    table
}

/// By symmetry of the board and eight squares: their images.
static IMAGES: [[[u32; 256]; 3]; 8] = {
    let mut images = [[[0; 256]; 3]; 8];
    let mut i = 0;
    while i < 8 {
        let mut square = 0;
        while square < AROUND {
            let set = Around(1 << square).squares().bits();
            if let Some(from) = Square::from_index(set.trailing_zeros() as usize) {
                let to = Symmetry::of_board(i as u32).apply(from);
                let image = Around::of(SquareSet::from_bits(1 << to.index())).0;
                let mut bits = 0;
                while bits < 256 {
                    if bits >> (square % 8) & 1 == 1 {
                        images[i][square / 8][bits] |= image;
                    }
                    bits += 1;
                }
            }
            square += 1;
        }
        i += 1;
    }
    images
};

/// The parts of a number: by the byte of the set, the number of squares in the bytes before, and the byte.
static NUMBERS: [[[u32; 256]; 17]; 3] = {
    let mut numbers = [[[0; 256]; 17]; 3];
    let mut place = 0;
    while place < 3 {
        let mut before = 0;
        while before <= 8 * place {
            let mut bits = 1_usize;
            while bits < 256 {
                let highest = bits.ilog2() as usize;
                let count = before + bits.count_ones() as usize;
                let own = if count <= MOST { CHOOSE[8 * place + highest][count] } else { 0 };
                numbers[place][before][bits] = numbers[place][before][bits & !(1 << highest)] + own;
                bits += 1;
            }
            before += 1;
        }
        place += 1;
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
pub(crate) fn choose(n: usize, k: usize) -> u32 {
    CHOOSE.get(n).and_then(|row| row.get(k)).copied().unwrap_or(0)
}

/// All sets of a size around the centre, up to the symmetries of the board. One set of each orbit is its leader.
#[derive(Clone)]
pub(crate) struct Orbits {
    /// For the number of a set: its place.
    places: Vec<Place>,
    /// The sets by their numbers.
    sets: Vec<Around>,
    leaders: Vec<Leader>,
    /// By square: the numbers of the sets with it, as bits.
    having: Vec<Vec<u64>>,
}

/// The orbit of a set.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The number of the orbit.
    pub(crate) orbit: u32,
    /// The leader, and in the highest bits a symmetry that leads to it and whether another symmetry than the
    /// identity leaves it as it is.
    leader: u32,
}

impl Place {
    const SYMMETRIC: u32 = 1 << 31;

    /// The leader of the orbit.
    pub(crate) const fn leader(self) -> Around {
        Around(self.leader & ((1 << AROUND) - 1))
    }

    /// A symmetry that takes the set to the leader: the identity from the leader.
    pub(crate) const fn symmetry(self) -> u32 {
        self.leader >> AROUND & 7
    }

    /// The symmetry that takes the leader to the set.
    pub(crate) const fn back(self) -> u32 {
        Symmetry::of_board(self.symmetry()).inverse().number()
    }

    /// Whether a symmetry other than the identity leaves the leader as it is.
    pub(crate) const fn is_symmetric(self) -> bool {
        self.leader & Self::SYMMETRIC != 0
    }
}

/// The least set of an orbit.
#[derive(Clone, Copy)]
pub(crate) struct Leader {
    pub(crate) set: Around,
    /// The number of sets of the orbit.
    pub(crate) size: u8,
}

impl Orbits {
    pub(crate) fn new(count: usize) -> Self {
        let (mut places, mut leaders) = (Vec::<Place>::new(), Vec::new());
        let numbers = 0..choose(AROUND, count);
        let sets = numbers.map(|number| Around::with_number(number, count)).collect::<Vec<_>>();
        // Leaders come before all other sets of their orbits.
        for (number, &set) in (0..).zip(&sets) {
            let mut images = [0, 1, 2, 3, 4, 5, 6, 7].map(|symmetry| set.image(symmetry).number());
            let (symmetry, least) =
                (0..).zip(images).min_by_key(|&(_, image)| image).unwrap_or((0, 0));
            if least == number {
                images.sort_unstable();
                let size = images.chunk_by(u32::eq).count() as u8;
                let symmetric = if size < 8 { Place::SYMMETRIC } else { 0 };
                places.push(Place { orbit: leaders.len() as u32, leader: set.0 | symmetric });
                leaders.push(Leader { set, size });
            } else if let Some(&Place { orbit, leader }) = places.get(least as usize) {
                places.push(Place { orbit, leader: leader | symmetry << AROUND });
            }
        }
        let mut having = vec![vec![0; sets.len().div_ceil(64) + WORDS]; AROUND];
        for (number, set) in sets.iter().enumerate() {
            for (square, numbers) in having.iter_mut().enumerate() {
                numbers[number / 64] |= u64::from(set.0 >> square & 1) << (number % 64);
            }
        }
        Self { places, sets, leaders, having }
    }

    /// Which numbers, from a word on, are of sets with this square. Beside other pieces, squares are counted among
    /// those that are left.
    pub(crate) fn having(&self, square: usize, word: usize) -> &Words {
        let numbers = self.having.get(square).and_then(|numbers| numbers.get(word..));
        numbers.and_then(<[u64]>::first_chunk).unwrap_or(&NONE)
    }

    /// The number of orbits.
    pub(crate) fn len(&self) -> u64 {
        self.leaders.len() as u64
    }

    /// The set with this number among those that are disjoint with `others`.
    #[inline]
    pub(crate) fn set_beside(&self, number: u32, others: Around) -> Option<Around> {
        Some(self.sets.get(number as usize)?.beside(others))
    }

    /// The place of a set; `None` if it is of another size.
    #[inline]
    pub(crate) fn find(&self, set: Around) -> Option<Place> {
        self.places.get(set.number() as usize).copied()
    }

    pub(crate) fn leader(&self, orbit: u64) -> Option<Leader> {
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
                assert_eq!(set.less(others).number(), number);
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
                let place = orbits.find(set).unwrap();
                let symmetry = Symmetry::of_board(place.symmetry());
                let image = Around::of(symmetry.apply_to_set(set.squares()));
                assert!(place.leader() == image && set.image(place.symmetry()) == image);
                assert!(orbits.leader(place.orbit.into()).is_some_and(|l| l.set == image));
                sizes[place.orbit as usize] += 1;
            }
            let of_leaders: Vec<u8> = orbits.leaders.iter().map(|leader| leader.size).collect();
            assert_eq!(sizes, of_leaders);
        }
    }
}
