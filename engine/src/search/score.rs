//! The score of a position for one player.

use std::fmt;
use std::ops::Neg;

use crate::game::{Game, Outcome, Wdl};

/// The score of a position for one player: a proven win or loss with its distance, or a value.
///
/// Scores are ordered: a loss is below every value and a win above, a later loss is better than an
/// early one and an early win better than a later one.
///
/// ```
/// use engine::Score;
///
/// assert!(Score::win_in(9) < Score::win_in(7));
/// assert!(Score::value(i32::MAX) < Score::win_in(1_000_000));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::loss_in(4).to_string(), "loss in 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A [`Score`] taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ScoreKind {
    /// The player wins in this many plies if they play well.
    Win(u32),
    /// The player loses in this many plies if the opponents play well.
    Loss(u32),
    /// Neither is known; larger values promise more. A draw is 0.
    Value(i32),
}

impl Score {
    /// The longest distance, in plies, that a win or a loss can have.
    pub const MAX_DISTANCE: u32 = 1 << 30;

    /// The largest value that is not a win.
    pub const MAX_VALUE: i32 = 1 << 29;

    /// A drawn game, or a position that promises as much to either side.
    pub const DRAW: Self = Self(0);

    const WIN_NOW: i32 = i32::MAX;

    /// A win in this many plies; distances beyond [`MAX_DISTANCE`](Score::MAX_DISTANCE) count as that.
    pub const fn win_in(plies: u32) -> Self {
        let plies = if plies > Self::MAX_DISTANCE { Self::MAX_DISTANCE } else { plies };
        Self(Self::WIN_NOW - plies as i32)
    }

    /// A loss in this many plies; 0 if the game is lost already.
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// A value that claims neither a win nor a loss, brought within ±[`MAX_VALUE`](Score::MAX_VALUE).
    pub const fn value(value: i32) -> Self {
        Self(if value > Self::MAX_VALUE {
            Self::MAX_VALUE
        } else if value < -Self::MAX_VALUE {
            -Self::MAX_VALUE
        } else {
            value
        })
    }

    /// A finished game by [margin](Outcome::margin), as a value; without points a win or a loss in 0
    /// plies, or a draw.
    pub fn by_margin<P: Copy + Eq>(outcome: &Outcome<P>, player: P) -> Self {
        outcome.margin(player).map_or_else(|| outcome.wdl(player).into(), Self::value)
    }

    /// The score as a win or a loss with its distance, or as a value.
    pub const fn kind(self) -> ScoreKind {
        if self.0 > Self::MAX_VALUE {
            ScoreKind::Win((Self::WIN_NOW - self.0) as u32)
        } else if self.0 < -Self::MAX_VALUE {
            ScoreKind::Loss((Self::WIN_NOW + self.0) as u32)
        } else {
            ScoreKind::Value(self.0)
        }
    }

    /// The distance of a win or a loss, or `None` for a value.
    pub const fn distance(self) -> Option<u32> {
        if let ScoreKind::Win(n) | ScoreKind::Loss(n) = self.kind() { Some(n) } else { None }
    }

    /// Whether this is a win, at whatever distance.
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_VALUE
    }

    /// Whether this is a loss, at whatever distance.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_VALUE
    }

    /// The result, if the score is exact: any value counts as a draw.
    pub const fn result(self) -> Wdl {
        match self.kind() {
            ScoreKind::Win(_) => Wdl::Win,
            ScoreKind::Value(_) => Wdl::Draw,
            ScoreKind::Loss(_) => Wdl::Loss,
        }
    }

    /// A number in the order of scores.
    pub(crate) const fn rank(self) -> i64 {
        self.0 as i64
    }

    /// The least score that is better.
    pub(crate) const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The score as a word, for tables.
    pub(crate) const fn to_bits(self) -> u32 {
        self.0 as u32
    }

    /// The score that [`to_bits`](Score::to_bits) made this word of.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(if bits == 1 << 31 { -i32::MAX } else { bits as i32 })
    }

    /// The score of a move for the player who makes it, given the score of a running position for the
    /// player to move there.
    pub fn of_move<G: Game>(
        position: &G,
        m: G::Move,
        score_of: impl FnOnce(&G) -> Option<Self>,
    ) -> Option<Self> {
        let (child, turn) = (position.after(m), position.turn());
        let score = match child.outcome() {
            Some(outcome) => outcome.wdl(turn).into(),
            None if child.turn() == turn => score_of(&child)?,
            None => -score_of(&child)?,
        };
        Some(score.seen_earlier(1))
    }

    /// The same score as seen `plies` earlier: wins and losses are that much farther away.
    #[doc(hidden)]
    #[must_use]
    pub const fn seen_earlier(self, plies: u32) -> Self {
        match self.kind() {
            ScoreKind::Win(n) => Self::win_in(n.saturating_add(plies)),
            ScoreKind::Loss(n) => Self::loss_in(n.saturating_add(plies)),
            ScoreKind::Value(_) => self,
        }
    }

    /// The same score as seen `plies` later: wins and losses are that much nearer.
    pub(crate) const fn seen_later(self, plies: u32) -> Self {
        match self.kind() {
            ScoreKind::Win(n) => Self::win_in(n.saturating_sub(plies)),
            ScoreKind::Loss(n) => Self::loss_in(n.saturating_sub(plies)),
            ScoreKind::Value(_) => self,
        }
    }
}

