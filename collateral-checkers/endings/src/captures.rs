//! Captures in many positions at a time.
//!
//! A jump over a piece of the opponent's is possible where it stands there and the landing is free: two operations on
//! 64 positions. So the chains of a piece are followed in all positions of a [`Row`] at once, and split where these
//! differ. Those that end with the same pieces of the mover lead to positions whose numbers lie together.

use std::collections::HashMap;
use std::ops::Range;

use collateral_checkers::inside::Direction;
use collateral_checkers::{ForcedCapture, Square, SquareSet};
use engine::Wdl;
use solve::tablebase::{Known, Rank};

use crate::endings::Beside;
use crate::numbering::{ALL, Around, NONE, Words};
use crate::row::{Row, bits};

/// The captures in the positions of rows.
pub(crate) struct Captures<'k, K> {
    /// The results of earlier classes.
    known: &'k K,
    /// Sets of positions on the way, one after the other: words that are not zero, each with its place.
    some: Vec<(usize, u64)>,
    /// The chains of a piece so far. They are told apart by the pieces left of the mover and those taken: these
    /// tell where the piece stands, as at `Distinct` of the rules.
    chains: HashMap<(SquareSet, SquareSet), usize>,
    /// For each of these chains, from that place on: the positions in which it has been followed.
    followed: Vec<u64>,
    /// Ranks to look up, each with the number of a position. Looking up many at a time hides how long each takes.
    waiting: Vec<(Rank, usize)>,
    /// Indices of results that are not wins.
    few: Vec<u64>,
}

/// The number of ranks that are looked up at a time.
const WAITING: usize = 64;

/// The least number of positions for [`judge_by_few`](Captures::judge_by_few), and how many there must be for each result
/// that is not a win. Both took the least time in samples of classes of 13 to 15 pieces.
const MANY: u32 = 32;
const TIMES: u32 = 4;

/// A capture under way.
#[derive(Clone, Copy)]
struct Chain {
    at: Square,
    /// The mover's other pieces.
    others: SquareSet,
    /// The pieces of the opponent that are gone.
    taken: SquareSet,
}

#[derive(Clone, Copy)]
struct Jump {
    over: Square,
    to: Square,
}

/// By square: the jumps from it.
static JUMPS: [[Option<Jump>; 8]; Square::COUNT] = {
    let mut all = [[None; 8]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < 8 {
            if let Some(from) = Square::from_index(square)
                && let Some(over) = Direction::ALL[i].from(from, 1)
                && let Some(to) = Direction::ALL[i].from(from, 2)
            {
                all[square][i] = Some(Jump { over, to });
            }
            i += 1;
        }
        square += 1;
    }
    all
};

impl Chain {
    const fn new(at: Square, own: SquareSet) -> Self {
        Self { at, others: own.without(at), taken: SquareSet::EMPTY }
    }

    /// The jumps that no piece of the mover stands in the way of.
    fn jumps(self) -> impl Iterator<Item = Jump> {
        let jumps = JUMPS[self.at.index()].iter().flatten().copied();
        jumps.filter(move |jump| !self.others.contains(jump.to))
    }

    /// Those of them that do not jump over a piece of the mover.
    fn attacks(self) -> impl Iterator<Item = Jump> {
        self.jumps().filter(move |jump| !self.others.contains(jump.over))
    }

    fn after(self, Jump { over, to }: Jump) -> Self {
        if self.others.contains(over) {
            Self { at: to, others: self.others.without(over), ..self }
        } else {
            Self { at: to, taken: self.taken.with(over), ..self }
        }
    }

    /// Where a piece of the opponent's still stands on a square.
    #[inline]
    fn there<'e>(self, row: &Row<'e>, square: Square) -> &'e Words {
        if self.taken.contains(square) { &NONE } else { row.there[square.index()] }
    }

    /// Where a piece stands that is to be jumped.
    #[inline]
    fn over<'e>(self, row: &Row<'e>, square: Square) -> &'e Words {
        if self.others.contains(square) { &ALL } else { self.there(row, square) }
    }
}

impl<'k, K: Known> Captures<'k, K> {
    pub(crate) fn new(known: &'k K) -> Self {
        Self {
            known,
            some: Vec::new(),
            chains: HashMap::new(),
            followed: Vec::new(),
            waiting: Vec::new(),
            few: Vec::new(),
        }
    }

    /// Finds what captures decide in a row, and where they are compulsory (ruling 3).
    pub(crate) fn follow(&mut self, row: &mut Row<'_>) {
        for from in row.own {
            let chain = Chain::new(from, row.own);
            for jump in chain.attacks() {
                let (over, to) = (chain.there(row, jump.over), chain.there(row, jump.to));
                for i in 0..row.words {
                    row.attacked[i] |= row.asked[i] & over[i] & !to[i];
                }
            }
        }
        // Steps win only where nothing must be captured.
        (0..row.words).for_each(|i| row.won[i] &= !row.attacked[i]);
        self.some.clear();
        self.some.extend(row.asked[..row.words].iter().copied().enumerate());
        let all = 0..row.words;
        for from in row.own {
            self.chains.clear();
            self.followed.clear();
            self.go_on(row, Chain::new(from, row.own), all.clone());
        }
        self.look_up(row);
    }

