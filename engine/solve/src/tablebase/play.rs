//! Best play by a table.

use super::expand::{NextMover, over};
use super::packed::Stored;
use super::{Family, Move, Table};
use engine::Score;
use engine::game::Game;

impl<F: Family, S: Stored> Table<F, S> {
    /// The [distinct moves](Game::generate_distinct_moves) of a position, each with its exact score or its result
    /// for the player who makes it, or `None` if the table does not know it. The best come first, unknown
    /// ones last, and equals in the order in which the game lists them.
    pub fn moves(&self, position: &F::Game) -> Vec<(Move<F>, Option<S>)> {
        let moves = if over(position).is_none() { position.distinct_moves() } else { Vec::new() };
        let value = |m| {
            let after = position.after(m);
            let value = over(&after).map(S::from).or_else(|| self.probe(&after))?;
            Some(NextMover::of(position, &after).value_of_move(value))
        };
        let mut scored: Vec<_> = moves.into_iter().map(|m| (m, value(m))).collect();
        scored.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        scored
    }

    /// Best play for both sides from a won or lost position to the end of the game. It is empty if the
    /// position is a draw or not known, and in a bitbase; it ends early if the table contradicts itself.
    pub fn line(&self, position: &F::Game) -> Vec<Move<F>> {
        let mut line = Vec::new();
        let mut here = position.clone();
        let is_decided = |&value: &S| {
            let score: Score = value.into();
            score.distance().is_some_and(|plies| (1..Score::MAX_DISTANCE).contains(&plies))
        };
        while let Some(value) = self.probe(&here).filter(is_decided) {
            let is_best = |&(_, found): &(_, Option<S>)| found == Some(value);
            let Some((m, _)) = self.moves(&here).into_iter().find(is_best) else { break };
            here.play_unchecked(m);
            line.push(m);
        }
        line
    }
}
