//! A race of three players: each has two runners, and one goes to the next free cell. Nobody need be able to force a win.

use std::fmt;
use std::str::FromStr;

use engine::board::read_number;
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, key};

use crate::board::{refuse, split_turn};

engine::letters! {
    /// A player. Red begins.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue", Green: 'g' "green" }
}

/// The cell from which a runner goes, 0 before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Runner(u8);

impl fmt::Display for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Runner {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = read_number(text)
            .filter(|&cell| cell < 20)
            .ok_or_else(|| refuse(text, "a cell, 0 to 19"))?;
        Ok(Self(cell as u8))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    cells: u8,
    /// Where the runners of each player are, the last one first; beyond the last cell they are at home.
    runners: [[u8; 2]; 3],
    turn: Player,
}

impl Race {
    /// All before the first of 1 to 19 cells.
    pub fn new(cells: u8) -> Self {
        Self { cells: cells.clamp(1, 19), runners: [[0, 0]; 3], turn: Player::Red }
    }

    /// The next cell on which nobody stands.
    fn next(self, from: u8) -> u8 {
        let is_free = |cell: &u8| !self.runners.as_flattened().contains(cell);
        (from + 1..=self.cells).find(is_free).unwrap_or(self.cells + 1)
    }
}

impl Game for Race {
    type Player = Player;
    type Move = Runner;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who has both runners at home first wins.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let home = [self.cells + 1; 2];
        let player = Player::ALL.into_iter().find(|&player| self.runners[player as usize] == home);
        player.map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Runner>) {
        let [last, first] = self.runners[self.turn as usize];
        if self.outcome().is_none() {
            moves.push(Runner(last));
            moves.extend((first != last && first <= self.cells).then_some(Runner(first)));
        }
    }

    fn check(&self, from: Runner) -> Result<(), NotLegal> {
        NotLegal::check(self, from)
    }

    fn play_unchecked(&mut self, Runner(from): Runner) {
        let to = self.next(from);
        let own = &mut self.runners[self.turn as usize];
        own[usize::from(own[0] != from)] = to;
        own.sort_unstable();
        self.turn = Player::ALL[(self.turn as usize + 1) % 3];
    }
}

impl Keyed for Race {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The number of cells, where the runners of each player are, and the player to move: `5 0,0 0,0 0,0 r`.
impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.cells)?;
        self.runners.iter().try_for_each(|[last, first]| write!(f, "{last},{first} "))?;
        fmt::Display::fmt(&self.turn.to_char(), f)
    }
}

impl Notation for Race {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let refuse =
            || refuse(text, "the number of cells, 1 to 19, and two runners of each player");
        let (rest, turn) = split_turn(text, Player::from_char)?;
        let mut words = rest.split(' ');
        let cells = words.next().and_then(read_number).filter(|cells| (1..20).contains(cells));
        let cells = cells.ok_or_else(refuse)? as u8;
        let within = |&cell: &u32| cell <= u32::from(cells) + 1;
        let cell = |text| read_number(text).filter(within).map(|cell| cell as u8);
        let runners: Option<Vec<[u8; 2]>> = words
            .map(|word| word.split_once(',').and_then(|(a, b)| Some([cell(a)?, cell(b)?])))
            .collect();
        let runners = runners.and_then(|runners| runners.try_into().ok()).ok_or_else(refuse)?;
        let is_sorted = |runners: &[[u8; 2]; 3]| runners.iter().all(|[last, first]| last <= first);
        let position = Self { cells, runners, turn };
        is_sorted(&runners).then_some(position).ok_or_else(refuse)
    }
}
