//! The rule option.

use std::fmt;
use std::str::FromStr;

use engine::{OptionError, OptionSpec, Options};

engine::serde_as_text!(Rules);

/// The number of steps from a joker (ruling 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// A joker moves by any number of steps from one to four: the rules as first published.
    #[default]
    V1_1,
    /// A joker moves by exactly one step: the designer's later rules.
    V1_3,
}

impl Rules {
    /// Both rule sets.
    pub const ALL: [Self; 2] = [Self::V1_1, Self::V1_3];
}

/// `v1_1` or `v1_3`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::V1_1 => "v1_1",
            Self::V1_3 => "v1_3",
        })
    }
}

impl FromStr for Rules {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        match text {
            "v1_1" => Ok(Self::V1_1),
            "v1_3" => Ok(Self::V1_3),
            _ => Err(Self::SPECS[0].refuse(text)),
        }
    }
}

/// One option, `rules`.
impl Options for Rules {
    const SPECS: &'static [OptionSpec] = &[OptionSpec { name: "rules", values: "v1_1 or v1_3" }];

    fn get(&self, name: &str) -> Option<String> {
        Self::spec(name).ok().map(|_| self.to_string())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        Self::spec(name)?;
        *self = value.parse()?;
        Ok(())
    }
}
