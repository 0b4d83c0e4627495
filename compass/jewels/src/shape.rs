//! The colours inside a jewel, as closed walks.
//!
//! Two borders of each card lie inside a jewel, and one follows the other clockwise on the card.
//! Counterclockwise around the middle of the jewel, the second of them touches the first of the next
//! card, so both have the same colour.
//!
//! Two borders of a card that follow each other clockwise are called an arc, from the colour of the
//! first to that of the second. So a jewel is a closed walk of four arcs, each on a card of its own.
//! Every kind of card has four arcs, and every arc is on six kinds.

use crate::card::{Card, Colour, Kind};
use engine::board::Direction;

/// Two borders of a card, the second clockwise from the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arc {
    from: Colour,
    to: Colour,
}

impl Arc {
    /// Indices are below this number, with gaps.
    pub(crate) const COUNT: usize = 32;

    pub(crate) const fn new(from: Colour, to: Colour) -> Self {
        Self { from, to }
    }

    pub(crate) const fn index(self) -> usize {
        (self.from as usize * 5 + self.to as usize) & 31
    }

    pub(crate) fn of(kind: Kind) -> impl Iterator<Item = Self> {
        let card = kind.upright();
        let arc =
            move |first: Direction| Self::new(card.border(first), card.border(clockwise(first)));
        Direction::ALL.into_iter().map(arc)
    }
}

pub(crate) const fn clockwise(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 1) % 4]
}

/// The places of a jewel, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Corner {
    /// In the order of a walk: counterclockwise from the upper left.
    pub(crate) const WALK: [Self; 4] =
        [Self::TopLeft, Self::BottomLeft, Self::BottomRight, Self::TopRight];

    /// A card of this kind, turned so that it shows `arc` to the inside, or `None` if it has none.
    pub(crate) fn turn(self, kind: Kind, arc: Arc) -> Option<Card> {
        // Of the two borders that lie inside.
        let first = match self {
            Self::TopLeft => Direction::East,
            Self::TopRight => Direction::South,
            Self::BottomLeft => Direction::North,
            Self::BottomRight => Direction::West,
        };
        kind.cards()
            .find(|card| card.border(first) == arc.from && card.border(clockwise(first)) == arc.to)
    }
}

/// A closed walk of four arcs: the colours inside a jewel, counterclockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    colours: [Colour; 4],
}

impl Shape {
    /// The arcs, in the order of [`Corner::WALK`].
    pub(crate) const fn arcs(self) -> [Arc; 4] {
        let [top, left, bottom, right] = self.colours;
        [Arc::new(top, left), Arc::new(left, bottom), Arc::new(bottom, right), Arc::new(right, top)]
    }

    /// The points of a jewel that shows these colours inside (ruling 6).
    pub(crate) const fn points(self) -> u32 {
        let [top, left, bottom, right] = self.colours;
        1 + (top as u8 == bottom as u8) as u32 + (left as u8 == right as u8) as u32
    }

    /// Every shape; turned shapes count separately.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..WALKS).filter_map(shape)
    }
}

const WALKS: usize = 625;

/// A sequence of four colours, if it is a closed walk: neighbours are different.
const fn shape(index: usize) -> Option<Shape> {
    let [a, b, c, d] = [index / 125, index / 25 % 5, index / 5 % 5, index % 5];
    if a == b || b == c || c == d || d == a {
        return None;
    }
    Some(Shape { colours: [Colour::ALL[a], Colour::ALL[b], Colour::ALL[c], Colour::ALL[d]] })
}

/// Every shape once, not turned, those with most points first: 10 for three points, 30 for two and 30 for one.
pub(crate) static SHAPES: [Shape; 70] = shapes();

const fn shapes() -> [Shape; 70] {
    let mut shapes = [Shape { colours: [Colour::Blue; 4] }; 70];
    let (mut found, mut points) = (0, 3);
    while points > 0 {
        let mut index = 0;
        while index < WALKS {
            if let Some(shape) = shape(index)
                && shape.points() == points
                && is_smallest(index)
            {
                shapes[found] = shape;
                found += 1;
            }
            index += 1;
        }
        points -= 1;
    }
    shapes
}

/// Whether turning the sequence makes no smaller one.
const fn is_smallest(index: usize) -> bool {
    let (mut turned, mut turns) = (index, 0);
    while turns < 3 {
        turned = turned % 125 * 5 + turned / 125;
        if turned < index {
            return false;
        }
        turns += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arc_is_offered_by_six_kinds() {
        let mut kinds = [0; Arc::COUNT];
        for arc in Kind::all().flat_map(Arc::of) {
            kinds[arc.index()] += 1;
        }
        assert_eq!(kinds.iter().filter(|&&kinds| kinds == 6).count(), 20);
        assert_eq!(kinds.iter().sum::<u32>(), 120);
    }

    #[test]
    fn shapes_are_sorted_by_points() {
        let points = SHAPES.map(Shape::points);
        assert!(points.is_sorted_by(|a, b| a >= b));
        let count = |n| points.iter().filter(|&&points| points == n).count();
        assert_eq!((count(3), count(2), count(1)), (10, 30, 30));
        assert_eq!(Shape::all().count(), 2 * 10 + 4 * 30 + 4 * 30);
    }
}
