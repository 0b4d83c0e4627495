//! Edges between squares, and sets of them.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;

use crate::square::{Direction, MAX_SIDE, Square, SquareSet};

engine::as_text!(Edge: Debug);

engine::letters! {
    /// The side of a square on which an [`Edge`] lies.
    pub enum EdgeSide {
        /// The edge to the next file.
        East: 'e' "east",
        /// The edge to the next rank.
        North: 'n' "north",
    }
}

impl EdgeSide {
    /// The direction of the square behind it.
    pub(crate) const fn direction(self) -> Direction {
        match self {
            Self::East => Direction::East,
            Self::North => Direction::North,
        }
    }
}

/// An edge between two squares, named by the one with the lower file or rank: `c3e`, `c3n`.
///
/// Ordered as positions list walls: by file, rank, then `e` before `n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The square to the west or south of the edge.
    pub square: Square,
    /// The side of that square.
    pub side: EdgeSide,
}

impl Edge {
    /// The square on the other side, or `None` if there is none on the largest board.
    pub const fn other(self) -> Option<Square> {
        self.square.step(self.side.direction())
    }

    /// The squares on either side, if both are on the largest board.
    #[inline]
    pub(crate) const fn squares(self) -> SquareSet {
        let square = SquareSet::of(self.square).bits();
        SquareSet::from_bits(match self.side {
            EdgeSide::East => square | square << MAX_SIDE,
            EdgeSide::North => square | square << 1,
        })
    }
}

impl Square {
    /// The edge that a step in this direction crosses, or `None` if there is none on any board.
    pub fn edge(self, direction: Direction) -> Option<Edge> {
        let to = self.step(direction)?;
        Some(match direction {
            Direction::North => Edge { square: self, side: EdgeSide::North },
            Direction::East => Edge { square: self, side: EdgeSide::East },
            Direction::South => Edge { square: to, side: EdgeSide::North },
            Direction::West => Edge { square: to, side: EdgeSide::East },
        })
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.square, self.side.to_char()))
    }
}

impl FromStr for Edge {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "a square, then e or n for its east or north edge";
        let refuse = || ParseError::not("an edge", text, expected);
        let mut chars = text.chars();
        let side = chars.next_back().and_then(EdgeSide::from_char).ok_or_else(refuse)?;
        let square = chars.as_str().parse().map_err(|_| refuse())?;
        Ok(Self { square, side })
    }
}

/// A set of edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeSet {
    /// The squares whose east edge is in the set.
    pub east: SquareSet,
    /// The squares whose north edge is in the set.
    pub north: SquareSet,
}

impl EdgeSet {
    /// No edge.
    pub const EMPTY: Self = Self { east: SquareSet::EMPTY, north: SquareSet::EMPTY };

    /// The number of edges.
    pub const fn len(self) -> usize {
        self.east.len() + self.north.len()
    }

    /// Whether there is no edge.
    pub const fn is_empty(self) -> bool {
        self.east.is_empty() && self.north.is_empty()
    }

    /// Whether `edge` is in the set.
    pub const fn contains(self, edge: Edge) -> bool {
        match edge.side {
            EdgeSide::East => self.east.contains(edge.square),
            EdgeSide::North => self.north.contains(edge.square),
        }
    }

    /// The set and `edge`.
    #[must_use]
    pub const fn with(mut self, edge: Edge) -> Self {
        match edge.side {
            EdgeSide::East => self.east = self.east.with(edge.square),
            EdgeSide::North => self.north = self.north.with(edge.square),
        }
        self
    }

    /// The set without `edge`.
    #[must_use]
    pub const fn without(mut self, edge: Edge) -> Self {
        match edge.side {
            EdgeSide::East => self.east = self.east.without(edge.square),
            EdgeSide::North => self.north = self.north.without(edge.square),
        }
        self
    }

    /// The edges, in order.
    pub fn iter(self) -> impl Iterator<Item = Edge> {
        (self.east | self.north).into_iter().flat_map(move |square| {
            EdgeSide::ALL
                .into_iter()
                .map(move |side| Edge { square, side })
                .filter(move |&edge| self.contains(edge))
        })
    }

    /// The edge of this number, counted from 0: that of [`iter`](Self::iter), sooner.
    pub(crate) fn nth(self, mut number: usize) -> Option<Edge> {
        let (east, north) = (self.east.bits().to_le_bytes(), self.north.bits().to_le_bytes());
        for (byte, edges) in (0..).zip(east.into_iter().zip(north)) {
            let count = u16::from_le_bytes(edges.into()).count_ones() as usize;
            if number < count {
                let squares = SquareSet::from_bits(0xff << (8 * byte));
                let (east, north) = (self.east & squares, self.north & squares);
                return Self { east, north }.iter().nth(number);
            }
            number -= count;
        }
        None
    }
}

