//! Captures: chains of jumps (rulings 2, 4 and 6).

use crate::geometry::{Jump, PossibleJumps, Reach, jump, jumps};
use crate::leaps::Leap;
use crate::moves::{Move, Path};
use crate::square::{Square, SquareSet};

/// A capture under way: the square of the jumping piece and the pieces left on the board.
#[derive(Clone, Copy)]
pub struct Chain {
    at: Square,
    /// The mover's other pieces.
    others: u32,
    opponents: u32,
    path: Path,
}

impl Chain {
    /// The chain of the piece on `from` before its first jump.
    #[inline]
    pub(crate) fn new(from: Square, own: SquareSet, opponents: SquareSet) -> Self {
        let others = own.without(from).bits();
        Self { at: from, others, opponents: opponents.bits(), path: Path::new(from) }
    }

    /// The chain of a piece after its first jump.
    #[inline]
    pub fn begun(leap: Leap, own: SquareSet, opponents: SquareSet) -> Option<Self> {
        let first = |set: SquareSet| set.into_iter().next();
        let chain = Self::new(first(leap.from)?, own, opponents);
        let (over, direction) = (leap.over.bits(), leap.direction);
        Some(chain.after(Jump { over, to: first(leap.to)?, direction }))
    }

    /// The chain after all jumps of a capture that is known to be legal.
    #[inline]
    pub(crate) fn of(m: Move, own: SquareSet, opponents: SquareSet) -> Self {
        let jump = |chain: Self, direction| chain.after(jump(chain.at, direction));
        m.directions().fold(Self::new(m.from(), own, opponents), jump)
    }

    /// The square of the jumping piece.
    pub(crate) const fn at(&self) -> Square {
        self.at
    }

