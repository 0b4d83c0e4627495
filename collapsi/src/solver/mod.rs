//! Exact answers: the winner, the length of the game, the optimal moves, and the number of games.

mod board;
mod count;
mod exact;
mod search;
mod table;

pub use count::count_games;
pub use exact::Exact;

use engine::Game;
use engine::board::counted;

use crate::position::Position;
use crate::rules::Player;
use crate::square::{Move, SquareSet};
use search::{Node, Search};
use table::Table;

/// Solves positions exactly, with any cards. Keep one solver for many positions: it owns the memory.
///
/// ```
/// use collapsi::{Player, Position, Solver};
///
/// let mut solver = Solver::new();
/// let position: Position = "JA2A/3JA4/2323/34A2".parse()?;
/// let verdict = solver.verdict(&position);
/// assert_eq!((verdict.winner, verdict.length), (Player::Red, 7));
/// # Ok::<_, engine::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solver {
    table: Table,
}

impl Solver {
    /// A solver; it takes 64 KiB.
    pub fn new() -> Self {
        Self::default()
    }

    /// The winner with best play: faster than the whole [`verdict`](Solver::verdict).
    pub fn winner(&mut self, position: &Position) -> Player {
        let mover_wins = match Node::at(position).decided() {
            Some(score) => score > 0,
            None => self.search(position).at_least(&Node::at(position), 1),
        };
        if mover_wins { position.turn() } else { !position.turn() }
    }

    /// The winner, and the length of the game under game-length-perfect play (ruling 8).
    pub fn verdict(&mut self, position: &Position) -> Verdict {
        let score = self.search(position).score(&Node::at(position));
        Verdict::of(position, score)
    }

    /// The solution of a position: its verdict, every optimal move, and a whole game of optimal moves.
    pub fn solve(&mut self, position: &Position) -> Solution {
        let mut search = self.search(position);
        let score = search.score(&Node::at(position));
        let verdict = Verdict::of(position, score);
        let keeps = |search: &mut Search, position: &Position, m: Move, score: i32| {
            let child = position.after(m);
            !search.at_least(&Node::at(&child), 1 - score)
        };
        let moves =
            position.moves().into_iter().filter(|&m| keeps(&mut search, position, m, score));
        let moves = moves.collect();
        let mut line = Vec::with_capacity(verdict.length as usize);
        let (mut at, mut score) = (*position, score);
        while let Some(m) = at.moves().into_iter().find(|&m| keeps(&mut search, &at, m, score)) {
            line.push(m);
            at.play_unchecked(m);
            score = -score;
        }
        Solution { verdict, moves, line }
    }

    fn search(&mut self, position: &Position) -> Search<'_> {
        self.table.clear();
        Search::new(position, &mut self.table)
    }
}

/// Solves one position: [`Solver::solve`] with a new solver.
///
/// ```
/// use collapsi::{Position, solve};
///
/// let position: Position = "A223/4A2J/3A23/J3A4".parse()?;
/// let solution = solve(&position);
/// assert_eq!(solution.verdict.to_string(), "red wins in 13 plies");
/// assert_eq!(solution.moves.into_iter().next(), "a2".parse().ok());
/// # Ok::<_, engine::ParseError>(())
/// ```
pub fn solve(position: &Position) -> Solution {
    Solver::new().solve(position)
}

/// The result of a game that both sides play perfectly: the winner as fast, the loser as slowly as
/// possible (ruling 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// The player who wins.
    pub winner: Player,
    /// The length of the game in plies; 0 if it is over.
    pub length: u32,
    /// The paper's score: the number of cards face up in the end, negative if blue wins.
    pub score: i32,
}

impl Verdict {
    /// `score` is for the player to move: the cards face up in the end, negative if they lose.
    fn of(position: &Position, score: i32) -> Self {
        let winner = if score > 0 { position.turn() } else { !position.turn() };
        let length = position.face_up().len() as u32 - score.unsigned_abs();
        let score = if winner == Player::Red { score.abs() } else { -score.abs() };
        Self { winner, length, score }
    }
}

/// `red wins in 13 plies`.
impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{} wins in {}", self.winner, counted(self.length, "ply")))
    }
}

/// The result of [`Solver::solve`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The winner, and the number of plies.
    pub verdict: Verdict,
    /// Every optimal move: those that keep both the winner and the length.
    pub moves: SquareSet,
    /// A perfect game, to its end: at every ply the first optimal move in the order of squares.
    pub line: Vec<Move>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deal, Rules};

    /// With a single entry, nearly everything that is remembered is of another position.
    #[test]
    fn what_is_remembered_is_never_taken_for_another_position() {
        let mut forgetful = Solver { table: Table::with_entries(1) };
        let mut cramped = Solver { table: Table::with_entries(64) };
        for seed in 0..30 {
            for rules in Rules::PUBLISHED {
                let deal = Deal::random(seed).position(rules);
                let position = engine::playout(&deal, 4, &mut engine::game::seeded(seed)).position;
                let expected = solve(&position);
                assert_eq!(forgetful.solve(&position), expected);
                assert_eq!(cramped.solve(&position), expected);
            }
        }
    }
}
