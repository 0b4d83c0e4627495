//! Best play by a tablebase.

use super::expand::over;
use super::{Family, Move, Tablebase};
use crate::game::Game;
use crate::search::score::Score;

impl<F: Family> Tablebase<F> {
    /// The [distinct moves](Game::generate_distinct_moves) of a position, each with its exact score for
    /// the player who makes it, or `None` if the table does not know it. The best come first, unknown
    /// ones last, and equals in the order in which the game lists them.
    pub fn moves(&self, position: &F::Game) -> Vec<(Move<F>, Option<Score>)> {
        let moves = if over(position).is_none() { position.distinct_moves() } else { Vec::new() };
        let mut scored: Vec<_> = moves
            .into_iter()
            .map(|m| (m, Score::of_move(position, m, |p| self.probe(p))))
            .collect();
        scored.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        scored
    }

    /// Best play for both sides from a won or lost position to the end of the game. It is empty if the
    /// position is a draw or not known, and ends early if the table contradicts itself.
    pub fn line(&self, position: &F::Game) -> Vec<Move<F>> {
        let mut line = Vec::new();
        let mut here = position.clone();
        let is_decided = |score: &Score| {
            score.distance().is_some_and(|plies| (1..Score::MAX_DISTANCE).contains(&plies))
        };
        while let Some(score) = self.probe(&here).filter(is_decided) {
            let is_best = |&(_, found): &(_, Option<Score>)| found == Some(score);
            let Some((m, _)) = self.moves(&here).into_iter().find(is_best) else { break };
            here.play_unchecked(m);
            line.push(m);
        }
        line
    }
}
