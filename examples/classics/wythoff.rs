//! Wythoff's game: take from one of two heaps, or as many from both.

use std::fmt;
use std::str::FromStr;

use engine::board::read_number;
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{refuse, split_turn};
use crate::nim_values::Impartial;
use crate::rules::{Play, Player};

/// Two numbers of stones: what lies there, or what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair([u8; 2]);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

impl FromStr for Pair {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let small = |text| read_number(text).and_then(|number| u8::try_from(number).ok());
        let pair = text.split_once(',').and_then(|(a, b)| Some(Self([small(a)?, small(b)?])));
        pair.ok_or_else(|| refuse(text, "two numbers up to 255, as 2,0"))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wythoff {
    heaps: Pair,
    play: Play,
    turn: Player,
}

impl Wythoff {
    /// Two heaps of these sizes.
    pub fn new(heaps: [u8; 2], play: Play) -> Self {
        Self { heaps: Pair(heaps), play, turn: Player::First }
    }
}

impl Game for Wythoff {
    type Player = Player;
    type Move = Pair;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        (self.heaps == Pair([0, 0])).then(|| self.play.outcome(self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Pair>) {
        let Pair([left, right]) = self.heaps;
        moves.extend((1..=left).map(|n| Pair([n, 0])));
        moves.extend((1..=right).map(|n| Pair([0, n])));
        moves.extend((1..=left.min(right)).map(|n| Pair([n, n])));
    }

    fn check(&self, taken: Pair) -> Result<(), NotLegal> {
        NotLegal::check(self, taken)
    }

    fn play_unchecked(&mut self, Pair(taken): Pair) {
        self.heaps.0.iter_mut().zip(taken).for_each(|(heap, taken)| *heap -= taken);
        self.turn = !self.turn;
    }
}

impl Keyed for Wythoff {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Impartial for Wythoff {}

/// The heaps and the player to move: `3,5 1`.
impl fmt::Display for Wythoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.heaps, self.turn.to_char())
    }
}

impl Notation for Wythoff {
    type Rules = Play;

    fn rules(&self) -> Play {
        self.play
    }

    fn parse(text: &str, &play: &Play) -> Result<Self, ParseError> {
        let (heaps, turn) = split_turn(text, Player::from_char)?;
        Ok(Self { heaps: heaps.parse()?, play, turn })
    }
}
