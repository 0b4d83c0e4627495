//! The laws of [`Evaluator`].

use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, show};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::score::Score;

impl<G> Conformance<G>
where
    G: Game<Move: Debug, Player: Debug> + Eq + Hash + Debug,
{
    /// Checks the laws of an evaluator: values in range and, with two players, that what one gains
    /// the other loses.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn evaluator(&self, evaluator: &impl Evaluator<G>) -> Result<(), Violation> {
        for position in self.positions.iter().filter(|position| position.outcome().is_none()) {
            let value = |&player| evaluator.evaluate(position, player);
            let values: Vec<i32> = position.players().iter().map(value).collect();
            let allowed = -Score::MAX_VALUE..=Score::MAX_VALUE;
            if let Some(&value) = values.iter().find(|value| !allowed.contains(value)) {
                return Err(Violation::ValueOutOfRange { position: show(position), value });
            }
            if let [first, second] = values[..]
                && first != -second
            {
                return Err(Violation::NotZeroSum { position: show(position), first, second });
            }
        }
        Ok(())
    }
}
