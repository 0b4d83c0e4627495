//! How far the results of games are from those of perfect play.

use engine::Wdl;

use crate::rating::{Interval, Shares};

/// Compares the first player's mean score in games between equal players with that of perfect play from
/// the same positions.
///
/// ```
/// use arena::study::Bias;
/// use engine::Wdl;
///
/// let mut bias = Bias::new();
/// for game in 0..1000 {
///     let exact = if game % 2 == 0 { Wdl::Win } else { Wdl::Loss };
///     let found = if game % 5 == 0 { Wdl::Loss } else { exact };
///     bias.add(exact, found);
/// }
/// assert_eq!((bias.exact(), bias.share().map(|share| share.estimate)), (Some(0.5), Some(0.4)));
/// let found = bias.bias().expect("there are games");
/// assert!((found.estimate + 0.1).abs() < 1e-9 && !found.contains(0.0));
/// assert_eq!(bias.right().map(|right| right.estimate), Some(0.9));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bias {
    share: Shares,
    exact: Shares,
    /// (1 + difference) / 2 for each game, which lies between 0 and 1.
    differences: Shares,
    right: u64,
}

impl Bias {
    /// Without games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game: what its first position is worth to the first player, and what they got.
    pub fn add(&mut self, exact: Wdl, found: Wdl) {
        let [truth, score] = [exact, found].map(Wdl::reward);
        self.share.add(score);
        self.exact.add(truth);
        self.differences.add(f64::midpoint(1.0, score - truth));
        self.right += u64::from(exact == found);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.share.count()
    }

    /// The first player's mean score. `None` without games, as in the methods below.
    pub fn share(&self) -> Option<Interval> {
        self.share.interval()
    }

    /// The first player's mean score with perfect play from the same positions.
    pub fn exact(&self) -> Option<f64> {
        self.exact.mean()
    }

    /// The mean difference between the score and the exact one, taken game by game, so that the choice
    /// of positions cancels out. If all games ended as with perfect play, a wrong one may still be as
    /// likely as Wilson's interval for an event that never happened says, in favour of either player.
    pub fn bias(&self) -> Option<Interval> {
        let found = self.differences.interval()?.map(|half| 2.0 * half - 1.0);
        if self.right < self.games() {
            return Some(found);
        }
        let most = Interval::wilson(0, self.games())?.high;
        Some(Interval { low: -most, high: most, ..found })
    }

    /// The share of games that ended as with perfect play.
    pub fn right(&self) -> Option<Interval> {
        Interval::wilson(self.right, self.games())
    }

    /// The root mean square error of the first player's mean score over this many games, as an estimate
    /// of the exact one: the [bias](Bias::bias), which more games do not reduce, and the sampling
    /// error.
    pub fn error_of(&self, games: u64) -> Option<f64> {
        let bias = self.bias()?.estimate;
        Some((bias * bias + self.share.variance()? / games as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::seeded;
    use rand::RngExt;

    /// Four positions of ten are won, one is drawn; players win too few of the won ones.
    fn sample(games: u32, seed: u64) -> Bias {
        let (mut bias, mut rng) = (Bias::new(), seeded(seed));
        for _ in 0..games {
            let exact = match rng.random::<f64>() {
                0.0..0.4 => Wdl::Win,
                0.4..0.5 => Wdl::Draw,
                _ => Wdl::Loss,
            };
            let found = match (exact, rng.random::<f64>()) {
                (Wdl::Win, 0.0..0.1) => Wdl::Draw,
                (Wdl::Win, 0.1..0.2) => Wdl::Loss,
                (Wdl::Loss, 0.0..0.02) => Wdl::Win,
                _ => exact,
            };
            bias.add(exact, found);
        }
        bias
    }

    #[test]
    fn intervals_have_the_promised_coverage() {
        const TRUTH: f64 = -0.4 * 0.1 * 0.5 - 0.4 * 0.1 + 0.5 * 0.02;
        for games in [50, 400] {
            let missed = |seed| !sample(games, seed).bias().unwrap().contains(TRUTH);
            let missed = (0..2000).filter(|&seed| missed(seed)).count();
            assert!((60..140).contains(&missed), "{missed} of 2000 with {games} games");
        }
    }

    /// Against the errors of many studies.
    #[test]
    fn the_error_of_a_study_is_what_studies_show() {
        let predicted = sample(100_000, 1).error_of(100).unwrap();
        let error = |seed| sample(100, seed).share().unwrap().estimate - 0.45;
        let square: f64 = (0..2000).map(|seed| error(seed) * error(seed)).sum();
        let observed = (square / 2000.0).sqrt();
        assert!((predicted / observed - 1.0).abs() < 0.06, "{predicted} and {observed}");
    }

    #[test]
    fn no_games_have_no_estimate_and_equal_ones_an_interval() {
        assert!(Bias::new().bias().is_none() && Bias::new().error_of(9).is_none());
        let mut bias = Bias::new();
        (0..50).for_each(|_| bias.add(Wdl::Win, Wdl::Win));
        let found = bias.bias().unwrap();
        let most = Interval::wilson(0, 50).unwrap().high;
        assert_eq!(found, Interval { estimate: 0.0, low: -most, high: most });
    }
}
