//! Connect Four on bitboards, as fast as solvers have it, for the engine and for the solver by hand.
//!
//! The representation, and seeing threats two plies ahead, are those of Pascal Pons, *Solving Connect
//! Four: how to build a perfect AI* (2015).

use std::fmt;

use engine::{Evaluator, Game, Keyed, Outcome, Score, key};

/// A set of places: bit 7·column + row. The bit above each column stays empty.
pub(crate) type Places = u64;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// The place at the foot of each column.
const FEET: Places = 0x0408_1020_4081;
/// All places.
const BOARD: Places = FEET * 0x3f;

/// Who dropped the first stone, and who the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    First,
    Second,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The stones of the player to move.
    mine: Places,
    all: Places,
}

/// A column, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Column(pub(crate) u8);

impl Board {
    pub(crate) const EMPTY: Self = Self { mine: 0, all: 0 };

    /// How many places there are.
    pub(crate) const PLACES: u32 = COLUMNS * ROWS;

    pub(crate) fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// Whether whoever moved last has four in a line.
    pub(crate) fn is_lost(&self) -> bool {
        let stones = self.mine ^ self.all;
        [1, 7, 6, 8].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    pub(crate) fn is_full(&self) -> bool {
        self.all == BOARD
    }

    pub(crate) fn after(&self, column: Column) -> Self {
        let stone =
            (self.all + (1 << (COLUMNS as u8 * column.0))) & 0x3f << (COLUMNS as u8 * column.0);
        Self { mine: self.mine ^ self.all, all: self.all | stone }
    }

    /// Different for all positions.
    pub(crate) fn code(&self) -> u64 {
        self.mine + self.all
    }

    /// What is known of an unfinished position at a glance: that whoever is to move completes four
    /// at once, or can't keep the other from doing so one ply later.
    pub(crate) fn glance(&self) -> Option<Glance> {
        let open = (self.all + FEET) & BOARD;
        if open & fourths(self.mine) != 0 {
            return Some(Glance::Wins);
        }
        let theirs = fourths(self.mine ^ self.all) & BOARD;
        let forced = open & theirs;
        let safe = if forced == 0 { open } else { forced } & !(theirs >> 1);
        (safe == 0 && open != 0 || forced & forced.wrapping_sub(1) != 0).then_some(Glance::Loses)
    }

    /// The columns in the order in which they are listed: those in the middle first.
    pub(crate) const COLUMNS: [Column; 7] =
        [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

    pub(crate) fn has_room(&self, column: Column) -> bool {
        self.all >> (COLUMNS as u8 * column.0 + ROWS as u8 - 1) & 1 == 0
    }
}

/// How a game is about to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// The player to move wins in 1.
    Wins,
    /// The player to move loses in 2.
    Loses,
}

/// The places that complete four of these stones, occupied ones and such off the board included.
fn fourths(stones: Places) -> Places {
    let mut places = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let pairs = stones << step & stones << (2 * step);
        places |= pairs & stones << (3 * step) | pairs & stones >> step;
        let pairs = stones >> step & stones >> (2 * step);
        places |= pairs & stones >> (3 * step) | pairs & stones << step;
    }
    places
}

impl Game for Board {
    type Player = Player;
    type Move = Column;
    type IllegalMove = NoRoom;

    fn players(&self) -> &[Player] {
        &[Player::First, Player::Second]
    }

    fn turn(&self) -> Player {
        if self.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        if self.is_lost() {
            let last = if self.turn() == Player::First { Player::Second } else { Player::First };
            Some(Outcome::Winner(last))
        } else {
            self.is_full().then_some(Outcome::Draw)
        }
    }

    fn generate_moves(&self, moves: &mut Vec<Column>) {
        if !self.is_lost() {
            moves.extend(Self::COLUMNS.into_iter().filter(|&column| self.has_room(column)));
        }
    }

    fn check(&self, column: Column) -> Result<(), NoRoom> {
        if !self.is_lost() && column.0 < 7 && self.has_room(column) { Ok(()) } else { Err(NoRoom) }
    }

    fn play_unchecked(&mut self, column: Column) {
        *self = self.after(column);
    }
}

impl Keyed for Board {
    fn key(&self) -> u64 {
        key::mix(0, self.code())
    }
}

#[derive(Debug)]
pub(crate) struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no stone can be dropped there")
    }
}

impl std::error::Error for NoRoom {}

/// Knows the end of a game two plies before it, and nothing else.
pub(crate) struct Threats;

impl Evaluator<Board> for Threats {
    fn evaluate(&self, _board: &Board, _player: Player) -> i32 {
        0
    }

    fn probe(&self, board: &Board) -> Option<Score> {
        board.glance().map(|glance| match glance {
            Glance::Wins => Score::win_in(1),
            Glance::Loses => Score::loss_in(2),
        })
    }
}
