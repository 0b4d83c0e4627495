//! Minimax as it is defined: what every search is measured by.

use super::SearchError;
use super::negamax::terminal;
use crate::evaluate::{Evaluator, StandPat};
use crate::game::Keyed;
use crate::limits::Limits;
use crate::score::Score;

/// What plain minimax found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Minimax {
    /// What the position is worth to the player to move.
    pub score: Score,
    /// How many positions were visited: all of them.
    pub nodes: u64,
}

/// Plain minimax to a depth, noisy moves followed beyond it, without any pruning: to compare with.
///
/// A [`Search`](crate::Search) without [reductions](crate::Technique::Reductions) gives the same
/// score for the same depth, but where its table knows of a deeper search.
///
/// # Errors
///
/// The game is not one of two players.
pub fn minimax<G: Keyed, E: Evaluator<G>>(
    position: &G,
    evaluator: &E,
    depth: u32,
) -> Result<Minimax, SearchError> {
    let players = position.players().len();
    if players != 2 {
        return Err(SearchError::Players { players });
    }
    let mut tree = Tree { evaluator, nodes: 0 };
    let depth = depth.min(Limits::MAX_DEPTH);
    let score = tree.node(position, Horizon { depth, noise: Limits::QUIESCENCE_PLIES });
    Ok(Minimax { score, nodes: tree.nodes })
}

struct Tree<'e, E> {
    evaluator: &'e E,
    nodes: u64,
}

/// How far to look.
#[derive(Clone, Copy)]
struct Horizon {
    depth: u32,
    noise: u32,
}

impl<E> Tree<'_, E> {
    fn node<G: Keyed>(&mut self, position: &G, horizon: Horizon) -> Score
    where
        E: Evaluator<G>,
    {
        self.nodes += 1;
        if position.outcome().is_some() {
            return terminal(position, 0);
        }
        if let Some(score) = self.evaluator.probe(position) {
            return score;
        }
        let mut moves = Vec::new();
        let mut quiet = None;
        let mut below = horizon;
        if horizon.depth > 0 {
            position.generate_distinct_moves(&mut moves);
            below.depth -= 1;
        } else {
            let mut noise = StandPat::Optional;
            if horizon.noise > 0 {
                noise = self.evaluator.noisy_moves(position, &mut moves);
                below.noise -= 1;
            }
            if noise == StandPat::Optional || moves.is_empty() {
                quiet = Some(Score::value(self.evaluator.evaluate(position, position.turn())));
            }
        }
        let gains = moves.into_iter().map(|m| {
            let mut child = position.clone();
            child.play_unchecked(m);
            let score = self.node(&child, below).seen_earlier(1);
            if child.turn() == position.turn() { score } else { -score }
        });
        quiet.into_iter().chain(gains).max().unwrap_or(Score::DRAW)
    }
}
