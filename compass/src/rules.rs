//! The players, and the rule option.

use engine::game::Values;

engine::two_players! {
    /// A player. White moves first.
    pub enum Player { White: 'w' "white", Black: 'b' "black" }
}

engine::as_text!(Rules: Options);

/// The rule option, `ply_limit`: the limit of the first phase (ruling 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// The phase ends after this many plies, the placing of checkers included; with fewer than
    /// four it ends before all are placed, without points. `None` is no limit: play continues until a
    /// player ends the phase, or until plies can be counted no further ([`u32::MAX`]).
    pub ply_limit: Option<u32>,
}

impl Rules {
    /// The number of cards in the game (ruling 1).
    pub const CARDS: usize = 36;

    /// The number of checkers placed before play begins (ruling 2).
    pub const CHECKERS: usize = 4;

    pub(crate) fn last_ply(self) -> u32 {
        self.ply_limit.unwrap_or(u32::MAX)
    }
}

/// 200 plies.
impl Default for Rules {
    fn default() -> Self {
        Self { ply_limit: Some(200) }
    }
}

engine::options! {
    Rules {
        ply_limit or "none": "the moves after which the game ends, those that place checkers included",
            Values::number_or(0, u32::MAX, &["none"]);
    }
}

#[cfg(test)]
mod tests {
    use engine::Options;

    use super::*;

    #[test]
    fn the_limit_is_read_as_it_is_printed() {
        let mut rules = Rules::default();
        assert_eq!(rules.get("ply_limit").as_deref(), Some("200"));
        for value in ["none", "0", "4294967295"] {
            rules.set("ply_limit", value).unwrap();
            assert_eq!(rules.get("ply_limit").as_deref(), Some(value));
        }
        for value in ["", "None", "+5", "05", "-1", "4294967296", "5 "] {
            let error = rules.set("ply_limit", value).unwrap_err().to_string();
            assert!(error.contains(&format!("{value:?}")), "{error}");
        }
        assert_eq!(rules.ply_limit, Some(u32::MAX));
        assert!(rules.set("limit", "5").is_err() && rules.get("limit").is_none());
    }
}
