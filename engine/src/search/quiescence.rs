//! Beyond the depth: noisy moves are followed until the position is quiet.

use super::negamax::{Negamax, Window, terminal};
use crate::evaluate::{Evaluator, Noise};
use crate::game::Keyed;
use crate::limits::Stopped;
use crate::score::Score;

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// The score of a position as its noisy moves, followed for `plies` at most, and the evaluation
    /// give it; exact within the window and a bound outside.
    ///
    /// Wins and losses found are real: who might have had another move can be content with the
    /// evaluation, so nobody is said to lose but by moves that are forced.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        plies: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if position.outcome().is_some() {
            return Ok(terminal(position, ply));
        }
        let generated = &mut self.buffers.generated;
        generated.clear();
        let mut noise = Noise::Optional;
        if plies > 0 {
            noise = self.evaluator.noisy_moves(position, generated);
        }
        let mut best = None;
        if noise == Noise::Optional || generated.is_empty() {
            self.guesses += 1;
            let quiet = Score::value(self.evaluator.evaluate(position, position.turn()));
            if quiet >= window.beta {
                return Ok(quiet);
            }
            best = Some(quiet);
        }
        self.follow(position, plies, ply, window, best)
    }

    /// Follows the generated moves; what they gain has to be more than `best`.
    fn follow(
        &mut self,
        position: &G,
        plies: u32,
        ply: u32,
        window: Window,
        mut best: Option<Score>,
    ) -> Result<Score, Stopped> {
        let start = self.order_moves(position, None);
        let end = self.buffers.ordered.len();
        self.watch.count_work((end - start) as u64 / 16)?;
        let turn = position.turn();
        let beta = window.beta;
        let mut alpha = best.map_or(window.alpha, |quiet| quiet.max(window.alpha));
        for i in start..end {
            let m = self.buffers.pick(i - start, start..end);
            let mut child = position.clone();
            child.play_unchecked(m);
            let window = Window { alpha, beta };
            let score = if child.turn() == turn {
                self.noisy(&child, plies - 1, ply + 1, window)?
            } else {
                -self.noisy(&child, plies - 1, ply + 1, window.for_opponent())?
            };
            if best.is_none_or(|most| score > most) {
                best = Some(score);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, m, score);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.buffers.ordered.truncate(start);
        Ok(best.unwrap_or(Score::DRAW))
    }

    /// A position that a noisy move led to.
    fn noisy(
        &mut self,
        position: &G,
        plies: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.watch.count_node()?;
        self.begin_line(ply);
        match window.beyond(ply) {
            Some(score) => Ok(score),
            None => self.quiesce(position, plies, ply, window),
        }
    }
}
