//! The symmetries of the game.
//!
//! The board can be turned and mirrored, with every card on it; mirrored cards are other kinds, but
//! the pack holds those as often, and mirrored jewels are jewels. And colours can be exchanged for
//! each other. That makes 8 times 120 symmetries.

use engine::game::Symmetric;
use jewels::{Card, Colour, Hand, Kind};

use crate::moves::Move;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{Direction, Square, SquareSet};

/// A way to turn, mirror and recolour the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether west and east change places; before the turns.
    mirrored: bool,
    /// Quarter turns clockwise.
    turns: u8,
    /// The image of each colour.
    colours: [Colour; 5],
}

impl Symmetry {
    /// Every symmetry, the identity first.
    fn all() -> impl Iterator<Item = Self> {
        orders().flat_map(|colours| {
            [false, true].into_iter().flat_map(move |mirrored| {
                (0..4).map(move |turns| Self { mirrored, turns, colours })
            })
        })
    }

    /// The square that `square` is mapped to.
    pub fn apply(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        let file = if self.mirrored { 5 - file } else { file };
        let (file, rank) = match self.turns {
            0 => (file, rank),
            1 => (rank, 5 - file),
            2 => (5 - file, 5 - rank),
            _ => (5 - rank, file),
        };
        Square::new(file, rank).unwrap_or(square)
    }

    const fn apply_to_direction(self, direction: Direction) -> Direction {
        let clockwise = direction as u8;
        let clockwise = if self.mirrored { 4 - clockwise } else { clockwise };
        Direction::ALL[((clockwise + self.turns) % 4) as usize]
    }

    const fn apply_to_colour(self, colour: Colour) -> Colour {
        self.colours[colour as usize]
    }

    fn apply_to_card(self, card: Card) -> Card {
        let mut borders = [card.centre(); 4];
        for direction in Direction::ALL {
            let border = self.apply_to_colour(card.border(direction));
            borders[self.apply_to_direction(direction) as usize] = border;
        }
        Card::new(self.apply_to_colour(card.centre()), borders).unwrap_or(card)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        // Mirroring and then turning is undone by doing so again.
        let turns = if self.mirrored { self.turns } else { (4 - self.turns) % 4 };
        let mut colours = Colour::ALL;
        for colour in Colour::ALL {
            colours[self.apply_to_colour(colour) as usize] = colour;
        }
        Self { mirrored: self.mirrored, turns, colours }
    }

    fn apply_to_hand(self, hand: Hand) -> Hand {
        let image = |kind: Kind| self.apply_to_card(kind.upright()).kind();
        let add = |hand: Hand, kind| hand.with(image(kind)).unwrap_or(hand);
        hand.iter().fold(Hand::EMPTY, add)
    }
}

/// Every order of the colours, the natural one first.
fn orders() -> impl Iterator<Item = [Colour; 5]> {
    (0..5_usize.pow(5)).filter_map(|index| {
        let digits = [625, 125, 25, 5, 1].map(|place| Colour::ALL[index / place % 5]);
        let seen = digits.iter().fold(0_u8, |seen, &colour| seen | 1 << colour as u8);
        (seen == 0b11111).then_some(digits)
    })
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::all()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut setup = self.setup();
        for square in Square::ALL {
            let card = self.card(square).map(|card| symmetry.apply_to_card(card));
            setup.cards[symmetry.apply(square).index()] = card;
        }
        let image = |squares: SquareSet| squares.into_iter().map(|sq| symmetry.apply(sq)).collect();
        setup.checkers = setup.checkers.map(image);
        setup.hands = setup.hands.map(|hand| symmetry.apply_to_hand(hand));
        Self::assemble(&setup)
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Place { at } => Move::Place { at: symmetry.apply(at) },
            Move::Slide { from, to } => {
                Move::Slide { from: symmetry.apply(from), to: symmetry.apply(to) }
            }
            Move::Put { card, at } => {
                Move::Put { card: symmetry.apply_to_card(card), at: symmetry.apply(at) }
            }
            Move::End => Move::End,
        }
    }

    fn to_canonical(&self) -> (Self, Symmetry) {
        let parts = |(image, _): &(Self, Symmetry)| {
            let Setup { cards, checkers, hands, .. } = image.setup();
            (cards, checkers, hands)
        };
        let images = Symmetry::all().map(|symmetry| (self.transform(symmetry), symmetry));
        let identity = Symmetry { mirrored: false, turns: 0, colours: Colour::ALL };
        images.min_by_key(parts).unwrap_or((*self, identity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Player;
    use crate::rules::Rules;
    use engine::Start;
    use std::collections::HashSet;

    #[test]
    fn there_are_960_symmetries_and_the_identity_is_first() {
        let all: HashSet<Symmetry> = Symmetry::all().collect();
        assert_eq!(all.len(), 960);
        let deal = Position::start(&Rules::default(), 1);
        assert_eq!(Symmetry::all().next().map(|first| deal.transform(first)), Some(deal));
        assert!(all.iter().all(|&s| deal.transform(s).transform(s.inverse()) == deal));
        let images: HashSet<Position> = all.iter().map(|&s| deal.transform(s)).collect();
        assert_eq!(images.len(), 960);
    }

    #[test]
    fn jewels_keep_their_points() {
        for (seed, symmetry) in (0..).zip(Symmetry::all()) {
            let deal = Position::start(&Rules::default(), seed);
            let game = engine::playout(&deal, 25, &mut engine::game::seeded(seed)).position;
            let image = game.transform(symmetry);
            for player in Player::ALL {
                assert_eq!(image.hand(player).points(), game.hand(player).points());
            }
        }
    }
}
