//! A slow oracle for Rolling Mountains, written from the rules alone.
//!
//! The numbers in the comments are the rulings of the spec. Nothing here is fast. Every question
//! is answered by copying the state and trying.

#![allow(clippy::pedantic, unreachable_pub, reason = "kept as it was written")]

mod actions;
mod board;
mod game;
mod legality;
mod movement;
mod parse;
mod text;

use board::{Edge, Square};
use std::collections::BTreeSet;

/// The option of ruling 6: when walls and mountains may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    AnyTime,
    OutsideMovement,
}

/// What the text of a position does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Ruling 9.
    pub turn_limit: Option<u32>,
    /// Ruling 6.
    pub placing: Placing,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { turn_limit: Some(500), placing: Placing::AnyTime }
    }
}

/// Where a pawn is. Ruling 3 and 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pawn {
    /// Just outside the board, behind its corner.
    Waiting,
    On(Square),
    /// Out, over this corner.
    Out(Square),
}

/// How far the movement of a pawn is. Ruling 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Collecting; the next step may collect more.
    Collecting,
    /// Collecting has ended; the first drop step comes next.
    Collected,
    /// At least one drop step has been made.
    Dropping,
}

/// A movement under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Motion {
    /// 0 for `L`, 1 for `R`.
    pawn: usize,
    /// The tiles the pawn has with it, at least one.
    held: u32,
    phase: Phase,
    /// The action of this turn is done.
    acted: bool,
}

/// Where in a turn the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    /// The action is done, the movement is to begin.
    ActionDone,
    /// The movement is done, the action is due.
    MovementDone,
    Moving(Motion),
}

/// One position, with the rules it is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    rules: Rules,
    width: i32,
    height: i32,
    /// The squares with a tile.
    tiles: BTreeSet<Square>,
    /// The squares with a mountain.
    peaks: BTreeSet<Square>,
    /// The edges with a wall.
    walls: BTreeSet<Edge>,
    /// For each player, `L` and `R`.
    pawns: Vec<[Pawn; 2]>,
    supply: u32,
    /// For each player, the mountains left.
    mountains: Vec<u32>,
    /// For each player, the edge of the wall removed in the last completed turn.
    removed: Vec<Option<Edge>>,
    seat: usize,
    turn: u32,
    stage: Stage,
}

impl State {
    /// The position at the start of a game. Ruling 1 and 3.
    pub fn start(
        players: usize,
        width: usize,
        height: usize,
        tiles: u32,
        mountains: u32,
        rules: Rules,
    ) -> State {
        assert!((2..=4).contains(&players), "two to four players");
        assert!((3..=11).contains(&width), "width from 3 to 11");
        assert!((3..=11).contains(&height), "height from 3 to 11");
        assert!(tiles <= 60, "at most 60 tiles");
        assert!(mountains <= 20, "at most 20 mountains for each player");
        State {
            rules,
            width: width as i32,
            height: height as i32,
            tiles: BTreeSet::new(),
            peaks: BTreeSet::new(),
            walls: BTreeSet::new(),
            pawns: vec![[Pawn::Waiting; 2]; players],
            supply: tiles,
            mountains: vec![mountains; players],
            removed: vec![None; players],
            seat: 0,
            turn: 0,
            stage: Stage::Start,
        }
    }

    /// Reads a position. It must be written exactly as `text` writes it, and be legal by ruling 10.
    /// A movement that is due or under way need not be possible.
    pub fn parse(text: &str, rules: Rules) -> Result<State, String> {
        let state = parse::read(text, rules)?;
        let again = state.text();
        if again != text {
            return Err(format!("not written canonically, it would be {again}"));
        }
        legality::check(&state)?;
        Ok(state)
    }

    /// The canonical text of the position.
    pub fn text(&self) -> String {
        text::write(self)
    }

    /// How the game ended, or nothing while it runs.
    pub fn result(&self) -> Option<String> {
        game::result(self)
    }

    /// All legal plies, sorted. None when the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = game::plies(self).into_iter().map(|(ply, _)| ply).collect();
        moves.sort();
        moves
    }

    /// The position after a legal ply. It panics on any other.
    pub fn play(&self, ply: &str) -> State {
        for (name, after) in game::plies(self) {
            if name == ply {
                return after;
            }
        }
        panic!("illegal ply {ply} in {}", self.text());
    }

    /// The number of sequences of plies of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        game::perft(self, depth)
    }
}
