//! Estimates from samples, with 95 % confidence intervals.

/// An estimate with a 95 % confidence interval: of many such intervals, 95 % contain the true value.
///
/// ```
/// use arena::Interval;
///
/// // 58 of 100 games won: between 48.2 % and 67.2 %.
/// let share = Interval::wilson(58, 100).expect("there are games");
/// assert_eq!(format!("{:.3} to {:.3}", share.low, share.high), "0.482 to 0.672");
/// assert!(share.contains(0.5), "not enough games to call it unfair");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The estimate, which need not be in the middle of the interval.
    pub estimate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width of a normal 95 % interval, in standard errors.
    pub(crate) const Z: f64 = 1.959_963_984_540_054;

    /// The probability of an event that happened in `successes` of `trials` independent trials; `None`
    /// without trials.
    ///
    /// The score interval of E. B. Wilson, *Probable inference, the law of succession, and
    /// statistical inference* (1927), which holds with few trials too.
    pub fn wilson(successes: u64, trials: u64) -> Option<Self> {
        let share = successes.min(trials) as f64 / trials as f64;
        (trials > 0).then(|| Self::from_score(share, trials as f64))
    }

    /// Wilson's interval about a share found in a number of trials, which need not be whole.
    pub(crate) fn from_score(share: f64, trials: f64) -> Self {
        let spread = Self::Z * Self::Z / trials;
        let centre = (share + spread / 2.0) / (1.0 + spread);
        let half = (spread * (share * (1.0 - share) + spread / 4.0)).sqrt() / (1.0 + spread);
        // At 0 and 1 the ends are exact; rounding must not move them.
        let low = if share <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if share >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
        Self { estimate: share, low, high }
    }

    /// Whether a value lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The interval of a function of the estimated value. The function must be increasing.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { estimate: f(self.estimate), low: f(self.low), high: f(self.high) }
    }

    /// The difference of two independent estimates: this one less the other.
    ///
    /// R. G. Newcombe, *Interval estimation for the difference between independent proportions*
    /// (1998), method 10, which holds for estimates of other kinds too (Zou and Donner, 2008).
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let estimate = self.estimate - other.estimate;
        let below = (self.estimate - self.low).hypot(other.high - other.estimate);
        let above = (self.high - self.estimate).hypot(other.estimate - other.low);
        Self { estimate, low: estimate - below, high: estimate + above }
    }
}

/// A sample of values, between 0 and 1 unless stated: the scores of games, for example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Shares {
    /// The number of values; like the sums it may exceed a `u64`.
    count: f64,
    sum: f64,
    squares: f64,
    kinds: Kinds,
}

/// The different values of a sample, while they are few.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kinds {
    /// Each value, and how often it was found; the rest are 0.
    Few([(f64, f64); RARE]),
    Many,
}

/// If fewer values than this differ from the commonest one, and at most half of all, their variance says little.
const RARE: usize = 8;

impl Default for Kinds {
    fn default() -> Self {
        Self::Few([(0.0, 0.0); RARE])
    }
}

impl Kinds {
    fn add(&mut self, value: f64, times: f64) {
        let Self::Few(kinds) = self else { return };
        let mut kinds = kinds.iter_mut();
        match kinds.find(|(known, count)| known.to_bits() == value.to_bits() || *count <= 0.0) {
            Some((known, count)) => (*known, *count) = (value, *count + times),
            None => *self = Self::Many,
        }
    }

