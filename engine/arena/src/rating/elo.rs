//! Pairs of games, and the difference in strength that they show.

use std::f64::consts::LN_10;

use super::interval::{Interval, Shares};

/// The expected score of a player who is stronger by `elo` points: ½ for 0, and about 0.64 for 100
/// (A. E. Elo, *The rating of chessplayers, past and present*, 1978, in its logistic form).
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The inverse of [`score_of_elo`]: infinite for 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The normalized Elo points of one standard deviation of a game: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 800.0 / LN_10;

/// The score of a game in each kind of pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The number of pairs of games in which a player scored 0, ½, 1, 1½ and 2 points.
///
/// A pair is one opening played twice, with colours swapped. If the opening favours a colour, its two
/// results depend on each other; counting pairs instead of games takes that into account, as in the
/// tests of the chess program Stockfish.
///
/// ```
/// use arena::Pentanomial;
///
/// let pairs = Pentanomial::from([13, 37, 50, 25, 3]);
/// assert_eq!((pairs.count(), pairs.score()), (128, Some(0.4375)));
/// let elo = pairs.elo().expect("there are pairs");
/// assert_eq!(format!("{:.1} {:.1} {:.1}", elo.estimate, elo.low, elo.high), "-43.7 -73.3 -14.0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial([u64; 5]);

impl From<[u64; 5]> for Pentanomial {
    fn from(counts: [u64; 5]) -> Self {
        Self(counts)
    }
}

impl Pentanomial {
    /// The number of pairs of each kind, by points.
    pub fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// The number of pairs, 2⁶⁴ − 1 at most.
    pub fn count(&self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Adds a pair by the points of its games, each 0, ½ or 1.
    pub(crate) fn add(&mut self, points: f64) {
        let kind = (2.0 * points).round() as usize;
        if let Some(count) = self.0.get_mut(kind) {
            *count = count.saturating_add(1);
        }
    }

    fn shares(&self) -> Shares {
        SCORES.into_iter().zip(self.0).collect()
    }

    /// The mean score of a game, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        self.shares().mean()
    }

    /// The score with its 95 % interval; `None` without pairs.
    ///
    /// The interval is Wilson's, for the number of independent games that would estimate the score with
    /// the same variance. With many pairs it is the mean plus and minus 1.96 standard errors. While fewer
    /// than 8 pairs differ from the commonest kind, and at most half of them, the variance is hardly known; then
    /// the interval is at least as wide as that of Clopper and Pearson for the number of such pairs.
    pub fn score_interval(&self) -> Option<Interval> {
        self.shares().interval()
    }

    /// The difference in Elo points with its 95 % interval, infinite if all games were won or lost;
    /// `None` without pairs.
    pub fn elo(&self) -> Option<Interval> {
        Some(self.score_interval()?.map(elo_of_score))
    }

    /// The difference in normalized Elo points with its 95 % interval; `None` without pairs that differ.
    ///
    /// It is the excess of the score over one half in standard deviations of a game, times 800 / ln 10
    /// (Michel Van den Bergh, *Normalized Elo*, 2021), and determines the number of games it takes to tell
    /// two players apart, whatever the share of draws. If all pairs have the same result, the deviation is
    /// unknown, and so is the difference: `None`.
    pub fn normalized_elo(&self) -> Option<Interval> {
        let deviation = (2.0 * self.shares().variance()?).sqrt();
        let interval = self.score_interval()?.map(|score| (score - 0.5) / deviation * NORMALIZED);
        (deviation > 0.0).then_some(interval)
    }

    /// The likelihood of superiority: the probability that the first of two equally strong players
    /// scores less than this. `None` without pairs.
    pub fn superiority(&self) -> Option<f64> {
        self.shares().above_half()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.5, 0.0, 1.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        // Ten to one.
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!(elo_of_score(1.0) > f64::MAX && elo_of_score(0.0) < f64::MIN);
    }

