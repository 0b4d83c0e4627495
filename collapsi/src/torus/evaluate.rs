//! Static evaluation of variants.

use engine::{Evaluator, Game};

use super::position::{Player, Position};
use super::square::Square;

/// Judges a position by mobility, and tries first the moves after which the mover has most squares in
/// reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation;

impl Evaluator<Position> for Evaluation {
    /// The squares in reach of the player, counted against those of the others.
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let reach = |player: Player| position.reach(player).len() as i32;
        let players = position.players();
        let all: i32 = players.iter().map(|&player| reach(player)).sum();
        let own = reach(player);
        own * (players.len() as i32 - 1) - (all - own)
    }

    fn order(&self, position: &Position, m: Square) -> i32 {
        let player = position.turn();
        let child = position.after(m);
        let taken = position.players().iter().filter(|&&other| other != player);
        let taken = taken.filter(|&&other| position.reach(other).contains(m)).count();
        2 * taken as i32 + child.reach(player).len() as i32
    }
}
