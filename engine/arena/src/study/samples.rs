//! Samples: frequencies of numbers, means in the course of a game, scores in groups, and the sizes of samples.

use std::collections::BTreeMap;

use crate::rating::{Interval, Shares};

/// The frequencies of whole numbers, such as the lengths of games.
///
/// ```
/// use arena::study::Distribution;
///
/// let lengths: Distribution = [7, 9, 9, 11, 40].into_iter().collect();
/// assert_eq!((lengths.min(), lengths.median(), lengths.max()), (Some(7), Some(9), Some(40)));
/// assert_eq!(lengths.mean(), Some(15.2));
/// assert_eq!(lengths.quantile(0.8), Some(11));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Distribution {
    counts: BTreeMap<u64, u64>,
    total: u64,
}

impl Distribution {
    /// Adds a number.
    pub fn add(&mut self, value: u64) {
        *self.counts.entry(value).or_default() += 1;
        self.total += 1;
    }

    /// How many numbers were added, equal ones each for itself.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Every number that occurs, with its frequency, from the least.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// The least number; `None` if there are no numbers.
    pub fn min(&self) -> Option<u64> {
        self.counts.first_key_value().map(|(&value, _)| value)
    }

    /// The greatest number; `None` if there are no numbers.
    pub fn max(&self) -> Option<u64> {
        self.counts.last_key_value().map(|(&value, _)| value)
    }

    /// The least number that at least this share of all numbers does not exceed; 0.5 is the median.
    /// `None` if there are no numbers.
    pub fn quantile(&self, part: f64) -> Option<u64> {
        // In floating-point numbers 0.55 · 20 is a little more than 11.
        let exact = part.clamp(0.0, 1.0) * self.total as f64 * (1.0 - 1e-12);
        let rank = exact.ceil().max(1.0) as u64;
        let mut below = 0;
        self.iter().find_map(|(value, count)| {
            below += count;
            (below >= rank).then_some(value)
        })
    }

    /// The lower of the middle numbers; `None` if there are no numbers.
    pub fn median(&self) -> Option<u64> {
        self.quantile(0.5)
    }

    /// The mean; `None` if there are no numbers.
    pub fn mean(&self) -> Option<f64> {
        self.values().mean()
    }

    /// The mean with its 95 % interval, 1.96 standard errors to either side, of independent numbers;
    /// `None` if there are fewer than two.
    pub fn mean_interval(&self) -> Option<Interval> {
        self.values().normal_interval()
    }

    fn values(&self) -> Shares {
        self.iter().map(|(value, count)| (value as f64, count)).collect()
    }
}

impl FromIterator<u64> for Distribution {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut distribution = Self::default();
        values.into_iter().for_each(|value| distribution.add(value));
        distribution
    }
}

/// The mean of a quantity at equal steps from the start of a game to its end, over games of any length.
///
/// ```
/// use arena::study::Profile;
///
/// let mut material = Profile::default();
/// material.add(&[9.0, 8.0, 5.0]);
/// material.add(&[9.0, 9.0, 8.0, 7.0, 6.0]);
/// let ends = material.points().last().expect("there are games");
/// assert_eq!(ends.1.map(|mean| mean.estimate), Some(5.5));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    means: Vec<Shares>,
}

impl Profile {
    /// The steps from the beginning to the end.
    pub const STEPS: usize = 20;

    /// Adds a game: the quantity at every ply, or at every ply of a player. At each step it is the
    /// value at the nearest of these. A game without values adds nothing.
    pub fn add(&mut self, values: &[f64]) {
        let Some(last) = values.len().checked_sub(1) else { return };
        self.means.resize(Self::STEPS + 1, Shares::default());
        for (step, mean) in self.means.iter_mut().enumerate() {
            mean.add(values[(step * last + Self::STEPS / 2) / Self::STEPS]);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.means.first().map_or(0, Shares::count)
    }

    /// The part of the game that is over, from 0 to 1, and the mean there, if there are two games or more.
    pub fn points(&self) -> impl Iterator<Item = (f64, Option<Interval>)> + '_ {
        let part = |step: usize| step as f64 / Self::STEPS as f64;
        self.means.iter().enumerate().map(move |(step, mean)| (part(step), mean.normal_interval()))
    }
}

/// The scores of games, grouped: by the first move, by a square that was used, by the number of captures.
///
/// ```
/// use arena::study::ScoresBy;
///
/// let mut by_opening = ScoresBy::default();
/// for (opening, score) in [("c4", 1.0), ("e4", 0.5), ("c4", 0.0), ("c4", 1.0)] {
///     by_opening.add(opening, score);
/// }
/// let (opening, games, score) = by_opening.iter().next().expect("there are games");
/// assert_eq!((*opening, games), ("c4", 3));
/// assert!((score.estimate - 2.0 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScoresBy<K>(BTreeMap<K, Shares>);

impl<K> Default for ScoresBy<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> ScoresBy<K> {
    /// Adds a game with a score from 0 to 1.
    pub fn add(&mut self, key: K, score: f64) {
        self.0.entry(key).or_default().add(score);
    }

