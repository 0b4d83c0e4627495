//! Setups: everything a position consists of, not yet known to be legal.

use engine::board::counted;

use crate::rules::{Player, Rules};
use crate::square::{Square, SquareSet};

/// Everything a position consists of, to be set up by hand: for studies and endgames.
///
/// ```
/// use collateral_checkers::{Position, Rules, Square, Start};
///
/// let mut setup = Position::start(&Rules::default(), 0).setup();
/// setup.pieces[0] = setup.pieces[0].with(Square::C3);
/// let error = Position::from_setup(&setup).unwrap_err();
/// assert_eq!(error.to_string(), "black has 10 pieces: expected 9 at most");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The squares of the pieces: black's, white's.
    pub pieces: [SquareSet; 2],
    /// The player to move.
    pub turn: Player,
    /// The number of turns in a row that the piece on the centre has been there; 0 if there is none.
    pub hold: u32,
    /// The plies since the last capture.
    pub quiet: u32,
    /// The rules the position is played by.
    pub rules: Rules,
}

impl Setup {
    /// Checks that this is a position; the error is the reason why it is none.
    pub(crate) fn check(&self) -> Result<(), PositionError> {
        let [black, white] = self.pieces;
        if let Some(square) = (black & white).into_iter().next() {
            return Err(PositionError::PiecesTogether { square });
        }
        for (player, pieces) in Player::ALL.into_iter().zip(self.pieces) {
            if pieces.len() > Rules::MAX_PIECES {
                return Err(PositionError::TooMany { player, found: pieces.len() });
            }
        }
        if self.pieces.iter().all(|pieces| pieces.len() < 3) {
            return Err(PositionError::TooFew);
        }
        match ((black | white).contains(Square::C3), self.hold) {
            (true, 0) => Err(PositionError::CentreNotHeld),
            (false, hold @ 1..) => Err(PositionError::EmptyCentreHeld { hold }),
            _ => Ok(()),
        }
    }
}

/// The reason why a setup is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum PositionError {
    /// No two pieces stand on the same square.
    #[error("two pieces stand on {square}")]
    PiecesTogether { square: Square },
    /// A player has nine pieces at most.
    #[error("{player} has {found} pieces: expected {} at most", Rules::MAX_PIECES)]
    TooMany { player: Player, found: usize },
    /// The first player below three ends the game, so there is never a second one.
    #[error("both players have fewer than three pieces: expected one of them at most")]
    TooFew,
    /// A piece on the centre has been there for a turn at least.
    #[error("a piece on c3 has been there for 0 turns: expected 1 or more")]
    CentreNotHeld,
    /// An empty square is not held.
    #[error("c3 is empty but held for {}: expected 0", counted(*hold, "turn"))]
    EmptyCentreHeld { hold: u32 },
}
