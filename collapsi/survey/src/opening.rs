//! The first two plies: from the positions without jokers to the deals.

use std::sync::{Mutex, PoisonError};

use collapsi::{Card, Rules, Square, SquareSet, Walks};

use crate::kernel::{Table, unpack};
use crate::level::Level;
use crate::score::Score;

/// The number of cards after both jokers are collapsed.
pub(crate) const CARDS: usize = 14;

/// The number of ways to distinguish aces from twos, and threes from fours.
pub(crate) const LOWS: usize = 70;
pub(crate) const HIGHS: usize = 15;

/// The bytes of the lengths of a board, of which there are two for each pattern: red starts
/// on the first joker or on the second one.
pub(crate) const BYTES: usize = LOWS * HIGHS;

/// The lengths of all deals, two in a byte, by board, low pattern and high pattern; for each rule set.
pub(crate) fn lengths(level: &Level, rules: &[Rules], threads: usize) -> Vec<Vec<u8>> {
    let boards = level.boards.list().len();
    let mut lengths = vec![vec![0; boards * BYTES]; rules.len()];
    let mut by_rules: Vec<_> = lengths.iter_mut().map(|all| all.chunks_exact_mut(BYTES)).collect();
    let mut part = || by_rules.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>();
    let parts = Mutex::new((0..boards).map(|board| (board, part())));
    let work = || {
        let mut workspace = Workspace::new();
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((board, lengths)) = part else { break };
            workspace.unpack(level, board);
            for (&rules, lengths) in rules.iter().zip(lengths) {
                for order in [Order::Forward, Order::Backward] {
                    let face_up = level.boards.list()[board].face_up;
                    record(lengths, &workspace.best(face_up, rules, order), order);
                }
            }
        }
    };
    system::threads::run(threads, work);
    lengths
}

/// The joker that red starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The first one in the order of squares.
    Forward,
    Backward,
}

impl Order {
    /// The jokers of a board: red's, blue's.
    pub(crate) fn jokers(self, face_up: SquareSet) -> [Square; 2] {
        let mut collapsed = SquareSet::from_bits(!face_up.bits()).into_iter();
        let [first, second] = [(); 2].map(|()| collapsed.next().unwrap_or(Square::A1));
        if self == Self::Forward { [first, second] } else { [second, first] }
    }

    /// The place of the length in a byte.
    pub(crate) fn shift(self) -> u32 {
        4 * self as u32
    }
}

fn record(lengths: &mut [u8], best: &Table, order: Order) {
    for (lengths, scores) in lengths.chunks_exact_mut(HIGHS).zip(&best.0) {
        for (length, &score) in lengths.iter_mut().zip(scores) {
            let plies = Score(score).plies(CARDS) + 2;
            *length |= (plies as u8) << order.shift();
        }
    }
}

struct Workspace {
    /// The scores of a board by red's and by blue's pawn, red to move.
    tables: Box<[Table]>,
}

impl Workspace {
    fn new() -> Self {
        Self { tables: vec![Table::filled(0); Square::COUNT * Square::COUNT].into_boxed_slice() }
    }

    fn unpack(&mut self, level: &Level, board: usize) {
        let shape = level.boards.list()[board];
        let packing = shape.packing();
        for red in shape.face_up {
            for blue in shape.face_up.without(red) {
                let table = &mut self.tables[pair(red, blue)];
                unpack(table, level.packed(board, packing, red, blue), packing);
            }
        }
    }

    /// The scores of red's best first move, red on one of the jokers.
    fn best(&self, face_up: SquareSet, rules: Rules, order: Order) -> Table {
        let [red, blue] = order.jokers(face_up);
        let steps = Card::Joker.steps(rules);
        let moves = Walks::get().reach(red, steps, SquareSet::ALL).without(blue);
        let replies = Walks::get().reach(blue, steps, SquareSet::ALL.without(red));
        let mut best = Table::filled(Score::lost(CARDS + 1).0);
        for to in moves {
            let mut scores = Table::filled(Score::won(CARDS + 1).0);
            for reply in replies.without(to) {
                merge(&mut scores, &self.tables[pair(to, reply)], u8::min);
            }
            merge(&mut best, &scores, u8::max);
        }
        best
    }
}

fn pair(red: Square, blue: Square) -> usize {
    red.index() * Square::COUNT + blue.index()
}

fn merge(table: &mut Table, other: &Table, better: impl Fn(u8, u8) -> u8) {
    for (score, &other) in table.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
        *score = better(*score, other);
    }
}
