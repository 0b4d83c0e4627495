//! A game of your own: tic-tac-toe, its rules and its perfect play.

use std::io::{self, Write};

use engine::{Game, Keyed, Limits, NoEvaluation, NotLegal, Outcome, Search, key};

/// The stones of both players, a bit for each of the nine cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct TicTacToe {
    stones: [u16; 2],
}

const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl Game for TicTacToe {
    type Player = usize;
    type Move = u8;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[usize] {
        &[0, 1]
    }

    fn turn(&self) -> usize {
        (self.stones[0] | self.stones[1]).count_ones() as usize % 2
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        let won = |&player: &usize| LINES.iter().any(|line| self.stones[player] & line == *line);
        let draw = (self.stones[0] | self.stones[1] == 0o777).then_some(Outcome::Draw);
        (0..2).find(won).map(Outcome::Winner).or(draw)
    }

    fn generate_moves(&self, moves: &mut Vec<u8>) {
        let stones = if self.outcome().is_none() { self.stones[0] | self.stones[1] } else { 0o777 };
        moves.extend((0..9).filter(|cell| stones >> cell & 1 == 0));
    }

    fn check(&self, cell: u8) -> Result<(), NotLegal> {
        NotLegal::check(self, cell)
    }

    fn play_unchecked(&mut self, cell: u8) {
        self.stones[self.turn()] |= 1 << cell;
    }
}

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let analysis = Search::new(NoEvaluation).run(&TicTacToe::default(), &Limits::new())?;
    writeln!(io::stdout(), "With best play: {} after {:?}", analysis.score, analysis.line)?;
    Ok(())
}
