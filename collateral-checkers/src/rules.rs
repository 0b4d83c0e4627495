//! The players, and the rule options.

use std::num::NonZeroU32;

use engine::game::Values;

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

engine::options! {
    Rules {
        forced_capture: "what a forced capture takes: any pieces, or one of the opponent's at least",
            Values::Words(ForcedCapture::WORDS);
        hold_turns: "turns on the centre that win", Values::number(1, u32::MAX);
        quiet_limit or "none": "moves of both without a capture that draw",
            Values::number_or(1, u32::MAX, &["none"]);
    }
}

#[cfg(test)]
mod tests {
    use engine::Options;

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
