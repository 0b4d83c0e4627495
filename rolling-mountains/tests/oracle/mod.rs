//! Naive reference implementation ("oracle") of Rolling Mountains, written from the rules only.
//! It is meant to be obviously right, not fast: every move copies the whole position, and whether
//! a movement can be completed is found out by trying every continuation.

#![allow(clippy::pedantic, unreachable_pub, reason = "kept as it was written")]

mod actions;
mod game;
mod movement;
mod text;

use std::collections::BTreeSet;

/// File and rank, both counted from 0.
type Square = (usize, usize);

/// An inner edge: file and rank of a square, and `'e'` or `'n'` for its east or north edge.
/// The derived order (file, rank, `e` before `n`) is the one the notation asks for.
type Edge = (usize, usize, char);

const COLOURS: [&str; 4] = ["red", "yellow", "blue", "green"];
const PAWN_LETTERS: [char; 2] = ['L', 'R'];
const DIRECTIONS: [char; 4] = ['e', 'n', 's', 'w'];

/// The options that a position text does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub turn_limit: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        // Ruling 9.
        Rules { turn_limit: Some(500) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Bare,
    Tile,
    Mountain,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pawn {
    Waiting,
    On(Square),
    /// Out, with the corner it left from.
    Out(Square),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    South,
    West,
    North,
    East,
}

/// Where a movement has got to. `First`: no step made yet; it never appears in `Stage::Moving`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    First,
    Collecting,
    CollectingEnded,
    Dropping,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No step made yet in this turn.
    Begin { action_done: bool },
    /// A movement is under way.
    Moving { pawn: usize, held: u32, phase: Phase, action_done: bool },
    /// The movement is done, the action is due.
    ActionDue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Tile(Square),
    Wall(Edge),
    Remove(Edge),
    Mountain(Square),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    rules: Rules,
    players: usize,
    width: usize,
    height: usize,
    /// Rank by rank from rank 1, each from file a.
    cells: Vec<Cell>,
    walls: BTreeSet<Edge>,
    /// For each player, the pawns `L` and `R`.
    pawns: Vec<[Pawn; 2]>,
    supply: u32,
    /// Mountains left, for each player.
    mountains: Vec<u32>,
    /// The wall each player removed in their last completed turn.
    removed: Vec<Option<Edge>>,
    seat: usize,
    turn: u64,
    stage: Stage,
}

/// The direction in which a player of this side looks (rulings 2 to 4).
fn forward(side: Side) -> char {
    match side {
        Side::South => 'n',
        Side::West => 'e',
        Side::North => 's',
        Side::East => 'w',
    }
}

fn square_name(square: Square) -> String {
    let file = char::from(b'a' + square.0 as u8);
    format!("{}{}", file, square.1 + 1)
}

fn edge_name(edge: Edge) -> String {
    format!("{}{}", square_name((edge.0, edge.1)), edge.2)
}

/// The two squares on either side of an edge.
fn edge_squares(edge: Edge) -> (Square, Square) {
    let (x, y, which) = edge;
    match which {
        'e' => ((x, y), (x + 1, y)),
        _ => ((x, y), (x, y + 1)),
    }
}

/// The edge crossed by stepping from `from` in `direction`. The step must stay on the board.
fn crossed_edge(from: Square, direction: char) -> Edge {
    let (x, y) = from;
    match direction {
        'e' => (x, y, 'e'),
        'n' => (x, y, 'n'),
        'w' => (x - 1, y, 'e'),
        _ => (x, y - 1, 'n'),
    }
}

impl State {
    /// Ruling 2: who sits where.
    fn side(&self, seat: usize) -> Side {
        match (self.players, seat) {
            (_, 0) => Side::South,
            (2, _) => Side::North,
            (_, 1) => Side::West,
            (_, 2) => Side::North,
            _ => Side::East,
        }
    }

    /// The corners as the player sees them: near left, near right, far left, far right (ruling 2).
    fn corners(&self, seat: usize) -> [Square; 4] {
        let low_low = (0, 0);
        let high_low = (self.width - 1, 0);
        let low_high = (0, self.height - 1);
        let high_high = (self.width - 1, self.height - 1);
        match self.side(seat) {
            Side::South => [low_low, high_low, low_high, high_high],
            Side::West => [low_high, low_low, high_high, high_low],
            Side::North => [high_high, low_high, high_low, low_low],
            Side::East => [high_low, high_high, low_low, low_high],
        }
    }