    /// Follows all jumps, where nothing has won yet.
    fn go_on(&mut self, row: &mut Row<'_>, chain: Chain, active: Range<usize>) {
        for jump in chain.jumps() {
            let (over, to) = (chain.over(row, jump.over), chain.there(row, jump.to));
            let after = chain.after(jump);
            let begun = self.begun(row, after);
            for at in active.clone() {
                let (i, bits) = self.some[at];
                let bits = bits & over[i] & !to[i] & !row.won[i] & !self.followed[begun + i];
                if bits != 0 {
                    self.followed[begun + i] |= bits;
                    self.some.push((i, bits));
                }
            }
            if self.some.len() > active.end {
                self.arrive(row, after, active.end..self.some.len());
                self.some.truncate(active.end);
            }
        }
    }

    /// Where in `followed` the words of this chain begin.
    fn begun(&mut self, row: &Row<'_>, chain: Chain) -> usize {
        let next = self.followed.len();
        let begun = *self.chains.entry((chain.others, chain.taken)).or_insert(next);
        if begun == next {
            self.followed.resize(next + row.words, 0);
        }
        begun
    }

    /// Follows a chain that has a jump (rulings 4 to 6).
    fn arrive(&mut self, row: &mut Row<'_>, chain: Chain, active: Range<usize>) {
        if row.opponents - chain.taken.len() < 3 {
            self.some[active].iter().for_each(|&(i, bits)| row.won[i] |= bits);
        } else if chain.others.len() >= 2 {
            self.end(row, chain, active.clone());
            self.go_on(row, chain, active);
        }
    }

    /// Judges the positions after a chain, where it may end.
    fn end(&mut self, row: &mut Row<'_>, chain: Chain, active: Range<usize>) {
        // Where the chain must go on.
        let (mut onwards, mut count) = ([(&NONE, &ALL); 8], 0);
        for jump in chain.attacks() {
            onwards[count] = (chain.there(row, jump.over), chain.there(row, jump.to));
            count += 1;
        }
        let must_take = row.endings.rules.forced_capture == ForcedCapture::MustTakeOpponent;
        let barred = if must_take && chain.taken.is_empty() { &row.attacked } else { &NONE };
        for at in active.clone() {
            let (i, bits) = self.some[at];
            let goes_on =
                onwards[..count].iter().fold(barred[i], |on, (over, to)| on | over[i] & !to[i]);
            let ends = bits & !goes_on & !row.won[i];
            if ends != 0 {
                self.some.push((i, ends));
            }
        }
        if self.some.len() > active.end {
            self.judge(row, chain, active.end);
            self.some.truncate(active.end);
        }
    }

    /// Judges the positions after a capture, of the set in `some` from `start` on.
    fn judge(&mut self, row: &mut Row<'_>, chain: Chain, start: usize) {
        let own = chain.others.with(chain.at);
        let Some(hold) = row.hold_after(own, chain.taken) else {
            self.some[start..].iter().for_each(|&(i, bits)| row.won[i] |= bits);
            return;
        };
        let material = row.endings.material(row.opponents - chain.taken.len(), own.len());
        let beside = material.and_then(|m| row.endings.beside(m, own, hold));
        let Some(beside) = beside else { return };
        let taken = Around::of(chain.taken);
        if self.judge_by_few(row, &beside, taken, start) {
            return;
        }
        for at in start..self.some.len() {
            let (i, ends) = self.some[at];
            for number in bits(ends).map(|bit| 64 * i + bit) {
                let Some(set) = row.sets.get(number) else { break };
                self.waiting.push((beside.rank(set.without(taken)), number));
            }
            if self.waiting.len() >= WAITING {
                self.look_up(row);
            }
        }
    }

    /// Looks up the results that wait.
    fn look_up(&mut self, row: &mut Row<'_>) {
        for (rank, number) in self.waiting.drain(..) {
            note(row, number, self.known.get(rank));
        }
    }

    /// Judges positions from the results after the capture that are not wins for the opponent; `false` if these are
    /// too many.
    fn judge_by_few(
        &mut self,
        row: &mut Row<'_>,
        beside: &Beside<'_>,
        taken: Around,
        start: usize,
    ) -> bool {
        let count: u32 = self.some[start..].iter().map(|(_, bits)| bits.count_ones()).sum();
        if count < MANY {
            return false;
        }
        let most = (count / TIMES) as usize;
        let Some(orbits) = row.endings.orbits.get(beside.part.own) else { return false };
        let indices = beside.indices();
        let first = indices.start;
        self.few.clear();
        self.few.extend(self.known.not_won(beside.class, indices).take(most + 1));
        if self.few.len() > most {
            return false;
        }
        let mut ends = NONE;
        self.some[start..].iter().for_each(|&(i, bits)| ends[i] = bits);
        for &index in &self.few {
            let left = orbits.set_beside((index - first) as u32, beside.place.leader());
            let Some(left) = left.map(|set| set.image(beside.place.back())) else { break };
            if left.meets(taken) || left.meets(row.run.own) {
                continue;
            }
            let number = u64::from(left.with(taken).less(row.run.own).number());
            let number = number.wrapping_sub(row.first) as usize;
            if ends.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1) {
                note(row, number, self.known.get(Rank { class: beside.class, index }));
            }
        }
        true
    }
}

/// Notes the result after a move in the position with a number, for the opponent.
#[inline]
fn note(row: &mut Row<'_>, number: usize, result: Option<Wdl>) {
    let (i, bit) = (number / 64, number % 64);
    row.won[i] |= u64::from(result == Some(Wdl::Loss)) << bit;
    row.drawn[i] |= u64::from(result == Some(Wdl::Draw)) << bit;
}
