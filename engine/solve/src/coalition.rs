//! One player against all opponents.

use engine::game::Game;
use engine::{Outcome, Wdl};

/// A position of a game of any number of players, seen as one of two: a player against all opponents together.
///
/// The player's result there by best play is the one that they can force in the game. A
/// [`ReachablePositions`](super::tablebase::ReachablePositions) of such positions finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coalition<G: Game> {
    /// The position.
    pub position: G,
    /// The player who is alone.
    pub player: G::Player,
}

/// The two sides of a [`Coalition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who is alone.
    Player,
    /// All opponents.
    Opponents,
}

impl<G: Game> Coalition<G> {
    /// Each player in turn against all opponents.
    pub fn each(position: &G) -> impl Iterator<Item = Self> {
        let players = position.players().iter();
        players.map(|&player| Self { position: position.clone(), player })
    }
}

impl<G: Game> Game for Coalition<G> {
    type Player = Side;
    type Move = G::Move;
    type IllegalMove = G::IllegalMove;

    fn players(&self) -> &[Side] {
        &[Side::Player, Side::Opponents]
    }

    fn turn(&self) -> Side {
        if self.position.turn() == self.player { Side::Player } else { Side::Opponents }
    }

    fn outcome(&self) -> Option<Outcome<Side>> {
        self.position.outcome().map(|outcome| match outcome.wdl(self.player) {
            Wdl::Win => Outcome::Winner(Side::Player),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Winner(Side::Opponents),
        })
    }

    fn generate_moves(&self, moves: &mut Vec<G::Move>) {
        self.position.generate_moves(moves);
    }

    fn check(&self, m: G::Move) -> Result<(), G::IllegalMove> {
        self.position.check(m)
    }

    fn play_unchecked(&mut self, m: G::Move) {
        self.position.play_unchecked(m);
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<G::Move>) {
        self.position.generate_distinct_moves(moves);
    }

    fn count_moves(&self, buffer: &mut Vec<G::Move>) -> u64 {
        self.position.count_moves(buffer)
    }
}
