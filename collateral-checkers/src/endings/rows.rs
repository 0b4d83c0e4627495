//! The first pass of a bitbase, many positions at a time.
//!
//! The positions of a row have the same pieces of the player to move. They are numbered by the pieces of the
//! opponent, so a set of positions is a list of bits. A jump over one of these pieces is possible where it stands
//! there and the landing is free: two operations on 64 positions. So the chains of a piece are followed in all
//! positions at once, and split where they differ. Those that end with the same pieces of the player lead to
//! positions whose numbers lie together, as they begin with these pieces.

use std::ops::Range;

use engine::Wdl;
use engine::solve::tablebase::{Found, Rank};

use super::numbering::{Around, WORDS, Words};
use super::places::Run;
use super::{Endings, MOVER};
use crate::geometry::{Direction, neighbours};
use crate::rules::ForcedCapture;
use crate::square::{Square, SquareSet};

/// A stretch of a row.
struct Row<'e, K> {
    endings: &'e Endings,
    /// The results of earlier classes.
    known: K,
    class: usize,
    run: &'e Run<'e>,
    /// The first number in the row, and the number of words of a set.
    first: u64,
    words: usize,
    own: SquareSet,
    /// The numbers of pieces of the player to move and of the opponent.
    sizes: [usize; 2],
    /// The positions to decide.
    asked: Words,
    /// By square: where a piece of the opponent stands on it.
    there: [&'e Words; Square::COUNT],
    /// The pieces of the opponent around the centre, by number.
    opponents: Vec<Around>,
    /// Where a piece of the opponent can be jumped, and where a step is possible.
    attacked: Words,
    steps: Words,
    won: Words,
    drawn: Words,
    /// Sets of positions on the way, one after the other: words that are not zero, each with its place.
    some: Vec<(usize, u64)>,
    /// Ranks to look up, each with the number of a position in the stretch. Looking up many at a time hides how
    /// long each takes.
    waiting: Vec<(Rank, usize)>,
}

/// The number of ranks that are looked up at a time.
const WAITING: usize = 64;

/// A capture under way, in some positions of a row.
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

impl Jump {
    fn squares(self) -> SquareSet {
        SquareSet::of(self.over).with(self.to)
    }
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

fn jumps(from: Square) -> impl Iterator<Item = Jump> {
    JUMPS[from.index()].iter().flatten().copied()
}

impl Chain {
    const fn new(at: Square, own: SquareSet) -> Self {
        Self { at, others: own.without(at), taken: SquareSet::EMPTY }
    }

