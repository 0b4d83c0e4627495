//! The first two plies: from the positions without jokers to the deals.

use std::sync::{Mutex, PoisonError};

use crate::card::Card;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::survey::boards::Board;
use crate::survey::kernel::{ROWS, Table, unpack};
use crate::survey::level::{Level, packing};
use crate::survey::score::Score;
use crate::walk::Walks;

/// The number of cards after both jokers are collapsed.
pub(super) const CARDS: usize = 14;

/// The number of ways to distinguish aces from twos, and threes from fours.
pub(super) const LOWS: usize = 70;
pub(super) const HIGHS: usize = 15;

/// The bytes of the lengths of a board, of which there are two for each pattern: red starts
/// on the first joker or on the second one.
pub(super) const BYTES: usize = LOWS * HIGHS;

/// The values of red's first moves in all deals of a board, with red on one of the jokers.
pub(super) struct Opening<'a> {
    pub(super) board: Board,
    /// The number of boards it stands for.
    pub(super) size: u32,
    pub(super) rules: Rules,
    /// The jokers: red's, blue's.
    pub(super) jokers: [Square; 2],
    /// Red's first moves.
    pub(super) moves: SquareSet,
    /// Where blue can go then, but for red's pawn.
    pub(super) replies: SquareSet,
    /// For each first move its scores.
    pub(super) scores: &'a [Table],
    /// The scores of the best move.
    pub(super) best: &'a Table,
}

/// The lengths of all deals, two in a byte, by board, low pattern and high pattern; for each rule set.
///
/// `study` looks at all openings, each thread with its own study; the studies are returned.
pub(super) fn lengths<S: Send>(
    level: &Level,
    threads: usize,
    new_study: impl Fn() -> S + Sync,
    study: impl Fn(&mut S, &Opening<'_>) + Sync,
) -> ([Vec<u8>; 2], Vec<S>) {
    let bytes = level.boards.list().len() * BYTES;
    let mut lengths = [vec![0; bytes], vec![0; bytes]];
    let [first, second] = &mut lengths;
    let parts = first.chunks_exact_mut(BYTES).zip(second.chunks_exact_mut(BYTES));
    let parts = Mutex::new(parts.enumerate());
    let work = || {
        let mut workspace = Workspace::new();
        let mut own = new_study();
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((board, (first, second))) = part else { break own };
            workspace.unpack(level, board);
            for (rules, lengths) in Rules::ALL.into_iter().zip([first, second]) {
                for order in [Order::Forward, Order::Backward] {
                    let opening = workspace.open(level, board, rules, order);
                    record(lengths, opening.best, order);
                    study(&mut own, &opening);
                }
            }
        }
    };
    let studies = engine::threads::run(threads, work);
    (lengths, studies)
}

/// Which joker red starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The first one in the order of squares.
    Forward,
    Backward,
}

impl Order {
    /// The jokers of a board: red's, blue's.
    pub(super) fn jokers(self, face_up: SquareSet) -> [Square; 2] {
        let mut jokers = [Square::A1; 2];
        let collapsed = SquareSet::from_bits(!face_up.bits());
        for (joker, square) in jokers.iter_mut().zip(collapsed) {
            *joker = square;
        }
        if self == Self::Backward {
            jokers.reverse();
        }
        jokers
    }

    /// Where in a byte the length is.
    pub(super) fn shift(self) -> u32 {
        match self {
            Self::Forward => 0,
            Self::Backward => 4,
        }
    }
}

fn record(lengths: &mut [u8], best: &Table, order: Order) {
    for (lengths, scores) in lengths.chunks_exact_mut(HIGHS).zip(best) {
        for (length, &score) in lengths.iter_mut().zip(scores) {
            let plies = Score(score).plies(CARDS) + 2;
            *length |= (plies as u8) << order.shift();
        }
    }
}

struct Workspace {
    /// The scores of a board by red's and by blue's pawn, red to move.
    tables: Box<[Table]>,
    /// For each first move of red its scores.
    scores: Box<[Table]>,
    best: Table,
}

impl Workspace {
    fn new() -> Self {
        let empty = [[0; 16]; ROWS];
        Self {
            tables: vec![empty; Square::COUNT * Square::COUNT].into_boxed_slice(),
            scores: vec![empty; Square::COUNT].into_boxed_slice(),
            best: empty,
        }
    }

    fn unpack(&mut self, level: &Level, board: usize) {
        let shape = level.boards.list()[board];
        for red in shape.face_up {
            for blue in shape.face_up.without(red) {
                let table = &mut self.tables[pair(red, blue)];
                unpack(table, level.packed(board, red, blue), packing(shape));
            }
        }
    }

    fn open(&mut self, level: &Level, board: usize, rules: Rules, order: Order) -> Opening<'_> {
        let (size, board) = (level.boards.sizes()[board], level.boards.list()[board]);
        let jokers @ [red, blue] = order.jokers(board.face_up);
        let steps = Card::Joker.steps(rules);
        let moves = Walks::get().reach(red, steps, SquareSet::ALL).without(blue);
        let replies = Walks::get().reach(blue, steps, SquareSet::ALL.without(red));
        self.best = [[Score::lost(CARDS + 1).0; 16]; ROWS];
        for to in moves {
            let scores = &mut self.scores[to.index()];
            *scores = [[Score::won(CARDS + 1).0; 16]; ROWS];
            for reply in replies.without(to) {
                merge(scores, &self.tables[pair(to, reply)], u8::min);
            }
            merge(&mut self.best, scores, u8::max);
        }
        let (scores, best) = (&*self.scores, &self.best);
        Opening { board, size, rules, jokers, moves, replies, scores, best }
    }
}

/// The place of a table.
fn pair(red: Square, blue: Square) -> usize {
    red.index() * Square::COUNT + blue.index()
}

fn merge(table: &mut Table, other: &Table, better: impl Fn(u8, u8) -> u8) {
    for (score, &other) in table.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
        *score = better(*score, other);
    }
}
