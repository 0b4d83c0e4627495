//! Pong Hau K'i: two pieces each on five points; who cannot move has lost. Positions come again.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{refuse, split_turn};

engine::two_players! {
    /// A player. Red begins.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

/// The lines between the points: 0 and 1 above, 2 in the middle, 3 and 4 below. There is none between 0 and 1.
const LINES: [(u8, u8); 7] = [(0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4)];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PongHauKi {
    /// The player whose piece is on each point; one is empty.
    points: [Option<Player>; 5],
    turn: Player,
}

/// Red is above and blue below.
impl Default for PongHauKi {
    fn default() -> Self {
        let [red, blue] = Player::ALL.map(Some);
        Self { points: [red, red, None, blue, blue], turn: Player::Red }
    }
}

impl PongHauKi {
    fn empty(self) -> u8 {
        self.points.iter().position(Option::is_none).unwrap_or_default() as u8
    }
}

/// A move is the number of the point from which a piece goes to the empty one.
impl Game for PongHauKi {
    type Player = Player;
    type Move = u8;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.legal_moves().is_empty().then_some(Outcome::Winner(!self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<u8>) {
        let empty = self.empty();
        let joined = |from: u8| LINES.contains(&(from.min(empty), from.max(empty)));
        let own = (0..5).filter(|&from| self.points[usize::from(from)] == Some(self.turn));
        moves.extend(own.filter(|&from| joined(from)));
    }

    fn check(&self, from: u8) -> Result<(), NotLegal> {
        NotLegal::check(self, from)
    }

    fn play_unchecked(&mut self, from: u8) {
        let to = self.empty();
        self.points.swap(usize::from(from), usize::from(to));
        self.turn = !self.turn;
    }
}

impl Keyed for PongHauKi {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The points in order and the player to move: `rr.bb r`.
impl fmt::Display for PongHauKi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: String =
            self.points.map(|piece| piece.map_or('.', Player::to_char)).iter().collect();
        write!(f, "{points} {}", self.turn.to_char())
    }
}

impl Notation for PongHauKi {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (letters, turn) = split_turn(text, Player::from_char)?;
        let points: Vec<_> = letters.chars().map(Player::from_char).collect();
        let is_read = letters.matches('.').count() == 1
            && points.iter().filter(|point| point.is_none()).count() == 1;
        let points = points.try_into().ok().filter(|_| is_read);
        let points =
            points.ok_or_else(|| refuse(letters, "five points, r, b, and one that is empty"))?;
        Ok(Self { points, turn })
    }
}
