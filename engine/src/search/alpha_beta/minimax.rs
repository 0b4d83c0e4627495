//! Minimax as it is defined: the reference for every search.

use super::SearchError;
use crate::game::Game;
use crate::search::{Evaluator, Known, Limits, Score, StandPat, Window, finished};

/// The result of plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Minimax {
    /// The score of the position for the player to move.
    pub score: Score,
    /// The number of positions visited: all of them.
    pub nodes: u64,
}

/// Plain minimax to a depth, with noisy moves beyond it and without any pruning: a reference to compare
/// with. With more than two players all opponents play against the player to move. Of what the evaluator
/// [knows](Evaluator::known) only proven scores count.
///
/// A [`Search`](crate::Search) with [exact](crate::search::Techniques::EXACT) techniques gives the same
/// score for the same depth, except where its table has the result of a deeper search.
///
/// # Errors
///
/// The player to move is not one of the players of the game.
pub fn minimax<G: Game, E: Evaluator<G> + ?Sized>(
    position: &G,
    evaluator: &E,
    depth: u32,
) -> Result<Minimax, SearchError> {
    position.seat(position.turn()).ok_or(SearchError::UnknownPlayer)?;
    let mut tree = Tree::new(position, evaluator, u64::MAX);
    let score = tree.node(position, plies(depth));
    Ok(Minimax { score: score.unwrap_or(Score::DRAW), nodes: tree.nodes })
}

/// Plain minimax that gives up when it has visited too many positions.
pub(crate) struct Tree<'e, G: Game, E: ?Sized> {
    evaluator: &'e E,
    us: G::Player,
    /// Whether the evaluator's knowledge holds: it is about games of two.
    knows: bool,
    pub(crate) nodes: u64,
    /// The number of scores that rest on an evaluation.
    pub(crate) guesses: u64,
    most_nodes: u64,
}

impl<'e, G: Game, E: Evaluator<G> + ?Sized> Tree<'e, G, E> {
    pub(crate) fn new(root: &G, evaluator: &'e E, most_nodes: u64) -> Self {
        let knows = root.players().len() <= 2;
        Self { evaluator, us: root.turn(), knows, nodes: 0, guesses: 0, most_nodes }
    }

    /// The score of a position for its player to move, by all moves for `depth` plies, and noisy moves
    /// where that is 0 or less.
    fn node(&mut self, position: &G, depth: i32) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        let for_mover = |score: Score| if position.turn() == self.us { score } else { -score };
        if let Some(score) = finished(position, self.evaluator, self.us) {
            return Some(for_mover(score));
        }
        let known = self.evaluator.known(position, depth.max(0) as u32, Window::FULL);
        if let Some(score) = known.and_then(Known::proven).filter(|_| self.knows) {
            return Some(score);
        }
        let mut moves = Vec::new();
        let mut quiet = None;
        if depth > 0 {
            position.generate_distinct_moves(&mut moves);
        } else {
            let mut stand_pat = StandPat::Optional;
            if depth > -plies(Limits::QUIESCENCE_PLIES) {
                stand_pat = self.evaluator.noisy_moves(position, &mut moves);
            }
            if stand_pat == StandPat::Optional || moves.is_empty() {
                self.guesses += 1;
                let value = self.evaluator.evaluate(position, self.us);
                quiet = Some(for_mover(Score::value(value)));
            }
        }
        let mut best = quiet;
        for m in moves {
            best = best.max(Some(self.after(position, m, depth - 1)?));
        }
        Some(best.unwrap_or(Score::DRAW))
    }

    /// The score of the best of some moves, by a search of so many plies, at least one.
    pub(crate) fn best_of(&mut self, position: &G, moves: &[G::Move], depth: u32) -> Option<Score> {
        let mut best = None;
        for &m in moves {
            best = best.max(Some(self.after(position, m, plies(depth) - 1)?));
        }
        best
    }

    /// The score of a move for the player who makes it.
    fn after(&mut self, position: &G, m: G::Move, depth: i32) -> Option<Score> {
        let child = position.after(m);
        let score = self.node(&child, depth)?.seen_earlier(1);
        let same_side = (child.turn() == self.us) == (position.turn() == self.us);
        Some(if same_side { score } else { -score })
    }
}

/// A depth, capped at the largest there is.
fn plies(depth: u32) -> i32 {
    depth.min(Limits::MAX_DEPTH) as i32
}
