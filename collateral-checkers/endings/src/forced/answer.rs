//! Answers to the question whether a win can be forced.

/// Whether a win can be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// It can, within this many plies.
    Within(u32),
    /// Not within this many plies.
    NotWithin(u32),
    /// Never, with best play.
    Never,
}

/// The player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    Defender,
    Attacker,
}

impl Forced {
    /// The greatest limit of plies.
    pub const MAX_PLIES: u32 = 200;

    /// Rising limits for [`settle`](super::ForcedWins::settle). To settle many positions, try all of
    /// them with one limit before any with the next.
    pub const LIMITS: [u32; 7] = [4, 8, 16, 32, 64, 128, Self::MAX_PLIES];

    /// The same answer one ply earlier. [`NotWithin`](Self::NotWithin) ends at
    /// [`MAX_PLIES`](Self::MAX_PLIES): round a cycle of table entries it would grow without end.
    pub(super) fn seen_earlier(self) -> Self {
        match self {
            Self::Within(plies) => Self::Within(plies + 1),
            Self::NotWithin(plies) => Self::NotWithin((plies + 1).min(Self::MAX_PLIES)),
            Self::Never => Self::Never,
        }
    }

    /// The number of plies within which there is no win; 0 for a win.
    pub(super) const fn plies(self) -> u32 {
        match self {
            Self::Within(_) => 0,
            Self::NotWithin(plies) => plies,
            Self::Never => u32::MAX,
        }
    }

    /// The order in which the attacker prefers answers, the best first: early wins, late wins, then
    /// refutations for few plies before those for many.
    pub(super) fn attacker_rank(self) -> u32 {
        match self {
            Self::Within(plies) => plies,
            Self::NotWithin(plies) => Self::MAX_PLIES + 1 + plies,
            Self::Never => u32::MAX,
        }
    }

    /// Whether it decides if there is a win within this many plies.
    pub(super) fn answers(self, plies: u32) -> bool {
        match self {
            Self::Within(found) => found <= plies,
            _ => self.plies() >= plies,
        }
    }
}

/// Whether the answer stands whatever the other moves lead to.
pub(super) fn settles(found: Option<Forced>, mover: Role, plies: u32) -> bool {
    match found {
        Some(Forced::Within(_)) => mover == Role::Attacker,
        Some(found) => mover == Role::Defender && found.plies() >= plies,
        None => false,
    }
}

/// The better of the answers of two moves, each seen from before the move.
pub(super) fn combine(first: Option<Forced>, second: Forced, mover: Role) -> Forced {
    let Some(first) = first else { return second };
    match mover {
        Role::Attacker => std::cmp::min_by_key(first, second, |found| found.attacker_rank()),
        Role::Defender => std::cmp::max_by_key(first, second, |found| found.attacker_rank()),
    }
}
