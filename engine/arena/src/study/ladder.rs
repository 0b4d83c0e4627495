//! The skill ladder: the number of steps from weak to strong play.

use crate::Standings;
use crate::rating::Interval;

/// A step of a skill ladder: a player against one who is weaker by a fixed amount, such as half the
/// nodes, in a [`Match`](crate::Match) with swapped seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The mean score of the stronger player.
    pub score: Interval,
    /// The score of players of equal strength: 1 over the number of seats.
    pub even: f64,
    /// The number of games played. Where some are the same, the score rests on fewer.
    pub games: u64,
}

impl Step {
    /// The step of a match whose first contestant is the stronger one, with this many seats; `None`
    /// before every seat was played from one opening.
    pub fn of(standings: &Standings, seats: usize) -> Option<Self> {
        let score = standings.tallies.first()?.score()?;
        Some(Self { score, even: 1.0 / seats as f64, games: standings.games })
    }

    /// Whether the stronger player is shown to be stronger, with 95 % confidence.
    pub fn gains(&self) -> bool {
        self.score.low > self.even
    }
}

/// Climbs a skill ladder: takes steps 0, 1, 2 and so on, `most` of them at most, until two in a row show
/// no [gain](Step::gains). Those are the last ones returned.
///
/// The number of steps that gain measures how deep the game is, for these players. Compare games by ladders of
/// equal steps and samples only: larger samples show smaller gains. The idea is that of the skill chain of
/// Lantz, Isaksen, Jaffe, Nealen and Togelius, *Depth in strategic games* (2017), and of Ludii's *SkillTrace*.
///
/// # Errors
///
/// The first error of a step.
pub fn climb<E>(most: usize, step: impl FnMut(usize) -> Result<Step, E>) -> Result<Vec<Step>, E> {
    let mut steps: Vec<Step> = Vec::new();
    for taken in (0..most).map(step) {
        steps.push(taken?);
        if let [.., before, last] = &steps[..]
            && !before.gains()
            && !last.gains()
        {
            break;
        }
    }
    Ok(steps)
}
