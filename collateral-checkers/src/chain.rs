//! Captures: chains of jumps (rulings 2, 4 and 6).

use crate::geometry::{Jump, PossibleJumps, jump, jumps};
use crate::moves::{Move, Path};
use crate::square::{Square, SquareSet};

/// A capture under way: where the piece has come to and what is left on the board.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    at: Square,
    /// The mover's pieces but the one that jumps.
    others: u32,
    opponents: u32,
    path: Path,
}

impl Chain {
    /// A chain without a jump yet, of the piece on `from`.
    #[inline]
    pub(crate) fn new(from: Square, own: SquareSet, opponents: SquareSet) -> Self {
        let others = own.without(from).bits();
        Self { at: from, others, opponents: opponents.bits(), path: Path::new(from) }
    }

    /// The whole of a capture, which is known to be legal.
    #[inline]
    pub(crate) fn of(m: Move, own: SquareSet, opponents: SquareSet) -> Self {
        let jump = |chain: Self, direction| chain.after(jump(chain.at, direction));
        m.directions().fold(Self::new(m.from(), own, opponents), jump)
    }

    /// Where the piece stands.
    pub(crate) const fn at(&self) -> Square {
        self.at
    }

    /// The squares on which a piece stands, the jumping one's left out.
    #[inline]
    pub(crate) const fn occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.others | self.opponents)
    }

    /// The pieces the opponent has left.
    #[inline]
    pub(crate) const fn opponents(&self) -> SquareSet {
        SquareSet::from_bits(self.opponents)
    }

    /// What the capture leaves on the board: the mover's pieces, and the opponent's.
    #[inline]
    pub(crate) const fn board(&self) -> (SquareSet, SquareSet) {
        (SquareSet::from_bits(self.others).with(self.at), self.opponents())
    }

    /// The jumps that the chain can go on with.
    #[inline]
    pub(crate) fn jumps(&self) -> PossibleJumps {
        jumps(self.at, self.occupied())
    }

    /// The chain with one jump more (ruling 2).
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

    /// The opponent's pieces that can be jumped next: if there are any, the chain must go on
    /// (ruling 4).
    #[inline]
    pub(crate) fn next_opponents(&self) -> SquareSet {
        self.jumps().over().intersection(self.opponents())
    }

    /// Collects every capture that begins with this chain and has at least one jump more.
    ///
    /// With a `duty`, captures that leave all these pieces of the opponent's do not count.
    pub(crate) fn explore(&self, duty: Option<SquareSet>, collect: &mut impl Collect) {
        self.go_on(self.jumps(), duty, collect);
    }

    fn go_on(&self, jumps: PossibleJumps, duty: Option<SquareSet>, collect: &mut impl Collect) {
        for jump in jumps {
            self.after(jump).collect(duty, collect);
        }
    }

    /// Collects every capture that begins with this chain, which has a jump: the chain itself if it
    /// may end here, and what [`explore`](Chain::explore) collects.
    #[inline]
    pub(crate) fn collect(&self, duty: Option<SquareSet>, collect: &mut impl Collect) {
        if !collect.is_new(self) {
            return;
        }
        let decided = self.is_decided();
        let next = self.jumps();
        let may_end = decided || next.over().intersection(self.opponents()).is_empty();
        if may_end && duty != Some(self.opponents()) {
            collect.capture(self);
        }
        if !decided && !next.is_empty() {
            self.go_on(next, duty, collect);
        }
    }

    /// Appends captures as [`explore`](Chain::explore) does, but only the first one to each
    /// resulting position. `earlier` are the pieces whose captures have been appended before.
    pub(crate) fn explore_distinct(
        &self,
        duty: Option<SquareSet>,
        earlier: SquareSet,
        moves: &mut Vec<Move>,
    ) {
        // Two chains that take the same pieces need three jumps. The tables of the larger kinds
        // take longer to clear than most boards take to search.
        match self.within_reach().len() {
            0..3 => self.explore(duty, moves),
            3..=8 => self.explore(duty, &mut Distinct::<{ 1 << 8 }>::new(self, earlier, moves)),
            9..=12 => self.explore(duty, &mut Distinct::<{ 1 << 12 }>::new(self, earlier, moves)),
            _ => self.explore(duty, &mut Distinct::<{ 1 << 16 }>::new(self, earlier, moves)),
        }
    }

    /// The pieces that chains beginning with this one might take, whatever they took before: 16 at
    /// most, as jumps keep the parity of file and rank.
    fn within_reach(&self) -> SquareSet {
        let mut landed = SquareSet::EMPTY.with(self.at);
        let mut over = 0;
        let mut squares = landed;
        while let Some(square) = squares.into_iter().next() {
            squares = squares.without(square);
            for jump in jumps(square, self.occupied()) {
                over |= jump.over;
                if !landed.contains(jump.to) {
                    landed = landed.with(jump.to);
                    squares = squares.with(jump.to);
                }
            }
        }
        SquareSet::from_bits(over)
    }

    /// Whether the chain can go on to a capture that ends on `home` and leaves exactly this board.
    fn can_become(&self, home: Square, board: (SquareSet, SquareSet)) -> bool {
        let stays = board.0.union(board.1).bits();
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

/// Fewer than three pieces have lost the game (ruling 6).
pub(crate) const fn fewer_than_three(pieces: u32) -> bool {
    fewer_than_two(pieces & pieces.wrapping_sub(1))
}

const fn fewer_than_two(pieces: u32) -> bool {
    pieces & pieces.wrapping_sub(1) == 0
}

/// What to do with the captures that are found.
pub(crate) trait Collect {
    /// Whether to go on from here. A chain is met once for every way that leads to it.
    fn is_new(&mut self, _chain: &Chain) -> bool {
        true
    }

    /// Takes a chain that is a legal capture.
    fn capture(&mut self, chain: &Chain);
}

/// Keeps them all.
impl Collect for Vec<Move> {
    #[inline]
    fn capture(&mut self, chain: &Chain) {
        self.push(chain.path.capture());
    }
}

/// Counts them.
impl Collect for u64 {
    #[inline]
    fn capture(&mut self, _chain: &Chain) {
        *self += 1;
    }
}

/// Keeps one capture for each position that results.
///
/// All chains of one piece that end on the same square with the same pieces taken go on in the same
/// ways, so only the first is followed. That makes the number of chains to follow small where the
/// number of captures is large, and no capture to another position is lost.
///
/// Captures by different pieces lead to different positions, unless each piece comes back to its
/// start and they take the same pieces.
struct Distinct<'m, const SETS: usize> {
    moves: &'m mut Vec<Move>,
    /// The chain before its first jump.
    start: Chain,
    earlier: SquareSet,
    /// By square: the bit that a piece taken there has in the index of `seen`.
    bits: [u16; 32],
    /// By set of pieces taken: the squares, nine at most, where chains have been with it.
    seen: [u16; SETS],
}

