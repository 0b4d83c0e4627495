//! Beyond the depth: noisy moves are followed until the position is quiet.

use super::negamax::{Negamax, Node, terminal};
use super::techniques::Technique;
use crate::evaluate::{Evaluator, StandPat};
use crate::game::Keyed;
use crate::limits::Stopped;
use crate::score::Score;

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// The score of a position as its noisy moves and the evaluation give it; exact within the
    /// window and a bound outside.
    ///
    /// Wins and losses found are real: who might have had another move can be content with the
    /// evaluation, so nobody is said to lose but by moves that are forced.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        turn: G::Player,
        mut node: Node,
    ) -> Result<Score, Stopped> {
        if position.outcome().is_some() {
            return Ok(terminal(position, node.ply.into()));
        }
        let start = self.buffers.listed.len();
        let mut noise = StandPat::Optional;
        if node.noise > 0 && self.techniques.contains(Technique::Quiescence) {
            noise = self.evaluator.noisy_moves(position, &mut self.buffers.listed);
        }
        let is_quiet = self.buffers.listed.len() == start;
        let quiet = if noise == StandPat::Optional || is_quiet {
            self.guesses += 1;
            let quiet = Score::value(self.evaluator.evaluate(position, turn));
            if quiet >= node.window.beta || is_quiet {
                self.buffers.listed.truncate(start);
                return Ok(quiet);
            }
            node.window.alpha = node.window.alpha.max(quiet);
            Some(quiet)
        } else {
            None
        };
        let picker = self.buffers.picker(start, None);
        let best = self.search_moves(position, turn, node, picker, quiet)?;
        Ok(best.map_or(Score::DRAW, |best| best.score))
    }
}
