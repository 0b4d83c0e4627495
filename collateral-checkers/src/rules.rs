//! The players, and the rule options.

use std::num::NonZeroU32;

use engine::Options;
use engine::game::{OptionError, OptionSpec, Values};

engine::two_players! {
    /// A player. Black moves first.
    pub enum Player { Black: 'b' "black", White: 'w' "white" }
}

engine::as_text!(ForcedCapture);
engine::as_text!(Rules: Options);

/// The rule options: `forced_capture`, `hold_turns` and `quiet_limit`.
///
/// ```
/// use collateral_checkers::{ForcedCapture, Rules};
/// use engine::Options;
///
/// let mut rules = Rules::default();
/// rules.set("forced_capture", "must_take_opponent")?;
/// rules.set("quiet_limit", "none")?;
/// assert_eq!(rules.forced_capture, ForcedCapture::MustTakeOpponent);
/// let text = "forced_capture=must_take_opponent,hold_turns=3,quiet_limit=none";
/// assert_eq!((rules.to_string().as_str(), text.parse()), (text, Ok(rules)));
/// # Ok::<_, engine::game::OptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// Whether a player who must capture may take own pieces only, or must take an opponent's (ruling 5).
    pub forced_capture: ForcedCapture,
    /// The turns in a row, of their own, at whose ends a player must hold the centre to win (ruling 7).
    pub hold_turns: NonZeroU32,
    /// The plies without a capture, of either colour, that draw the game; `None` for never (ruling 9).
    pub quiet_limit: Option<NonZeroU32>,
}

impl Rules {
    /// The pieces of a player at the start, and at most (ruling 1).
    pub const MAX_PIECES: usize = 9;
}

/// Any capture satisfies the duty, three turns hold the centre, a hundred quiet plies draw.
impl Default for Rules {
    fn default() -> Self {
        Self {
            forced_capture: ForcedCapture::AnyCapture,
            hold_turns: const { NonZeroU32::MIN.saturating_add(2) },
            quiet_limit: Some(const { NonZeroU32::MIN.saturating_add(99) }),
        }
    }
}

engine::words! {
    /// The captures that satisfy the duty to capture (ruling 5).
    #[derive(Default)]
    pub enum ForcedCapture {
        /// Any chain, one that takes own pieces only included.
        #[default]
        AnyCapture: "any_capture",
        /// Only chains that, taken whole, capture a piece of the opponent's.
        MustTakeOpponent: "must_take_opponent",
    }
}

const FORCED_CAPTURE: OptionSpec = OptionSpec::new(
    "forced_capture",
    "what a forced capture takes: any pieces, or one of the opponent's at least",
    Values::Words(&["any_capture", "must_take_opponent"]),
);
const HOLD_TURNS: OptionSpec =
    OptionSpec::new("hold_turns", "turns on the centre that win", Values::number(1, u32::MAX));
const QUIET_LIMIT: OptionSpec = OptionSpec::new(
    "quiet_limit",
    "moves of both without a capture that draw",
    Values::number_or(1, u32::MAX, &["none"]),
);

impl Options for Rules {
    const SPECS: &'static [OptionSpec] = &[FORCED_CAPTURE, HOLD_TURNS, QUIET_LIMIT];

    fn get(&self, name: &str) -> Option<String> {
        match name {
            "forced_capture" => Some(self.forced_capture.to_string()),
            "hold_turns" => Some(self.hold_turns.to_string()),
            "quiet_limit" => {
                Some(self.quiet_limit.map_or("none".to_owned(), |limit| limit.to_string()))
            }
            _ => None,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        let number = || NonZeroU32::new(spec.number(value)?).ok_or_else(|| spec.refuse(value));
        match name {
            "forced_capture" => {
                self.forced_capture = value.parse().map_err(|_| spec.refuse(value))?;
            }
            "hold_turns" => self.hold_turns = number()?,
            _ if value == "none" => self.quiet_limit = None,
            _ => self.quiet_limit = Some(number()?),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_are_refused() {
        let mut rules = Rules::default();
        assert_eq!(
            rules.set("hold_turns", "0").unwrap_err().to_string(),
            "option \"hold_turns\" is \"0\": expected 1 or more"
        );
        for value in ["0", "None", "+5", "05", "4294967296"] {
            assert!(rules.set("quiet_limit", value).is_err(), "{value}");
        }
        assert!(rules.set("forced_capture", "any").is_err());
        assert_eq!(rules, Rules::default());
    }
}