    /// Each group in order, with the number of games and the mean score.
    pub fn iter(&self) -> impl Iterator<Item = (&K, u64, Interval)> + '_ {
        self.0.iter().filter_map(|(key, scores)| Some((key, scores.count(), scores.interval()?)))
    }
}

/// A normal value is less than this many standard errors above its mean in 80 % of all cases.
const POWER: f64 = 0.841_621_233_572_914_3;

/// The number of independent games until the 95 % interval of a share that is about `share` reaches
/// `margin` to either side. `None` if these are not two parts of 1, above 0.
///
/// ```
/// // First-player share to one percentage point.
/// assert_eq!(arena::study::games_for_margin(0.5, 0.01), Some(9_604));
/// ```
pub fn games_for_margin(share: f64, margin: f64) -> Option<u64> {
    let is_part = |part: f64| part > 0.0 && part < 1.0;
    let games = (Interval::Z / margin).powi(2) * share * (1.0 - share);
    (is_part(share) && is_part(margin)).then_some(games.ceil() as u64)
}

/// The number of games of each of two rules that show that their shares differ, if one is `share` and the
/// other `difference` more: in 80 % of such studies the 95 % interval of the difference then leaves out 0.
/// `None` if the shares are not parts of 1, or do not differ.
///
/// J. L. Fleiss, *Statistical methods for rates and proportions* (1981), chapter 3, without the
/// correction for continuity.
///
/// ```
/// assert_eq!(arena::study::games_for_difference(0.5, 0.02), Some(9_806));
/// ```
pub fn games_for_difference(share: f64, difference: f64) -> Option<u64> {
    let other = share + difference;
    let variance = |share: f64| share * (1.0 - share);
    let mean = f64::midpoint(share, other);
    let errors = Interval::Z * (2.0 * variance(mean)).sqrt()
        + POWER * (variance(share) + variance(other)).sqrt();
    let games = (errors / difference).powi(2).ceil();
    let are_parts = (0.0..=1.0).contains(&share) && (0.0..=1.0).contains(&other);
    (are_parts && share.to_bits() != other.to_bits()).then_some(games as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_empty_distribution_has_no_median() {
        let none = Distribution::default();
        assert_eq!((none.min(), none.median(), none.max(), none.mean()), (None, None, None, None));
        let one: Distribution = [5].into_iter().collect();
        assert_eq!((one.quantile(0.0), one.mean_interval()), (Some(5), None));
    }

    #[test]
    fn quantiles_allow_for_rounding() {
        let twenty: Distribution = (1..=20).collect();
        assert_eq!((twenty.quantile(0.55), twenty.quantile(0.56)), (Some(11), Some(12)));
    }

    #[test]
    fn the_mean_has_its_standard_error() {
        // Variance 2.5, so the error is 1.96·√(2.5/5).
        let interval = (1..=5).collect::<Distribution>().mean_interval().unwrap();
        assert!((interval.estimate - 3.0).abs() < 1e-12);
        assert!(
            (interval.high - 4.385_904).abs() < 1e-6 && (interval.low - 1.614_096).abs() < 1e-6
        );
    }

    proptest! {
        #[test]
        fn quantiles_are_found_in_the_sorted_list(
            mut values in prop::collection::vec(0_u64..20, 1..40),
            percent in 1..=100_usize,
        ) {
            let distribution: Distribution = values.iter().copied().collect();
            values.sort_unstable();
            let rank = (values.len() * percent).div_ceil(100);
            prop_assert_eq!(distribution.quantile(percent as f64 / 100.0), Some(values[rank - 1]));
            let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
            prop_assert!((distribution.mean().unwrap() - mean).abs() < 1e-9);
            prop_assert_eq!(distribution.count(), values.len() as u64);
        }
    }

    use engine::game::seeded;
    use rand::RngExt;

    #[test]
    fn invalid_shares_have_no_sample_size() {
        for (share, difference) in
            [(0.5, 0.0), (0.99, 0.02), (-0.1, 0.2), (f64::NAN, 0.1), (1.0, 1e-20), (1.0, -1e-20)]
        {
            assert_eq!(games_for_difference(share, difference), None);
        }
        assert_eq!(games_for_margin(0.5, 0.0), None);
        assert_eq!(games_for_margin(1.5, 0.1), None);
    }

    #[test]
    fn planned_samples_show_the_difference_as_often_as_promised() {
        let (share, difference) = (0.6, -0.1);
        let games = games_for_difference(share, difference).unwrap();
        let mut rng = seeded(3);
        let mut sample = |share: f64| {
            let won = (0..games).filter(|_| rng.random_bool(share)).count();
            Interval::wilson(won as u64, games).unwrap()
        };
        let seen = (0..2000)
            .filter(|_| !sample(share).minus(sample(share + difference)).contains(0.0))
            .count();
        assert!((1540..1660).contains(&seen), "{seen} of 2000");
    }
}
