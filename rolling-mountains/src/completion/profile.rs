//! The longest path, exactly: a sweep over the board that keeps, for every way in which pieces of a
//! path can cross the line between the squares swept and those to come, the most squares used.
//!
//! The line crosses at most one edge more than the shorter side of the region has squares: `n` + 1.
//! Each crossing is none, one end of a piece whose other end crosses too (as nested brackets), the
//! piece that holds the start of the path, or the one that holds its end; the last two at most once.
//! With `M` the Motzkin numbers there are at most M(n+1) + 2(n+1) M(n) + (n+1) n M(n-1) such ways:
//! 13,169 for a region 8 wide, 375,227 for 11. Ways that have left out too many squares to reach
//! the length asked for are dropped, so that regions with little room to spare, on which a plain
//! search fails, have the fewest.

use std::cell::RefCell;

use super::table::{State, Table};
use crate::edge::{Edge, EdgeSide};
use crate::grid::{self, Grid};
use crate::square::{MAX_SIDE, Square, SquareSet};

/// The path that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The squares it may use.
    pub(super) region: SquareSet,
    /// Those on which it may begin.
    pub(super) starts: SquareSet,
    /// How many squares it must have, at least.
    pub(super) length: usize,
}

/// Whether there is such a path.
pub(super) fn exists(grid: Grid, question: Question) -> bool {
    thread_local! {
        static TABLES: RefCell<[Most; 2]> = RefCell::default();
    }
    // The components are swept one by one: squares of others would count as left out.
    let mut starts = question.starts & question.region;
    while let Some(start) = starts.into_iter().next() {
        let region = grid.flood(SquareSet::of(start), question.region);
        let part = Question { region, starts: starts & region, ..question };
        let found = TABLES.with(|tables| match tables.try_borrow_mut() {
            Ok(mut tables) => sweep(grid, part, &mut tables),
            Err(_) => sweep(grid, part, &mut Default::default()),
        });
        if found {
            return true;
        }
        starts = starts - region;
    }
    false
}

/// What crosses an edge of the line: three bits.
mod crossing {
    pub(super) const NONE: u64 = 0;
    pub(super) const OPEN: u64 = 1;
    pub(super) const CLOSE: u64 = 2;
    pub(super) const START: u64 = 3;
    pub(super) const END: u64 = 4;
}
use crossing::{CLOSE, END, NONE, OPEN, START};

/// The most squares used in every state.
type Most = Table<u64, u8>;

fn sweep(grid: Grid, question: Question, tables: &mut [Most; 2]) -> bool {
    let region = question.region;
    let frame = Frame::around(region);
    let [now, next] = tables;
    now.clear();
    now.raise(0, 0);
    let mut left = region.len();
    for column in 0..frame.columns {
        if column > 0 {
            // Nothing crosses at the beginning of a line.
            now.map(|state| state << 3);
        }
        for row in 0..frame.rows {
            let square = frame.square(column, row);
            if !region.contains(square) {
                continue;
            }
            left -= 1;
            let cell = Cell {
                at: row * 3,
                ahead: frame.is_open(grid, region, square, Turn::Ahead),
                along: frame.is_open(grid, region, square, Turn::Along),
                square,
            };
            next.clear();
            let mut visit = Visit { question, next, left, found: false };
            for &(state, used) in &now.entries {
                visit.cell(cell, state, usize::from(used));
            }
            if visit.found {
                return true;
            }
            std::mem::swap(now, next);
        }
    }
    false
}

/// How the region is swept: line after line along its shorter side.
struct Frame {
    file: u8,
    rank: u8,
    columns: u32,
    rows: u32,
    /// Whether a line of the sweep is a file.
    lines: Lines,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Files,
    Ranks,
}

/// The two ways out of a square into squares to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Into the next line.
    Ahead,
    /// Along the line.
    Along,
}

impl Frame {
    fn around(region: SquareSet) -> Self {
        let mut files = (u8::MAX, 0);
        let mut ranks = (u8::MAX, 0);
        for square in region {
            files = (files.0.min(square.file()), files.1.max(square.file()));
            ranks = (ranks.0.min(square.rank()), ranks.1.max(square.rank()));
        }
        let width = u32::from(files.1.saturating_sub(files.0)) + 1;
        let height = u32::from(ranks.1.saturating_sub(ranks.0)) + 1;
        let (file, rank) = (files.0, ranks.0);
        if height <= width {
            Self { file, rank, columns: width, rows: height, lines: Lines::Files }
        } else {
            Self { file, rank, columns: height, rows: width, lines: Lines::Ranks }
        }
    }

    fn square(&self, column: u32, row: u32) -> Square {
        let (column, row) = (column as u8, row as u8);
        match self.lines {
            Lines::Files => grid::square(self.file + column, self.rank + row),
            Lines::Ranks => grid::square(self.file + row, self.rank + column),
        }
    }

