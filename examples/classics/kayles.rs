//! Kayles: knock down a pin or two adjacent ones of a row; in Dawson's Kayles always two.

use std::fmt;
use std::str::FromStr;

use engine::board::read_number;
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{refuse, split_turn};
use crate::nim_values::Impartial;
use crate::rules::{Play, Player, rules};

rules! {
    /// What may be knocked down.
    pub struct Rules {
        /// The least number of pins: 1 in Kayles, 2 in Dawson's Kayles.
        least: 1 to 2, by default 1;
    }
}

/// The number of the first pin, from 1, and how many are knocked down: `4x2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    first: u8,
    pins: u8,
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.first, self.pins)
    }
}

impl FromStr for Throw {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = || refuse(text, "the number of a pin and how many fall, as 4x2");
        let (first, pins) = text.split_once('x').ok_or_else(refuse)?;
        let within = |text, most| read_number(text).filter(|number| (1..=most).contains(number));
        let first = within(first, 32).ok_or_else(refuse)? as u8;
        Ok(Self { first, pins: within(pins, 2).ok_or_else(refuse)? as u8 })
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kayles {
    /// The pins that stand, a bit each.
    pins: u32,
    length: u8,
    least: u8,
    turn: Player,
}

impl Kayles {
    /// A row of at most 32 pins, of which at least so many fall at once.
    pub fn new(length: u8, least: u8) -> Self {
        let length = length.min(32);
        let pins = ((1_u64 << length) - 1) as u32;
        Self { pins, length, least: Rules { least }.clamp().least, turn: Player::First }
    }

    fn throws(&self) -> impl Iterator<Item = Throw> {
        (self.least..=2).flat_map(move |pins| {
            let first = (1..=33 - pins).map(move |first| Throw { first, pins });
            first.filter(|throw| self.pins & mask(*throw) == mask(*throw))
        })
    }
}

/// The bits of the pins that fall.
fn mask(throw: Throw) -> u32 {
    ((1 << throw.pins) - 1) << (throw.first - 1)
}

impl Game for Kayles {
    type Player = Player;
    type Move = Throw;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.throws().next().is_none().then(|| Play::Normal.outcome(self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Throw>) {
        moves.extend(self.throws());
    }

    fn check(&self, throw: Throw) -> Result<(), NotLegal> {
        NotLegal::check(self, throw)
    }

    fn play_unchecked(&mut self, throw: Throw) {
        self.pins &= !mask(throw);
        self.turn = !self.turn;
    }
}

impl Keyed for Kayles {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Impartial for Kayles {}

/// The row, with a point for a pin that fell, and the player to move: `xx.xx 1`.
impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pin = |pin: u8| if self.pins >> pin & 1 == 1 { 'x' } else { '.' };
        write!(f, "{} {}", (0..self.length).map(pin).collect::<String>(), self.turn.to_char())
    }
}

impl Notation for Kayles {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules { least: self.least }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let (row, turn) = split_turn(text, Player::from_char)?;
        if row.len() > 32 || row.contains(|c| c != 'x' && c != '.') {
            return Err(refuse(row, "at most 32 pins, x or a point"));
        }
        let stand = row.bytes().rev().fold(0, |pins, c| pins << 1 | u32::from(c == b'x'));
        Ok(Self { pins: stand, turn, ..Self::new(row.len() as u8, rules.least) })
    }
}