    /// The ends of an interval by how many values are above the commonest one, and how many below it, if
    /// these are few.
    ///
    /// Each number has the interval of C. J. Clopper and E. S. Pearson, *The use of confidence or fiducial
    /// limits illustrated in the case of the binomial* (1934). Values that may come are taken to lie at 0 and
    /// 1, those that surely come as near to the commonest one as any that was found.
    fn ends(&self, all: f64) -> Option<[f64; 2]> {
        let Self::Few(kinds) = self else { return None };
        let [common, _] = kinds.iter().fold([0.0, 0.0], |[value, most], &(other, count)| {
            if count > most { [other, count] } else { [value, most] }
        });
        // How many values lie above the commonest one or below it, and the distance of the nearest.
        let [(above, next_above), (below, next_below)] = [1.0, -1.0].map(|side| {
            let distances = kinds.iter().map(|&(value, count)| (side * (value - common), count));
            let there = distances.filter(|&(distance, count)| distance > 0.0 && count > 0.0);
            there.fold((0.0, f64::MAX), |(all, next), (distance, count)| {
                (all + count, distance.min(next))
            })
        });
        (above + below < RARE as f64 && 2.0 * (above + below) <= all).then(|| {
            let [[least_above, most_above], [least_below, most_below]] =
                [above, below].map(|count| clopper_pearson(count, all));
            let low = common - most_below * common + least_above * next_above;
            let high = common + most_above * (1.0 - common) - least_below * next_below;
            [low, high]
        })
    }
}

/// The 95 % interval of a probability, by a few successes in many trials.
fn clopper_pearson(successes: f64, trials: f64) -> [f64; 2] {
    const TAIL: f64 = 0.025;
    let end =
        |successes: f64, tail: f64| halve([0.0, 1.0], |p| at_most(successes, trials, p) > tail)[0];
    let least = if successes > 0.0 { end(successes - 1.0, 1.0 - TAIL) } else { 0.0 };
    let most = if successes < trials { end(successes, TAIL) } else { 1.0 };
    [least, most]
}

/// The probability of at most `successes` in so many trials, each with the probability `p`.
fn at_most(successes: f64, trials: f64, p: f64) -> f64 {
    let mut term = (trials * (-p).ln_1p()).exp();
    let (mut sum, mut done) = (term, 0.0);
    while done < successes {
        term *= (trials - done) / (done + 1.0) * p / (1.0 - p);
        sum += term;
        done += 1.0;
    }
    sum
}

/// The ends of a tiny interval, within one whose lower end is `low` and whose upper end is not.
pub(super) fn halve([mut low, mut high]: [f64; 2], is_low: impl Fn(f64) -> bool) -> [f64; 2] {
    const HALVINGS: u32 = 100;
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if is_low(middle) { low = middle } else { high = middle }
    }
    [low, high]
}

impl Shares {
    pub(crate) fn add(&mut self, value: f64) {
        self.add_repeated(value, 1.0);
    }

    /// Adds the same value `count` times.
    fn add_repeated(&mut self, value: f64, count: f64) {
        self.count += count;
        self.sum += value * count;
        self.squares += value * value * count;
        self.kinds.add(value, count);
    }

    pub(crate) fn count(&self) -> u64 {
        self.count as u64
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    /// The variance of the values.
    pub(crate) fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some((self.squares / self.count - mean * mean).max(0.0))
    }

    /// The number of trials, each a success or a failure, that would estimate the mean as precisely: more, as
    /// values between 0 and 1 vary less. The ratio of the variances is estimated with one more value that
    /// varies like a trial, so that a few values that happen to be equal do not count as very many.
    fn trials(&self) -> Option<f64> {
        let mean = self.mean()?;
        let count = self.count;
        let most = mean * (1.0 - mean);
        if most <= 0.0 {
            return Some(count);
        }
        let variance = self.variance()?;
        Some(count * (count + 1.0) / (count * variance / most + 1.0))
    }

    /// The mean with Wilson's interval for the equivalent number of [trials](Self::trials); while fewer than 8 values
    /// differ from the commonest one, and at most half of them, at least as wide as [by their number](Kinds::ends).
    pub(crate) fn interval(&self) -> Option<Interval> {
        let usual = Interval::from_score(self.mean()?, self.trials()?);
        Some(match self.kinds.ends(self.count) {
            Some([low, high]) => {
                Interval { low: usual.low.min(low), high: usual.high.max(high), ..usual }
            }
            None => usual,
        })
    }