    /// Ruling 3: the corner a pawn waits behind.
    fn start_corner(&self, seat: usize, pawn: usize) -> Square {
        self.corners(seat)[pawn]
    }

    /// Ruling 4: the exits of a pawn, whatever the other pawn has done.
    fn own_exits(&self, seat: usize, pawn: usize) -> Vec<Square> {
        let [_, _, far_left, far_right] = self.corners(seat);
        if self.players > 2 {
            vec![far_left, far_right]
        } else if pawn == 0 {
            vec![far_right]
        } else {
            vec![far_left]
        }
    }

    /// Ruling 4: the exits a pawn may still use.
    fn usable_exits(&self, seat: usize, pawn: usize) -> Vec<Square> {
        let mut exits = self.own_exits(seat, pawn);
        if let Pawn::Out(used) = self.pawns[seat][1 - pawn] {
            exits.retain(|&exit| exit != used);
        }
        exits
    }

    fn is_corner(&self, square: Square) -> bool {
        (square.0 == 0 || square.0 == self.width - 1)
            && (square.1 == 0 || square.1 == self.height - 1)
    }

    fn squares(&self) -> Vec<Square> {
        let mut list = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                list.push((x, y));
            }
        }
        list
    }

    fn edges(&self) -> Vec<Edge> {
        let mut list = Vec::new();
        for (x, y) in self.squares() {
            if x + 1 < self.width {
                list.push((x, y, 'e'));
            }
            if y + 1 < self.height {
                list.push((x, y, 'n'));
            }
        }
        list
    }

    /// The neighbouring square in a direction, or `None` over the edge of the board.
    fn neighbour(&self, square: Square, direction: char) -> Option<Square> {
        let (x, y) = square;
        match direction {
            'e' if x + 1 < self.width => Some((x + 1, y)),
            'n' if y + 1 < self.height => Some((x, y + 1)),
            'w' if x > 0 => Some((x - 1, y)),
            's' if y > 0 => Some((x, y - 1)),
            _ => None,
        }
    }

    fn cell(&self, square: Square) -> Cell {
        self.cells[square.1 * self.width + square.0]
    }

    fn set_cell(&mut self, square: Square, cell: Cell) {
        self.cells[square.1 * self.width + square.0] = cell;
    }

    /// Waiting pawns and pawns that are out stand on no square (ruling 3).
    fn has_pawn(&self, square: Square) -> bool {
        self.pawns.iter().flatten().any(|&p| p == Pawn::On(square))
    }

    /// No pawn, tile or mountain (ruling 5).
    fn unoccupied(&self, square: Square) -> bool {
        self.cell(square) == Cell::Bare && !self.has_pawn(square)
    }

    /// Ruling 6, mountain rule: every pawn not yet out is connected with every exit it may still
    /// use, around mountains and ignoring walls, tiles and pawns.
    fn mountain_rule_holds(&self) -> bool {
        for seat in 0..self.players {
            for pawn in 0..2 {
                let from = match self.pawns[seat][pawn] {
                    Pawn::Out(_) => continue,
                    Pawn::Waiting => self.start_corner(seat, pawn),
                    Pawn::On(square) => square,
                };
                let reached = self.connected_with(from);
                let exits = self.usable_exits(seat, pawn);
                if exits.iter().any(|exit| !reached.contains(exit)) {
                    return false;
                }
            }
        }
        true
    }

    /// All squares that can be reached from a square by stepping round mountains.
    fn connected_with(&self, from: Square) -> BTreeSet<Square> {
        let mut reached = BTreeSet::from([from]);
        let mut to_do = vec![from];
        while let Some(square) = to_do.pop() {
            for direction in DIRECTIONS {
                if let Some(next) = self.neighbour(square, direction)
                    && self.cell(next) != Cell::Mountain
                    && reached.insert(next)
                {
                    to_do.push(next);
                }
            }
        }
        reached
    }
}
