//! Jewels: four cards whose inner borders match.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;

use crate::card::{Card, Colour};
use crate::hand::Hand;
use crate::shape::{Arc, Corner, Shape};
use engine::board::Direction;

engine::as_text!(Jewel: Debug);

/// Four cards laid in a square so that the borders inside match in pairs (ruling 6).
///
/// ```
/// use jewels::Jewel;
///
/// let jewel: Jewel = "bgryp,bgypr/pybgr,gpyrb".parse()?;
/// assert_eq!(jewel.points(), 1);
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jewel {
    pub(crate) cards: [Card; 4],
}

impl Jewel {
    /// Lays four cards: top left, top right, bottom left, bottom right.
    ///
    /// # Errors
    ///
    /// Two borders that touch have different colours.
    pub fn new(cards: [Card; 4]) -> Result<Self, JewelError> {
        for edge in Edge::ALL {
            let (first, second) = edge.cards(cards);
            if first.border(edge.direction()) != second.border(edge.facing()) {
                return Err(JewelError { edge, first, second });
            }
        }
        Ok(Self { cards })
    }

    /// The cards as they lie: top left, top right, bottom left, bottom right.
    pub const fn cards(self) -> [Card; 4] {
        self.cards
    }

    /// The colours of the borders inside: top, left, right, bottom.
    pub fn colours(self) -> [Colour; 4] {
        Edge::ALL.map(|edge| edge.cards(self.cards).0.border(edge.direction()))
    }

    /// The points of the jewel: one if the borders inside show four colours, two if three, three if two (ruling 6).
    pub fn points(self) -> u32 {
        let [top, left, right, bottom] = self.colours();
        1 + u32::from(top == bottom) + u32::from(left == right)
    }
}

/// `bgryp,bgypr/pybgr,gpyrb`: the upper cards, then the lower ones.
impl fmt::Display for Jewel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top_left, top_right, bottom_left, bottom_right] = self.cards;
        f.pad(&format!("{top_left},{top_right}/{bottom_left},{bottom_right}"))
    }
}

impl FromStr for Jewel {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "two cards, '/' and two cards, as in a,b/c,d";
        let refuse = || ParseError::not("a jewel", text, expected);
        let (upper, lower) = text.split_once('/').ok_or_else(refuse)?;
        let (top_left, top_right) = upper.split_once(',').ok_or_else(refuse)?;
        let (bottom_left, bottom_right) = lower.split_once(',').ok_or_else(refuse)?;
        let cards = [top_left, top_right, bottom_left, bottom_right];
        if cards.iter().any(|card| card.contains([',', '/'])) {
            return Err(refuse());
        }
        let [a, b, c, d] = cards.map(str::parse);
        Self::new([a?, b?, c?, d?]).map_err(ParseError::because)
    }
}

engine::words! {
    /// One of the four places inside a jewel where two borders touch, in words that follow "the".
    pub enum Edge {
        /// Between the two upper cards.
        Top: "upper",
        /// Between the two cards on the left.
        Left: "left",
        /// Between the two cards on the right.
        Right: "right",
        /// Between the two lower cards.
        Bottom: "lower",
    }
}

impl Edge {
    /// The two cards that touch: the upper one or the one on the left first.
    const fn cards(self, cards: [Card; 4]) -> (Card, Card) {
        let [top_left, top_right, bottom_left, bottom_right] = cards;
        match self {
            Self::Top => (top_left, top_right),
            Self::Left => (top_left, bottom_left),
            Self::Right => (top_right, bottom_right),
            Self::Bottom => (bottom_left, bottom_right),
        }
    }

    /// The direction of the border of the first card.
    const fn direction(self) -> Direction {
        match self {
            Self::Top | Self::Bottom => Direction::East,
            Self::Left | Self::Right => Direction::South,
        }
    }

    /// The direction of the border of the second card.
    const fn facing(self) -> Direction {
        self.direction().opposite()
    }
}

/// Two borders that touch in a jewel have different colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the {edge} two cards do not match: {first} is {} in the {}, {second} is {} in the {}",
    first.border(edge.direction()), edge.direction(), second.border(edge.facing()), edge.facing()
)]
#[non_exhaustive]
pub struct JewelError {
    /// The place where they touch.
    pub edge: Edge,
    /// The upper card, or the one on the left.
    pub first: Card,
    /// The other card.
    pub second: Card,
}

impl Hand {
    /// Every jewel that can be laid from the hand, each way to turn it counted.
    pub fn jewels(self) -> impl Iterator<Item = Jewel> {
        Shape::all().flat_map(move |shape| self.jewels_of(shape))
    }

    fn jewels_of(self, shape: Shape) -> impl Iterator<Item = Jewel> {
        let [top_left, bottom_left, bottom_right, top_right] = shape.arcs();
        let lay = |left: Self, corner: Corner, arc: Arc| {
            left.kinds()
                .filter_map(move |kind| Some((corner.turn(kind, arc)?, left.without(kind)?)))
        };
        lay(self, Corner::TopLeft, top_left).flat_map(move |(a, left)| {
            lay(left, Corner::TopRight, top_right).flat_map(move |(b, left)| {
                lay(left, Corner::BottomLeft, bottom_left).flat_map(move |(c, left)| {
                    lay(left, Corner::BottomRight, bottom_right)
                        .map(move |(d, _)| Jewel { cards: [a, b, c, d] })
                })
            })
        })
    }
}
