//! The players, and the rule option.

use engine::Options;
use engine::game::{OptionError, OptionSpec, Values};

engine::two_players! {
    /// A player. Red moves first in a deal.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

engine::as_text!(Rules);

engine::words! {
    /// The number of steps from a joker (ruling 3).
    #[derive(Default)]
    pub enum Rules {
        /// A joker moves by any number of steps from one to four: the rules as first published.
        #[default]
        V1_1: "v1_1",
        /// A joker moves by exactly one step: the designer's later rules.
        V1_3: "v1_3",
    }
}

/// One option, `rules`.
impl Options for Rules {
    const SPECS: &'static [OptionSpec] =
        &[OptionSpec { name: "rules", values: Values::Words(&["v1_1", "v1_3"]) }];

    fn get(&self, name: &str) -> Option<String> {
        Self::spec(name).ok().map(|_| self.to_string())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        *self = value.parse().map_err(|_| spec.refuse(value))?;
        Ok(())
    }
}
