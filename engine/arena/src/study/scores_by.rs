//! Scores by events of the game.

use std::collections::BTreeMap;

use crate::rating::{Interval, Shares};

/// The scores of games, grouped: by the first move, by a square that was used, by the number of
/// captures.
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
