//! Alpha-beta over the positions of one board.
//!
//! A score is the number of cards face up when the game ends, negative if the player to move loses
//! it. As every ply collapses one card, it gives the length of the game, whichever ply it is seen from. So
//! scores need no adjusting on their way up, and are as true in a table as in the tree.

use super::board::Board;
use super::table::{Entry, Table};
use crate::position::Position;
use crate::square::{Square, SquareSet};

/// A position, with the moves it offers.
///
/// The replies to a move are the same for all moves, except for the square moved to. So one set, `replies`,
/// serves all moves.
#[derive(Clone, Copy)]
pub(super) struct Node {
    face_up: SquareSet,
    left: i32,
    mover: Square,
    other: Square,
    /// The squares that the mover can go to.
    moves: SquareSet,
    /// The squares that the opponent can go to then, were the mover's pawn not there.
    replies: SquareSet,
}

impl Node {
    pub(super) fn at(position: &Position) -> Self {
        let (mover, other) = (position.pawn(position.turn()), position.pawn(!position.turn()));
        let face_up = position.face_up();
        let replies = Board::of(position).reach(other, face_up.without(mover));
        let left = face_up.len() as i32;
        Self { face_up, left, mover, other, moves: position.moves(), replies }
    }

    /// The score, if the game is over or ends with the next ply.
    pub(super) fn decided(&self) -> Option<i32> {
        if self.moves.is_empty() {
            Some(-self.left)
        } else if wins_at_once(self.moves, self.replies) {
            Some(self.left - 1)
        } else {
            None
        }
    }

    fn key(&self) -> u32 {
        let (mover, other) = (self.mover.index() as u32, self.other.index() as u32);
        u32::from(self.face_up.bits()) | mover << 16 | other << 20
    }
}

/// Whether one of the moves leaves the opponent without a reply.
#[inline]
fn wins_at_once(moves: SquareSet, replies: SquareSet) -> bool {
    let replies_but_one = replies.bits() & replies.bits().wrapping_sub(1);
    (replies_but_one == 0) & (replies.is_empty() | moves.meets(replies))
}

/// A move to try, in one number: the larger, the earlier.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
struct Candidate(u32);

impl Candidate {
    #[inline]
    fn new(order: u32, to: Square, next: SquareSet) -> Self {
        Self(order << 20 | (to.index() as u32) << 16 | u32::from(next.bits()))
    }

    #[inline]
    fn to(self) -> Square {
        Square::wrapping((self.0 >> 16) as usize)
    }

    /// The squares that the mover can go to on their next turn, were the opponent's pawn not there.
    #[inline]
    fn next(self) -> SquareSet {
        SquareSet::from_bits(self.0 as u16)
    }
}

pub(super) struct Search<'t> {
    board: Board,
    table: &'t mut Table,
}

impl<'t> Search<'t> {
    /// A search of a position and its successors. The table must be empty.
    pub(super) fn new(position: &Position, table: &'t mut Table) -> Self {
        Self { board: Board::of(position), table }
    }

    pub(super) fn at_least(&mut self, node: &Node, score: i32) -> bool {
        node.decided().unwrap_or_else(|| self.search(node, score - 1, score)) >= score
    }

    /// The exact score.
    ///
    /// First the winner, then the length, each by null-window searches, which are much faster than one
    /// with an open window (Plaat et al., *Best-first fixed-depth minimax algorithms*, 1996).
    pub(super) fn score(&mut self, node: &Node) -> i32 {
        if let Some(score) = node.decided() {
            return score;
        }
        let (mut lower, mut upper) = (-node.left, node.left);
        let mut asked = 1;
        loop {
            let bound = self.search(node, asked - 1, asked);
            if bound < asked {
                upper = bound;
            } else {
                lower = bound;
            }
            if lower >= upper {
                return bound;
            }
            asked = if bound < asked { bound } else { bound + 1 };
        }
    }

    /// The score if it lies between `alpha` and `beta`, else a bound for it on the same side of
    /// them. The node must be undecided.
    fn search(&mut self, node: &Node, mut alpha: i32, beta: i32) -> i32 {
        // The opponent may win in two plies at the earliest, the mover in three.
        let (worst, best) = (2 - node.left, node.left - 3);
        if best <= alpha {
            return best;
        }
        if worst >= beta {
            return worst;
        }
        let key = node.key();
        let entry = *self.table.slot(key);
        let mut first = None;
        if entry.key == key {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            first = Square::from_index(usize::from(entry.best));
        }

        let (mut candidates, count) = self.candidates(node, first);
        let face_up = node.face_up.without(node.mover);
        let (mut score, mut chosen) = (worst, None);
        let floor = alpha;
        for i in 0..count {
            // Most nodes are cut off early, or have few candidates: sorting them all does not pay.
            let candidate = pick(&mut candidates[i..count]);
            let to = candidate.to();
            let child = Node {
                face_up,
                left: node.left - 1,
                mover: node.other,
                other: to,
                moves: node.replies.without(to),
                replies: candidate.next(),
            };
            let found = -self.search(&child, -beta, -alpha);
            if found > score {
                (score, chosen) = (found, Some(to));
                alpha = alpha.max(found);
                if found >= beta {
                    break;
                }
            }
        }

        let lower = if score > floor { score } else { worst };
        let upper = if score < beta { score } else { best };
        *self.table.slot(key) = Entry {
            key,
            lower: lower as i8,
            upper: upper as i8,
            best: chosen.map_or(u8::MAX, |to| to.index() as u8),
        };
        score
    }

    /// The moves that do not lose in two plies, and their number.
    ///
    /// `first` is tried first; then moves that take a square from the opponent, and moves that leave the
    /// mover more squares.
    #[inline]
    fn candidates(&self, node: &Node, first: Option<Square>) -> ([Candidate; 16], usize) {
        let mut candidates = [Candidate::default(); 16];
        let mut count = 0;
        let face_up = node.face_up.without(node.mover).without(node.other);
        for to in node.moves {
            let next = self.board.reach(to, face_up);
            let order = 32 * u32::from(first == Some(to))
                + 2 * u32::from(node.replies.contains(to))
                + next.len() as u32;
            // Written in any case, and kept by counting it, as a branch here would be hard to predict.
            candidates[count % 16] = Candidate::new(order, to, next);
            count += usize::from(!wins_at_once(node.replies.without(to), next));
        }
        (candidates, count)
    }
}

/// Moves the best remaining candidate to the front.
#[inline]
fn pick(candidates: &mut [Candidate]) -> Candidate {
    let mut best = 0;
    for i in 1..candidates.len() {
        if candidates[i] > candidates[best] {
            best = i;
        }
    }
    candidates.swap(0, best);
    candidates[0]
}