    fn is_open(&self, grid: Grid, region: SquareSet, square: Square, turn: Turn) -> bool {
        let side = match (self.lines, turn) {
            (Lines::Files, Turn::Ahead) | (Lines::Ranks, Turn::Along) => EdgeSide::East,
            (Lines::Files, Turn::Along) | (Lines::Ranks, Turn::Ahead) => EdgeSide::North,
        };
        let edge = Edge { square, side };
        grid.is_open(square, side) && edge.other().is_some_and(|other| region.contains(other))
    }
}

/// One square of the sweep.
#[derive(Clone, Copy)]
struct Cell {
    /// The bit of the crossing into it from its own line; that from the line before follows. Of
    /// those out of it, that into the next line takes the first place.
    at: u32,
    /// Whether a path can leave it into the next line.
    ahead: bool,
    /// Whether a path can leave it along the line.
    along: bool,
    square: Square,
}

/// The squares of one state after one square of the sweep.
struct Visit<'a> {
    question: Question,
    next: &'a mut Most,
    /// How many squares are still to come.
    left: usize,
    found: bool,
}

impl Visit<'_> {
    fn cell(&mut self, cell: Cell, state: u64, used: usize) {
        let beside = state >> cell.at & 7;
        let before = state >> (cell.at + 3) & 7;
        let rest = state & !(0o77 << cell.at);
        let start = self.question.starts.contains(cell.square);
        // With this square.
        let used = used + 1;
        match (beside, before) {
            (NONE, NONE) => {
                self.keep(rest, used - 1);
                if cell.ahead && cell.along {
                    self.keep(rest | (OPEN | CLOSE << 3) << cell.at, used);
                }
                if start && !holds(state, START) {
                    self.extend(cell, rest, START, used);
                }
                if !holds(state, END) {
                    self.extend(cell, rest, END, used);
                }
                if start && self.question.length <= 1 {
                    self.found = true;
                }
            }
            (one, NONE) | (NONE, one) => {
                self.extend(cell, rest, one, used);
                if start && !holds(state, START) {
                    self.finish(cell, state, rest, one, START, used);
                }
                if !holds(state, END) {
                    self.finish(cell, state, rest, one, END, used);
                }
            }
            // Both ends of one piece: a ring.
            (OPEN, CLOSE) => {}
            (CLOSE, OPEN) => self.keep(rest, used),
            (START, END) | (END, START) => self.complete(rest, used),
            // The far ends of the two pieces become those of one.
            (OPEN | CLOSE, OPEN | CLOSE) => {
                let (far, label) = if beside == OPEN {
                    (partner(state, cell.at + 3), OPEN)
                } else {
                    (partner(state, cell.at), CLOSE)
                };
                self.keep(relabel(rest, far, label), used);
            }
            (_, label @ (START | END)) => {
                self.keep(relabel(rest, partner(state, cell.at), label), used);
            }
            (label, _) => {
                self.keep(relabel(rest, partner(state, cell.at + 3), label), used);
            }
        }
    }

    /// The piece goes on, ahead or along the line.
    fn extend(&mut self, cell: Cell, rest: u64, label: u64, used: usize) {
        if cell.ahead {
            self.keep(rest | label << cell.at, used);
        }
        if cell.along {
            self.keep(rest | label << (cell.at + 3), used);
        }
    }

    /// The path begins or ends on this square, to which the crossing `one` leads.
    fn finish(&mut self, cell: Cell, state: u64, rest: u64, one: u64, label: u64, used: usize) {
        if one == OPEN || one == CLOSE {
            let at = if state >> cell.at & 7 == NONE { cell.at + 3 } else { cell.at };
            self.keep(relabel(rest, partner(state, at), label), used);
        } else if one != label {
            self.complete(rest, used);
        }
    }

    fn keep(&mut self, state: u64, used: usize) {
        if used + self.left >= self.question.length {
            self.next.raise(state, used as u8);
        }
    }

    /// The path is whole; pieces that are left over have no place in it.
    fn complete(&mut self, rest: u64, used: usize) {
        self.found |= rest == 0 && used >= self.question.length;
    }
}

/// Whether something with this label crosses.
fn holds(state: u64, label: u64) -> bool {
    // A crossing differs from the label in no bit.
    let differs = state ^ (ONES * label);
    let none = !(differs | differs >> 1 | differs >> 2) & ONES;
    none != 0
}

/// The bits of the longest line: one crossing more than it has squares.
const CROSSINGS: u32 = 3 * (MAX_SIDE as u32 + 1);

/// The lowest bit of every crossing.
const ONES: u64 = 0o111_111_111_111;

/// The bit of the crossing that is the other end of the piece at bit `at`.
fn partner(state: u64, at: u32) -> u32 {
    let mut depth = 0;
    let mut closes = |at: &u32| {
        match state >> at & 7 {
            OPEN => depth += 1,
            CLOSE => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    let found = if state >> at & 7 == OPEN {
        (at..CROSSINGS).step_by(3).find(|at| closes(at))
    } else {
        (0..=at).rev().step_by(3).find(|at| closes(at))
    };
    found.unwrap_or(at)
}

fn relabel(state: u64, at: u32, label: u64) -> u64 {
    state & !(7 << at) | label << at
}

impl State for u64 {
    fn hash(self) -> u64 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
