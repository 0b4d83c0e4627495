//! The children of a position, and the numbers that follow from theirs.

use super::numbers::{INFINITE, LARGEST, Numbers, PathDependence, Side};

/// A move, and the numbers of the position after it.
pub(super) struct Child<M> {
    pub(super) m: M,
    pub(super) key: u64,
    pub(super) known: Known,
}

impl<M> Child<M> {
    pub(super) fn is_disproven(&self) -> bool {
        self.known.numbers == Numbers::DISPROVEN
    }
}

/// The numbers of a position that was reached on the current path.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    pub(super) dependence: PathDependence,
    /// Proven by the table, but the position is not in the record yet.
    pub(super) unconfirmed: bool,
}

impl Known {
    pub(super) fn new(numbers: Numbers) -> Self {
        Self { numbers, dependence: PathDependence::NONE, unconfirmed: false }
    }

    pub(super) fn disproven_on(dependence: PathDependence) -> Self {
        Self { dependence, ..Self::new(Numbers::DISPROVEN) }
    }
}

/// The numbers of a position from those of its children, as its side to move sees them.
pub(super) struct Summary {
    pub(super) own: u32,
    pub(super) other: u32,
    /// The child with the least own number: the next to be searched.
    pub(super) best: usize,
    /// The least own number among the other children.
    pub(super) second: u32,
    /// The other number without the part of the best child.
    pub(super) rest: u32,
}

impl Summary {
    pub(super) fn of<M>(side: Side, children: &[Child<M>]) -> Self {
        let Some(first) = children.first() else {
            // A running game without moves breaks the laws; it is no win.
            let (own, other) = Numbers::DISPROVEN.seen_by(side);
            return Self { own, other, best: 0, second: INFINITE, rest: 0 };
        };
        let rank =
            |child: &Child<_>| (child.known.numbers.seen_by(side).0, !child.known.unconfirmed);
        let (mut best, mut least, mut second) = (0, rank(first), INFINITE);
        let (mut sum, mut is_out_of_reach) = (0, false);
        for (i, child) in children.iter().enumerate() {
            let other = child.known.numbers.seen_by(side).1;
            sum += u64::from(other);
            is_out_of_reach |= other == INFINITE;
            if i == 0 {
                continue;
            }
            let rank = rank(child);
            if rank < least {
                second = least.0;
                (best, least) = (i, rank);
            } else {
                second = second.min(rank.0);
            }
        }
        let best_other = children[best].known.numbers.seen_by(side).1;
        let clamp = |sum: u64| sum.min(LARGEST.into()) as u32;
        let other = if is_out_of_reach { INFINITE } else { clamp(sum) };
        let rest = clamp(sum - u64::from(best_other));
        Self { own: least.0, other, best, second, rest }
    }
}
