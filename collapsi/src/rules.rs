//! The players, and the rule option.

use std::fmt;
use std::str::FromStr;

use engine::game::{OptionError, OptionSpec, Values};
use engine::{Options, ParseError};

use crate::steps::Steps;

engine::two_players! {
    /// A player. Red moves first in a deal.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

engine::as_text!(Rules);

/// The rules: the steps that a joker allows (ruling 3).
///
/// They print as `v1_1`, `v1_3`, or with the steps, as `joker124`, and read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The steps that a turn from a joker can have; the player chooses one of them.
    pub joker: Steps,
}

impl Rules {
    /// Any number from one to four: the rules as first published.
    pub const V1_1: Self = Self { joker: Steps::ANY };

    /// Exactly one step: the designer's later rules.
    pub const V1_3: Self = Self { joker: Steps::ONE };

    /// The rules that were published.
    pub const PUBLISHED: [Self; 2] = [Self::V1_1, Self::V1_3];

    /// The published ones, and those with any other set of steps.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = Steps::all().map(|joker| Self { joker });
        let others = others.filter(|rules| !Self::PUBLISHED.contains(rules));
        Self::PUBLISHED.into_iter().chain(others)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::V1_1
    }
}

/// The texts of rules, in the order of [`Rules::all`].
const WORDS: [&str; 15] = [
    "v1_1", "v1_3", "joker2", "joker12", "joker3", "joker13", "joker23", "joker123", "joker4",
    "joker14", "joker24", "joker124", "joker34", "joker134", "joker234",
];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Self::all().zip(WORDS).find(|(rules, _)| rules == self);
        f.pad(word.map_or_else(Default::default, |(_, word)| word))
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::all().zip(WORDS).find(|&(_, word)| word == text);
        found.map(|(rules, _)| rules).ok_or_else(|| engine::board::unknown_word(text, &WORDS))
    }
}

/// One option, `rules`.
impl Options for Rules {
    const SPECS: &'static [OptionSpec] = &[OptionSpec::new(
        "rules",
        "how many steps a joker walks: by v1_1 1 to 4, by v1_3 just 1, by joker13 1 or 3, and so on",
        Values::Words(&WORDS),
    )];

    fn get(&self, name: &str) -> Option<String> {
        Self::spec(name).ok().map(|_| self.to_string())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        *self = value.parse().map_err(|_| spec.refuse(value))?;
        Ok(())
    }
}
