//! Connect Four on bitboards, for every contestant.
//!
//! The representation and the threats are those of Pascal Pons, *Solving Connect Four: how to build
//! a perfect AI* (2015).

use engine::{Game, Keyed, NotLegal, Outcome, Score, key};

/// A set of places: bit 7·column + row. The bit above each column stays empty.
pub(crate) type Places = u64;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// The place at the foot of each column.
const FEET: Places = 0x0408_1020_4081;
/// All places.
const BOARD: Places = FEET * 0x3f;

engine::two_players! {
    pub(crate) enum Player { First: '1' "first", Second: '2' "second" }
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

impl Column {
    /// The middle first: the order in which moves are listed.
    pub(crate) const ALL: [Self; 7] =
        [Self(3), Self(2), Self(4), Self(1), Self(5), Self(0), Self(6)];

    pub(crate) fn places(self) -> Places {
        0x3f << (COLUMNS as u8 * self.0)
    }
}

impl Board {
    pub(crate) const EMPTY: Self = Self { mine: 0, all: 0 };

    /// How many places there are.
    pub(crate) const PLACES: u32 = COLUMNS * ROWS;

    pub(crate) fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// Whether at most so many places are empty.
    pub(crate) fn has_free_at_most(&self, places: u32) -> bool {
        let free = BOARD & !self.all;
        (0..places).fold(free, |left, _| left & left.wrapping_sub(1)) == 0
    }

    /// Different for all positions, and below 2⁴⁹.
    pub(crate) fn code(&self) -> u64 {
        self.mine + self.all
    }

    /// Whether the player who moved last has four in a line.
    pub(crate) fn is_lost(&self) -> bool {
        has_four(self.mine ^ self.all)
    }

    /// The places that stones can drop to.
    fn open(&self) -> Places {
        (self.all + FEET) & BOARD
    }

    /// The place that a stone in this column drops to; empty if the column is full.
    pub(crate) fn place(&self, column: Column) -> Places {
        self.open() & column.places()
    }

    /// Where the player to move completes four at once.
    pub(crate) fn wins(&self) -> Places {
        self.open() & fourths(self.mine)
    }

    /// Where the player to move, who cannot win at once, can drop a stone without losing to the
    /// very next one.
    pub(crate) fn safe_places(&self) -> Places {
        let theirs = fourths(self.mine ^ self.all) & BOARD;
        let open = self.open();
        let forced = open & theirs;
        if forced & forced.wrapping_sub(1) != 0 {
            return 0;
        }
        (if forced == 0 { open } else { forced }) & !(theirs >> 1)
    }

    /// Whether one of these safe places lies under two places, one above the other, that complete four for the
    /// player to move: the opponent can fill only the lower one.
    pub(crate) fn wins_in_three(&self, safe: Places) -> bool {
        let mine = fourths(self.mine) & BOARD;
        safe & mine >> 1 & mine >> 2 != 0
    }

    /// The most that the player to move can reach if the opponent answers every stone with the one above it. That
    /// is possible where all columns have an even number of empty places, and shares these out by rows.
    pub(crate) fn most_if_followed(&self) -> Option<Score> {
        const UPPER: Places = FEET * 0b10_1010;
        if self.open() & UPPER != 0 {
            return None;
        }
        let empty = BOARD & !self.all;
        let theirs = self.mine ^ self.all | empty & UPPER;
        match (has_four(self.mine | empty & !UPPER), has_four(theirs)) {
            (true, _) => None,
            (false, true) => Some(Score::loss_in(empty.count_ones())),
            (false, false) => Some(Score::DRAW),
        }
    }

    /// How many empty places complete four for the player to move, with a stone here.
    pub(crate) fn threats_with(&self, place: Places) -> u32 {
        (fourths(self.mine | place) & BOARD & !self.all).count_ones()
    }

    /// The position after a stone was dropped here.
    pub(crate) fn after(&self, place: Places) -> Self {
        Self { mine: self.mine ^ self.all, all: self.all | place }
    }
}

fn has_four(stones: Places) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The places that complete four of these stones; some are occupied or off the board.
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
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        if self.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        if self.is_lost() {
            Some(Outcome::Winner(!self.turn()))
        } else {
            (self.all == BOARD).then_some(Outcome::Draw)
        }
    }

    fn generate_moves(&self, moves: &mut Vec<Column>) {
        if !self.is_lost() {
            moves.extend(Column::ALL.into_iter().filter(|&column| self.place(column) != 0));
        }
    }

    fn check(&self, column: Column) -> Result<(), NotLegal> {
        let is_legal = !self.is_lost() && self.place(column) != 0;
        if is_legal { Ok(()) } else { NotLegal::check(self, column) }
    }

    fn play_unchecked(&mut self, column: Column) {
        *self = self.after(self.place(column));
    }
}

impl Keyed for Board {
    fn key(&self) -> u64 {
        key::mix(0, self.code())
    }
}
