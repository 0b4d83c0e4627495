//! A quantity in the course of a game.

use crate::rating::{Interval, Shares};

/// The mean of a quantity at equal steps from the start of a game to its end, over games of any length.
///
/// ```
/// use arena::study::Profile;
///
/// let mut material = Profile::default();
/// material.add(&[9.0, 8.0, 5.0]);
/// material.add(&[9.0, 9.0, 8.0, 7.0, 6.0]);
/// let ends = material.points().last().expect("there are games");
/// assert_eq!(ends.1.map(|mean| mean.estimate), Some(5.5));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    means: Vec<Shares>,
}

impl Profile {
    /// The steps from the beginning to the end.
    pub const STEPS: usize = 20;

    /// Adds a game: the quantity at every ply, or at every ply of a player. At each step it is the
    /// value at the nearest of these. A game without values adds nothing.
    pub fn add(&mut self, values: &[f64]) {
        let Some(last) = values.len().checked_sub(1) else { return };
        self.means.resize(Self::STEPS + 1, Shares::default());
        for (step, mean) in self.means.iter_mut().enumerate() {
            mean.add(values[(step * last + Self::STEPS / 2) / Self::STEPS]);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.means.first().map_or(0, Shares::count)
    }

    /// The part of the game that is over, from 0 to 1, and the mean there, if there are two games or more.
    pub fn points(&self) -> impl Iterator<Item = (f64, Option<Interval>)> + '_ {
        let part = |step: usize| step as f64 / Self::STEPS as f64;
        self.means.iter().enumerate().map(move |(step, mean)| (part(step), mean.normal_interval()))
    }
}
