//! Connect Four: seven columns, six rows, four in a line win.
//!
//! A whole game to copy from: the engine's page "Add your own game" walks through it. `speed.rs` only makes its
//! search faster.
//!
//! A position is written row by row from the top, `x` and `o` for the stones and digits for runs of
//! empty places, then the player to move: `7/7/7/7/3o3/2xxo2 x`. A move is the letter of a column.

mod draft;
mod speed;

use std::fmt;
use std::str::FromStr;

use engine::board::{read_ranks, write_ranks};
use engine::observe::{self, Observe, Planes};
use engine::search::{Known, Window};
use engine::svg::{Canvas, Class, Colour, Draft, Draw, Explain, Sign, Task};
use engine::{Evaluator, Keyed, ParseError, key};

pub use engine::{self, Game, Limits, Notation, Outcome, Search, Start};

use speed::{bits, look_ahead};

engine::two_players! {
    /// A player. X begins.
    pub enum Player { X: 'x' "x", O: 'o' "o" }
}

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// A column, `a` to `g`: a move drops a stone into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'a' + self.0), f)
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [letter @ b'a'..=b'g'] => Ok(Self(letter - b'a')),
            _ => Err(ParseError::new(format_args!("{text:?} is not a column"), "a to g")),
        }
    }
}

/// A set of places: bit 7·column + row. The bit above each column stays empty, so that lines do not
/// run from one column into the next.
type Places = u64;

/// The place at the foot of each column.
const FEET: Places = 0x0408_1020_4081;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By player.
    stones: [Places; 2],
    turn: Player,
}

/// The empty board.
impl Default for Position {
    fn default() -> Self {
        Self { stones: [0, 0], turn: Player::X }
    }
}

impl Position {
    fn stones(&self, player: Player) -> Places {
        self.stones[player as usize]
    }

    /// The player whose stone lies on a place.
    fn stone(&self, column: u8, row: u8) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.stones(player) >> (7 * column + row) & 1 == 1)
    }

    /// The lowest free place of every column; of a full column the unused bit above it.
    fn tops(&self) -> Places {
        (self.stones[0] | self.stones[1]) + FEET
    }

    /// How many stones lie in a column.
    fn height(&self, column: Column) -> u8 {
        (self.tops() >> (7 * column.0) & 0x7f).trailing_zeros() as u8
    }

    fn is_full(&self, column: Column) -> bool {
        self.tops() >> (7 * column.0 + ROWS) & 1 == 1
    }
}

/// The lines of four in these places: for each direction its step in bits, and the first places of all lines.
fn fours(places: Places) -> impl Iterator<Item = (u32, Places)> {
    [1, 7, 6, 8].into_iter().map(move |step| {
        let pairs = places & places >> step;
        (step, pairs & pairs >> (2 * step))
    })
}

#[inline]
fn has_four(places: Places) -> bool {
    fours(places).any(|(_, first)| first != 0)
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum IllegalMove {
    #[error("the game is over")]
    GameOver,
    #[error("column {0} is full")]
    Full(Column),
}

impl Game for Position {
    type Player = Player;
    type Move = Column;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Player>> {
        let last = !self.turn;
        if has_four(self.stones(last)) {
            Some(Outcome::Winner(last))
        } else if (0..COLUMNS).all(|column| self.is_full(Column(column))) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn generate_moves(&self, moves: &mut Vec<Column>) {
        if self.outcome().is_none() {
            moves.extend((0..COLUMNS).map(Column).filter(|&column| !self.is_full(column)));
        }
    }

    fn check(&self, column: Column) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            Err(IllegalMove::GameOver)
        } else if self.is_full(column) {
            Err(IllegalMove::Full(column))
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, column: Column) {
        let place = self.tops() & 0x7f << (7 * column.0);
        self.stones[self.turn as usize] |= place;
        self.turn = !self.turn;
    }
}

/// In each column the highest bit is the lowest free place, and those below are the stones of X.
impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        key::mix(0, self.tops() | self.stones(Player::X) | (self.turn as u64) << 63)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |column, row| self.stone(column, row).map(Player::to_char);
        write!(f, "{} {}", write_ranks(COLUMNS, ROWS, letter), self.turn)
    }
}

impl Notation for Position {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let refuse = || {
            let expected = "a board, a space, and the player to move, x or o";
            ParseError::new(format_args!("{text:?} is not a position"), expected)
        };
        let (board, turn) = text.split_once(' ').ok_or_else(refuse)?;
        let turn = turn.parse().ok().and_then(Player::from_char).ok_or_else(refuse)?;
        let mut stones = [0; 2];
        for (column, row, letter) in read_ranks(board, COLUMNS..=COLUMNS, ROWS..=ROWS, "xo")?.pieces
        {
            stones[usize::from(letter == 'o')] |= 1 << (7 * column + row);
        }
        let position = Self { stones, turn };
        position.check_stones()?;
        Ok(position)
    }
}

impl Position {
    fn check_stones(&self) -> Result<(), ParseError> {
        let all = self.stones[0] | self.stones[1];
        let floating = all & !(all << 1 | FEET);
        if floating != 0 {
            let place = floating.trailing_zeros() as u8;
            let (column, row) = (Column(place / 7), place % 7 + 1);
            return Err(ParseError::because(format_args!(
                "there is nothing under the stone in column {column}, row {row}"
            )));
        }
        let [x, o] = self.stones.map(u64::count_ones);
        if x != o + u32::from(self.turn == Player::O) {
            return Err(ParseError::because(format_args!(
                "{x} x and {o} o have been played, and {} cannot be to move",
                self.turn
            )));
        }
        if has_four(self.stones(self.turn)) {
            return Err(ParseError::because("the player to move already has four in a line"));
        }
        Ok(())
    }
}

