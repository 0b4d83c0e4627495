//! Scores without a move loop: mate-distance pruning, evaluator knowledge, leaves and quiescence.

use super::entry::{Basis, Found};
use super::negamax::{Best, Negamax, Node};
use crate::game::Keyed;
use crate::game::stop::Stopped;
use crate::search::evaluate::{Evaluator, Known, StandPat, finished};
use crate::search::score::Score;
use crate::search::window::Window;

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// The score of a position that needs no search, because the window or the evaluator decides it.
    /// Whether the game is over is asked last: the rules take longer than an evaluator that knows
    /// nothing.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub(super) fn glance(&self, position: &G, node: Node) -> Option<Found> {
        let ply = u32::from(node.ply);
        if let Some(score) = node.window.mate_distance_cutoff(ply) {
            return Some(Found::new(score, Basis::Solved));
        }
        let window = node.window.seen_later(ply);
        let found = match self.evaluator.known(position, node.depth.into(), window)? {
            Known::Proven(score) => Found::new(score, Basis::Solved),
            // Elsewhere a line is wanted.
            Known::AtDepth(score) if node.depth > 0 && window.is_null() => {
                // A win is one at any depth, and so is a loss; all else rests on evaluations.
                let is_real = if score > window.alpha { score.is_win() } else { score.is_loss() };
                Found::new(score, if is_real { Basis::Solved } else { Basis::Full })
            }
            Known::AtDepth(_) => return None,
        };
        let score = found.score.seen_earlier(ply);
        self.is_asked_about(position).then_some(Found { score, ..found })
    }

    /// The exact score of an unfinished position, if the evaluator knows it.
    pub(super) fn proven(&self, position: &G) -> Option<Score> {
        let known = self.evaluator.known(position, 0, Window::FULL)?.proven()?;
        self.is_asked_about(position).then_some(known)
    }

    /// Whether what the evaluator knows holds for a position.
    fn is_asked_about(&self, position: &G) -> bool {
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
    ) -> Result<Found, Stopped> {
        if let Some(score) = self.finished(position, turn, node.ply) {
            return Ok(Found::new(score, Basis::Solved));
        }
        let start = self.buffers.listed.len();
        let mut stand_pat = StandPat::Optional;
        if node.noise > 0 && self.settings.techniques.quiescence {
            stand_pat = self.evaluator.noisy_moves(position, &mut self.buffers.listed);
        }
        if self.buffers.listed.len() == start {
            return Ok(Found::new(self.evaluate(position, turn), Basis::Full));
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
    ) -> Result<Found, Stopped> {
        let mut best = None;
        if stand_pat == StandPat::Optional {
            let found = Found::new(self.evaluate(position, turn), Basis::Full);
            if found.score >= node.window.beta {
                self.buffers.listed.truncate(start);
                return Ok(found);
            }
            node.window.alpha = node.window.alpha.max(found.score);
            best = Some(Best { found, number: None });
        }
        let picker = self.buffers.picker(start, None);
        let best = self.try_moves(position, turn, node, picker, best)?;
        Ok(best.map_or(Found::new(Score::DRAW, Basis::Full), |best| best.found))
    }

    /// What an unfinished position promises the player to move, by evaluation.
    #[inline]
    fn evaluate(&self, position: &G, turn: G::Player) -> Score {
        let score = Score::value(self.evaluator.evaluate(position, self.us));
        if turn == self.us { score } else { -score }
    }

    /// The score of a position without moves. A game that claims to be running but lists no moves
    /// breaks the laws of [`Game`]; it is taken for a draw, and proves nothing.
    pub(super) fn terminal(&self, position: &G, turn: G::Player, ply: u16) -> Found {
        let finished = self.finished(position, turn, ply);
        let no_proof = Found::new(Score::DRAW, Basis::Full);
        finished.map_or(no_proof, |score| Found::new(score, Basis::Solved))
    }

    /// The score of a position if the game is over, with its distance counted from the root.
    #[inline]
    fn finished(&self, position: &G, turn: G::Player, ply: u16) -> Option<Score> {
        let score = finished(position, self.evaluator, self.us)?.seen_earlier(ply.into());
        Some(if turn == self.us { score } else { -score })
    }
}
