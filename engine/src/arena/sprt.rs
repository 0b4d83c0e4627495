//! The sequential probability ratio test.

use super::elo::{Pentanomial, score_of_elo};

/// A sequential probability ratio test: a match goes on until the pairs of games clearly speak for one
/// of two hypotheses about the strength of the first contestant.
///
/// It is the generalized test (X. Li, J. Liu and Z. Ying, *Generalized sequential probability ratio
/// test for separate families of hypotheses*, 2014), as Stockfish is tested: the likelihood of a
/// hypothesis is that of the likeliest distribution of pairs with its mean. The bounds are A. Wald's,
/// *Sequential tests of statistical hypotheses* (1945).
///
/// ```
/// use engine::arena::{Pentanomial, Hypothesis, Sprt};
///
/// // Is it worth 5 Elo points, or nothing?
/// let sprt = Sprt::new(0.0, 5.0)?;
/// let pairs = Pentanomial::from([10, 110, 240, 130, 13]);
/// assert_eq!(sprt.accepted(&pairs), None);
/// assert_eq!(sprt.accepted(&Pentanomial::from(pairs.counts().map(|n| 10 * n))), Some(Hypothesis::H1));
/// # Ok::<_, engine::arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// One of the two hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hypothesis {
    /// The difference is the smaller one, or less.
    H0,
    /// The difference is the greater one, or more.
    H1,
}

/// What is wrong with the parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum SprtError {
    /// The hypotheses must be two, in this order, within ±[`MAX_ELO`](Sprt::MAX_ELO).
    #[error(
        "the Elo bounds are {elo0} and {elo1}: expected two numbers between -1000 and 1000, the smaller one first"
    )]
    Elo { elo0: f64, elo1: f64 },
    /// The error rates must lie between 0 and one half.
    #[error("the error rates are {alpha} and {beta}: expected numbers above 0 and below 0.5")]
    Rates { alpha: f64, beta: f64 },
}

impl Sprt {
    /// The largest difference in Elo points of a hypothesis.
    pub const MAX_ELO: f64 = 1000.0;

    /// The count of a kind of pair that was never seen, as in the tests of Stockfish: with 0, either
    /// hypothesis would make such a pair impossible.
    const UNSEEN: f64 = 1e-3;

    /// The least share of a kind of pair. Lesser ones are lost in rounding.
    const MIN_SHARE: f64 = 1e-10;

    /// A test of H0, that the first contestant is stronger by `elo0` Elo points, against H1, that it
    /// is stronger by `elo1`. Each is rejected wrongly in at most 5 % of all tests.
    ///
    /// # Errors
    ///
    /// `elo0` is not below `elo1`, or one of them is out of range.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let known = |elo: f64| elo.abs() <= Self::MAX_ELO;
        if !known(elo0) || !known(elo1) || elo0 >= elo1 {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The same test with other error rates: `alpha` that H1 is accepted wrongly, `beta` for H0. Smaller
    /// rates take more games.
    ///
    /// # Errors
    ///
    /// A rate is not above 0 and below one half.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let possible = |rate: f64| rate > 0.0 && rate < 0.5;
        if !possible(alpha) || !possible(beta) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { alpha, beta, ..self })
    }

    /// The Elo differences of the two hypotheses.
    pub fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The bounds of the log-likelihood ratio: H0 is accepted at the lower one, H1 at the upper.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalized log-likelihood ratio of H1 to H0: positive if the pairs speak for H1.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let least = Self::UNSEEN.max(Self::MIN_SHARE * pairs.count() as f64);
        let counts = pairs.counts().map(|count| (count as f64).max(least));
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let [h0, h1] = self.elo().map(|elo| likeliest(found, score_of_elo(elo)));
        (0..5).map(|kind| counts[kind] * (h1[kind] / h0[kind]).ln()).sum()
    }

    /// The hypothesis to accept, or `None` if more pairs are needed.
    pub fn accepted(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio >= upper {
            Some(Hypothesis::H1)
        } else {
            (ratio <= lower).then_some(Hypothesis::H0)
        }
    }
}

