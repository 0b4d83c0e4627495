//! How the scores of a board come from those of the board that a move leaves.

use std::ops::Range;

use collapsi::{Square, SquareSet, Steps, Symmetry, Walks};

use crate::boards::Board;
use crate::kernel::{Gather, Least, Left, ROWS};
use crate::pattern::{Shuffle, place_in};
use crate::score::Score;

/// A mover leaves a card of a board, and this board becomes another one.
pub(crate) struct Link<'a> {
    /// The place of the other board in its list.
    pub(crate) child: u32,
    /// Leads to the other board.
    pub(crate) symmetry: Symmetry,
    pub(crate) parent: Board,
    pub(crate) mover: Square,
    /// The scores to compute: by other pawn and pattern.
    pub(crate) scores: &'a mut [u8],
}

/// The work for a link, the same for all squares of the other pawn.
pub(crate) struct Plan {
    /// The opponent's score if the mover cannot move.
    pub(crate) none: u8,
    /// For the other pawn on each square of the child, the place of its scores.
    pub(crate) places: [usize; Square::COUNT],
    /// For each of the two values that the card left can have.
    pub(crate) halves: [Half; 2],
    pub(crate) gather: Gather,
}

/// The work for one value of the card that the mover leaves.
pub(crate) struct Half {
    /// The squares that the mover can go to, as squares of the child.
    pub(crate) ends: SquareSet,
    /// The scores that allow this value, see [`Fold`](crate::kernel::Fold).
    pub(crate) blocks: [Range<usize>; 2],
}

impl Plan {
    pub(crate) fn new(link: &Link, child: Board) -> Self {
        let parent = link.parent;
        let back = link.symmetry.inverse();
        let mut places = [0; Square::COUNT];
        for other in child.face_up {
            let others = parent.face_up.without(link.mover);
            places[other.index()] = place_in(others, back.apply(other));
        }
        let (card, steps, alike) = if parent.low.contains(link.mover) {
            (Left::Low, [Steps::ONE, Steps::TWO], parent.low)
        } else {
            (Left::High, [Steps::THREE, Steps::FOUR], parent.high())
        };
        let from = link.symmetry.apply(link.mover);
        let halves = steps.map(|steps| Half {
            ends: Walks::get().reach(from, steps, child.face_up),
            blocks: [0..0, 0..0],
        });
        let none = Score::won(parent.face_up.len()).0;
        let packing = parent.packing();
        let gather = Gather { packing, rows: [[0; 2]; ROWS / 2], shuffles: [[128; 16]; 2], card };
        let mut plan = Self { none, places, halves, gather };
        // The patterns of the card left.
        let values = [0, 1 << place_in(alike, link.mover)];
        let (low, high): (&[u8], &[u8]) =
            if card == Left::Low { (&values, &[0]) } else { (&[0], &values) };
        plan.add_rows(parent, child, back, low);
        plan.add_shuffles(parent, child, back, high);
        plan
    }

    /// The old row of each new one, and the blocks that have them.
    fn add_rows(&mut self, parent: Board, child: Board, back: Symmetry, values: &[u8]) {
        let shuffle = in_parent(child.low, parent.low, back);
        let old = child.packing();
        let patterns = parent.low_patterns();
        for (row, pattern) in child.low_patterns().iter().enumerate() {
            let image = shuffle.image(pattern);
            let (half, pair) = old.place(row);
            let byte = pair * old.width;
            for (value, card) in values.iter().enumerate() {
                let Some(place) = patterns.place(image | card) else { continue };
                let (new_half, new_pair) = self.gather.packing.place(place);
                let first = value * Least::VALUE + half * Least::HALF + byte;
                self.gather.rows[new_pair][new_half] = first as u16;
                // The rows of a half come in the order of their bytes.
                let blocks = &mut self.halves[value].blocks[half];
                if blocks.end == 0 {
                    blocks.start = byte / 32;
                }
                blocks.end = (byte + old.width).div_ceil(32);
            }
        }
        if self.gather.card == Left::High {
            let [first, second] = &mut self.halves;
            second.blocks.clone_from(&first.blocks);
        }
    }

    /// The old score of each new one in a row.
    fn add_shuffles(&mut self, parent: Board, child: Board, back: Symmetry, values: &[u8]) {
        let shuffle = in_parent(child.high(), parent.high(), back);
        let patterns = parent.high_patterns();
        for (lane, pattern) in (0..).zip(child.high_patterns().iter()) {
            let image = shuffle.image(pattern);
            for (new, card) in self.gather.shuffles.iter_mut().zip(values) {
                if let Some(place) = patterns.place(image | card) {
                    new[place] = lane;
                }
            }
        }
    }
}

/// The symmetry of patterns that leads back to the parent.
fn in_parent(of_child: SquareSet, of_parent: SquareSet, back: Symmetry) -> Shuffle {
    Shuffle::new(of_child.into_iter().map(|square| place_in(of_parent, back.apply(square))))
}
