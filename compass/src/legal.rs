//! Legal moves (rulings 2 to 4).

use jewels::{Card, Colour};

use crate::position::Position;
use crate::rules::Player;
use crate::square::{Direction, Square, SquareSet};

impl Position {
    /// The most legal moves that a position can have: 30 kinds in hand in four orientations on 32
    /// empty squares, and the end.
    pub const MAX_MOVES: usize = 30 * 4 * 32 + 1;

    /// The squares that a checker on `from` can go to; none if no card lies there (ruling 3).
    pub fn reach(&self, from: Square) -> SquareSet {
        self.card(from).map_or(SquareSet::EMPTY, |card| self.reach_from(from, card))
    }

    /// The squares that a checker could go to from a card on `from`.
    pub(crate) fn reach_from(&self, from: Square, card: Card) -> SquareSet {
        let [north, east, south, west] =
            Direction::ALL.map(|to| from.ray(to) & self.centres[card.border(to) as usize]);
        (north | east | south | west) - self.occupied()
    }

    /// The squares that a player's checkers could go to if a card with this centre lay there.
    pub(crate) fn in_reach(&self, player: Player, centre: Colour) -> SquareSet {
        let ray = |from: Square| {
            let card = self.card(from)?;
            let to = Direction::ALL.into_iter().find(|&to| card.border(to) == centre)?;
            Some(from.ray(to))
        };
        let rays = self.checkers(player).into_iter().filter_map(ray);
        rays.fold(SquareSet::EMPTY, SquareSet::union)
    }

    /// The number of moves of a player's checkers if it were their turn.
    pub(crate) fn count_slides(&self, player: Player) -> usize {
        self.checkers(player).into_iter().map(|from| self.reach(from).len()).sum()
    }

    /// Whether a player has a checker that could move if it were their turn.
    pub fn can_slide(&self, player: Player) -> bool {
        self.checkers(player).into_iter().any(|from| !self.reach(from).is_empty())
    }

    pub(crate) fn occupied(&self) -> SquareSet {
        self.checkers(Player::White) | self.checkers(Player::Black)
    }

    pub(crate) fn check_place(&self, at: Square) -> Result<(), IllegalMove> {
        if !self.is_placement() {
            return Err(IllegalMove::AllPlaced);
        }
        if self.card(at).is_none() {
            return Err(IllegalMove::NoCard { at });
        }
        if self.occupied().contains(at) {
            return Err(IllegalMove::Occupied { at });
        }
        Ok(())
    }

    pub(crate) fn check_slide(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        let player = self.turn();
        if !self.checkers(player).contains(from) {
            return Err(IllegalMove::NoChecker { player, from });
        }
        let direction = from.direction_to(to).ok_or(IllegalMove::NotInLine { from, to })?;
        let left = self.card(from).ok_or(IllegalMove::NoCard { at: from })?;
        let entered = self.card(to).ok_or(IllegalMove::NoCard { at: to })?;
        if self.occupied().contains(to) {
            return Err(IllegalMove::Occupied { at: to });
        }
        let (border, centre) = (left.border(direction), entered.centre());
        if border != centre {
            return Err(IllegalMove::WrongColour { from, to, direction, border, centre });
        }
        Ok(())
    }
}

/// The first rule that a move breaks, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over (rulings 4 and 5).
    #[error("the game is over")]
    GameOver,
    /// First both players place their checkers (ruling 2).
    #[error("{player} must place a checker first")]
    PlacementFirst { player: Player },
    /// Each player has two checkers (ruling 2).
    #[error("all checkers are placed")]
    AllPlaced,
    /// Checkers stand on cards (rulings 2 and 3).
    #[error("no card lies on {at}")]
    NoCard { at: Square },
    /// No card has more than one checker (rulings 2 and 3).
    #[error("a checker stands on {at}")]
    Occupied { at: Square },
    /// Players move their own checkers (ruling 3).
    #[error("no checker of {player} stands on {from}")]
    NoChecker { player: Player, from: Square },
    /// Checkers move along files and ranks (ruling 3).
    #[error("{to} lies neither north, east, south nor west of {from}")]
    NotInLine { from: Square, to: Square },
    /// The centre must have the colour of the border left through (ruling 3).
    #[error(
        "the checker on {from} leaves through a {border} border in the {direction}, but the card \
         on {to} is {centre} in its centre"
    )]
    WrongColour { from: Square, to: Square, direction: Direction, border: Colour, centre: Colour },
    /// A player who can move a checker must do so (ruling 4).
    #[error("{player} can move a checker, for example {from}-{to}, and must")]
    MustSlide { player: Player, from: Square, to: Square },
    /// Only collected cards can be put back (ruling 4).
    #[error("{player} has no card {card} in hand")]
    NotInHand { player: Player, card: Card },
    /// Cards are put on empty squares (ruling 4).
    #[error("a card lies on {at}")]
    Covered { at: Square },
}
