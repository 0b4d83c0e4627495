//! Beyond the depth: noisy moves are followed until the position is quiet.

use super::moves::Picker;
use super::negamax::{Negamax, Node, terminal};
use super::techniques::Technique;
use crate::evaluate::{Evaluator, Noise};
use crate::game::Keyed;
use crate::limits::Stopped;
use crate::score::Score;

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// The score of a position as its noisy moves and the evaluation give it; exact within the
    /// window and a bound outside.
    ///
    /// Wins and losses found are real: who might have had another move can be content with the
    /// evaluation, so nobody is said to lose but by moves that are forced.
    pub(super) fn quiesce(&mut self, position: &G, mut node: Node) -> Result<Score, Stopped> {
        if position.outcome().is_some() {
            return Ok(terminal(position, node.ply));
        }
        let generated = &mut self.buffers.generated;
        generated.clear();
        let mut noise = Noise::Optional;
        if node.noise > 0 && self.techniques.contains(Technique::Quiescence) {
            noise = self.evaluator.noisy_moves(position, generated);
        }
        let quiet = if noise == Noise::Optional || generated.is_empty() {
            self.guesses += 1;
            let quiet = Score::value(self.evaluator.evaluate(position, position.turn()));
            if quiet >= node.window.beta || self.buffers.generated.is_empty() {
                return Ok(quiet);
            }
            node.window.alpha = node.window.alpha.max(quiet);
            Some(quiet)
        } else {
            None
        };
        let picker = Picker::new(self.buffers.push_generated(), None);
        let best = self.search_moves(position, node, picker, quiet)?;
        Ok(best.map_or(Score::DRAW, |best| best.score))
    }
}
