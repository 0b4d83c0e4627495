//! Nim: take any number of stones from one heap, in normal and in misère play.

use std::fmt;
use std::str::FromStr;

use engine::board::read_number;
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{refuse, split_turn};
use crate::nim_values::Impartial;
use crate::rules::{Play, Player};

/// Stones are taken from a heap, counted from 0: `a3` takes three from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    heap: u8,
    stones: u8,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.heap), self.stones)
    }
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = || refuse(text, "a heap, a to d, and a number of stones");
        let (heap, stones) = text.split_at_checked(1).ok_or_else(refuse)?;
        let heap = "abcd".find(heap).ok_or_else(refuse)? as u8;
        let stones = read_number(stones).and_then(|stones| u8::try_from(stones).ok());
        Ok(Self { heap, stones: stones.ok_or_else(refuse)? })
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: [u8; 4],
    play: Play,
    turn: Player,
}

impl Nim {
    /// Heaps of these sizes.
    pub fn new(heaps: [u8; 4], play: Play) -> Self {
        Self { heaps, play, turn: Player::First }
    }
}

impl Game for Nim {
    type Player = Player;
    type Move = Take;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        (self.heaps == [0; 4]).then(|| self.play.outcome(self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Take>) {
        for (heap, &there) in (0..).zip(&self.heaps) {
            moves.extend((1..=there).map(|stones| Take { heap, stones }));
        }
    }

    fn check(&self, take: Take) -> Result<(), NotLegal> {
        NotLegal::check(self, take)
    }

    fn play_unchecked(&mut self, Take { heap, stones }: Take) {
        self.heaps[usize::from(heap)] -= stones;
        self.turn = !self.turn;
    }
}

impl Keyed for Nim {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Impartial for Nim {}

/// The heaps and the player to move: `3,4,5,0 1`.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.heaps.map(|heap| heap.to_string()).join(","), self.turn.to_char())
    }
}

impl Notation for Nim {
    type Rules = Play;

    fn rules(&self) -> Play {
        self.play
    }

    fn parse(text: &str, &play: &Play) -> Result<Self, ParseError> {
        let (heaps, turn) = split_turn(text, Player::from_char)?;
        let small = |text| read_number(text).and_then(|number| u8::try_from(number).ok());
        let read: Option<Vec<u8>> = heaps.split(',').map(small).collect();
        let heaps = read.and_then(|read| read.try_into().ok());
        let heaps = heaps.ok_or_else(|| refuse(text, "four numbers up to 255"))?;
        Ok(Self { heaps, play, turn })
    }
}