impl<'m, const SETS: usize> Distinct<'m, SETS> {
    fn new(start: &Chain, earlier: SquareSet, moves: &'m mut Vec<Move>) -> Self {
        let mut bits = [0; 32];
        for (i, square) in start.within_reach().into_iter().enumerate() {
            bits[square.index() & 31] = 1 << i;
        }
        Self { moves, start: *start, earlier, bits, seen: [0; SETS] }
    }

    fn taken(&self, chain: &Chain) -> SquareSet {
        self.start.occupied().difference(chain.occupied())
    }

    /// Whether an earlier piece has a capture to the same position.
    fn repeats(&self, chain: &Chain) -> bool {
        if chain.at != self.start.at {
            return false;
        }
        let (own, opponents) = self.start.board();
        let taken = self.taken(chain);
        self.earlier
            .difference(taken)
            .into_iter()
            .any(|piece| Chain::new(piece, own, opponents).can_become(piece, chain.board()))
    }
}

impl<const SETS: usize> Collect for Distinct<'_, SETS> {
    #[inline]
    fn is_new(&mut self, chain: &Chain) -> bool {
        let bit = |square: Square| self.bits[square.index() & 31];
        let index = self.taken(chain).into_iter().fold(0, |index, square| index | bit(square));
        let Some(seen) = self.seen.get_mut(usize::from(index)) else { return true };
        let here = 1 << (chain.at.file() / 2 * 3 + chain.at.rank() / 2);
        let is_new = *seen & here == 0;
        *seen |= here;
        is_new
    }

    #[inline]
    fn capture(&mut self, chain: &Chain) {
        if !self.repeats(chain) {
            self.moves.push(chain.path.capture());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_up_to_three() {
        for (pieces, count) in [(0, 0), (1, 1), (1 << 24, 1), (0b101, 2), (0b1101, 3), (0xff, 8)] {
            assert_eq!(fewer_than_two(pieces), count < 2);
            assert_eq!(fewer_than_three(pieces), count < 3);
        }
    }
}
