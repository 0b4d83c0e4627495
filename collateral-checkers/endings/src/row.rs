//! The first pass of a bitbase, many positions at a time.
//!
//! The positions of a row have the same pieces of the player to move. They are numbered by the pieces of the
//! opponent, so a set of positions is a list of bits, and what holds for one move is found for 64 of them at a time.

use std::ops::Range;

use collateral_checkers::inside::neighbours;
use collateral_checkers::{Square, SquareSet};
use engine::Wdl;
use solve::tablebase::Found;

use crate::endings::{Endings, MOVER, Part};
use crate::numbering::{ALL, Around, NONE, WORDS, Words};
use crate::places::Run;

/// A stretch of a row.
pub(crate) struct Row<'e> {
    pub(crate) endings: &'e Endings,
    class: usize,
    pub(crate) run: &'e Run<'e>,
    /// The number in the row of the first bit of a set, and the number of words.
    pub(crate) first: u64,
    pub(crate) words: usize,
    pub(crate) own: SquareSet,
    /// The number of pieces of the opponent.
    pub(crate) opponents: usize,
    /// By number from `first` on: the pieces of the opponent around the centre.
    pub(crate) sets: Vec<Around>,
    /// By square: where a piece of the opponent stands on it.
    pub(crate) there: [&'e Words; Square::COUNT],
    /// The positions to decide.
    pub(crate) asked: Words,
    /// Where a piece of the opponent can be jumped, and where a step is possible.
    pub(crate) attacked: Words,
    steps: Words,
    pub(crate) won: Words,
    pub(crate) drawn: Words,
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// The bits of the word from `first` on whose numbers are in a range.
fn bits_in(first: u64, numbers: &Range<u64>) -> u64 {
    let below = |number: u64| match number.saturating_sub(first) {
        bits @ 0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    below(numbers.end) & !below(numbers.start)
}

impl<'e> Row<'e> {
    /// The stretch of a row from the first of these numbers on.
    pub(crate) fn new(
        endings: &'e Endings,
        class: usize,
        run: &'e Run<'e>,
        numbers: Range<u64>,
    ) -> Self {
        let first_word = numbers.start / 64;
        let words = (numbers.end.div_ceil(64) - first_word).min(WORDS as u64) as usize;
        let (first, end) = (64 * first_word, 64 * (first_word + words as u64));
        let is_holder = |player| run.part.holder == Some(player);
        let own = run.own.squares();
        let own = if is_holder(MOVER) { own.with(Square::C3) } else { own };
        let mut there = [&NONE; Square::COUNT];
        let free = Square::ALL.into_iter().filter(|&s| s != Square::C3 && !own.contains(s));
        for (number, square) in free.enumerate() {
            there[square.index()] = run.orbits.having(number, first_word as usize);
        }
        if is_holder(!MOVER) {
            there[Square::C3.index()] = &ALL;
        }
        let set = |number| run.orbits.set_beside(number as u32, run.own);
        Self {
            endings,
            class,
            run,
            first,
            words,
            own,
            opponents: run.part.opponents + usize::from(is_holder(!MOVER)),
            sets: (first..end.min(numbers.end)).filter_map(set).collect(),
            there,
            asked: std::array::from_fn(|i| bits_in(first + 64 * i as u64, &numbers)),
            attacked: NONE,
            steps: NONE,
            won: NONE,
            drawn: NONE,
        }
    }

    /// Finds where there are steps, and where one wins at once.
    pub(crate) fn look_at_steps(&mut self) {
        for from in self.own {
            for to in neighbours(from) - self.own {
                let wins = self.hold_after(self.own.without(from).with(to), SquareSet::EMPTY);
                let wins = if wins.is_none() { u64::MAX } else { 0 };
                for i in 0..self.words {
                    let possible = self.asked[i] & !self.there[to.index()][i];
                    self.steps[i] |= possible;
                    self.won[i] |= possible & wins;
                }
            }
        }
    }

    /// The turns for which the centre is held after a move that leaves these pieces of the mover, and takes these
    /// of the opponent's; `None` if that wins.
    pub(crate) fn hold_after(&self, own: SquareSet, taken: SquareSet) -> Option<u32> {
        let Part { holder, hold, .. } = *self.run.part;
        let stays = holder == Some(!MOVER) && !taken.contains(Square::C3);
        let now = if own.contains(Square::C3) { Some(MOVER) } else { holder.filter(|_| stays) };
        self.endings.hold_after(hold, holder, now)
    }

    /// Tells what is found.
    pub(crate) fn report(&self, found: &mut impl FnMut(Found)) {
        let Run { places, own, part, orbits } = self.run;
        for i in 0..self.words {
            let closed = self.attacked[i] | !self.steps[i];
            let decided = self.asked[i] & (closed | self.won[i]);
            for bit in bits(self.asked[i] & !decided) {
                found(Found::Open(places.start + self.first + (64 * i + bit) as u64));
            }
            for bit in bits(decided & (self.won[i] | !self.drawn[i])) {
                let result = if self.won[i] >> bit & 1 == 1 { Wdl::Win } else { Wdl::Loss };
                let Some(&set) = self.sets.get(64 * i + bit) else { break };
                part.visit_ranks(self.class, orbits, [*own, set], |rank| {
                    found(Found::Result(rank, Some(result)));
                });
            }
        }
    }
}
