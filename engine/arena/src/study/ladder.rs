//! The skill ladder: the number of steps from weak to strong play.

use crate::Standings;
use crate::rating::Interval;

/// A match of a skill ladder: a player against others who are weaker, by nodes for example, in a
/// [`Match`](crate::Match) with swapped seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The strengths of the weaker players and of the stronger one, as [`climb`] counts them.
    pub strengths: [usize; 2],
    /// The mean score of the stronger player.
    pub score: Interval,
    /// The score of players of equal strength: 1 over the number of seats.
    pub even: f64,
    /// The number of games played. Where some are the same, the score rests on fewer.
    pub games: u64,
}

impl Step {
    /// The match whose first contestant is the stronger one, with this many seats; `None` before every
    /// seat was played from one opening.
    pub fn of(strengths: [usize; 2], standings: &Standings, seats: usize) -> Option<Self> {
        let score = standings.tallies.first()?.score()?;
        Some(Self { strengths, score, even: 1.0 / seats as f64, games: standings.games })
    }

    /// Whether the stronger player is shown to be stronger, with 95 % confidence.
    pub fn gains(&self) -> bool {
        self.score.low > self.even
    }
}

/// Climbs a skill ladder: players of strength 1, 2 and so on up to `most` play a match each against the
/// strongest one before who has [gained](Step::gains), at first that of strength 0. So a difference that does not
/// show becomes larger, until it does.
///
/// The number of matches that gain measures how deep the game is, for these players. Compare games by ladders of
/// equal strengths and samples only: larger samples show smaller gains. The idea is that of the skill chain of
/// Lantz, Isaksen, Jaffe, Nealen and Togelius, *Depth in strategic games* (2017), and of Ludii's *SkillTrace*.
///
/// # Errors
///
/// The first error of a match.
pub fn climb<E>(
    most: usize,
    mut play: impl FnMut([usize; 2]) -> Result<Step, E>,
) -> Result<Vec<Step>, E> {
    let mut weaker = 0;
    let steps = (1..=most).map(|stronger| {
        let step = play([weaker, stronger])?;
        weaker = if step.gains() { stronger } else { weaker };
        Ok(step)
    });
    steps.collect()
}
