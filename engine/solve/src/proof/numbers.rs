//! Proof and disproof numbers, and the path dependence of a disproof.

use super::Estimate;

/// Estimates of how much is left to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To prove the claim.
    pub(super) proof: u32,
    /// To disprove it.
    pub(super) disproof: u32,
}

/// The number of a goal that cannot be reached.
pub(super) const INFINITE: u32 = u32::MAX;

/// The largest number of a goal that may be reached; larger ones count as this one.
pub(super) const LARGEST: u32 = INFINITE - 1;

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// A position about which nothing is known.
    pub(super) const NEW: Self = Self { proof: 1, disproof: 1 };
    /// The nodes after which a position that is not solved counts one more.
    const NODES_FOR_ONE: u64 = 1 << 12;
    /// As thresholds: search until the position is solved.
    pub(super) const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// The numbers of a position that was not searched yet. The side to move needs one good move, the other must
    /// answer all of them.
    pub(super) fn by_moves(side: Side, moves: u64) -> Self {
        Self::of(side, 1, moves.clamp(1, 1 << 12) as u32)
    }

    /// The same numbers, or more if that many nodes did not solve the position. A long line of forced moves looks
    /// easy at every ply; so it does not keep the search from the other positions.
    pub(super) fn after(self, nodes: u64) -> Self {
        if self.is_solved() {
            return self;
        }
        let least = (nodes / Self::NODES_FOR_ONE).min(LARGEST.into()) as u32;
        Self { proof: self.proof.max(least), disproof: self.disproof.max(least) }
    }

    /// As thresholds: the nodes [after](Self::after) which they are reached.
    pub(super) fn nodes(self) -> u64 {
        u64::from(self.proof.min(self.disproof)) * Self::NODES_FOR_ONE
    }

    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number for the aim of the side to move, and that for the aim of the other side.
    pub(super) fn seen_by(self, side: Side) -> (u32, u32) {
        match side {
            Side::Player => (self.proof, self.disproof),
            Side::Opponents => (self.disproof, self.proof),
        }
    }

    pub(super) fn of(side: Side, own: u32, other: u32) -> Self {
        match side {
            Side::Player => Self { proof: own, disproof: other },
            Side::Opponents => Self { proof: other, disproof: own },
        }
    }
}

impl From<Estimate> for Numbers {
    fn from(Estimate { proof, disproof }: Estimate) -> Self {
        let [proof, disproof] = [proof, disproof].map(|number| number.clamp(1, 1 << 20));
        Self { proof, disproof }
    }
}

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The player that the question is about: one good move is enough.
    Player,
    /// Another player: every move must be answered.
    Opponents,
}

/// The path dependence of a disproof: the depths of the first and the last position on the path to which it
/// counts a return as a failure. The disproof holds on every path that is the same up to the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathDependence {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl PathDependence {
    /// The disproof holds on every path.
    pub(super) const NONE: Self = Self { first: u32::MAX, last: 0 };

    pub(super) fn at(depth: usize) -> Self {
        Self { first: depth as u32, last: depth as u32 }
    }

    pub(super) fn is_none(self) -> bool {
        self.first == u32::MAX
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// The dependence that is left for the position at `depth`. It does not depend on itself, as a
    /// player who can win can do so without repeating the position.
    pub(super) fn without(self, depth: usize) -> Self {
        let depth = depth as u32;
        if self.first >= depth {
            Self::NONE
        } else {
            Self { first: self.first, last: self.last.min(depth - 1) }
        }
    }
}
