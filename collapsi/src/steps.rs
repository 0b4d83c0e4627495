//! The steps of a pawn.

use std::fmt;

/// The numbers of steps that a turn may have: one or more of those from 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps(u8);

impl Steps {
    /// One step.
    pub const ONE: Self = Self(1);
    /// Two steps.
    pub const TWO: Self = Self(1 << 1);
    /// Three steps.
    pub const THREE: Self = Self(1 << 2);
    /// Four steps.
    pub const FOUR: Self = Self(1 << 3);
    /// One to four, as the player likes.
    pub const ANY: Self = Self(0b1111);

    /// Every set of them, each after all that it contains.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::ANY.0).map(Self)
    }

    /// The numbers of steps that a walk can have, from the least on.
    pub fn lengths(self) -> impl Iterator<Item = usize> {
        (1..=4).filter(move |length| self.0 >> (length - 1) & 1 == 1)
    }

    /// The set as bits: bit 0 is set if one step is in it.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) fn from_bits(bits: u8) -> Option<Self> {
        (1..=Self::ANY.0).contains(&bits).then_some(Self(bits))
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ANY {
            return f.write_str("1 to 4 steps");
        }
        let count = self.lengths().count();
        for (i, length) in self.lengths().enumerate() {
            let before = if i == 0 {
                ""
            } else if i + 1 == count {
                " or "
            } else {
                ", "
            };
            write!(f, "{before}{length}")?;
        }
        f.write_str(if *self == Self::ONE { " step" } else { " steps" })
    }
}
