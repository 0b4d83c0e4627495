//! Setups: everything a position consists of, not yet known to be legal.

use engine::board::counted;
use jewels::{Card, Hand, Kind};

use crate::rules::{Player, Rules};
use crate::square::{Square, SquareSet};

/// Everything a position consists of, to be set up by hand: for studies and endgames.
///
/// ```
/// use compass::{Position, Rules, Start};
///
/// let mut setup = Position::start(&Rules::default(), 1).setup();
/// setup.ply = 1;
/// let error = Position::from_setup(&setup).unwrap_err();
/// assert_eq!(error.to_string(), "the ply is 1: expected 0 with 0 checkers on the board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// By [`Square::index`]: the cards as they lie.
    pub cards: [Option<Card>; Square::COUNT],
    /// White's and black's checkers.
    pub checkers: [SquareSet; 2],
    /// White's and black's collected cards.
    pub hands: [Hand; 2],
    /// Whether a player ended the phase.
    pub ended: bool,
    /// The plies played so far.
    pub ply: u32,
    /// The rules the position is played by.
    pub rules: Rules,
}

impl Setup {
    /// Checks that this is a position (ruling 7); the error is the reason why it is none.
    pub(crate) fn check(&self) -> Result<(), PositionError> {
        self.check_cards()?;
        self.check_checkers()?;
        let placed = self.checkers[0].len() + self.checkers[1].len();
        let in_hand = self.hands[0].len() + self.hands[1].len();
        let (ply, is_placement) = (self.ply, placed < Rules::CHECKERS);
        if is_placement && ply != placed as u32 {
            Err(PositionError::PlyOfPlacement { placed, ply })
        } else if is_placement && in_hand != 0 {
            Err(PositionError::HandsInPlacement { in_hand })
        } else if ply < placed as u32 {
            Err(PositionError::PlyTooSmall { ply })
        } else if self.ended && ply == placed as u32 {
            Err(PositionError::EndedTooEarly { ply })
        } else {
            Ok(())
        }
    }

    fn check_cards(&self) -> Result<(), PositionError> {
        let lying = self.cards.iter().flatten().map(|card| card.kind());
        let held = self.hands.iter().flat_map(|hand| hand.iter());
        let mut found = [0; Kind::COUNT];
        let mut total = 0;
        for kind in lying.chain(held) {
            found[kind.index()] += 1;
            total += 1;
        }
        if total != Rules::CARDS {
            return Err(PositionError::Cards { found: total });
        }
        match Kind::all().find(|kind| found[kind.index()] > Kind::IN_PACK) {
            Some(kind) => Err(PositionError::TooMany { kind, found: found[kind.index()] }),
            None => Ok(()),
        }
    }

    fn check_checkers(&self) -> Result<(), PositionError> {
        let [white, black] = self.checkers;
        for (player, checkers) in [(Player::White, white), (Player::Black, black)] {
            let mut squares = checkers.into_iter();
            if let Some(square) = squares.find(|square| self.cards[square.index()].is_none()) {
                return Err(PositionError::CheckerWithoutCard { player, square });
            }
        }
        if let Some(square) = (white & black).into_iter().next() {
            return Err(PositionError::CheckersTogether { square });
        }
        match (white.len(), black.len()) {
            (0 | 1, 0) | (1 | 2, 1) | (2, 2) => Ok(()),
            (white, black) => Err(PositionError::Checkers { white, black }),
        }
    }
}

/// The reason why a setup is no position (ruling 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum PositionError {
    #[error("the board and the hands hold {}: expected {}", counted(*found, "card"), Rules::CARDS)]
    Cards { found: usize },
    #[error("there are {found} cards {kind}: expected {} at most", Kind::IN_PACK)]
    TooMany { kind: Kind, found: u32 },
    #[error("a checker of {player} stands on {square}, where no card lies")]
    CheckerWithoutCard { player: Player, square: Square },
    #[error("two checkers stand on {square}")]
    CheckersTogether { square: Square },
    #[error(
        "white has {white} and black {black} checkers: expected 0 and 0, 1 and 0, 1 and 1, 2 and \
         1, or 2 and 2"
    )]
    Checkers { white: usize, black: usize },
    #[error("the ply is {ply}: expected {placed} with {} on the board", counted(*placed, "checker"))]
    PlyOfPlacement { placed: usize, ply: u32 },
    #[error("the hands hold {}: expected 0 before all checkers are placed", counted(*in_hand, "card"))]
    HandsInPlacement { in_hand: usize },
    #[error("the ply is {ply}: expected 4 or more with all checkers on the board")]
    PlyTooSmall { ply: u32 },
    #[error("the phase was ended by ply {ply}: expected 5 or more")]
    EndedTooEarly { ply: u32 },
}
