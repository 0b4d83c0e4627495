//! A game of your own: tic-tac-toe, its rules and its perfect play.

use engine::{Game, Keyed, Limits, NoEvaluation, NotLegal, Outcome, Search, key};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TicTacToe {
    cells: [Option<char>; 9],
    turn: char,
}

impl Game for TicTacToe {
    type Player = char;
    type Move = usize;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[char] {
        &['x', 'o']
    }

    fn turn(&self) -> char {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<char>> {
        let lines = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        let won = |c| lines.iter().any(|line| line.map(|i| self.cells[i]) == [Some(c); 3]);
        let winner = ['x', 'o'].into_iter().find(|&player| won(player));
        let is_full = !self.cells.contains(&None);
        winner.map(Outcome::Winner).or(is_full.then_some(Outcome::Draw))
    }

    fn generate_moves(&self, moves: &mut Vec<usize>) {
        if self.outcome().is_none() {
            moves.extend((0..9).filter(|&i| self.cells[i].is_none()));
        }
    }

    fn check(&self, cell: usize) -> Result<(), NotLegal> {
        NotLegal::check(self, cell)
    }

    fn play_unchecked(&mut self, cell: usize) {
        self.cells[cell] = Some(self.turn);
        self.turn = if self.turn == 'x' { 'o' } else { 'x' };
    }
}

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

fn main() -> Result<(), engine::SearchError> {
    let start = TicTacToe { cells: [None; 9], turn: 'x' };
    let analysis = Search::new(NoEvaluation).run(&start, &Limits::new())?;
    println!("With best play: {} after {:?}", analysis.score, analysis.line);
    Ok(())
}
