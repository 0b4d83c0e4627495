//! The number of games that a study takes.

use crate::rating::Interval;

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