    /// The statistics that fishtest prints of this result: Elo -43.6578, score 0.43750; the
    /// interval by the textbook formula, 0.43750 ± 1.95996·√(0.05762/128).
    #[test]
    fn a_published_result() {
        let pairs = Pentanomial::from([13, 37, 50, 25, 3]);
        let elo = pairs.elo().unwrap();
        assert!((elo.estimate + 43.6578).abs() < 5e-5);
        let (low, high) = (elo_of_score(0.39592), elo_of_score(0.47908));
        assert!((elo.low - low).abs() < 0.6 && (elo.high - high).abs() < 0.6, "{elo:?}");
        // Φ(-2.9454) = 0.00161 with a known variance; ours is estimated from few pairs.
        assert!((pairs.superiority().unwrap() - 0.001_613).abs() < 5e-4);
    }

    /// The same result by the formula: −0.0625 / √(2 · 0.057617) · 347.4356, and an error of
    /// 1.95996 · 347.4356 / √256.
    #[test]
    fn normalized_points() {
        let elo = Pentanomial::from([13, 37, 50, 25, 3]).normalized_elo().unwrap();
        assert!((elo.estimate + 63.968_5).abs() < 1e-3, "{elo:?}");
        let error = Interval::Z * 347.435_6 / 16.0;
        assert!((elo.high - elo.estimate - error).abs() < 1.0, "{elo:?}");
        assert!((elo.estimate - elo.low - error).abs() < 1.0, "{elo:?}");
        // A hundred times the pairs: a tenth of the error.
        let more = Pentanomial::from([1300, 3700, 5000, 2500, 300]).normalized_elo().unwrap();
        assert!((more.estimate - elo.estimate).abs() < 1e-9);
        assert!((more.high - more.low - error / 5.0).abs() < 0.01, "{more:?}");
        // Without draws and in fair openings it is close to the usual one where both are small.
        let even = Pentanomial::from([2450, 0, 5000, 0, 2550]);
        let (elo, normalized) = (even.elo().unwrap(), even.normalized_elo().unwrap());
        assert!((elo.estimate - normalized.estimate).abs() < 0.05, "{elo:?} {normalized:?}");
    }

    #[test]
    fn without_a_deviation_there_are_no_normalized_points() {
        for counts in [[0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0; 5]] {
            assert_eq!(Pentanomial::from(counts).normalized_elo(), None, "{counts:?}");
        }
        assert!(Pentanomial::from([0, 0, 9, 1, 0]).normalized_elo().is_some());
    }

    #[test]
    fn openings_that_favour_a_colour_do_not_count() {
        // Each colour wins its game: the players are equal, and 200 pairs say so precisely.
        let swept = Pentanomial::from([0, 0, 200, 0, 0]).elo().unwrap();
        assert!(swept.low > -10.0 && swept.high < 10.0, "{swept:?}");
        let scattered = Pentanomial::from([50, 0, 0, 0, 50]).elo().unwrap();
        assert!(scattered.low < -60.0 && scattered.high > 60.0, "{scattered:?}");
    }

    #[test]
    fn extreme_results_have_a_finite_end() {
        let elo = Pentanomial::from([0, 0, 0, 0, 50]).elo().unwrap();
        assert_eq!((elo.estimate, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!((elo.low - 446.0).abs() < 1.0, "{elo:?}");
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial::default().superiority(), None);
    }

    /// More pairs narrow the intervals, also where their number exceeds a `u64`.
    #[test]
    fn any_number_of_pairs_is_estimated() {
        for shares in [[1, 1, 1, 1, 1], [2, 3, 5, 4, 1], [0, 0, 3, 2, 5]] {
            let few = Pentanomial::from(shares);
            let most = u64::MAX / shares.into_iter().max().unwrap();
            for times in [1000, 1_000_000_000, most] {
                let many = Pentanomial::from(shares.map(|share| times * share));
                for of in
                    [Pentanomial::score_interval, Pentanomial::elo, Pentanomial::normalized_elo]
                {
                    let [few, many] = [few, many].map(|pairs| of(&pairs).unwrap());
                    let error = (many.estimate - few.estimate).abs();
                    assert!(error < 1e-9 * few.estimate.abs().max(1.0), "{many:?}, not {few:?}");
                    assert!(few.low < many.low && many.low <= many.estimate, "{many:?} {few:?}");
                    assert!(many.estimate <= many.high && many.high < few.high, "{many:?} {few:?}");
                }
            }
        }
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pentanomial::default();
        for points in [2.0, 0.5, 1.0, 1.0, 0.0, 1.5] {
            pairs.add(points);
        }
        assert_eq!(pairs.counts(), [1, 1, 2, 1, 1]);
    }
}
