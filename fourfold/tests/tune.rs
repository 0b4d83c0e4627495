//! The fits of the bench `tune`.

#[path = "../benches/tune/fit.rs"]
mod fit;

use fit::{Sample, fit, fit_scale, mean_size};

#[test]
fn what_decides_games_gets_weight() {
    // The first feature decides, the second is noise.
    let sample = |i: u32| {
        let decides = if i.is_multiple_of(3) { 1.0 } else { -1.0 };
        let noise = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let result = if decides > 0.0 { 1.0 } else { 0.0 };
        Sample { features: vec![decides, noise], result, share: 1.0 }
    };
    let samples: Vec<Sample> = (0..600).map(sample).collect();
    let weights = fit(&samples, &[50.0, 50.0]);
    assert!(weights[0] > 5.0 * weights[1].abs(), "{weights:?}");
    let size = mean_size(&samples, &weights);
    assert!((size - mean_size(&samples, &[50.0, 50.0])).abs() < 1e-6, "{size}");
    assert_eq!(fit(&[], &[1.0]), [1.0]);
}

#[test]
fn the_scale_is_that_of_the_odds() {
    // A value of 40 wins e² of 1 + e² games: the scale is 20.
    let odds = 2.0_f64.exp();
    let sample = |result, share| Sample { features: vec![40.0], result, share };
    let samples = [sample(1.0, odds), sample(0.0, 1.0)];
    assert!((fit_scale(&samples).unwrap() - 20.0).abs() < 1e-6);
    assert_eq!(fit_scale(&[sample(0.0, 1.0)]), None);
    assert_eq!(fit_scale(&[sample(1.0, 1.0)]), None);
    assert_eq!(fit_scale(&[]), None);
}