    /// The mean with its normal interval, for values of any size; `None` if there are fewer than two.
    pub(crate) fn normal_interval(&self) -> Option<Interval> {
        let (estimate, variance) = (self.mean()?, self.variance()?);
        let half = Interval::Z * (variance / (self.count - 1.0)).sqrt();
        let interval = Interval { estimate, low: estimate - half, high: estimate + half };
        (self.count > 1.0).then_some(interval)
    }

    /// The probability that a sample has a lower mean than this one if the true mean is one half.
    pub(crate) fn above_half(&self) -> Option<f64> {
        let errors = (self.mean()? - 0.5) * (4.0 * self.trials()?).sqrt();
        Some(libm::erfc(-errors / std::f64::consts::SQRT_2) / 2.0)
    }
}

/// Of values, each with the number of times that it was found.
impl FromIterator<(f64, u64)> for Shares {
    fn from_iter<I: IntoIterator<Item = (f64, u64)>>(values: I) -> Self {
        let mut shares = Self::default();
        values.into_iter().for_each(|(value, count)| shares.add_repeated(value, count as f64));
        shares
    }
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use rand::RngExt;

    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}, expected from {low}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}, expected to {high}");
    }

    /// R. G. Newcombe, *Two-sided confidence intervals for the single proportion: comparison of
    /// seven methods*, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn wilson_intervals_as_published() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            close(Interval::wilson(successes, trials).unwrap(), low, high);
            let opposite = Interval::wilson(trials - successes, trials).unwrap();
            close(opposite, 1.0 - high, 1.0 - low);
        }
        assert_eq!(Interval::wilson(0, 0), None);
    }

    /// The same author, *Interval estimation for the difference between independent proportions:
    /// comparison of eleven methods*, Statistics in Medicine 17 (1998), table II, method 10.
    #[test]
    fn differences_as_published() {
        for (first, second, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((10, 10), (0, 10), 0.6075, 1.0),
        ] {
            let [first, second] =
                [first, second].map(|(part, all)| Interval::wilson(part, all).unwrap());
            close(first.minus(second), low, high);
            close(second.minus(first), -high, -low);
        }
    }

    /// The probabilities of 0, 1, 2 ... successes.
    fn binomial(trials: usize, p: f64) -> Vec<f64> {
        let mut term = if p < 1.0 { (1.0 - p).powi(trials as i32) } else { 0.0 };
        let mut terms = Vec::new();
        for done in 0..trials {
            terms.push(term);
            term *= (trials - done) as f64 / (done + 1) as f64 * p / (1.0 - p);
        }
        terms.push(if p < 1.0 { term } else { 1.0 });
        terms
    }

    /// The probability that the interval holds the true mean of three values, the second of which is the
    /// commonest: `below` and `above` are the probabilities of the others.
    fn coverage(count: usize, values: [f64; 3], [below, above]: [f64; 2]) -> f64 {
        let [low, common, high] = values;
        let truth = common + above * (high - common) - below * (common - low);
        let differ = binomial(count, below + above).into_iter().enumerate();
        let mut covered = 0.0;
        for (differ, probable) in differ.filter(|&(_, probable)| probable > 1e-9) {
            let higher = binomial(differ, above / (below + above)).into_iter().enumerate();
            for (higher, part) in higher.filter(|&(_, part)| part > 0.0) {
                let counts = [differ - higher, count - differ, higher];
                let counts = counts.map(|count| count as u64);
                let shares: Shares = values.into_iter().zip(counts).collect();
                if shares.interval().unwrap().contains(truth) {
                    covered += probable * part;
                }
            }
        }
        covered
    }

    #[test]
    fn nearly_equal_values_are_covered() {
        for count in [10, 15, 20, 35, 50, 100, 200, 350, 500] {
            for values in [[0.0, 0.5, 1.0], [0.25, 0.5, 0.75], [0.25, 0.5, 1.0]] {
                for expected in [0.05, 0.1, 0.3, 0.7, 1.0, 1.5, 2.0, 2.5, 3.6, 5.0, 7.0, 9.0] {
                    let differ = expected / count as f64;
                    for above in [1.0, 0.75, 0.5, 0.0] {
                        let others = [(1.0 - above) * differ, above * differ];
                        let covered = coverage(count, values, others);
                        assert!(
                            differ > 0.5 || covered > 0.95,
                            "{count} of {values:?}, {others:?}: {covered}"
                        );
                    }
                }
            }
        }
    }

    /// The tables of C. J. Clopper and E. S. Pearson, and of later books: 0 of 10, 1 of 10, 3 of 100.
    #[test]
    fn clopper_and_pearson_as_published() {
        for (successes, trials, low, high) in
            [(0.0, 10.0, 0.0, 0.3085), (1.0, 10.0, 0.0025, 0.4450), (3.0, 100.0, 0.0062, 0.0852)]
        {
            let [least, most] = clopper_pearson(successes, trials);
            close(Interval { estimate: 0.0, low: least, high: most }, low, high);
        }
    }

    #[test]
    fn shares_of_zeros_and_ones_are_wilsons() {
        let mut shares = Shares::default();
        (0..148).for_each(|i| shares.add(f64::from(i < 15)));
        close(shares.interval().unwrap(), 0.0624, 0.1605);
        assert_eq!(Shares::default().interval(), None);
    }

    #[test]
    fn many_shares_have_the_usual_standard_error() {
        // Pentanomial of chess games, as in the test of the pentanomial statistics.
        let mut shares = Shares::default();
        for (value, times) in [(0.0, 1300), (0.25, 3700), (0.5, 5000), (0.75, 2500), (1.0, 300)] {
            (0..times).for_each(|_| shares.add(value));
        }
        let error = (0.057_617_187_5_f64 / 12_800.0).sqrt() * Interval::Z;
        close(shares.interval().unwrap(), 0.4375 - error, 0.4375 + error);
    }

    /// Draws samples of `count` values by `draw`; returns the share of the intervals that miss `truth`.
    fn missed(count: u32, truth: f64, seed: u64, draw: impl Fn(f64) -> f64) -> f64 {
        const SAMPLES: u32 = 4000;
        let mut rng = seeded(seed);
        let misses = (0..SAMPLES)
            .filter(|_| {
                let mut shares = Shares::default();
                (0..count).for_each(|_| shares.add(draw(rng.random())));
                !shares.interval().unwrap().contains(truth)
            })
            .count();
        misses as f64 / f64::from(SAMPLES)
    }

    #[test]
    fn intervals_have_the_promised_coverage() {
        let coin = |chance: f64| move |x: f64| f64::from(x < chance);
        // Half of the values ½, the others 0, ¼, ¾ and 1.
        let pairs = |x: f64| match x {
            0.0..0.06 => 0.0,
            0.06..0.22 => 0.25,
            0.22..0.72 => 0.5,
            0.72..0.93 => 0.75,
            _ => 1.0,
        };
        let truth = 0.16 * 0.25 + 0.25 + 0.21 * 0.75 + 0.07;
        for count in [10, 50, 400] {
            assert!(missed(count, truth, 1, pairs) < 0.06);
            // With 50 coins Wilson's interval misses 6.5 % of the time, exactly.
            assert!(missed(count, 0.5, 2, coin(0.5)) < 0.075);
            assert!(missed(count, 0.8, 3, coin(0.8)) < 0.075);
        }
        // The intervals are not too wide either.
        assert!(missed(400, truth, 4, pairs) > 0.04);
        assert!(missed(400, 0.5, 5, coin(0.5)) > 0.035);
    }

    #[test]
    fn likelihood_of_superiority() {
        let mut shares = Shares::default();
        (0..100).for_each(|i| shares.add(f64::from(i < 60)));
        // Φ(2)
        assert!((shares.above_half().unwrap() - 0.977_249_868).abs() < 1e-9);
        let mut beaten = Shares::default();
        (0..100).for_each(|i| beaten.add(f64::from(i < 40)));
        assert!((beaten.above_half().unwrap() - 0.022_750_132).abs() < 1e-9);
    }
}
