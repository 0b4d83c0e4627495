//! Dots and Boxes: who draws the last side of a box gets a point and moves again.

use std::fmt;
use std::str::FromStr;

use engine::board::{Direction, read_number};
use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, Task};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Points, Start, key};

use crate::board::{Square, refuse, split_turn};
use crate::rules::rules;

engine::two_players! {
    /// A player. Red begins.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

rules! {
    /// The size.
    pub struct Rules {
        /// The boxes from left to right.
        width: 1 to 5, by default 2;
        /// The boxes from below to above.
        height: 1 to 5, by default 2;
    }
}

/// A line between two dots: the lower side of a box, `a1-s`, or its left side, `a1-w`. On the upper and the right edge of
/// the board the box is one beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    cell: Square,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Lower,
    Left,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.cell, if self.side == Side::Lower { 's' } else { 'w' })
    }
}

impl FromStr for Line {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = || refuse(text, "the lower or the left side of a box, as a1-s or a1-w");
        let (cell, side) = text.split_once('-').ok_or_else(refuse)?;
        let sides = [("s", Side::Lower), ("w", Side::Left)];
        let (_, side) = sides.into_iter().find(|&(letter, _)| letter == side).ok_or_else(refuse)?;
        Ok(Self { cell: cell.parse()?, side })
    }
}

impl Line {
    /// Its bit among 72: a bit for each side of the boxes on six files and ranks.
    fn bit(self) -> u128 {
        let number = 6 * self.cell.file() + self.cell.rank();
        1 << (2 * number + u8::from(self.side == Side::Left))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotsAndBoxes {
    rules: Rules,
    /// The lines that are drawn, a bit each.
    drawn: u128,
    /// The boxes of each player.
    boxes: [u8; 2],
    turn: Player,
}

impl DotsAndBoxes {
    /// All lines of the board.
    fn lines(&self) -> impl Iterator<Item = Line> {
        let Rules { width, height } = self.rules;
        let cells = (0..=width).flat_map(move |file| (0..=height).map(move |rank| (file, rank)));
        cells.flat_map(move |(file, rank)| {
            let cell = Square::new(file, rank);
            let lower = cell.filter(|_| file < width).map(|cell| Line { cell, side: Side::Lower });
            let left = cell.filter(|_| rank < height).map(|cell| Line { cell, side: Side::Left });
            lower.into_iter().chain(left)
        })
    }

    fn cells(&self) -> impl Iterator<Item = Square> {
        let Rules { width, height } = self.rules;
        (0..width).flat_map(move |file| (0..height).filter_map(move |rank| Square::new(file, rank)))
    }

    /// Whether all sides of a box are drawn.
    fn is_closed(&self, cell: Square) -> bool {
        let sides =
            [(0, 0, Side::Lower), (0, 1, Side::Lower), (0, 0, Side::Left), (1, 0, Side::Left)];
        sides.into_iter().all(|(files, ranks, side)| {
            let line = cell.offset(files, ranks).map(|cell| Line { cell, side });
            line.is_some_and(|line| self.drawn & line.bit() != 0)
        })
    }

    fn closed(&self) -> u8 {
        self.cells().filter(|&cell| self.is_closed(cell)).count() as u8
    }
}

impl Game for DotsAndBoxes {
    type Player = Player;
    type Move = Line;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let is_over = self.boxes[0] + self.boxes[1] == self.rules.width * self.rules.height;
        let points = |player| (player, i32::from(self.boxes[player as usize]));
        is_over.then(|| Outcome::Points(Points::new(Player::ALL.map(points))))
    }

    fn generate_moves(&self, moves: &mut Vec<Line>) {
        moves.extend(self.lines().filter(|line| self.drawn & line.bit() == 0));
    }

    fn check(&self, line: Line) -> Result<(), NotLegal> {
        NotLegal::check(self, line)
    }

    fn play_unchecked(&mut self, line: Line) {
        self.drawn |= line.bit();
        let new = self.closed() - self.boxes[0] - self.boxes[1];
        self.boxes[self.turn as usize] += new;
        if new == 0 {
            self.turn = !self.turn;
        }
    }
}

impl Keyed for DotsAndBoxes {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The lines that are drawn, the boxes of red, and the player to move: `a1-s,a1-w 0 r`.
impl fmt::Display for DotsAndBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = self.lines().filter(|line| self.drawn & line.bit() != 0);
        let drawn: Vec<String> = drawn.map(|line| line.to_string()).collect();
        let drawn = if drawn.is_empty() { "-".to_owned() } else { drawn.join(",") };
        write!(f, "{drawn} {} {}", self.boxes[0], self.turn.to_char())
    }
}

impl Notation for DotsAndBoxes {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let refuse =
            || refuse(text, "lines of this board, the boxes of red, and the player to move");
        let (rest, turn) = split_turn(text, Player::from_char)?;
        let (lines, red) = rest.split_once(' ').ok_or_else(refuse)?;
        let mut position = Self { turn, ..Self::start(rules, 0) };
        for text in lines.split(',').filter(|_| lines != "-") {
            let line: Line = text.parse()?;
            position.lines().find(|&other| other == line).ok_or_else(refuse)?;
            position.drawn |= line.bit();
        }
        let closed = position.closed();
        let red = read_number(red).filter(|&red| red <= closed.into()).ok_or_else(refuse)? as u8;
        Ok(Self { boxes: [red, closed - red], ..position })
    }
}

impl Start for DotsAndBoxes {
    fn start(rules: &Rules, _seed: u64) -> Self {
        Self { rules: rules.clamp(), drawn: 0, boxes: [0, 0], turn: Player::Red }
    }
}

impl Draw for DotsAndBoxes {
    fn size(&self) -> (u8, u8) {
        (self.rules.width, self.rules.height)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for cell in self.cells() {
            let class = if self.is_closed(cell) { "last" } else { "light" };
            canvas.square((cell.file() as i8, cell.rank() as i8), class);
        }
        let Rules { width, height } = self.rules;
        for line in self.lines() {
            let (file, rank) = (line.cell.file(), line.cell.rank());
            let towards = match line.side {
                Side::Lower if rank == height => Direction::North,
                Side::Lower => Direction::South,
                Side::Left if file == width => Direction::East,
                Side::Left => Direction::West,
            };
            let cell = (file.min(width - 1) as i8, rank.min(height - 1) as i8);
            let is_drawn = self.drawn & line.bit() != 0;
            canvas.edge(&line.to_string(), cell, towards, if is_drawn { "black" } else { "slot" });
        }
        canvas.dots();
        canvas.note(format_args!("red has {}, blue {}", self.boxes[0], self.boxes[1]));
    }

    fn places(&self, line: Line) -> Vec<String> {
        vec![line.to_string()]
    }
}

impl Explain for DotsAndBoxes {
    fn task(&self) -> Task {
        Task::new("draw a line").help("Who closes a box gets it and moves again.")
    }
}

impl Observe for DotsAndBoxes {
    fn all_pieces(&self) -> Vec<String> {
        vec!["black".to_owned()]
    }
}
