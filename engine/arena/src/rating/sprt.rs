//! Sequential tests of the difference in strength.

use std::f64::consts::SQRT_2;

use super::elo::{NORMALIZED, Pentanomial, SCORES, score_of_elo};
use super::interval::halve;

/// A sequential probability ratio test: a match continues until the pairs of games clearly support one of
/// two hypotheses about the strength of the first contestant.
///
/// It is the generalized test (X. Li, J. Liu and Z. Ying, *Generalized sequential probability ratio
/// test for separate families of hypotheses*, 2014), as Stockfish is tested: the likelihood of a
/// hypothesis is that of the likeliest distribution of pairs with its mean. The bounds are A. Wald's,
/// *Sequential tests of statistical hypotheses* (1945).
///
/// The hypotheses are in [normalized](Pentanomial::normalized_elo) Elo points unless another
/// [model](EloModel) is chosen, as in fastchess and fishtest.
///
/// ```
/// use arena::{Pentanomial, Hypothesis, Sprt};
///
/// // Is it worth 5 Elo points, or nothing?
/// let sprt = Sprt::new(0.0, 5.0)?;
/// let pairs = Pentanomial::from([10, 110, 240, 130, 13]);
/// assert_eq!(sprt.accepted(&pairs), None);
/// assert_eq!(sprt.accepted(&Pentanomial::from(pairs.counts().map(|n| 10 * n))), Some(Hypothesis::H1));
/// # Ok::<_, arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

engine::words! {
    /// The unit of the Elo points of the hypotheses of a test.
    #[derive(Default)]
    pub enum EloModel {
        /// [Normalized](Pentanomial::normalized_elo) points: the number of games that the test takes does not
        /// depend on the share of draws.
        #[default]
        Normalized: "normalized",
        /// Points of the logistic curve: 400 for odds of ten to one.
        Logistic: "logistic",
    }
}

/// One of the two hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hypothesis {
    /// The difference is the smaller one, or less.
    H0,
    /// The difference is the greater one, or more.
    H1,
}

/// An error in the parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses must be two, in this order, within ±[`MAX_ELO`](Sprt::MAX_ELO).
    #[error(
        "the Elo bounds are {elo0:?} and {elo1:?}: expected two numbers between -1000 and 1000, the smaller one first"
    )]
    Elo { elo0: f64, elo1: f64 },
    /// The error rates must lie between 0 and one half.
    #[error("the error rates are {alpha:?} and {beta:?}: expected numbers above 0 and below 0.5")]
    Rates { alpha: f64, beta: f64 },
}

impl Sprt {
    /// The largest difference in Elo points of a hypothesis.
    pub const MAX_ELO: f64 = 1000.0;

    /// Replaces a count of 0, as in fishtest: with 0, such a pair would be impossible under either hypothesis.
    const UNSEEN: f64 = 1e-3;

    /// The least share of a kind of pair. Smaller ones are lost in rounding.
    const MIN_SHARE: f64 = 1e-10;

    /// A test of H0, that the first contestant is stronger by `elo0` normalized Elo points, against H1,
    /// that it is stronger by `elo1`. Each is rejected wrongly in at most 5 % of all tests.
    ///
    /// # Errors
    ///
    /// `elo0` is not below `elo1`, or one of them is out of range.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        let known = |elo: f64| elo.abs() <= Self::MAX_ELO;
        if !known(elo0) || !known(elo1) || elo0 >= elo1 {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        Ok(Self { elo0, elo1, model: EloModel::default(), alpha: 0.05, beta: 0.05 })
    }

