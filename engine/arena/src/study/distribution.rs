//! Frequencies of whole numbers.

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

    /// The number of numbers added.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Every number that occurs, with its frequency, from the least.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// The least number.
    pub fn min(&self) -> Option<u64> {
        self.counts.first_key_value().map(|(&value, _)| value)
    }

    /// The greatest number.
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

    /// The lower median.
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
        self.iter().map(|(value, count)| Shares::repeated(value as f64, count)).sum()
    }
}

impl FromIterator<u64> for Distribution {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut distribution = Self::default();
        values.into_iter().for_each(|value| distribution.add(value));
        distribution
    }
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
}