/// A finished game: a win or a loss in 0 plies, or a draw.
impl From<Wdl> for Score {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Win => Self::win_in(0),
            Wdl::Loss => Self::loss_in(0),
            Wdl::Draw => Self::DRAW,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// As its [`kind`](Score::kind).
#[cfg(feature = "serde")]
impl serde::Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.kind().serialize(serializer)
    }
}

/// `win in 5`, `loss in 4`, or the value with its sign: `+12`, `-3`, `0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.kind() {
            ScoreKind::Win(plies) => format!("win in {plies}"),
            ScoreKind::Loss(plies) => format!("loss in {plies}"),
            ScoreKind::Value(0) => "0".to_owned(),
            ScoreKind::Value(value) => format!("{value:+}"),
        })
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_values_and_losses_do_not_meet() {
        let far = Score::MAX_DISTANCE;
        let rising = [
            Score::loss_in(0),
            Score::loss_in(1),
            Score::loss_in(101),
            Score::loss_in(far),
            Score::value(i32::MIN),
            Score::value(-1),
            Score::DRAW,
            Score::value(1),
            Score::value(i32::MAX),
            Score::win_in(far),
            Score::win_in(101),
            Score::win_in(1),
            Score::win_in(0),
        ];
        assert!(rising.is_sorted_by(|a, b| a < b));
        for score in rising {
            assert_eq!(-(-score), score);
            let again = match score.kind() {
                ScoreKind::Win(plies) => Score::win_in(plies),
                ScoreKind::Loss(plies) => Score::loss_in(plies),
                ScoreKind::Value(value) => Score::value(value),
            };
            assert_eq!(again, score);
            assert_eq!(score.is_win(), matches!(score.kind(), ScoreKind::Win(_)));
            assert_eq!(score.is_loss(), (-score).is_win());
            assert_eq!(score.distance().is_some(), score.is_win() || score.is_loss());
            assert_eq!(Score::from_bits(score.to_bits()), score);
            assert!(score.next() > score || score == Score::win_in(0));
        }
        assert_eq!(Score::DRAW.next(), Score::value(1));
        assert_eq!(Score::from_bits(1 << 31), Score::loss_in(0), "it can be negated");
        assert_eq!(Score::win_in(u32::MAX), Score::win_in(far));
    }

    #[test]
    fn distances_shift_with_the_point_of_view() {
        for score in [Score::win_in, Score::loss_in] {
            assert_eq!(score(3).seen_earlier(4), score(7));
            assert_eq!(score(7).seen_later(4), score(3));
            assert_eq!(score(3).seen_later(4), score(0));
            assert_eq!(score(3).distance(), Some(3));
        }
        assert_eq!(Score::value(7).seen_earlier(4), Score::value(7));
        assert_eq!(Score::value(7).seen_later(4), Score::value(7));
    }

    #[test]
    fn printing() {
        assert_eq!(Score::win_in(1).to_string(), "win in 1");
        assert_eq!(Score::value(-5).to_string(), "-5");
        assert_eq!(Score::value(5).to_string(), "+5");
        assert_eq!(format!("{:>4}", Score::DRAW), "   0");
        assert_eq!(format!("{:?}", Score::loss_in(2)), "Score(loss in 2)");
    }
}
