//! Our games as the crate `minimax` wants them, and its search with its statistics read out.

use std::cmp::Reverse;
use std::marker::PhantomData;

use engine::{Evaluator, Game, Keyed, StandPat};
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};

use crate::subject::{Position, Subject};

pub(crate) type Move<S> = <Position<S> as Game>::Move;

/// What the rival wants to know of a game beyond its rules.
pub(crate) trait Indexed: Subject {
    /// How many indices there are.
    const INDICES: u16;

    /// A small number for a move, for the rival's tables of countermoves and history.
    fn index(m: Move<Self>) -> u16;

    /// Any move, for the rival to fill its table of countermoves with.
    fn filler() -> Option<Move<Self>>;

    /// The evaluator's order, as the rival lists moves without an evaluator at hand.
    fn order(position: &Position<Self>, m: Move<Self>) -> i32 {
        Self::judge().order(position, m)
    }
}

/// In which order the rival is told the moves: it does not sort them by an evaluator itself.
pub(crate) trait Listing<S: Indexed> {
    fn arrange(position: &Position<S>, moves: &mut [Move<S>]);
}

/// As the game lists them.
pub(crate) struct Listed;

impl<S: Indexed> Listing<S> for Listed {
    fn arrange(_position: &Position<S>, _moves: &mut [Move<S>]) {}
}

/// By the evaluator.
pub(crate) struct Sorted;

impl<S: Indexed> Listing<S> for Sorted {
    fn arrange(position: &Position<S>, moves: &mut [Move<S>]) {
        const FEW: usize = 12;
        if moves.len() <= FEW {
            moves.sort_by_key(|&m| Reverse(S::order(position, m)));
        } else {
            moves.sort_by_cached_key(|&m| Reverse(S::order(position, m)));
        }
    }
}

/// The rules as the rival wants them: positions are copied, as its documentation advises for small
/// ones, and its hash is our key.
pub(crate) struct Rules<S, L>(PhantomData<(S, L)>);

impl<S: Indexed, L: Listing<S>> minimax::Game for Rules<S, L> {
    type S = Position<S>;
    type M = Move<S>;

    fn generate_moves(position: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        position.generate_distinct_moves(moves);
        if moves.is_empty() {
            return Self::get_winner(position);
        }
        L::arrange(position, moves);
        None
    }

    fn apply(position: &mut Self::S, m: Self::M) -> Option<Self::S> {
        let mut after = position.clone();
        after.play_unchecked(m);
        Some(after)
    }

    fn get_winner(position: &Self::S) -> Option<Winner> {
        let outcome = position.outcome()?;
        Some(match outcome.winner() {
            Some(winner) if winner == position.turn() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
            None => Winner::Draw,
        })
    }

    fn zobrist_hash(position: &Self::S) -> u64 {
        position.key()
    }

    /// Null moves are never searched; without one there would be no table of countermoves.
    fn null_move(_position: &Self::S) -> Option<Self::M> {
        S::filler()
    }

    fn table_index(m: Self::M) -> u16 {
        S::index(m)
    }

    fn max_table_index() -> u16 {
        S::INDICES - 1
    }
}

/// Our evaluator as the rival wants it.
pub(crate) struct Judge<S: Subject, L> {
    judge: S::Judge,
    listing: PhantomData<L>,
}

impl<S: Indexed, L: Listing<S>> minimax::Evaluator for Judge<S, L> {
    type G = Rules<S, L>;

    fn evaluate(&self, position: &Position<S>) -> minimax::Evaluation {
        /// Beyond it the rival would see a win.
        const MOST: i32 = i16::MAX as i32 - 200;
        self.judge.evaluate(position, position.turn()).clamp(-MOST, MOST) as minimax::Evaluation
    }

    /// The rival takes them for forced, as they are in Collateral Checkers.
    fn generate_noisy_moves(&self, position: &Position<S>, moves: &mut Vec<Move<S>>) {
        let noise = self.judge.noisy_moves(position, moves);
        debug_assert!(noise == StandPat::Forced || moves.is_empty());
    }
}

/// The rival's search.
pub(crate) type Rival<S, L> = IterativeSearch<Judge<S, L>>;

pub(crate) fn rival<S: Indexed, L: Listing<S>>(options: IterativeOptions) -> Rival<S, L> {
    IterativeSearch::new(Judge { judge: S::judge(), listing: PhantomData }, options)
}

/// What the rival found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Wins and losses are the largest and least; it does not say in how many plies.
    pub(crate) score: minimax::Evaluation,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// Searches a position that is not over.
pub(crate) fn search<S: Indexed, L: Listing<S>>(
    rival: &mut Rival<S, L>,
    position: &Position<S>,
    depth: u32,
) -> Found {
    rival.set_max_depth(depth as u8);
    rival.choose_move(position);
    // Nodes and depth are to be had as text alone: "Explored 7 nodes to depth 1."
    let stats = rival.stats(&mut position.clone());
    let after = |word: &str| {
        let (_, rest) = stats.split_once(word)?;
        rest.split([' ', '.']).next()?.parse::<u64>().ok()
    };
    Found {
        score: rival.root_value(),
        depth: after("to depth ").unwrap_or_default() as u32,
        nodes: after("Explored ").unwrap_or_default(),
    }
}