/// Operations on sets that have two parts, part by part.
macro_rules! part_by_part {
    ($Set:ident { $one:ident, $other:ident }, $($Trait:ident $method:ident),+) => {$(
        impl std::ops::$Trait for $Set {
            type Output = Self;

            #[inline]
            fn $method(self, set: Self) -> Self {
                Self { $one: self.$one.$method(set.$one), $other: self.$other.$method(set.$other) }
            }
        }
    )+};
}
pub(crate) use part_by_part;

part_by_part!(EdgeSet { east, north }, BitOr bitor, BitAnd bitand, Sub sub);

engine::set!(pub EdgeSet of Edge by iter);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Some edges, in any order, some of them several times.
    fn edges() -> impl Strategy<Value = Vec<Edge>> {
        let edge = (0..Square::COUNT, any::<bool>()).prop_map(|(index, is_east)| Edge {
            square: Square::wrapping(index),
            side: if is_east { EdgeSide::East } else { EdgeSide::North },
        });
        vec(edge, 0..12)
    }

    proptest! {
        #[test]
        fn sets_read_what_they_print(edges in edges()) {
            let set: EdgeSet = edges.iter().copied().collect();
            prop_assert_eq!(set.to_string().parse(), Ok(set));
            let names: Vec<String> = edges.iter().map(ToString::to_string).collect();
            prop_assert!(edges.is_empty() || names.join(",").parse() == Ok(set));
        }

        #[test]
        fn sets_behave_as_those_of_the_standard_library(first in edges(), second in edges()) {
            let [one, other] = [&first, &second].map(|edges| BTreeSet::from_iter(edges.clone()));
            let [set, more] = [&one, &other].map(|edges| edges.iter().copied().collect::<EdgeSet>());
            let listed = |set: EdgeSet| set.iter().collect::<BTreeSet<_>>();
            let [mut both, mut common, mut rest] = [set; 3];
            both |= more;
            common &= more;
            rest -= more;
            prop_assert_eq!((both, common, rest), (set | more, set & more, set - more));
            prop_assert_eq!(listed(both), &one | &other);
            prop_assert_eq!(listed(common), &one & &other);
            prop_assert_eq!(listed(rest), &one - &other);
            let (mut found, mut expected) = (set, one);
            for edge in second {
                prop_assert_eq!(found.insert(edge), expected.insert(edge));
            }
            for edge in first {
                prop_assert_eq!(found.remove(edge), expected.remove(&edge));
            }
            prop_assert_eq!(listed(found), expected);
        }
    }

    #[test]
    fn the_empty_set_is_a_hyphen() {
        assert_eq!(EdgeSet::EMPTY.to_string(), "-");
        for text in ["", "a1e,", "a1e,-", "a1e, a1n"] {
            assert!(text.parse::<EdgeSet>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_round_trip() {
        for square in Square::ALL {
            for side in EdgeSide::ALL {
                let edge = Edge { square, side };
                assert_eq!(edge.to_string().parse(), Ok(edge));
            }
        }
        for text in ["", "e", "a1", "a1s", "a1w", "a1E", "a1ne", "a1é", "a0e", "l1n", "a12e", "1ae"]
        {
            assert!(text.parse::<Edge>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_step_crosses_the_edge_in_between() {
        let c3: Square = "c3".parse().unwrap();
        let crossed = Direction::ALL.map(|direction| c3.edge(direction).unwrap().to_string());
        assert_eq!(crossed, ["c3n", "c3e", "c2n", "b3e"]);
        assert_eq!(Square::A1.edge(Direction::South), None);
    }

    #[test]
    fn edges_are_listed_in_the_order_of_their_names() {
        let edges: Vec<Edge> =
            ["j10n", "a2e", "a1n", "a1e", "j9e"].iter().map(|e| e.parse().unwrap()).collect();
        let set: EdgeSet = edges.iter().copied().collect();
        let names: Vec<String> = set.iter().map(|edge| edge.to_string()).collect();
        assert_eq!(names, ["a1e", "a1n", "a2e", "j9e", "j10n"]);
        assert_eq!(set.len(), 5);
        assert!(set.iter().is_sorted());
    }
}
