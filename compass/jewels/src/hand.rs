//! Hands: the cards a player has collected.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;
use engine::board::joined;

use crate::card::{Card, Colour, Kind};

engine::as_text!(Hand);

/// Collected cards: the number of each kind, none more often than the pack holds it.
///
/// ```
/// use jewels::{Hand, Kind};
///
/// let hand: Hand = "bgpry,bgpry,ybgrp".parse()?;
/// assert_eq!(hand.len(), 3);
/// assert_eq!(Kind::all().next().map(|kind| hand.count(kind)), Some(2));
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(
    /// Two bits a kind.
    u64,
);

impl Hand {
    /// No cards.
    pub const EMPTY: Self = Self(0);

    /// The lower bit of every kind.
    const ONES: u64 = (1 << (2 * Kind::COUNT)) / 3;

    /// The hand of these cards.
    ///
    /// # Errors
    ///
    /// There are more cards of a kind than in the pack.
    pub fn new(kinds: impl IntoIterator<Item = Kind>) -> Result<Self, HandError> {
        let add = |hand: Self, kind| hand.with(kind).ok_or(HandError { kind });
        kinds.into_iter().try_fold(Self::EMPTY, add)
    }

    /// The number of cards of a kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        (self.0 >> (2 * kind.index()) & 3) as u32
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0.count_ones() + (self.0 >> 1 & Self::ONES).count_ones()) as usize
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card in it shows a colour in its centre.
    #[inline]
    pub const fn shows(self, centre: Colour) -> bool {
        const BITS: usize = 2 * Kind::COUNT / Colour::ALL.len();
        self.0 >> (BITS * centre as usize) & ((1 << BITS) - 1) != 0
    }

    /// The hand and one more card, or `None` if there would be more of its kind than in the pack.
    #[inline]
    pub const fn with(self, kind: Kind) -> Option<Self> {
        if self.count(kind) < Kind::IN_PACK {
            Some(Self(self.0 + (1 << (2 * kind.index()))))
        } else {
            None
        }
    }

    /// The hand without one card, or `None` if there is none of this kind.
    #[inline]
    pub const fn without(self, kind: Kind) -> Option<Self> {
        if self.count(kind) > 0 { Some(Self(self.0 - (1 << (2 * kind.index())))) } else { None }
    }

    /// Every kind in the hand, once, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut rest = (self.0 | self.0 >> 1) & Self::ONES;
        std::iter::from_fn(move || {
            let kind = Kind::from_index(rest.trailing_zeros() as usize / 2)?;
            rest &= rest - 1;
            Some(kind)
        })
    }

    /// Every card in the hand, in order: equal ones one after the other.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        self.kinds().flat_map(move |kind| (0..self.count(kind)).map(move |_| kind))
    }

    /// Two bits a kind, in order: the number of its cards.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// `bgpry,bgpry,ybgrp`, or `-` for no cards.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&joined(self.iter(), ","))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

impl FromStr for Hand {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut hand = Self::EMPTY;
        if text == "-" {
            return Ok(hand);
        }
        let mut last = None;
        for card in text.split(',') {
            let card: Card = card.parse()?;
            let kind = card.kind();
            if card != kind.upright() {
                let problem = format!("{card} is not turned as in a hand");
                return Err(ParseError::new(problem, kind));
            }
            if let Some(before) = last.filter(|&before| before > kind) {
                let problem = format!("{before} stands before {kind}");
                return Err(ParseError::new(problem, "cards sorted"));
            }
            hand = hand.with(kind).ok_or(HandError { kind }).map_err(ParseError::because)?;
            last = Some(kind);
        }
        Ok(hand)
    }
}

/// There are more cards of a kind than the pack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {} cards are {kind}", Kind::IN_PACK)]
#[non_exhaustive]
pub struct HandError {
    /// The kind.
    pub kind: Kind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_come_and_go() {
        for kind in Kind::all() {
            let one = Hand::EMPTY.with(kind).unwrap();
            let two = one.with(kind).unwrap();
            assert_eq!((one.len(), two.len(), two.count(kind)), (1, 2, 2));
            assert_eq!((two.with(kind), Hand::EMPTY.without(kind)), (None, None));
            assert_eq!(two.without(kind), Some(one));
            assert_eq!((one.without(kind), one.is_empty()), (Some(Hand::EMPTY), false));
        }
        let all = Hand::new(Kind::all().chain(Kind::all())).unwrap();
        assert!(Hand::EMPTY.is_empty());
        assert_eq!((all.len(), all.kinds().count(), all.iter().count()), (60, 30, 60));
        assert!(Hand::new(Kind::all().chain(Kind::all()).chain(Kind::all())).is_err());
    }

    #[test]
    fn texts_are_canonical() {
        for text in ["-", "bgpry", "bgpry,bgpry,ybgrp"] {
            assert_eq!(text.parse::<Hand>().map(|hand| hand.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(format!("{:?}", Hand::EMPTY), "Hand(-)");
        for (text, error) in [
            ("", "\"\" is not a card"),
            ("-,bgpry", "\"-\" is not a card"),
            ("bgpry,", "\"\" is not a card"),
            ("bpryg", "bpryg is not turned as in a hand: expected bgpry"),
            ("ybgrp,bgpry", "ybgrp stands before bgpry"),
            ("bgpry,bgpry,bgpry", "more than 2 cards are bgpry"),
        ] {
            let found = text.parse::<Hand>().unwrap_err().to_string();
            assert!(found.contains(error), "{found}");
        }
    }
}
