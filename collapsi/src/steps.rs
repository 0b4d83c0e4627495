//! The steps of a pawn.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};
use std::str::FromStr;

use engine::ParseError;
use engine::board::{one_of, quoted};

/// The numbers of steps that a turn may have: one or more of those from 1 to 4.
///
/// ```
/// use collapsi::{Rules, Steps};
///
/// let mut joker = Steps::ONE | Steps::FOUR;
/// assert_eq!(joker.to_string(), "1 or 4 steps");
/// assert_eq!("1 or 4 steps".parse(), Ok(joker));
/// assert_eq!(Rules { joker }.to_string(), "joker14");
/// assert!(joker.insert(Steps::TWO) && !joker.insert(Steps::ONE));
/// assert_eq!(joker.to_string(), "1, 2 or 4 steps");
/// ```
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

    /// Adds the numbers of another set; returns whether one of them is new.
    pub fn insert(&mut self, steps: Self) -> bool {
        let before = std::mem::replace(self, *self | steps);
        before != *self
    }

    /// Removes the numbers of another set, but not the last that is left: then nothing changes. Returns whether
    /// the set has changed.
    ///
    /// ```
    /// use collapsi::Steps;
    ///
    /// let mut steps = Steps::ONE | Steps::FOUR;
    /// assert!(steps.remove(Steps::FOUR | Steps::THREE));
    /// assert!(!steps.remove(Steps::ANY));
    /// assert_eq!(steps, Steps::ONE);
    /// ```
    pub fn remove(&mut self, steps: Self) -> bool {
        let before = *self;
        *self = Self::from_bits(before.0 & !steps.0).unwrap_or(before);
        before != *self
    }

    /// The set as bits: bit 0 is set if one step is in it.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of these [bits](Self::bits); `None` of none and of others.
    pub fn from_bits(bits: u8) -> Option<Self> {
        (1..=Self::ANY.0).contains(&bits).then_some(Self(bits))
    }
}

/// The numbers of either set.
impl BitOr for Steps {
    type Output = Self;

    #[inline]
    fn bitor(self, steps: Self) -> Self {
        Self(self.0 | steps.0)
    }
}

impl BitOrAssign for Steps {
    #[inline]
    fn bitor_assign(&mut self, steps: Self) {
        *self = *self | steps;
    }
}

/// The numbers in order, as in `2 steps` and `1, 2 or 4 steps`; `1 to 4 steps` for all.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<String> = self.lengths().map(|length| length.to_string()).collect();
        let lengths = if *self == Self::ANY { "1 to 4".to_owned() } else { one_of(&lengths) };
        let noun = if *self == Self::ONE { "step" } else { "steps" };
        f.pad(&format!("{lengths} {noun}"))
    }
}

/// Reads what `Display` prints.
impl FromStr for Steps {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::all().find(|steps| steps.to_string() == text);
        found.ok_or_else(|| {
            let problem = format_args!("{} is no number of steps", quoted(text));
            ParseError::new(problem, "1 step, 1 to 4 steps, or numbers as in 1, 2 or 4 steps")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_read_what_they_print() {
        for steps in Steps::all() {
            assert_eq!(steps.to_string().parse(), Ok(steps));
        }
        for text in ["", "1", "1 steps", "2 step", "4 or 1 steps", "1 or 4", "14", "5 steps"] {
            assert!(text.parse::<Steps>().is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_added_and_removed() {
        for first in Steps::all() {
            for second in Steps::all() {
                let lengths = |keep: fn(bool, bool) -> bool| {
                    let within = |set: Steps, length| set.lengths().any(|other| other == length);
                    (1..=4)
                        .filter(move |&length| keep(within(first, length), within(second, length)))
                };
                let (mut more, mut fewer) = (first, first);
                assert_eq!(more.insert(second), more != first);
                assert!(more.lengths().eq(lengths(|one, other| one || other)));
                assert_eq!(more, first | second);
                assert_eq!(fewer.remove(second), fewer != first);
                let left: Vec<_> = lengths(|one, other| one && !other).collect();
                assert!(left.is_empty() && fewer == first || fewer.lengths().eq(left));
            }
        }
    }
}