impl Start for Position {
    fn start((): &(), _seed: u64) -> Self {
        Self::default()
    }
}

/// A blue board (`field`) with holes (`hole`), the stones with a cross and a ring. The `last` move is
/// marked in a lighter blue.
impl Draw for Position {
    const CLASSES: &'static [Class] = &[
        Class {
            name: "field",
            styles: [
                "fill:#1f62b0;stroke:#1f62b0",
                "fill:#2c5f9e;stroke:#2c5f9e",
                "fill:#fff;stroke:#999",
            ],
        },
        Class { name: "hole", styles: ["fill:#dfdbd2", "fill:#17191b", "fill:#fff;stroke:#999"] },
        Class { name: "last", styles: ["fill:#7db0e8", "fill:#6fa3e0", ""] },
    ];

    fn size(&self) -> (u8, u8) {
        (COLUMNS, ROWS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for (column, row) in (0..COLUMNS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
            let cell = (column as i8, row as i8);
            canvas.square(cell, "field");
            canvas.piece(cell, "hole", "", format_args!("{HOLE}{SHADOW}"));
            let Some(player) = self.stone(column, row) else { continue };
            let (colour, stone) = stone(player);
            canvas.piece(cell, colour, player, stone + SHADOW);
        }
    }

    /// The place where the stone lands.
    fn places(&self, column: Column) -> Vec<String> {
        vec![format!("{column}{}", self.height(column) + 1)]
    }

    /// Down the column.
    fn route(&self, column: Column) -> Vec<String> {
        (self.height(column)..ROWS).rev().map(|row| format!("{column}{}", row + 1)).collect()
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(*self))
    }
}

/// The colour of a player's stones, and their shapes.
fn stone(player: Player) -> (&'static str, String) {
    let (colour, sign) = match player {
        Player::X => ("yellow", Sign::Cross.at((50, 50), 15)),
        Player::O => ("red", Sign::Ring.at((50, 50), 14)),
    };
    let shapes = format!(
        r#"<circle cx="50" cy="50" r="37" stroke-width="3"/><circle cx="50" cy="50" r="27" stroke-width="1.5"/><g transform="rotate(45 50 50)">{sign}</g>"#
    );
    (colour, shapes)
}

impl Explain for Position {
    fn colour(&self, player: Player) -> Colour {
        if player == Player::X { Colour::Yellow } else { Colour::Red }
    }

    fn task(&self) -> Task {
        Task::new("choose a column")
    }

    fn ending(&self) -> Option<String> {
        let four = self.outcome()?.winner().is_some();
        Some(if four { "four in a row" } else { "the board is full" }.to_owned())
    }

    /// The stones of the four in a row.
    fn decisive(&self) -> Vec<String> {
        let all = fours(self.stones(!self.turn))
            .flat_map(|(step, first)| [0, 1, 2, 3].map(|number| first << (number * step)));
        let fours = all.fold(0, |all, places| all | places);
        let places = (0..7 * COLUMNS).filter(|place| fours >> place & 1 == 1);
        places.map(|place| format!("{}{}", Column(place / 7), place % 7 + 1)).collect()
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        let column = places.first()?.get(..1)?.parse().ok()?;
        self.check(column).err().map(|error| error.to_string())
    }
}

impl Observe for Position {
    fn place_numbers(&self, column: Column, _all: &observe::Places, numbers: &mut Vec<u16>) {
        numbers.push(u16::from(ROWS * column.0 + self.height(column)));
    }

    fn show(&self, planes: &mut Planes<'_>) {
        for (column, row) in (0..COLUMNS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
            if let Some(player) = self.stone(column, row) {
                planes.piece(player as usize, usize::from(ROWS * column + row));
            }
        }
    }
}

const HOLE: &str = r#"<circle cx="50" cy="50" r="40"/>"#;

/// The shadow of the upper edge of a hole.
const SHADOW: &str = r#"<path class="shadow" d="M10 50a40 40 0 0 1 80 0a40 35 0 0 0 -80 0z"/>"#;

/// Counts the lines of four that a player can still complete, and tries the middle first.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<Position> for OpenLines {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        open_lines(position, player) - open_lines(position, !player)
    }

    fn order(&self, _position: &Position, column: Column) -> i32 {
        -(i32::from(column.0) - 3).abs()
    }

    // The three methods below are only for speed: leave them and `speed.rs` out of a copy.

    /// `known` answers depths 1 and 2, and at depth 3 a search costs as much as the table.
    #[inline]
    fn min_table_depth(&self) -> u32 {
        4
    }

    fn known(&self, position: &Position, depth: u32, _window: Window) -> Option<Known> {
        let score = if depth == 0 { None } else { look_ahead(position, depth) };
        score.map(Known::AtDepth)
    }

    /// The columns that win at once; else those that do not let the opponent win at once; else all.
    fn candidate_moves(&self, position: &Position, columns: &mut Vec<Column>) {
        let wins = position.wins();
        let good = if wins == 0 { position.safe_places() } else { wins };
        if good == 0 || position.outcome().is_some() {
            return position.generate_moves(columns);
        }
        columns.extend(bits(good).map(|place| Column(place.trailing_zeros() as u8 / 7)));
    }
}

/// The places of the board.
const BOARD: Places = FEET * 0x3f;

fn open_lines(position: &Position, player: Player) -> i32 {
    lines(BOARD & !position.stones(!player))
}

/// How many lines of four there are among these places.
fn lines(free: Places) -> i32 {
    fours(free).map(|(_, first)| first.count_ones() as i32).sum()
}
