//! The laws of [`Evaluator`].

use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, all_legal, appended, ensure, none, unreached};
use crate::game::Game;
use crate::search::{Evaluator, Score, StandPat};

impl<G> Conformance<G>
where
    G: Game + Eq + Hash + Debug,
{
    /// Checks the laws of an evaluator: values are in range and, with two players, zero-sum, in finished
    /// games too; noisy moves are legal and, where they are declared forced, complete. With up to two
    /// players `known` and `candidate_moves` are compared with plain minimax to a few plies, in random
    /// positions and windows, until that has visited 400,000 positions.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn evaluator(&self, evaluator: &impl Evaluator<G>) -> Result<(), Violation> {
        self.each(|position| {
            check_evaluation(evaluator, position)?;
            if position.outcome().is_none() { noisy_moves(evaluator, position) } else { Ok(()) }
        })?;
        self.knowledge(evaluator)
    }
}

/// Checks the evaluation, or the score of a finished game.
fn check_evaluation<G: Game>(evaluator: &impl Evaluator<G>, position: &G) -> Checked {
    let players = position.players().iter();
    if let Some(outcome) = position.outcome() {
        let scores: Vec<_> = players.map(|&p| evaluator.outcome_score(&outcome, p)).collect();
        let is_later = scores.iter().any(|score| score.distance().is_some_and(|plies| plies > 0));
        ensure!(
            !is_later && !matches!(scores[..], [first, second] if first != -second),
            "outcome_score() answers {scores:?} for the players; a win or a loss must be in 0 plies, \
             and of two players one gains what the other loses"
        );
        return Ok(());
    }
    let values: Vec<i32> = players.map(|&p| evaluator.evaluate(position, p)).collect();
    let most = Score::MAX_VALUE;
    none(values.iter().find(|&value| !(-most..=most).contains(value)), |value| {
        format!("the evaluation {value} is beyond ±{most}")
    })?;
    let [first, second] = values[..] else { return Ok(()) };
    ensure!(
        first == -second,
        "the evaluation is {first} for one player and {second} for the other"
    );
    Ok(())
}

/// Checks that noisy moves are legal, and that forced ones reach every position that a legal move
/// reaches.
fn noisy_moves<G: Game + Eq + Hash>(evaluator: &impl Evaluator<G>, position: &G) -> Checked {
    let before = position.legal_moves();
    let mut moves = before.clone();
    let kind = evaluator.noisy_moves(position, &mut moves);
    let noisy = appended(&moves, &before, "noisy_moves()")?;
    all_legal(position, noisy, "noisy_moves()")?;
    if kind == StandPat::Optional {
        return Ok(());
    }
    none(unreached(position, &position.distinct_moves(), noisy), |m| {
        format!("noisy_moves() are said to be forced but miss where {m:?} leads")
    })
}