    /// The same test, its two differences in Elo points of another model.
    #[must_use]
    pub fn with_model(self, model: EloModel) -> Self {
        Self { model, ..self }
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

    /// The unit of these differences.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The bounds of the log-likelihood ratio: H0 is accepted at the lower one, H1 at the upper.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalized log-likelihood ratio of H1 to H0: positive if the pairs support H1.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let least = Self::UNSEEN.max(Self::MIN_SHARE * pairs.count() as f64);
        let counts = pairs.counts().map(|count| (count as f64).max(least));
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let [h0, h1] = self.elo().map(|elo| match self.model {
            EloModel::Normalized => likeliest_with_ratio(found, elo / NORMALIZED * SQRT_2),
            EloModel::Logistic => likeliest(found, SCORES.map(|score| score - score_of_elo(elo))),
        });
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

/// The distribution that makes pairs with the shares `found` likeliest among those whose mean score
/// exceeds one half by `ratio` standard deviations.
///
/// By Lagrange multipliers it is the [`likeliest`] one for the derivative of this constraint, score − ½
/// − ratio · (deviation + (score − mean)² / deviation) / 2, which depends on its own mean and
/// deviation. So it is found by iteration (M. Van den Bergh, *Normalized Elo, practical
/// considerations*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1), from
/// `found` with wins mixed in. The derivative at any other distribution is the stricter constraint, so
/// every step meets the constraint and is likelier than the one before.
fn likeliest_with_ratio(mut found: [f64; 5], ratio: f64) -> [f64; 5] {
    const ITERATIONS: u32 = 100;
    const CLOSE: f64 = 1e-13;
    if ratio < 0.0 {
        found.reverse();
        let mut mirrored = likeliest_with_ratio(found, -ratio);
        mirrored.reverse();
        return mirrored;
    }
    let mut shares = with_wins(found, ratio);
    for _ in 0..ITERATIONS {
        let [mean, deviation] = mean_and_deviation(shares);
        let derivative = SCORES.map(|score| {
            let spread = deviation + (score - mean).powi(2) / deviation;
            score - 0.5 - ratio * spread / 2.0
        });
        let next = likeliest(found, derivative);
        let change = (0..5).map(|kind| (next[kind] - shares[kind]).abs()).fold(0.0, f64::max);
        shares = next;
        if change < CLOSE {
            break;
        }
    }
    shares
}

/// These shares, with as many won pairs mixed in as it takes for the mean to exceed one half by `ratio`
/// standard deviations.
fn with_wins(shares: [f64; 5], ratio: f64) -> [f64; 5] {
    let mix = |wins: f64| {
        let mut mixed = shares.map(|share| (1.0 - wins) * share);
        mixed[4] += wins;
        mixed
    };
    let suffices = |wins: f64| {
        let [mean, deviation] = mean_and_deviation(mix(wins));
        mean - 0.5 >= ratio * deviation
    };
    if suffices(0.0) {
        return shares;
    }
    mix(halve([0.0, 1.0], |wins| !suffices(wins))[1])
}

fn mean_and_deviation(shares: [f64; 5]) -> [f64; 2] {
    let mean_of = |values: [f64; 5]| -> f64 {
        shares.iter().zip(values).map(|(share, value)| share * value).sum()
    };
    let mean = mean_of(SCORES);
    [mean, mean_of(SCORES.map(|score| (score - mean).powi(2))).sqrt()]
}

/// The distribution in which these values have the mean 0 that makes pairs with the shares `found`
/// likeliest; `found` itself if the values do not have both signs.
///
/// It gives each kind of pair its share divided by 1 + θ · value, with the θ that makes the mean right.
/// That θ is the root of a function that falls between two poles (M. Van den Bergh,
/// <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1).
fn likeliest(found: [f64; 5], values: [f64; 5]) -> [f64; 5] {
    let mean = |theta: f64| -> f64 {
        found.iter().zip(values).map(|(share, v)| share * v / (1.0 + theta * v)).sum()
    };
    let least = values.into_iter().fold(f64::INFINITY, f64::min);
    let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return found;
    }
    let [low, high] = halve([-1.0 / most, -1.0 / least], |theta| mean(theta) > 0.0);
    let theta = low.midpoint(high);
    std::array::from_fn(|kind| found[kind] / (1.0 + theta * values[kind]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::seeded;
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
        let sprt = Sprt::new(0.0, 2.716).unwrap().with_model(EloModel::Logistic);
        let ratio = sprt.log_likelihood_ratio(&Pentanomial::from([13, 37, 50, 25, 3]));
        assert!((ratio + 0.53772).abs() < 1e-4, "{ratio}");
    }

    /// The first three rows are what the tests of fastchess expect since its change 794 (2025), which made its
    /// likelihoods exact. The last row is computed by hand: if all pairs are won, H0 makes half of the pairs won and
    /// H1 the share ½ + x, with x / √(¼ - x²) = 5 √2 / (800 / ln 10), so the ratio is n · ln(1 + 2 x).
    #[test]
    fn published_ratios_of_normalized_points() {
        for (elo0, elo1, counts, expected) in [
            (0.0, 2.0, [365, 16_618, 36_229, 16_974, 390], 2.25),
            (-1.75, 0.25, [127, 4883, 10_712, 5150, 104], 3.01),
            (0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
            (0.0, 5.0, [0, 0, 0, 0, 104], 104.0 * 1.020_348_f64.ln()),
        ] {
            let sprt = Sprt::new(elo0, elo1).unwrap();
            let ratio = sprt.log_likelihood_ratio(&Pentanomial::from(counts));
            assert!((ratio / expected - 1.0).abs() < 0.005, "{counts:?}: {ratio}, not {expected}");
        }
    }

    /// No distribution near the one found that meets the constraint is likelier.
    #[test]
    fn the_likeliest_distribution_has_the_ratio() {
        let mut rng = seeded(5);
        for _ in 0..300 {
            let mut random = || -> [f64; 5] {
                let parts: [f64; 5] = std::array::from_fn(|_| rng.random::<f64>().powi(4) + 1e-7);
                let sum: f64 = parts.iter().sum();
                parts.map(|part| part / sum)
            };
            let (found, ratio) = (random(), 2.0 * (random()[0] - random()[0]));
            let likelihood = |shares: [f64; 5]| -> f64 {
                found.iter().zip(shares).map(|(found, share)| found * share.ln()).sum()
            };
            let excess = |shares| {
                let [mean, deviation] = mean_and_deviation(shares);
                mean - 0.5 - ratio * deviation
            };
            let best = likeliest_with_ratio(found, ratio);
            let sum: f64 = best.iter().sum();
            assert!((sum - 1.0).abs() < 1e-6 && excess(best).abs() < 1e-6, "{found:?} {ratio}");
            for _ in 0..20 {
                let (other, far) = (random(), 0.01);
                let mut near: [f64; 5] =
                    std::array::from_fn(|kind| best[kind] + far * (other[kind] - best[kind]));
                // Mixes in wins or losses until the constraint holds.
                let (mut low, mut high) = (0.0, 1.0);
                let kind = if excess(near) < 0.0 { 4 } else { 0 };
                let sign = excess(near).signum();
                let start = near;
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    near = start.map(|share| share * (1.0 - middle));
                    near[kind] += middle;
                    if excess(near) * sign > 0.0 { low = middle } else { high = middle }
                }
                assert!(likelihood(near) <= likelihood(best) + 1e-7, "{found:?} {ratio}");
            }
        }
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        for found in [[0.1, 0.2, 0.3, 0.3, 0.1], [1e-6, 1e-6, 1e-6, 1e-6, 1.0 - 4e-6]] {
            for mean in [score_of_elo(-1000.0), 0.3, 0.5, 0.77, score_of_elo(1000.0)] {
                let likeliest = likeliest(found, SCORES.map(|score| score - mean));
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
        assert_eq!(sprt.accepted(&Pentanomial::from([0, 0, 80, 0, 0])), Some(Hypothesis::H0));
        assert_eq!(sprt.accepted(&Pentanomial::from([3, 7, 20, 7, 4])), None);
    }

    #[test]
    fn any_number_of_pairs_is_judged() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let sprt = Sprt::new(0.0, 5.0).unwrap().with_model(model);
            for count in (0..20).map(|exponent| 10_u64.pow(exponent)).chain([u64::MAX]) {
                for kind in 0..5 {
                    let mut counts = [0; 5];
                    counts[kind] = count;
                    let pairs = Pentanomial::from(counts);
                    let ratio = sprt.log_likelihood_ratio(&pairs);
                    assert!(
                        ratio.is_finite() && (ratio > 0.0) == (kind > 2),
                        "{counts:?}: {ratio}"
                    );
                    let expected = if kind > 2 { Hypothesis::H1 } else { Hypothesis::H0 };
                    let accepted = sprt.accepted(&pairs);
                    assert!(count < 10_000 || accepted == Some(expected), "{counts:?}: {ratio}");
                }
                let even = Pentanomial::from([count; 5]);
                assert!(sprt.log_likelihood_ratio(&even) < 0.0, "{count}");
                assert_eq!(even.count(), count.saturating_mul(5));
                assert!(even.score_interval().unwrap().contains(0.5), "{count}");
            }
        }
    }

    #[test]
    fn invalid_parameters_are_refused() {
        for (elo0, elo1) in [(5.0, 0.0), (3.0, 3.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(matches!(Sprt::new(elo0, elo1), Err(SprtError::Elo { .. })));
        }
        let sprt = Sprt::new(-3.0, 1.0).unwrap();
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (f64::NAN, 0.05)] {
            assert!(matches!(sprt.with_error_rates(alpha, beta), Err(SprtError::Rates { .. })));
        }
    }

    /// The share of tests on random pairs that accept H1 if the true difference is `elo` logistic points.
    fn accepted(sprt: Sprt, elo: f64, seed: u64) -> f64 {
        const TESTS: u32 = 400;
        let mut rng = seeded(seed);
        let (score, draws) = (score_of_elo(elo), DRAWS);
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

    /// The share of draws.
    const DRAWS: f64 = 0.3;

    #[test]
    fn error_rates_are_kept() {
        let deviation = |elo| {
            let score = score_of_elo(elo);
            (score * (1.0 - score) - DRAWS / 4.0).sqrt()
        };
        let normalized = |elo| (score_of_elo(elo) - 0.5) / deviation(elo) * NORMALIZED;
        for sprt in [
            Sprt::new(0.0, 100.0).unwrap().with_model(EloModel::Logistic),
            Sprt::new(0.0, normalized(100.0)).unwrap(),
        ] {
            let wrong = accepted(sprt, 0.0, 1);
            assert!((0.01..0.075).contains(&wrong), "{wrong}");
            let right = accepted(sprt, 100.0, 2);
            assert!((0.925..0.99).contains(&right), "{right}");
            assert!(accepted(sprt, -100.0, 3) < 0.01);
            assert!((0.3..0.7).contains(&accepted(sprt, 50.0, 4)));
        }
    }
}