    /// The squares of all pieces except the jumping one.
    #[inline]
    pub(crate) const fn occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.others | self.opponents)
    }

    /// The opponent's pieces that are left.
    #[inline]
    pub(crate) const fn opponents(&self) -> SquareSet {
        SquareSet::from_bits(self.opponents)
    }

    /// The pieces that are left: the mover's, and the opponent's.
    #[inline]
    pub const fn board(&self) -> (SquareSet, SquareSet) {
        (SquareSet::from_bits(self.others).with(self.at), self.opponents())
    }

    /// The jumps that are possible next.
    #[inline]
    pub(crate) fn jumps(&self) -> PossibleJumps {
        jumps(self.at, self.occupied())
    }

    /// The chain after one more jump (ruling 2).
    #[inline]
    pub(crate) fn after(&self, jump: Jump) -> Self {
        Self {
            at: jump.to,
            others: self.others & !jump.over,
            opponents: self.opponents & !jump.over,
            path: self.path.then(jump.direction),
        }
    }

    /// Whether a player has fewer than three pieces, which ends the chain and the game (ruling 6).
    #[inline]
    pub(crate) const fn is_decided(&self) -> bool {
        fewer_than_two(self.others) || fewer_than_three(self.opponents)
    }

    /// The opponent's pieces that can be jumped next. If there are any, the chain must continue (ruling 4).
    #[inline]
    pub(crate) fn next_opponents(&self) -> SquareSet {
        self.jumps().over() & self.opponents()
    }

    /// Collects every capture that continues this chain by at least one jump.
    ///
    /// `duty` is the set of the opponent's pieces if a capture must take one of them; captures that
    /// take none are left out.
    pub(crate) fn explore(&self, duty: Option<SquareSet>, collect: &mut impl Collect) {
        self.explore_jumps(self.jumps(), duty, collect);
    }

    fn explore_jumps(
        &self,
        jumps: PossibleJumps,
        duty: Option<SquareSet>,
        collect: &mut impl Collect,
    ) {
        for jump in jumps {
            self.after(jump).collect(duty, collect);
        }
    }

    /// Collects this chain, which has a jump, if it may end here, and every capture that continues it.
    #[inline]
    pub(crate) fn collect(&self, duty: Option<SquareSet>, collect: &mut impl Collect) {
        if !collect.is_new(self) {
            return;
        }
        let decided = self.is_decided();
        let next = self.jumps();
        let may_end = decided || !next.over().meets(self.opponents());
        if may_end && duty != Some(self.opponents()) {
            collect.capture(self);
        }
        if !decided && !next.is_empty() {
            self.explore_jumps(next, duty, collect);
        }
    }

    /// Collects captures as [`explore`](Chain::explore) does, but only the first to each resulting
    /// position. `earlier` are the pieces whose captures have been collected before.
    pub(crate) fn explore_distinct(
        &self,
        duty: Option<SquareSet>,
        earlier: SquareSet,
        collect: &mut impl Collect,
    ) {
        let reach = Reach::new(self.at, self.occupied());
        if !reach.has_loop() {
            return self.explore(duty, collect);
        }
        // One bit for each set of pieces: clearing the largest table would take longer than searching most boards.
        let over = reach.over();
        match over.len() {
            ..=8 => self.explore(duty, &mut Distinct::<_, 4>::new(self, over, earlier, collect)),
            9..=12 => self.explore(duty, &mut Distinct::<_, 64>::new(self, over, earlier, collect)),
            _ => self.explore(duty, &mut Distinct::<_, 1024>::new(self, over, earlier, collect)),
        }
    }

    /// Collects this chain, which has a jump, if it may end here. Collects also one capture or several for
    /// each position that continuations lead to: the first few as they come, as most chains are short.
    pub fn collect_distinct(&self, duty: Option<SquareSet>, collect: &mut impl Collect) {
        let mut few = Few { collect, left: FEW };
        self.collect(duty, &mut few);
        if few.left == 0 && !self.is_decided() {
            self.explore_distinct(duty, SquareSet::EMPTY, collect);
        }
    }

    /// Whether some capture that continues this chain ends on `home` and leaves exactly this board.
    fn can_become(&self, home: Square, board: (SquareSet, SquareSet)) -> bool {
        let stays = (board.0 | board.1).bits();
        self.jumps().filter(|jump| jump.over & stays == 0).any(|jump| {
            let longer = self.after(jump);
            let decided = longer.is_decided();
            longer.at == home
                && longer.board() == board
                && (decided || longer.next_opponents().is_empty())
                || !decided && longer.can_become(home, board)
        })
    }
}

/// Whether a player with these pieces has lost the game (ruling 6).
#[inline]
pub const fn fewer_than_three(pieces: u32) -> bool {
    fewer_than_two(pieces & pieces.wrapping_sub(1))
}

const fn fewer_than_two(pieces: u32) -> bool {
    pieces & pieces.wrapping_sub(1) == 0
}

/// The receiver of the captures that are found.
pub trait Collect {
    /// Whether to follow this chain; others may lead to the same board.
    fn is_new(&mut self, _chain: &Chain) -> bool {
        true
    }

    /// Receives a chain that is a legal capture.
    fn capture(&mut self, chain: &Chain);
}

/// Lists all captures.
impl Collect for Vec<Move> {
    #[inline]
    fn capture(&mut self, chain: &Chain) {
        self.push(chain.path.capture());
    }
}

/// Counts all captures.
impl Collect for u64 {
    #[inline]
    fn capture(&mut self, _chain: &Chain) {
        *self += 1;
    }
}

/// The number of chains that are followed before those that lead to the same board are left out.
const FEW: u32 = 24;

/// Collects captures as long as only few chains were followed.
struct Few<'c, C> {
    collect: &'c mut C,
    left: u32,
}

impl<C: Collect> Collect for Few<'_, C> {
    #[inline]
    fn is_new(&mut self, chain: &Chain) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0 && self.collect.is_new(chain)
    }

    #[inline]
    fn capture(&mut self, chain: &Chain) {
        self.collect.capture(chain);
    }
}

