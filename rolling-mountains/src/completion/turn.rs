//! Where collecting ends and dropping begins.

use smallvec::SmallVec;

use super::links::{Role, Tip};
use super::order::Step;
use crate::grid::Grid;
use crate::square::{Square, SquareSet};

/// What has been swept of the two steps between the square where collecting ends and the first one
/// of those dropped on: first onto another square, which must be empty by then.
///
/// If dropping begins where collecting has ended, that is the square before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    ToCome,
    /// The square stepped to, and which of the squares beside it have been swept.
    Over(Square, Beside),
    Done,
}

/// Which of the two squares have been swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    Neither,
    /// That where collecting ends.
    End,
    /// That where dropping begins.
    Begin,
    Both,
}

/// A turn goes over the square itself or one of four beside it, or does not begin.
pub(super) type Turns = SmallVec<[Turn; 5]>;

impl Turn {
    pub(super) const fn bits(self) -> u64 {
        match self {
            Self::ToCome => 0,
            Self::Done => 1,
            Self::Over(square, beside) => 2 + 4 * square.index() as u64 + beside as u64,
        }
    }

    /// What it can be after a square with these roles on the paths collected and dropped on.
    pub(super) fn on(self, view: View<'_>, collect: Role, drop: Role, turns: &mut Turns) {
        turns.clear();
        let at = view.step.square;
        let tip = match (collect == Role::Tip(Tip::Last), drop == Role::Tip(Tip::First)) {
            (true, true) => Beside::Both,
            (true, false) => Beside::End,
            (false, true) => Beside::Begin,
            (false, false) => Beside::Neither,
        };
        match (self, tip) {
            (Self::ToCome, Beside::Both) | (Self::Done, Beside::Neither) => turns.push(Self::Done),
            (Self::ToCome, Beside::Neither) => {
                turns.push(self);
                if view.empty.contains(at) {
                    turns.extend(view.over(at, tip));
                }
            }
            (Self::ToCome, _) => {
                let ahead = view.beside(at) - view.step.swept;
                turns.extend(ahead.into_iter().filter_map(|over| view.over(over, tip)));
            }
            (Self::Over(over, beside), Beside::Neither) => {
                if over != at || view.empty.contains(at) {
                    turns.extend(view.over(over, beside));
                }
            }
            (Self::Over(over, beside), _) => {
                let both = match (beside, tip) {
                    (Beside::Neither, tip) => tip,
                    (Beside::End, Beside::Begin) | (Beside::Begin, Beside::End) => Beside::Both,
                    _ => return,
                };
                if tip != Beside::Both && view.beside(over).contains(at) {
                    turns.extend(view.over(over, both));
                }
            }
            (Self::Done, _) => {}
        }
    }
}

/// The board at one step of the sweep.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) grid: Grid,
    pub(super) region: SquareSet,
    pub(super) step: &'a Step,
    /// The squares that are empty once collecting has ended, of those known.
    pub(super) empty: SquareSet,
}

impl View<'_> {
    fn beside(self, square: Square) -> SquareSet {
        self.grid.neighbours(SquareSet::of(square)) & self.region
    }

    /// The turn over a square, unless too few squares beside it are to come.
    fn over(self, square: Square, beside: Beside) -> Option<Turn> {
        let missing = match beside {
            Beside::Neither => 2,
            Beside::End | Beside::Begin => 1,
            Beside::Both => 0,
        };
        let ahead = self.beside(square) - self.step.swept;
        if missing == 0 && self.step.swept.contains(square) {
            Some(Turn::Done)
        } else {
            (ahead.len() >= missing).then_some(Turn::Over(square, beside))
        }
    }
}