    fn after(self, Jump { over, to }: Jump) -> Self {
        if self.others.contains(over) {
            Self { at: to, others: self.others.without(over), ..self }
        } else {
            Self { at: to, taken: self.taken.with(over), ..self }
        }
    }
}

const NONE: Words = [0; WORDS];
const ALL: Words = [u64::MAX; WORDS];

fn add(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(bits, other)| *bits |= other);
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The bits, of a word that begins with a number, whose numbers are among some.
fn bits_in(first: u64, numbers: &Range<u64>) -> u64 {
    let below = |number: u64| match number.saturating_sub(first) {
        bits @ 0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    below(numbers.end) & !below(numbers.start)
}

impl Endings {
    /// Decides the positions at some places by the moves that leave the class.
    pub(super) fn decide_rows(
        &self,
        class: usize,
        places: Range<u64>,
        known: impl Fn(Rank) -> Option<Wdl>,
        mut found: impl FnMut(Found),
    ) {
        let mut next = places.start;
        while next < places.end {
            let Some(run) = self.run(Rank { class, index: next }) else { return };
            let end = run.places.end.min(places.end) - run.places.start;
            let mut row = Row::new(self, class, &run, next - run.places.start..end, &known);
            row.decide();
            row.report(&mut found);
            next = run.places.start + row.end().min(end);
        }
    }
}

impl<'e, K: Fn(Rank) -> Option<Wdl>> Row<'e, K> {
    /// The stretch of a row from the first of these numbers on.
    fn new(
        endings: &'e Endings,
        class: usize,
        run: &'e Run<'e>,
        numbers: Range<u64>,
        known: K,
    ) -> Self {
        let first_word = numbers.start / 64;
        let words = (numbers.end.div_ceil(64) - first_word).min(WORDS as u64) as usize;
        let first = first_word * 64;
        let (mover_holds, opponent_holds) =
            (run.part.holder == Some(MOVER), run.part.holder == Some(!MOVER));
        let own = run.own.squares();
        let own = if mover_holds { own.with(Square::C3) } else { own };
        let mut there = [&NONE; Square::COUNT];
        let free = (0..Square::COUNT).filter_map(Square::from_index);
        let free = free.filter(|&square| square != Square::C3 && !own.contains(square));
        for (number, square) in free.enumerate() {
            there[square.index()] = run.orbits.with(number, first_word as usize);
        }
        if opponent_holds {
            there[Square::C3.index()] = &ALL;
        }
        let last = numbers.end.min(first + 64 * words as u64);
        let opponents = |number| run.orbits.set_beside(number as u32, run.own);
        let part = run.part;
        Self {
            endings,
            known,
            class,
            run,
            first,
            words,
            own,
            sizes: [own.len(), part.opponents + usize::from(opponent_holds)],
            asked: std::array::from_fn(|i| bits_in(first + 64 * i as u64, &numbers)),
            there,
            opponents: (first..last).filter_map(opponents).collect(),
            attacked: NONE,
            steps: NONE,
            won: NONE,
            drawn: NONE,
            some: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The number in the row after the stretch, or one beyond the row.
    const fn end(&self) -> u64 {
        self.first + 64 * self.words as u64
    }

    /// The set whose words these are.
    #[inline]
    fn set(&self, word: impl Fn(usize) -> u64) -> Words {
        let mut set = NONE;
        set.iter_mut().take(self.words).enumerate().for_each(|(i, bits)| *bits = word(i));
        set
    }

    /// Decides what the moves that leave the class decide.
    fn decide(&mut self) {
        for from in self.own {
            let free = jumps(from).filter(|jump| !self.own.contains(jump.to));
            for jump in free.filter(|jump| !self.own.contains(jump.over)) {
                let (over, to) = (self.there[jump.over.index()], self.there[jump.to.index()]);
                let possible = self.set(|i| self.asked[i] & over[i] & !to[i]);
                add(&mut self.attacked[..self.words], &possible);
            }
        }
        for from in self.own {
            for to in neighbours(from) - self.own {
                let to_there = self.there[to.index()];
                let free = self.set(|i| self.asked[i] & !to_there[i]);
                add(&mut self.steps[..self.words], &free);
                let after = self.own.without(from).with(to);
                if self.hold_after(after, SquareSet::EMPTY).is_none() {
                    let wins = self.set(|i| free[i] & !self.attacked[i]);
                    add(&mut self.won[..self.words], &wins);
                }
            }
        }
        let asked = self.asked;
        self.some.extend(asked[..self.words].iter().copied().enumerate());
        let all = 0..self.some.len();
        for from in self.own {
            self.go_on(Chain::new(from, self.own), all.clone());
        }
        self.look_up();
    }

    /// Where an opponent's piece stands on a square in the course of a chain.
    #[inline]
    fn there(&self, chain: Chain, square: Square) -> &'e Words {
        if chain.taken.contains(square) { &NONE } else { self.there[square.index()] }
    }

    /// Follows all jumps, where nothing has won yet.
    fn go_on(&mut self, chain: Chain, active: Range<usize>) {
        for jump in jumps(chain.at).filter(|jump| !chain.others.contains(jump.to)) {
            let is_own = chain.others.contains(jump.over);
            let over = if is_own { &ALL } else { self.there(chain, jump.over) };
            let to = self.there(chain, jump.to);
            for at in active.clone() {
                let (i, bits) = self.some[at];
                let bits = bits & over[i] & !to[i] & !self.won[i];
                if bits != 0 {
                    self.some.push((i, bits));
                }
            }
            if self.some.len() > active.end {
                self.arrive(chain.after(jump), active.end..self.some.len());
                self.some.truncate(active.end);
            }
        }
    }

    /// Follows a chain that has a jump (rulings 4 to 6).
    fn arrive(&mut self, chain: Chain, active: Range<usize>) {
        if self.sizes[1] - chain.taken.len() < 3 {
            for &(i, bits) in &self.some[active] {
                self.won[i] |= bits;
            }
        } else if chain.others.len() >= 2 {
            self.end_chain(chain, active.clone());
            self.go_on(chain, active);
        }
    }

    /// Looks up the results of positions after a capture, where it may end.
    fn end_chain(&mut self, chain: Chain, active: Range<usize>) {
        // Where the chain must go on: pieces of the opponent's that stand before free squares.
        let (mut onwards, mut count) = ([(&NONE, &ALL); 8], 0);
        for jump in jumps(chain.at).filter(|jump| !chain.others.meets(jump.squares())) {
            onwards[count] = (self.there(chain, jump.over), self.there(chain, jump.to));
            count += 1;
        }
        let must_take = self.endings.rules.forced_capture == ForcedCapture::MustTakeOpponent;
        let must_take = must_take && chain.taken.is_empty();
        let own = chain.others.with(chain.at);
        let ends = |row: &Self, (i, bits): (usize, u64)| {
            let goes_on = onwards[..count].iter().fold(0, |all, (over, to)| all | over[i] & !to[i]);
            let barred = if must_take { row.attacked[i] } else { 0 };
            bits & !goes_on & !barred & !row.won[i]
        };
        let Some(hold) = self.hold_after(own, chain.taken) else {
            for at in active {
                self.won[self.some[at].0] |= ends(self, self.some[at]);
            }
            return;
        };
        let material = self.endings.material(self.sizes[1] - chain.taken.len(), own.len());
        let beside = material.and_then(|m| self.endings.beside(m, own, hold));
        let Some(beside) = beside else { return };
        let taken = Around::of(chain.taken);
        for at in active {
            let i = self.some[at].0;
            for bit in bits(ends(self, self.some[at])) {
                let number = 64 * i + bit as usize;
                let Some(set) = self.opponents.get(number) else { break };
                self.waiting.push((beside.rank(set.without(taken)), number));
            }
            if self.waiting.len() >= WAITING {
                self.look_up();
            }
        }
    }

    /// Looks up the results that wait.
    fn look_up(&mut self) {
        for (rank, number) in self.waiting.drain(..) {
            let result = (self.known)(rank);
            let (i, bit) = (number / 64, number % 64);
            self.won[i] |= u64::from(result == Some(Wdl::Loss)) << bit;
            self.drawn[i] |= u64::from(result == Some(Wdl::Draw)) << bit;
        }
    }

    /// The turns for which the centre is held after a move that leaves these pieces of the mover; `None` if that
    /// wins.
    fn hold_after(&self, own: SquareSet, taken: SquareSet) -> Option<u32> {
        let was_held = |by_mover| self.run.part.holder.is_some_and(|h| (h == MOVER) == by_mover);
        let hold = match own.contains(Square::C3) {
            true if was_held(true) => self.run.part.hold + 1,
            true => 1,
            false if was_held(false) && !taken.contains(Square::C3) => self.run.part.hold,
            false => 0,
        };
        (hold < self.endings.rules.hold_turns.get()).then_some(hold)
    }

    /// Tells what is found.
    fn report(&self, found: &mut impl FnMut(Found)) {
        let Run { places, own, part, orbits } = self.run;
        for i in 0..self.words {
            let closed = self.asked[i] & (self.attacked[i] | !self.steps[i]);
            let (won, drawn) = (self.won[i], self.drawn[i]);
            let decided = self.asked[i] & (closed | won);
            for bit in bits(self.asked[i] & !decided) {
                found(Found::Open(places.start + self.first + 64 * i as u64 + u64::from(bit)));
            }
            for bit in bits(decided & (won | !drawn)) {
                let result = if won >> bit & 1 == 1 { Wdl::Win } else { Wdl::Loss };
                let Some(&set) = self.opponents.get(64 * i + bit as usize) else { break };
                part.visit_ranks(self.class, orbits, [*own, set], |rank| {
                    found(Found::Result(rank, Some(result)));
                });
            }
        }
    }
}
