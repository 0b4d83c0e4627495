//! Colours and cards: the 30 kinds, in all orientations.

use std::fmt::{self, Write};
use std::num::NonZeroU8;
use std::str::FromStr;

use engine::ParseError;
use engine::board::Direction;

engine::letters! {
    /// A colour, ordered by its letter.
    pub enum Colour {
        Blue: 'b' "blue",
        Green: 'g' "green",
        Purple: 'p' "purple",
        Red: 'r' "red",
        Yellow: 'y' "yellow",
    }
}

engine::as_text!(Card: Debug);

/// A card as it lies: its kind, and its orientation.
///
/// ```
/// use jewels::{Card, Colour, Direction};
///
/// let card: Card = "rygbp".parse()?;
/// assert_eq!(card.centre(), Colour::Red);
/// assert_eq!(card.border(Direction::North), Colour::Yellow);
/// assert_eq!(card.kind().to_string(), "rbpyg");
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(
    /// One more than the index, so that no card fits in the same byte.
    NonZeroU8,
);

impl Card {
    /// The number of cards as they lie: 30 kinds, each in four directions.
    pub const COUNT: usize = 120;

    /// The card with this [`index`](Card::index), or `None` if there is none.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index >= Self::COUNT {
            return None;
        }
        match NonZeroU8::new(index as u8 + 1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// The card that shows these colours, or `None` if they are not five different ones. The borders
    /// are those in the north, east, south and west.
    pub fn new(centre: Colour, borders: [Colour; 4]) -> Option<Self> {
        let shown =
            borders.iter().fold(1 << centre as u8, |shown, &border| shown | 1 << border as u8);
        if shown != 0b11111_u8 {
            return None;
        }
        // The borders as numbers from 0 to 3, then from the smallest on clockwise.
        let numbers = borders.map(|border| border as usize - usize::from(border > centre));
        let turns = numbers.iter().position(|&number| number == 0)?;
        let [second, third, fourth] = [1, 2, 3].map(|step| numbers[(turns + step) % 4]);
        let order = 2 * (second - 1) + usize::from(third > fourth);
        Self::from_index(24 * centre as usize + 4 * order + turns)
    }

    /// The place in the order of cards, below [`COUNT`](Card::COUNT): four times that of the kind,
    /// and the quarter turns clockwise from how the kind is written.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() as usize - 1) & 127
    }

    /// The kind of card, however it is turned.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.index() as u8 / 4)
    }

    /// The colour in the middle.
    #[inline]
    pub const fn centre(self) -> Colour {
        FACES[self.index()][0]
    }

    /// The colour of a border.
    #[inline]
    pub const fn border(self, direction: Direction) -> Colour {
        FACES[self.index()][1 + direction as usize]
    }
}

/// Centre, north, east, south, west: `rygbp`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_iter(FACES[self.index()].map(Colour::to_char)))
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "the letters r, y, g, b and p in some order";
        let refuse = || ParseError::not("a card", text, expected);
        let mut faces = [Colour::Blue; 5];
        let mut chars = text.chars();
        for face in &mut faces {
            *face = chars.next().and_then(Colour::from_char).ok_or_else(refuse)?;
        }
        let [centre, borders @ ..] = faces;
        let card = Self::new(centre, borders).filter(|_| chars.next().is_none());
        card.ok_or_else(refuse)
    }
}

/// One of the 30 kinds of cards, of which the pack holds two each (ruling 1).
///
/// Kinds are written like cards, turned so that the text is smallest, and ordered by that text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 30;

    /// The number of cards of each kind in the pack.
    pub const IN_PACK: u32 = 2;

    /// Every kind, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The kind with this [`index`](Kind::index), or `None` if there is none.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The place in the order of kinds, below [`COUNT`](Kind::COUNT).
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The card as the kind is written: turned so that its text is smallest.
    pub const fn upright(self) -> Card {
        Card(NonZeroU8::MIN.saturating_add(4 * self.0))
    }

    /// The four ways to lay a card of this kind, each a quarter turn clockwise from the one before.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..4).map(move |turns| Card(NonZeroU8::MIN.saturating_add(4 * self.0 + turns)))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.upright(), f)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('~')?;
        fmt::Display::fmt(self, f)
    }
}

/// By [`Card::index`]: the colours of the centre and of the north, east, south and west border. The
/// last eight rows fill the table up to a power of two.
static FACES: [[Colour; 5]; 128] = faces();

const fn faces() -> [[Colour; 5]; 128] {
    /// The orders of four borders, clockwise from the smallest.
    const ORDERS: [[usize; 4]; 6] =
        [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];
    let mut faces = [[Colour::Blue; 5]; 128];
    let mut index = 0;
    while index < Card::COUNT {
        let (centre, order, turns) = (index / 24, ORDERS[index / 4 % 6], index % 4);
        faces[index][0] = Colour::ALL[centre];
        let mut place = 0;
        while place < 4 {
            let other = order[place];
            let colour = Colour::ALL[if other < centre { other } else { other + 1 }];
            faces[index][1 + (place + turns) % 4] = colour;
            place += 1;
        }
        index += 1;
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ruling_1_there_are_thirty_kinds_in_four_orientations_each() {
        let cards: HashSet<String> =
            Kind::all().flat_map(Kind::cards).map(|card| card.to_string()).collect();
        assert_eq!(cards.len(), Card::COUNT);
        for text in cards {
            assert_eq!(text.chars().collect::<HashSet<_>>().len(), 5, "{text}");
            let card: Card = text.parse().unwrap();
            assert_eq!(card.to_string(), text);
            assert_eq!(Card::from_index(card.index()), Some(card));
            assert!(card.kind().cards().any(|other| other == card));
        }
    }

    #[test]
    fn kinds_are_ordered_by_their_smallest_text() {
        let texts: Vec<String> = Kind::all().map(|kind| kind.to_string()).collect();
        assert!(texts.is_sorted());
        for kind in Kind::all() {
            let smallest = kind.cards().map(|card| card.to_string()).min();
            assert_eq!(smallest, Some(kind.to_string()));
            assert_eq!(format!("{kind:?}"), format!("~{kind}"));
            assert_eq!(Kind::from_index(kind.index()), Some(kind));
        }
        assert_eq!((Kind::from_index(30), Card::from_index(120)), (None, None));
    }

    #[test]
    fn cards_turn_clockwise_and_are_never_mirrored() {
        let texts: Vec<String> =
            Kind::all().next().into_iter().flat_map(Kind::cards).map(|c| c.to_string()).collect();
        assert_eq!(texts, ["bgpry", "bygpr", "brygp", "bpryg"]);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "rygb", "rygbpp", "rygbb", "Rygbp", "rygbo", "rygb ", "ｒｙｇｂｐ"] {
            let error = text.parse::<Card>().unwrap_err();
            assert_eq!(error.problem(), format!("{text:?} is not a card"));
        }
        assert_eq!(size_of::<Option<Card>>(), 1);
    }
}
