//! Logistic regression by gradient descent.

/// A position of a game that was played.
pub(crate) struct Sample {
    /// The coefficient of each weight in the value for the first player.
    pub(crate) features: Vec<f64>,
    /// The result of the game for the first player, from 0 to 1.
    pub(crate) result: f64,
    /// The weight of the sample. All positions of a game together have weight 1.
    pub(crate) share: f64,
}

impl Sample {
    fn value(&self, weights: &[f64]) -> f64 {
        self.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }
}

/// The mean size of the values.
pub(crate) fn mean_size(samples: &[Sample], weights: &[f64]) -> f64 {
    let all: f64 = samples.iter().map(|sample| sample.share).sum();
    let sum: f64 = samples.iter().map(|sample| sample.share * sample.value(weights).abs()).sum();
    sum / all
}

/// The weights that predict the results best, scaled to the same mean size of values as the first ones.
pub(crate) fn fit(samples: &[Sample], start: &[f64]) -> Vec<f64> {
    const STEPS: usize = 2000;
    const MOMENTUM: f64 = 0.9;
    const RATE: f64 = 0.02;
    const DECAY: f64 = 1e-4;
    let size = mean_size(samples, start);
    if size.is_nan() || size <= 0.0 {
        return start.to_vec();
    }
    let games: f64 = samples.iter().map(|sample| sample.share).sum();
    let mut weights: Vec<f64> = start.iter().map(|weight| weight / size).collect();
    let mut speed = vec![0.0; weights.len()];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| weight * DECAY).collect();
        for sample in samples {
            let expected = 1.0 / (1.0 + (-sample.value(&weights)).exp());
            let error = (expected - sample.result) * sample.share / games;
            gradient.iter_mut().zip(&sample.features).for_each(|(g, f)| *g += error * f);
        }
        for ((weight, speed), gradient) in weights.iter_mut().zip(&mut speed).zip(gradient) {
            *speed = MOMENTUM * *speed - RATE * gradient;
            *weight += *speed;
        }
    }
    let scale = size / mean_size(samples, &weights).max(f64::MIN_POSITIVE);
    weights.iter().map(|weight| weight * scale).collect()
}

/// The value that multiplies the odds of winning by e, fitted to the results. Every sample has one
/// feature, the value. `None` if larger values do not predict better results, or always predict wins.
pub(crate) fn fit_scale(samples: &[Sample]) -> Option<f64> {
    const HALVINGS: u32 = 60;
    const STEEPEST: f64 = 1e3;
    let gradient = |slope: f64| -> f64 {
        let terms = samples.iter().map(|sample| {
            let expected = 1.0 / (1.0 + (-sample.value(&[slope])).exp());
            sample.share * (expected - sample.result) * sample.value(&[1.0])
        });
        terms.sum()
    };
    if gradient(0.0) >= 0.0 || gradient(STEEPEST) <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (0.0, STEEPEST);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if gradient(middle) < 0.0 { low = middle } else { high = middle }
    }
    Some(1.0 / f64::midpoint(low, high))
}
