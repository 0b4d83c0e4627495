//! Positions: the pieces, the player to move, and the counts that can end the game.

use std::fmt;
use std::num::NonZeroU32;

use engine::{Keyed, Outcome, key};

use crate::chain::fewer_than_three;
use crate::geometry::{count_steps, jumped};
use crate::rules::{Player, Rules};
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};

/// A position: the pieces, the player to move, the turns that the centre has been held, the plies since the
/// last capture, and the rules.
///
/// Every position is one that could be set up on a board: with nine pieces a side at most, and not with both players
/// below three. Positions come from [`Start::start`](engine::Start::start), from text, or from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub(crate) Setup);

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// Both players have a piece on the same square, a player has too many, both have too few, or
    /// `hold` does not fit the centre.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        setup.check()?;
        Ok(Self(*setup))
    }

    /// The position of a setup that is known to be one.
    #[doc(hidden)]
    #[inline]
    pub const fn from_setup_unchecked(setup: Setup) -> Self {
        Self(setup)
    }

    /// Everything the position consists of, to change it and make a [position](Self::from_setup) of it again.
    pub const fn setup(&self) -> Setup {
        self.0
    }

    /// The same position, played on by other rules.
    #[must_use]
    pub const fn with_rules(self, rules: Rules) -> Self {
        Self(Setup { rules, ..self.0 })
    }

    /// The rules the position is played by.
    pub const fn rules(&self) -> Rules {
        self.0.rules
    }

    /// The player to move; in a finished game, the one who would be next.
    pub const fn turn(&self) -> Player {
        self.0.turn
    }

    /// The squares of a player's pieces.
    pub const fn pieces(&self, player: Player) -> SquareSet {
        self.0.pieces[player as usize]
    }

    /// The owner of the piece on a square, or `None` if it is empty.
    pub const fn piece(&self, square: Square) -> Option<Player> {
        if self.pieces(Player::Black).contains(square) {
            Some(Player::Black)
        } else if self.pieces(Player::White).contains(square) {
            Some(Player::White)
        } else {
            None
        }
    }

    /// The empty squares.
    pub const fn empty(&self) -> SquareSet {
        SquareSet::ALL.difference(self.pieces(Player::Black)).difference(self.pieces(Player::White))
    }

    /// The number of turns in a row of its holder that have ended with the centre held; 0 if it is empty (ruling 7).
    pub const fn hold(&self) -> u32 {
        self.0.hold
    }

    /// The plies since the last capture (ruling 9).
    pub const fn quiet(&self) -> u32 {
        self.0.quiet
    }

    /// The pieces of a player that the opponent could jump first in a capture, were it their turn.
    pub fn en_prise(&self, player: Player) -> SquareSet {
        jumped(self.pieces(!player), self.pieces(player), self.empty())
    }

    /// The number of steps of a player's pieces, legal or not.
    pub fn steps(&self, player: Player) -> usize {
        count_steps(self.pieces(player), self.empty())
    }

    /// The ending, or `None` while the game is running (rulings 6 to 10).
    ///
    /// That a player without a legal move loses (ruling 8) needs no check: nine pieces a side are
    /// too few to block any three.
    pub fn ending(&self) -> Option<Ending> {
        for player in Player::ALL {
            if fewer_than_three(self.pieces(player).bits()) {
                return Some(Ending::Elimination { winner: !player });
            }
        }
        if self.0.hold >= self.0.rules.hold_turns.get()
            && let Some(winner) = self.piece(Square::C3)
        {
            return Some(Ending::Hold { winner });
        }
        let limit = self.0.rules.quiet_limit?.get();
        (self.0.quiet >= limit).then_some(Ending::Quiet)
    }

    /// The outcome, or `None` while the game is running: [`ending`](Position::ending) without the reason.
    pub fn outcome(&self) -> Option<Outcome<Player>> {
        let ending = self.ending()?;
        Some(ending.winner().map_or(Outcome::Draw, Outcome::Winner))
    }
}

impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        let [black, white] = self.0.pieces.map(|pieces| u64::from(pieces.bits()));
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let Rules { forced_capture, hold_turns, quiet_limit } = self.0.rules;
        let flags = (self.0.turn as u64) << 50 | (forced_capture as u64) << 51;
        let limits = pair(hold_turns.get(), quiet_limit.map_or(0, NonZeroU32::get));
        let board = key::mix(key::mix(0, limits), black | white << 25 | flags);
        key::mix(board, pair(self.0.hold, self.0.quiet))
    }
}

/// The ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Ending {
    /// The loser has fewer than three pieces (ruling 6).
    Elimination {
        /// The winner.
        winner: Player,
    },
    /// The winner has held the centre for as long as it takes (ruling 7).
    Hold {
        /// The winner.
        winner: Player,
    },
    /// The limit of plies without a capture is reached, and the game is drawn (ruling 9).
    Quiet,
}

impl Ending {
    /// The winner, or `None` of a draw.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Elimination { winner } | Self::Hold { winner } => Some(winner),
            Self::Quiet => None,
        }
    }
}

/// `black wins by elimination`, `white wins by holding the centre`, `drawn, nothing was captured for too long`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Elimination { winner } => format!("{winner} wins by elimination"),
            Self::Hold { winner } => format!("{winner} wins by holding the centre"),
            Self::Quiet => "drawn, nothing was captured for too long".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 32);
    }
}
