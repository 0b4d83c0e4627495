//! What one game contributes to a study.

use std::hash::Hash;

use smallvec::SmallVec;

use crate::arena::{End, PlayedGame};
use crate::game::Game;
use crate::key::key_of;

/// What one game contributes to a [`Study`](super::Study).
///
/// Finding it out takes about as long as playing the game at random:
/// [`Match::run_with`](crate::arena::Match::run_with) does so in all threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// How many moves there were to choose from, at every ply.
    pub(super) choices: Vec<u64>,
    /// The seat of who moves first.
    pub(super) first: usize,
    /// By seat.
    pub(super) scores: SmallVec<[f64; 4]>,
    /// By seat, in a game for points that was played to the end.
    pub(super) points: Option<SmallVec<[i32; 4]>>,
    pub(super) ending: Ending,
    /// Of the start and the moves.
    pub(super) key: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Won,
    Drawn,
    PlyLimit,
    Forfeited,
}

impl Facts {
    /// What there is to know of a game.
    pub fn of<G: Game + Hash>(game: &PlayedGame<G>) -> Self {
        let players = game.start.players();
        let mut buffer = Vec::new();
        let running = game.positions().take(game.moves.len());
        let choices = running.map(|position| position.count_moves(&mut buffer)).collect();
        let turn = game.start.turn();
        let ending = match &game.end {
            End::Outcome(outcome) if outcome.winner().is_some() => Ending::Won,
            End::Outcome(_) => Ending::Drawn,
            End::PlyLimit => Ending::PlyLimit,
            End::Forfeit { .. } => Ending::Forfeited,
        };
        let points = match &game.end {
            End::Outcome(outcome) => outcome.points(),
            End::PlyLimit | End::Forfeit { .. } => None,
        };
        let seats = 0..players.len();
        Self {
            choices,
            first: players.iter().position(|&player| player == turn).unwrap_or_default(),
            scores: seats.filter_map(|seat| game.score(seat)).collect(),
            points: points
                .and_then(|points| players.iter().map(|&player| points.of(player)).collect()),
            ending,
            key: key_of(&(&game.start, &game.moves)),
        }
    }
}
