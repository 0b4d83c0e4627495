//! The laws of [`Evaluator`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, all_legal, broken, not_appended};
use crate::game::Game;
use crate::search::evaluate::{Evaluator, StandPat};
use crate::search::score::Score;

impl<G> Conformance<G>
where
    G: Game + Eq + Hash + Debug,
{
    /// Checks the laws of an evaluator: values are in range and, with two players, zero-sum, in finished
    /// games too; noisy moves are legal and, where they are said to be forced, complete. With up to two
    /// players `known` and `candidate_moves` are compared with plain minimax to a few plies, in random
    /// positions and windows, until that has visited 400,000 positions.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn evaluator(&self, evaluator: &impl Evaluator<G>) -> Result<(), Violation> {
        self.check_positions()?;
        for position in self.positions.iter().filter(|position| position.outcome().is_none()) {
            let value = |&player| evaluator.evaluate(position, player);
            let values: Vec<i32> = position.players().iter().map(value).collect();
            let allowed = -Score::MAX_VALUE..=Score::MAX_VALUE;
            if let Some(&value) = values.iter().find(|value| !allowed.contains(value)) {
                let most = Score::MAX_VALUE;
                return broken(format!("the evaluation {value} is beyond ±{most} in {position:?}"));
            }
            if let [first, second] = values[..]
                && first != -second
            {
                return broken(format!(
                    "the evaluation is {first} for one player and {second} for the other in \
                     {position:?}"
                ));
            }
            noisy_moves(evaluator, position)?;
        }
        self.positions.iter().try_for_each(|position| outcome_score(evaluator, position))?;
        self.knowledge(evaluator)
    }
}

/// Checks what a finished game is worth.
fn outcome_score<G: Game + Debug>(
    evaluator: &impl Evaluator<G>,
    position: &G,
) -> Result<(), Violation> {
    let Some(outcome) = position.outcome() else { return Ok(()) };
    let score = |&player| evaluator.outcome_score(&outcome, player);
    let scores: Vec<Score> = position.players().iter().map(score).collect();
    let is_later = scores.iter().any(|score| score.distance().is_some_and(|plies| plies > 0));
    if is_later || matches!(scores[..], [first, second] if first != -second) {
        return broken(format!(
            "outcome_score() answers {scores:?} for the players in {position:?}; a win or a loss \
             must be in 0 plies, and of two players one gains what the other loses"
        ));
    }
    Ok(())
}

/// Checks that noisy moves are legal, and that forced ones reach every position that a legal move
/// reaches.
fn noisy_moves<G>(evaluator: &impl Evaluator<G>, position: &G) -> Result<(), Violation>
where
    G: Game + Eq + Hash + Debug,
{
    let before = position.legal_moves();
    let mut moves = before.clone();
    let kind = evaluator.noisy_moves(position, &mut moves);
    let generator = "noisy_moves()";
    let Some(noisy) = moves.strip_prefix(before.as_slice()) else {
        return not_appended(position, generator);
    };
    all_legal(position, noisy, generator)?;
    if kind == StandPat::Optional {
        return Ok(());
    }
    let distinct = position.distinct_moves();
    let reached: HashSet<G> = noisy.iter().map(|&m| position.after(m)).collect();
    match distinct.iter().find(|&&m| !reached.contains(&position.after(m))) {
        Some(m) => broken(format!(
            "noisy_moves() are said to be forced but miss where {m:?} leads in {position:?}"
        )),
        None => Ok(()),
    }
}