/// Collects one capture for each resulting position.
///
/// Chains of one piece that have taken the same pieces stand on the same square. So they can continue in
/// the same ways, and only the first of them is followed: no position is lost, and there are few chains
/// even where there are many captures.
///
/// Why they stand on the same square: each jump joins the two squares on either side of the piece it takes. Of the
/// squares of a chain, only the first and the last are joined an odd number of times, or none if the chain has
/// returned. Chains from one square that take the same pieces differ at most in the diagonals along which they take
/// them. Taking a piece along its other diagonal changes the parity of four squares, and doing so with several pieces
/// changes that of four or more in all, as a test counts. Chains that end on different squares would differ in two.
///
/// Captures by different pieces lead to different positions, unless each piece returns to its start
/// and they take the same pieces.
struct Distinct<'c, C, const WORDS: usize> {
    collect: &'c mut C,
    /// The chain before its first jump.
    start: Chain,
    earlier: SquareSet,
    /// By square: the bit of a piece taken there in the number of a set of pieces.
    bits: [u16; 32],
    /// One bit for each number: whether a chain has taken exactly this set.
    seen: [u64; WORDS],
}

impl<'c, C: Collect, const WORDS: usize> Distinct<'c, C, WORDS> {
    /// `over` are the pieces that the chain could take.
    fn new(start: &Chain, over: SquareSet, earlier: SquareSet, collect: &'c mut C) -> Self {
        let mut bits = [0; 32];
        for (i, square) in over.into_iter().enumerate() {
            bits[square.index() & 31] = 1 << i;
        }
        Self { collect, start: *start, earlier, bits, seen: [0; WORDS] }
    }

    fn taken(&self, chain: &Chain) -> SquareSet {
        self.start.occupied() - chain.occupied()
    }

    /// Whether a capture by an earlier piece leads to the same position.
    fn repeats(&self, chain: &Chain) -> bool {
        if chain.at != self.start.at {
            return false;
        }
        let (own, opponents) = self.start.board();
        let taken = self.taken(chain);
        (self.earlier - taken)
            .into_iter()
            .any(|piece| Chain::new(piece, own, opponents).can_become(piece, chain.board()))
    }
}

impl<C: Collect, const WORDS: usize> Collect for Distinct<'_, C, WORDS> {
    #[inline]
    fn is_new(&mut self, chain: &Chain) -> bool {
        if !self.collect.is_new(chain) {
            return false;
        }
        let bit = |square: Square| self.bits[square.index() & 31];
        let number = self.taken(chain).into_iter().fold(0, |number, square| number | bit(square));
        let Some(word) = self.seen.get_mut(usize::from(number / 64)) else { return true };
        let is_new = *word >> (number % 64) & 1 == 0;
        *word |= 1 << (number % 64);
        is_new
    }

    #[inline]
    fn capture(&mut self, chain: &Chain) {
        if !self.repeats(chain) {
            self.collect.capture(chain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    #[test]
    fn counting_up_to_three() {
        for (pieces, count) in [(0, 0), (1, 1), (1 << 24, 1), (0b101, 2), (0b1101, 3), (0xff, 8)] {
            assert_eq!(fewer_than_two(pieces), count < 2);
            assert_eq!(fewer_than_three(pieces), count < 3);
        }
    }

    #[test]
    fn the_pieces_taken_determine_where_a_chain_ends() {
        let inner: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|square| [square.file(), square.rank()].iter().all(|i| (1..=3).contains(i)))
            .collect();
        let diagonals = Direction::ALL.into_iter().filter(|direction| {
            direction.from(Square::C3, 1).is_some_and(|to| to.file() != 2 && to.rank() != 2)
        });
        let around = |middle: Square| diagonals.clone().filter_map(move |d| d.from(middle, 1));
        for chosen in 1..1_u32 << inner.len() {
            let changed = inner.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
            let toggled = changed.flat_map(|(_, &piece)| around(piece));
            let toggled = toggled.fold(0, |set, square| set ^ 1_u32 << square.index());
            assert!(toggled.count_ones() >= 4);
        }
    }
}
