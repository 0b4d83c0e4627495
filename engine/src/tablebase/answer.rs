//! Answers to the question whether a win can be forced, and how they are kept.

/// Whether a win can be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// It can, within so many plies.
    Within(u32),
    /// Not within so many plies.
    NotWithin(u32),
    /// Never, with best play.
    Never,
}

/// What is kept of a position: 48 bits of its key, a number of plies, and whether there is a win within
/// so many.
#[derive(Clone, Copy)]
pub(super) struct Entry(pub(super) u64);

impl Entry {
    const TAG: u64 = !0xffff;

    pub(super) const fn new(key: u64, forced: Forced) -> Self {
        let found = match forced {
            Forced::Within(plies) => 0x100 | plies as u64,
            Forced::NotWithin(plies) => plies as u64,
            Forced::Never => 0xff,
        };
        Self(key & Self::TAG | found)
    }

    /// What it says of the position with this key.
    pub(super) fn get(self, key: u64) -> Option<Forced> {
        (self.0 & Self::TAG == key & Self::TAG).then_some(match self.0 as u32 & 0x1ff {
            0xff => Forced::Never,
            plies @ ..0xff => Forced::NotWithin(plies),
            plies => Forced::Within(plies & 0xff),
        })
    }
}

impl Forced {
    /// The most plies that can be asked for.
    pub const MAX_PLIES: u32 = 200;

    /// Numbers of plies for [`settle`](super::ForcedWins::settle): many questions together are settled
    /// soonest by asking each with one number before any with the next.
    pub const LIMITS: [u32; 7] = [4, 8, 16, 32, 64, 128, Self::MAX_PLIES];

    /// What it means one ply earlier.
    pub(super) const fn seen_earlier(self) -> Self {
        match self {
            Self::Within(plies) => Self::Within(plies + 1),
            Self::NotWithin(plies) => Self::NotWithin(plies + 1),
            Self::Never => Self::Never,
        }
    }

    /// How much is known: for how many plies there is no win.
    pub(super) const fn plies(self) -> u32 {
        match self {
            Self::Within(_) => 0,
            Self::NotWithin(plies) => plies,
            Self::Never => u32::MAX,
        }
    }

    /// The attacker prefers less: an early win to a late one, and that to none; unsettled questions to
    /// settled ones.
    pub(super) fn hope(self) -> u32 {
        match self {
            Self::Within(plies) => plies,
            Self::NotWithin(plies) => Self::MAX_PLIES + 1 + plies,
            Self::Never => u32::MAX,
        }
    }

    /// Whether it says if there is a win within so many plies.
    pub(super) fn answers(self, plies: u32) -> bool {
        match self {
            Self::Within(found) => found <= plies,
            _ => self.plies() >= plies,
        }
    }
}

/// Whether no other move can change the answer.
pub(super) fn settles(found: Option<Forced>, attacks: bool, plies: u32) -> bool {
    match found {
        Some(Forced::Within(_)) => attacks,
        Some(found) => !attacks && found.plies() >= plies,
        None => false,
    }
}

/// The answer of two moves together, each seen before it is made.
pub(super) fn combine(first: Option<Forced>, second: Forced, attacks: bool) -> Forced {
    let Some(first) = first else { return second };
    if (first.hope() <= second.hope()) == attacks { first } else { second }
}
