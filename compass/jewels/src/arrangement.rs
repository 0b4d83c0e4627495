//! Arrangements: the jewels that a player builds from a hand.

use std::fmt;
use std::str::FromStr;

use engine::ParseError;
use engine::board::joined;
use smallvec::SmallVec;

use crate::card::Card;
use crate::hand::Hand;
use crate::jewel::Jewel;
use crate::memory;
use crate::solver::Choice;

/// Jewels laid by a player. Whether the cards are in hand is checked by [`Hand::check`].
///
/// ```
/// use jewels::{Arrangement, Hand};
///
/// let hand: Hand = "bgryp,bgypr,gbpyr,pbgry,rbpgy,rbpgy".parse()?;
/// let mine: Arrangement = "bgryp,bgypr/pybgr,gpyrb".parse()?;
/// assert_eq!(hand.check(&mine)?, 1);
/// assert_eq!(hand.arrangement().points(), 2);
/// assert_eq!(hand.points(), 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrangement {
    jewels: SmallVec<[Jewel; 8]>,
}

impl Arrangement {
    /// The jewels.
    pub fn jewels(&self) -> &[Jewel] {
        &self.jewels
    }

    /// The points of all jewels.
    pub fn points(&self) -> u32 {
        self.jewels.iter().map(|jewel| jewel.points()).sum()
    }
}

impl FromIterator<Jewel> for Arrangement {
    fn from_iter<I: IntoIterator<Item = Jewel>>(jewels: I) -> Self {
        Self { jewels: jewels.into_iter().collect() }
    }
}

/// Jewels separated by spaces, or `-` for none.
impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&joined(&self.jewels, " "))
    }
}

impl fmt::Debug for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arrangement({self})")
    }
}

/// The jewels may stand in any order, and each may be turned.
impl FromStr for Arrangement {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "-" {
            return Ok(Self::default());
        }
        let jewel = |(i, text): (usize, &str)| {
            text.parse().map_err(|error: ParseError| error.within(format_args!("jewel {}", i + 1)))
        };
        text.split(' ').enumerate().map(jewel).collect()
    }
}

impl Hand {
    /// The most points that jewels built from the hand can have together: exact for every hand
    /// (ruling 6). It is remembered for as long as there is room.
    #[inline]
    pub fn points(self) -> u32 {
        memory::points(self)
    }

    /// Jewels that have the most points together: one of the best arrangements, always the same.
    pub fn arrangement(self) -> Arrangement {
        Choice::best(self).jewels(self).map(|cards| Jewel { cards }).collect()
    }

    /// Checks that a player can lay these jewels from the hand, and adds up their points.
    ///
    /// # Errors
    ///
    /// A card is not in the hand, or not as often as it is used.
    pub fn check(self, arrangement: &Arrangement) -> Result<u32, ArrangementError> {
        let mut left = self;
        for (number, &jewel) in (1..).zip(&arrangement.jewels) {
            for card in jewel.cards {
                left = left.without(card.kind()).ok_or(match self.count(card.kind()) {
                    0 => ArrangementError::NotInHand { number, card },
                    held => ArrangementError::UsedTwice { number, card, held },
                })?;
            }
        }
        Ok(arrangement.points())
    }
}

/// The reason why jewels cannot be laid from a hand. Jewels are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum ArrangementError {
    #[error("jewel {number}: {card} is not in the hand")]
    NotInHand { number: usize, card: Card },
    #[error("jewel {number}: {card} is used again, the hand has only {held} of it")]
    UsedTwice { number: usize, card: Card, held: u32 },
}
