//! Chomp: who takes a piece of chocolate takes all above and to the right of it; the corner is poisoned.

use std::fmt;

use engine::board::read_number;
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{Square, refuse, split_turn};
use crate::nim_values::Impartial;
use crate::rules::Player;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    /// How high the chocolate is on each file, never higher than to the left of it.
    heights: [u8; 8],
    turn: Player,
}

impl Chomp {
    /// A bar of at most eight files and ranks.
    pub fn new(files: u8, ranks: u8) -> Self {
        let height = |file| if file < usize::from(files) { ranks.min(8) } else { 0 };
        Self { heights: std::array::from_fn(height), turn: Player::First }
    }
}

impl Game for Chomp {
    type Player = Player;
    type Move = Square;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who was left with the corner had to take it.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let only_the_corner = self.heights[0] <= 1 && self.heights[1] == 0;
        only_the_corner.then_some(Outcome::Winner(!self.turn))
    }

    /// The corner is no move: it is the end.
    fn generate_moves(&self, moves: &mut Vec<Square>) {
        for (file, &height) in (0..).zip(&self.heights) {
            moves.extend((0..height).filter_map(|rank| Square::new(file, rank)));
        }
        moves.retain(|&piece| piece != Square::A1);
    }

    fn check(&self, piece: Square) -> Result<(), NotLegal> {
        NotLegal::check(self, piece)
    }

    fn play_unchecked(&mut self, piece: Square) {
        for height in &mut self.heights[usize::from(piece.file())..] {
            *height = piece.rank().min(*height);
        }
        self.turn = !self.turn;
    }
}

impl Keyed for Chomp {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Impartial for Chomp {}

/// The height on each file, and the player to move: `3,3,1,0,0,0,0,0 1`.
impl fmt::Display for Chomp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heights = self.heights.map(|height| height.to_string()).join(",");
        write!(f, "{heights} {}", self.turn.to_char())
    }
}

impl Notation for Chomp {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (heights, turn) = split_turn(text, Player::from_char)?;
        let height =
            |text| read_number(text).filter(|&height| height <= 8).map(|height| height as u8);
        let read: Option<Vec<u8>> = heights.split(',').map(height).collect();
        let falls = |heights: &[u8; 8]| heights.is_sorted_by(|left, right| left >= right);
        let heights = read.and_then(|read| read.try_into().ok()).filter(falls);
        let heights = heights
            .ok_or_else(|| refuse(text, "eight numbers up to 8, none above the one before"))?;
        Ok(Self { heights, turn })
    }
}