/// The distribution with this mean that makes pairs with the shares `found` likeliest.
///
/// It gives each kind of pair its share divided by 1 + θ(value − mean), with the θ that makes the
/// mean right. That θ is the root of a function that falls between two poles (M. Van den Bergh,
/// <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1).
fn likeliest(found: [f64; 5], mean: f64) -> [f64; 5] {
    const HALVINGS: u32 = 100;
    let from_mean: [f64; 5] = std::array::from_fn(|kind| kind as f64 / 4.0 - mean);
    let excess = |theta: f64| -> f64 {
        found.iter().zip(from_mean).map(|(share, d)| share * d / (1.0 + theta * d)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = low.midpoint(high);
    std::array::from_fn(|kind| found[kind] / (1.0 + theta * from_mean[kind]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::seeded;
    use rand::RngExt;

    #[test]
    fn bounds_are_walds() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        let [lower, upper] = sprt.bounds();
        assert!((lower + 2.9444).abs() < 1e-4 && (upper - 2.9444).abs() < 1e-4);
        let [lower, upper] = sprt.with_error_rates(0.01, 0.1).unwrap().bounds();
        assert!((lower - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
        assert!((upper - 90_f64.ln()).abs() < 1e-12);
    }

    /// What fishtest prints of this result for H0 at 0 and H1 at 2.716 logistic Elo points, that is
    /// a score of 0.50391.
    #[test]
    fn a_published_log_likelihood_ratio() {
        let sprt = Sprt::new(0.0, 2.716).unwrap();
        let ratio = sprt.log_likelihood_ratio(&Pentanomial::from([13, 37, 50, 25, 3]));
        assert!((ratio + 0.53772).abs() < 1e-4, "{ratio}");
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        for found in [[0.1, 0.2, 0.3, 0.3, 0.1], [1e-6, 1e-6, 1e-6, 1e-6, 1.0 - 4e-6]] {
            for mean in [score_of_elo(-1000.0), 0.3, 0.5, 0.77, score_of_elo(1000.0)] {
                let likeliest = likeliest(found, mean);
                let sum: f64 = likeliest.iter().sum();
                let about: f64 = (0..5).map(|kind| likeliest[kind] * kind as f64 / 4.0).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-6 && (about - mean).abs() < 1e-6,
                    "{found:?} {mean}"
                );
            }
        }
    }

    #[test]
    fn clear_results_are_soon_decided() {
        let sprt = Sprt::new(0.0, 50.0).unwrap();
        assert_eq!(sprt.accepted(&Pentanomial::default()), None);
        assert_eq!(sprt.accepted(&Pentanomial::from([0, 0, 0, 0, 40])), Some(Hypothesis::H1));
        assert_eq!(sprt.accepted(&Pentanomial::from([40, 0, 0, 0, 0])), Some(Hypothesis::H0));
        assert_eq!(sprt.accepted(&Pentanomial::from([0, 0, 60, 0, 0])), Some(Hypothesis::H0));
        assert_eq!(sprt.accepted(&Pentanomial::from([3, 7, 20, 7, 4])), None);
    }

    #[test]
    fn any_number_of_pairs_is_judged() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        for count in (0..20).map(|exponent| 10_u64.pow(exponent)).chain([u64::MAX]) {
            for kind in 0..5 {
                let mut counts = [0; 5];
                counts[kind] = count;
                let pairs = Pentanomial::from(counts);
                let ratio = sprt.log_likelihood_ratio(&pairs);
                assert!(ratio.is_finite() && (ratio > 0.0) == (kind > 2), "{counts:?}: {ratio}");
                let expected = if kind > 2 { Hypothesis::H1 } else { Hypothesis::H0 };
                assert!(count < 1000 || sprt.accepted(&pairs) == Some(expected), "{counts:?}");
            }
            let even = Pentanomial::from([count; 5]);
            assert!(sprt.log_likelihood_ratio(&even) < 0.0, "{count}");
            assert_eq!(even.count(), count.saturating_mul(5));
            assert!(even.score_interval().unwrap().contains(0.5), "{count}");
        }
    }

    #[test]
    fn senseless_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 0.0), (3.0, 3.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(matches!(Sprt::new(elo0, elo1), Err(SprtError::Elo { .. })));
        }
        let sprt = Sprt::new(-3.0, 1.0).unwrap();
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (f64::NAN, 0.05)] {
            assert!(matches!(sprt.with_error_rates(alpha, beta), Err(SprtError::Rates { .. })));
        }
    }

    /// Plays tests on pairs drawn at random, with a true difference of so many Elo points, and says
    /// which part of them accepted H1.
    fn accepted(sprt: Sprt, elo: f64, seed: u64) -> f64 {
        const TESTS: u32 = 600;
        let mut rng = seeded(seed);
        let (score, draws) = (score_of_elo(elo), 0.3);
        let mut game = move || {
            let x: f64 = rng.random();
            let wins = score - draws / 2.0;
            if x < wins { 1.0 } else { f64::from(x < wins + draws) / 2.0 }
        };
        let mut test = || {
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(game() + game());
                if let Some(accepted) = sprt.accepted(&pairs) {
                    return accepted == Hypothesis::H1;
                }
            }
        };
        f64::from((0..TESTS).map(|_| u32::from(test())).sum::<u32>()) / f64::from(TESTS)
    }

    #[test]
    fn errors_are_as_rare_as_they_have_to_be() {
        let sprt = Sprt::new(0.0, 60.0).unwrap();
        let wrong = accepted(sprt, 0.0, 1);
        assert!((0.01..0.075).contains(&wrong), "{wrong}");
        let right = accepted(sprt, 60.0, 2);
        assert!((0.925..0.99).contains(&right), "{right}");
        assert!(accepted(sprt, -60.0, 3) < 0.01);
        assert!((0.3..0.7).contains(&accepted(sprt, 30.0, 4)));
    }
}
