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
    /// The estimate.
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

#[cfg(test)]
mod tests {
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
}
