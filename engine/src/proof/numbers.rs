//! Proof and disproof numbers, and what a disproof rests on.

/// How many unsolved positions must at least be solved, one way or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To prove the claim.
    pub(super) proof: u32,
    /// To disprove it.
    pub(super) disproof: u32,
}

/// The number of what cannot be done.
pub(super) const INFINITE: u32 = u32::MAX;

/// The largest number of what may still be done; larger ones count as this one.
pub(super) const LARGEST: u32 = INFINITE - 1;

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// A position about which nothing is known.
    pub(super) const NEW: Self = Self { proof: 1, disproof: 1 };
    /// Only a solution is enough.
    pub(super) const SOLVED: Self = Self { proof: INFINITE, disproof: INFINITE };

    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of the side to move for reaching its own aim, and that of the other side.
    pub(super) fn seen_by(self, side: Side) -> (u32, u32) {
        match side {
            Side::Asked => (self.proof, self.disproof),
            Side::Others => (self.disproof, self.proof),
        }
    }

    pub(super) fn of(side: Side, own: u32, other: u32) -> Self {
        match side {
            Side::Asked => Self { proof: own, disproof: other },
            Side::Others => Self { proof: other, disproof: own },
        }
    }
}

/// Who decides in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The player that the question is about, who needs one good move.
    Asked,
    /// Somebody else: every move must be answered.
    Others,
}

/// The positions on the path from the root that a disproof takes for repetitions, by their depth:
/// the first of them and the last. It holds wherever the path has all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathDependence {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl PathDependence {
    /// Holds on every path.
    pub(super) const NONE: Self = Self { first: u32::MAX, last: 0 };

    pub(super) fn at(depth: usize) -> Self {
        Self { first: depth as u32, last: depth as u32 }
    }

    pub(super) fn are_none(self) -> bool {
        self.first == u32::MAX
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// What remains for the position at `depth` itself: it may take repetitions of itself for
    /// granted, since who can win can do so without them.
    pub(super) fn without(self, depth: usize) -> Self {
        let depth = depth as u32;
        if self.first >= depth {
            Self::NONE
        } else {
            Self { first: self.first, last: self.last.min(depth - 1) }
        }
    }
}
