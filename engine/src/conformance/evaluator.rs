//! The laws of [`Evaluator`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, all_legal, show};
use crate::evaluate::{Evaluator, StandPat};
use crate::game::Game;
use crate::score::Score;

impl<G> Conformance<G>
where
    G: Game + Eq + Hash + Debug,
{
    /// Checks the laws of an evaluator: values are in range and, with two players, zero-sum, in finished
    /// games too; noisy moves are legal and, where they are said to be forced, complete. With up to two
    /// players `probe`, `bounds`, `look_ahead` and `candidate_moves` are compared with plain minimax to a
    /// few plies, in random positions and windows, until that has visited 400,000 positions.
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
                return Err(Violation::ValueOutOfRange { position: show(position), value });
            }
            if let [first, second] = values[..]
                && first != -second
            {
                return Err(Violation::NotZeroSum { position: show(position), first, second });
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
        let (position, scores) = (show(position), show(&scores));
        return Err(Violation::WrongOutcomeScore { position, scores });
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
        return Err(Violation::NotAppended { position: show(position), generator });
    };
    all_legal(position, noisy, generator)?;
    if kind == StandPat::Optional {
        return Ok(());
    }
    let distinct = position.distinct_moves();
    let reached: HashSet<G> = noisy.iter().map(|&m| position.after(m)).collect();
    match distinct.iter().find(|&&m| !reached.contains(&position.after(m))) {
        Some(m) => Err(Violation::NotForced { position: show(position), m: show(m) }),
        None => Ok(()),
    }
}
