//! A Connect Four solver written by hand, for this game alone: what a search for any game is to be
//! compared with.
//!
//! It was written from the description of the best public one, in Pascal Pons, *Solving Connect
//! Four: how to build a perfect AI* (2015): null windows that close in on the score from its ends,
//! moves that lose at once left out, the others by the number of threats they make, and a table of
//! bounds with five bytes an entry.

use engine::Score;

use super::board::{Board, Column, Places};

/// 22 less the number of stones of the winner at the end: a win with the fourth stone is 18, with
/// the last 1. A loss is negative, and a draw 0.
pub(crate) type Value = i32;

const MOST: Value = 18;

/// A value of this position as the engine has it.
pub(crate) fn score_of(board: &Board, value: Value) -> Score {
    let stones = board.stones();
    let (mine, theirs) = (stones / 2, stones.div_ceil(2));
    match value {
        0 => Score::DRAW,
        1.. => Score::win_in(2 * (22 - value as u32 - mine) - 1),
        _ => Score::loss_in(2 * (22 - value.unsigned_abs() - theirs)),
    }
}

pub(crate) struct Solver {
    table: Table,
    nodes: u64,
}

impl Solver {
    pub(crate) fn new() -> Self {
        Self { table: Table::new(), nodes: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// How many positions were visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score of a position that is not over.
    pub(crate) fn solve(&mut self, board: &Board) -> Score {
        if board.wins() != 0 {
            return Score::win_in(1);
        }
        let stones = board.stones();
        let empty = (Board::PLACES - stones) as Value;
        let (mut least, mut most) = (-empty / 2, (empty - 1) / 2);
        while least < most {
            // Soon decided games are found soon: the windows far from 0 come first.
            let middle = match least + (most - least) / 2 {
                low if low <= 0 && least / 2 < low => least / 2,
                high if high >= 0 && most / 2 > high => most / 2,
                middle => middle,
            };
            let value = self.node(board, stones, middle, middle + 1);
            if value <= middle {
                most = value;
            } else {
                least = value;
            }
        }
        score_of(board, least)
    }

    /// Whether best play ends a game that is not over within so many plies. That takes much less
    /// time than to solve a game that goes on for long.
    pub(crate) fn ends_within(&mut self, board: &Board, plies: u32) -> bool {
        let stones = board.stones();
        if board.wins() != 0 || Board::PLACES - stones <= plies {
            return true;
        }
        let (mine, theirs) = (stones / 2, stones.div_ceil(2));
        let win = (22 - mine - plies.div_ceil(2)) as Value;
        let loss = (22 - theirs - plies / 2) as Value;
        self.node(board, stones, win - 1, win) >= win
            || self.node(board, stones, -loss, 1 - loss) <= -loss
    }

    /// The value of a position in which nobody has won, nor can at once: exact within the window, a
    /// bound outside.
    fn node(&mut self, board: &Board, stones: u32, mut alpha: Value, mut beta: Value) -> Value {
        self.nodes += 1;
        let empty = (Board::PLACES - stones) as Value;
        let safe = board.safe_places();
        if safe == 0 {
            return -empty / 2;
        }
        if empty <= 2 {
            return 0;
        }
        let (mut least, mut most) = ((2 - empty) / 2, (empty - 1) / 2);
        match self.table.get(board.code()) {
            Some(Bound::Lower(value)) => least = least.max(value),
            Some(Bound::Upper(value)) => most = most.min(value),
            None => {}
        }
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));
        for place in Sorted::new(board, safe) {
            let after = board.after(place);
            let value = -self.node(&after, stones + 1, -beta, -alpha);
            if value >= beta {
                self.table.put(board.code(), Bound::Lower(value));
                return value;
            }
            alpha = alpha.max(value);
        }
        self.table.put(board.code(), Bound::Upper(alpha));
        alpha
    }
}

/// Moves by the number of threats that they make, the middle first among equals.
struct Sorted {
    /// The next one last.
    moves: [(u32, Places); 7],
    left: usize,
}

impl Sorted {
    fn new(board: &Board, safe: Places) -> Self {
        let mut sorted = Self { moves: [(0, 0); 7], left: 0 };
        for column in Column::ALL.into_iter().rev() {
            let place = safe & column.places();
            if place != 0 {
                sorted.insert(board.threats_with(place), place);
            }
        }
        sorted
    }

    fn insert(&mut self, threats: u32, place: Places) {
        let mut at = self.left;
        while at > 0 && self.moves[at - 1].0 > threats {
            self.moves[at] = self.moves[at - 1];
            at -= 1;
        }
        self.moves[at] = (threats, place);
        self.left += 1;
    }
}

impl Iterator for Sorted {
    type Item = Places;

    fn next(&mut self) -> Option<Places> {
        self.left = self.left.checked_sub(1)?;
        Some(self.moves[self.left].1)
    }
}

#[derive(Clone, Copy)]
enum Bound {
    Lower(Value),
    Upper(Value),
}

/// Bounds of positions. The newest always stays.
///
/// Of a code, 32 bits are kept. As the number of entries is odd, these and the index tell all codes
/// of 49 bits apart (Chinese remainder theorem).
struct Table {
    codes: Vec<u32>,
    /// 0 is none.
    bounds: Vec<u8>,
}

impl Table {
    /// The largest prime number of entries that fit into 64 MiB.
    const ENTRIES: u64 = 13_421_767;

    fn new() -> Self {
        let entries = Self::ENTRIES as usize;
        Self { codes: vec![0; entries], bounds: vec![0; entries] }
    }

    fn clear(&mut self) {
        self.codes.fill(0);
        self.bounds.fill(0);
    }

    fn get(&self, code: u64) -> Option<Bound> {
        let index = (code % Self::ENTRIES) as usize;
        if self.codes[index] != code as u32 {
            return None;
        }
        match Value::from(self.bounds[index]) {
            0 => None,
            upper @ 1..64 => Some(Bound::Upper(upper - MOST - 1)),
            lower => Some(Bound::Lower(lower - MOST - 64)),
        }
    }

    fn put(&mut self, code: u64, bound: Bound) {
        let index = (code % Self::ENTRIES) as usize;
        self.codes[index] = code as u32;
        self.bounds[index] = match bound {
            Bound::Upper(value) => (value + MOST + 1) as u8,
            Bound::Lower(value) => (value + MOST + 64) as u8,
        };
    }
}
