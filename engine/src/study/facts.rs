//! The facts of a game that a study adds up.

use std::hash::Hash;

use super::Ends;
use crate::arena::{End, PlayedGame};
use crate::game::Game;
use crate::key::key_of;

/// The facts of a game that a [`Study`](super::Study) adds up.
///
/// Collecting them takes about as long as playing the game at random.
/// [`Match::run_with`](crate::arena::Match::run_with) does so in all threads.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The number of legal moves at every ply.
    pub(super) choices: Vec<u64>,
    /// The seat that moves first.
    pub(super) first: usize,
    /// The score of each seat.
    pub(super) scores: Vec<f64>,
    /// The points of each seat, in a game for points that was played to the end.
    pub(super) points: Option<Vec<i32>>,
    /// The number that counts games which ended like this one.
    pub(super) ending: fn(&mut Ends) -> &mut u64,
    /// A key of the start and the moves.
    pub(super) key: u64,
}

impl Facts {
    /// The facts of a game.
    pub fn of<G: Game + Hash>(game: &PlayedGame<G>) -> Self {
        let players = game.start.players();
        let mut buffer = Vec::new();
        let running = game.positions().take(game.moves.len());
        let choices = running.map(|position| position.count_moves(&mut buffer)).collect();
        let turn = game.start.turn();
        let ending: fn(&mut Ends) -> &mut u64 = match &game.end {
            End::Outcome(outcome) | End::Adjudicated { outcome, .. } => {
                if outcome.winner().is_some() {
                    |ends| &mut ends.won
                } else {
                    |ends| &mut ends.drawn
                }
            }
            End::PlyLimit => |ends| &mut ends.ply_limit,
            End::Forfeit { .. } => |ends| &mut ends.forfeited,
        };
        let points = match &game.end {
            End::Outcome(outcome) => outcome.points(),
            End::PlyLimit | End::Adjudicated { .. } | End::Forfeit { .. } => None,
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
