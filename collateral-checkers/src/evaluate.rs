//! Static evaluation of positions.

use engine::Evaluator;
use engine::search::StandPat;

use crate::chain::{Chain, fewer_than_three};
use crate::geometry::jump;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Square, SquareSet};

/// Judges a position by material, the centre and the time that it has been held, mobility and threats.
/// [`Weights`] give the value of each part.
///
/// Positions in which the player to move must capture are not evaluated: a search first follows the
/// captures ([`StandPat::Forced`]).
///
/// ```
/// use collateral_checkers::{Evaluation, Position, Rules, Start};
/// use engine::{Limits, Search};
///
/// let position = Position::start(&Rules::default(), 0);
/// let analysis = Search::new(Evaluation::default()).run(&position, &Limits::new().depth(3))?;
/// println!("{}: {:?}", analysis.score, analysis.line);
/// # Ok::<_, engine::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation {
    weights: Weights,
}

/// The values of the features of an [`Evaluation`] for the player who has them; a piece is worth about 100.
///
/// The default was fitted to games of self-play by logistic regression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// A piece, by its square: a corner (as `a1`), beside a corner (`b1`), the middle of an edge
    /// (`c1`), diagonal to the centre (`b2`), beside the centre (`c2`), the centre.
    pub pieces: [i16; 6],
    /// A bonus for having three pieces, four, and so on to nine.
    pub count: [i16; 7],
    /// Holding the centre one turn short of the win, two turns, or more; of each pair, the first if the
    /// holder is to move, the second if the opponent is.
    pub hold: [[i16; 2]; 3],
    /// A step to an empty square.
    pub step: i16,
    /// A piece that the opponent could jump.
    pub en_prise: i16,
    /// Being to move.
    pub turn: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            pieces: [83, 91, 89, 99, 100, 138],
            count: [-122, -32, 15, 38, 45, 38, 18],
            hold: [[78, 56], [21, -3], [1, 1]],
            step: 2,
            en_prise: -16,
            turn: 6,
        }
    }
}

/// The squares that each weight of [`Weights::pieces`] is for.
const KINDS: [SquareSet; 6] = {
    let mut kinds = [SquareSet::EMPTY; 6];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let (file, rank) = (square.file().abs_diff(2), square.rank().abs_diff(2));
        let kind = match (file, rank) {
            (2, 2) => 0,
            (1, 2) | (2, 1) => 1,
            (0, 2) | (2, 0) => 2,
            (1, 1) => 3,
            (0, 1) | (1, 0) => 4,
            _ => 5,
        };
        kinds[kind] = kinds[kind].with(square);
        index += 1;
    }
    kinds
};

impl Evaluation {
    /// An evaluation by these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The value of a player's pieces.
    fn side(&self, position: &Position, player: Player) -> i32 {
        let pieces = position.pieces(player);
        let times = |weight: i16, count: usize| i32::from(weight) * count as i32;
        let placed = KINDS.into_iter().zip(self.weights.pieces);
        let placed = placed.map(|(kind, weight)| times(weight, (pieces & kind).len()));
        let more = pieces.len().checked_sub(3).and_then(|more| self.weights.count.get(more));
        placed.sum::<i32>()
            + more.map_or(0, |&weight| i32::from(weight))
            + times(self.weights.step, position.steps(player))
            + times(self.weights.en_prise, position.en_prise(player).len())
    }

    /// The player who holds the centre, and the value of that.
    fn hold(&self, position: &Position) -> Option<(Player, i32)> {
        let holder = position.piece(Square::C3)?;
        let missing = position.rules().hold_turns.get().saturating_sub(position.hold());
        let [next, later] = self.weights.hold[missing.clamp(1, 3) as usize - 1];
        Some((holder, i32::from(if position.turn() == holder { next } else { later })))
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let sides = self.side(position, player) - self.side(position, !player);
        let turn = i32::from(self.weights.turn) * if position.turn() == player { 1 } else { -1 };
        let hold = match self.hold(position) {
            Some((holder, worth)) if holder == player => worth,
            Some((_, worth)) => -worth,
            None => 0,
        };
        sides + turn + hold
    }

    /// Captures in the order of the pieces they gain and lose, those that end the game before or after all
    /// others; then moves by whether they enter the centre or leave it.
    fn order(&self, position: &Position, m: Move) -> i32 {
        const PIECE: i32 = 100;
        const CENTRE: i32 = 60;
        const GAME: i32 = 10_000;
        let centre = |pieces: SquareSet| if pieces.contains(Square::C3) { CENTRE } else { 0 };
        let from = SquareSet::of(m.from());
        if !m.is_capture() {
            return centre(m.step_target()) - centre(from);
        }
        let (own, opponents) = position.sides();
        let mut chain = Chain::new(m.from(), own, opponents);
        let mut gain = 0;
        for direction in m.directions() {
            let jump = jump(chain.at(), direction);
            gain += if jump.over & opponents.bits() == 0 { -PIECE } else { PIECE };
            chain = chain.after(jump);
        }
        let (own, opponents) = chain.board();
        let game = |loser: SquareSet| if fewer_than_three(loser.bits()) { GAME } else { 0 };
        centre(SquareSet::of(chain.at())) - centre(from) + gain + game(opponents) - game(own)
    }

    /// All captures if the player to move must capture, or else nothing.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) -> StandPat {
        if position.generate_forced_captures(moves) { StandPat::Forced } else { StandPat::Optional }
    }
}
