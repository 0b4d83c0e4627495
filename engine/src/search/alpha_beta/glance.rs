//! Scores without a move loop: mate-distance pruning, evaluator knowledge, leaves and quiescence.

use super::negamax::{Best, Negamax, Node};
use super::window::Window;
use crate::game::Keyed;
use crate::game::stop::Stopped;
use crate::search::evaluate::{Evaluator, StandPat, finished};
use crate::search::score::Score;

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// The score of a position that needs no search, because the window or the evaluator decides it.
    /// Whether the game is over is asked last: the rules take longer than an evaluator that knows
    /// nothing.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub(super) fn glance(&mut self, position: &G, node: Node) -> Option<Score> {
        let ply = u32::from(node.ply);
        if let Some(score) = node.window.mate_distance_cutoff(ply) {
            return Some(score);
        }
        let Window { alpha, beta } = node.window;
        let (alpha, beta) = (alpha.seen_later(ply), beta.seen_later(ply));
        let known = self.probe(position).or_else(|| self.bound(position, alpha, beta));
        if let Some(score) = known {
            return Some(score.seen_earlier(ply));
        }
        if node.depth == 0 || !node.window.is_null() {
            return None;
        }
        let score = self.look_ahead(position, node.depth, alpha)?;
        // A win is one at any depth, and so is a loss; all else rests on evaluations.
        let is_real = if score > alpha { score.is_win() } else { score.is_loss() };
        self.guesses += u64::from(!is_real);
        Some(score.seen_earlier(ply))
    }

    /// The exact score of an unfinished position, if the evaluator knows it.
    #[inline]
    pub(super) fn probe(&self, position: &G) -> Option<Score> {
        let known = self.evaluator.probe(position)?;
        self.knows_about(position).then_some(known)
    }

    /// A bound of the score of an unfinished position that is outside of a window.
    #[inline]
    fn bound(&self, position: &G, alpha: Score, beta: Score) -> Option<Score> {
        let (least, most) = self.evaluator.bounds(position)?.into_inner();
        let outside =
            if least >= beta { least } else { Some(most).filter(|&most| most <= alpha)? };
        self.knows_about(position).then_some(outside)
    }

    #[inline]
    fn look_ahead(&self, position: &G, depth: u16, alpha: Score) -> Option<Score> {
        let seen = self.evaluator.look_ahead(position, depth.into(), alpha)?;
        self.knows_about(position).then_some(seen)
    }

    /// Whether what the evaluator knows holds for a position.
    fn knows_about(&self, position: &G) -> bool {
        self.salt.is_none() && position.outcome().is_none()
    }

    /// The score of a position at the depth, as its noisy moves and the evaluation give it; exact
    /// within the window and a bound outside.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub(super) fn leaf(
        &mut self,
        position: &G,
        turn: G::Player,
        node: Node,
    ) -> Result<Score, Stopped> {
        if let Some(score) = self.finished(position, turn, node.ply) {
            return Ok(score);
        }
        let start = self.buffers.listed.len();
        let mut stand_pat = StandPat::Optional;
        if node.noise > 0 && self.settings.techniques.quiescence {
            stand_pat = self.evaluator.noisy_moves(position, &mut self.buffers.listed);
        }
        if self.buffers.listed.len() == start {
            return Ok(self.evaluate(position, turn));
        }
        self.quiesce(position, turn, node, (start, stand_pat))
    }

    /// Follows noisy moves, those listed from `start` on, until the position is quiet.
    ///
    /// A loss is exact only if all moves are forced; otherwise the evaluation bounds it.
    #[inline(never)]
    fn quiesce(
        &mut self,
        position: &G,
        turn: G::Player,
        mut node: Node,
        (start, stand_pat): (usize, StandPat),
    ) -> Result<Score, Stopped> {
        let mut best = None;
        if stand_pat == StandPat::Optional {
            let score = self.evaluate(position, turn);
            if score >= node.window.beta {
                self.buffers.listed.truncate(start);
                return Ok(score);
            }
            node.window.alpha = node.window.alpha.max(score);
            best = Some(Best { score, number: None });
        }
        let picker = self.buffers.picker(start, None);
        let best = self.try_moves(position, turn, node, picker, best)?;
        Ok(best.map_or(Score::DRAW, |best| best.score))
    }

    /// What an unfinished position promises the player to move, by evaluation.
    #[inline]
    fn evaluate(&mut self, position: &G, turn: G::Player) -> Score {
        self.guesses += 1;
        let score = Score::value(self.evaluator.evaluate(position, self.us));
        if turn == self.us { score } else { -score }
    }

    /// The score of a position without moves. A game that claims to be running but lists no moves
    /// breaks the laws of [`Game`]; it is taken for a draw, and proves nothing.
    pub(super) fn terminal(&mut self, position: &G, turn: G::Player, ply: u16) -> Score {
        self.finished(position, turn, ply).unwrap_or_else(|| {
            self.guesses += 1;
            Score::DRAW
        })
    }

    /// The score of a position if the game is over, with its distance counted from the root.
    #[inline]
    fn finished(&self, position: &G, turn: G::Player, ply: u16) -> Option<Score> {
        let score = finished(position, self.evaluator, self.us)?.seen_earlier(ply.into());
        Some(if turn == self.us { score } else { -score })
    }
}
