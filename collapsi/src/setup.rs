//! Setups: everything a position consists of, not yet known to be legal.

use crate::card::Card;
use crate::rules::{Player, Rules};
use crate::square::Square;

/// Everything a position consists of, to be set up by hand: for studies and endgames.
///
/// ```
/// use collapsi::{Position, Square};
///
/// let position: Position = "A223/4A2J/3A23/J3A4".parse()?;
/// let mut setup = position.setup();
/// setup.pawns = [Square::A1; 2];
/// let error = Position::from_setup(&setup).unwrap_err();
/// assert_eq!(error.to_string(), "two pawns stand on a1");
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The face-up cards by [`Square::index`], with `None` for collapsed ones.
    pub cards: [Option<Card>; Square::COUNT],
    /// The squares of the pawns: red's, blue's.
    pub pawns: [Square; 2],
    /// The player to move.
    pub turn: Player,
    /// The rules the position is played by.
    pub rules: Rules,
}

impl Setup {
    pub(crate) fn check(&self) -> Result<(), PositionError> {
        for (player, square) in Player::ALL.into_iter().zip(self.pawns) {
            if self.cards[square.index()].is_none() {
                return Err(PositionError::PawnOnCollapsedCard { player, square });
            }
        }
        let [red, blue] = self.pawns;
        if red == blue { Err(PositionError::PawnsTogether { square: red }) } else { Ok(()) }
    }
}

/// The reason why a setup is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum PositionError {
    #[error("the {player} pawn stands on {square}, where no card is face up")]
    PawnOnCollapsedCard { player: Player, square: Square },
    #[error("two pawns stand on {square}")]
    PawnsTogether { square: Square },
}
