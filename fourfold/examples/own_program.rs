//! Notakto, a game of your own with the whole program: `cargo run --release --example own_program -- play notakto`.
//! `fourfold/docs/your-game.md` begins with an empty folder.

use std::{fmt, process::ExitCode};

use engine::board::{read_ranks, write_ranks};
use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, Sign, Task, disc};
use engine::{Game, Keyed, NoEvaluation, NotLegal, Notation, Outcome, ParseError, Start, key};
use fourfold::{Kit, Program};

engine::board! {
    /// A square, `a1` to `c3`.
    pub struct Square(3 x 3);
    /// Squares.
    pub struct Squares(u16);
    /// The squares of a set, in order.
    pub struct EachSquare;
}

engine::two_players! {
    /// A player. The first one begins.
    pub enum Player { First: '1' "first", Second: '2' "second" }
}

/// The crosses on the board. Both players make them; who moves follows from their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notakto {
    crosses: Squares,
}

impl Notakto {
    fn has_line(self) -> bool {
        let line = |step: fn(u8, u8) -> (u8, u8), from: u8| {
            (0..3).all(|i| {
                let (file, rank) = step(from, i);
                Square::new(file, rank).is_some_and(|square| self.crosses.contains(square))
            })
        };
        let straight = (0..3).any(|n| line(|n, i| (n, i), n) || line(|n, i| (i, n), n));
        straight || line(|_, i| (i, i), 0) || line(|_, i| (i, 2 - i), 0)
    }
}

impl Game for Notakto {
    type Player = Player;
    type Move = Square;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        Player::ALL[self.crosses.len() % 2]
    }

    /// Who makes a line loses.
    fn outcome(&self) -> Option<Outcome<Player>> {
        self.has_line().then_some(Outcome::Winner(self.turn()))
    }

    fn generate_moves(&self, moves: &mut Vec<Square>) {
        let is_free = |square: &Square| !self.has_line() && !self.crosses.contains(*square);
        moves.extend(Square::ALL.into_iter().filter(is_free));
    }

    fn check(&self, square: Square) -> Result<(), NotLegal> {
        NotLegal::check(self, square)
    }

    fn play_unchecked(&mut self, square: Square) {
        self.crosses.insert(square);
    }
}

impl Keyed for Notakto {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above: `3/1x1/3`.
impl fmt::Display for Notakto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |file, rank| Square::new(file, rank).is_some_and(|s| self.crosses.contains(s));
        f.write_str(&write_ranks(3, 3, |file, rank| has(file, rank).then_some('x')))
    }
}

impl Notation for Notakto {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let pieces = read_ranks(text, 3..=3, 3..=3, "x")?.pieces.into_iter();
        let crosses = pieces.filter_map(|(file, rank, _)| Square::new(file, rank)).collect();
        Ok(Self { crosses })
    }
}

impl Start for Notakto {
    fn start((): &(), _seed: u64) -> Self {
        Self::default()
    }
}

impl Draw for Notakto {
    fn size(&self) -> (u8, u8) {
        (3, 3)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            canvas.square(cell, "light");
            if self.crosses.contains(square) {
                canvas.piece(cell, "black", "x", disc(36) + &Sign::Cross.at((50, 50), 18));
            }
        }
    }

    fn places(&self, square: Square) -> Vec<String> {
        vec![square.to_string()]
    }
}

impl Explain for Notakto {
    fn task(&self) -> Task {
        Task::new("make a cross").help("Who makes three in a row has lost.")
    }
}

impl Observe for Notakto {
    fn all_pieces(&self) -> Vec<String> {
        vec!["x".to_owned()]
    }
}

const RULES: &str = "\
Both players make crosses on the same board, one a turn.

Who makes three in a row, straight or diagonal, has lost.";

fn main() -> ExitCode {
    let notakto = Kit::of::<Notakto>("notakto", NoEvaluation)
        .about("Do not make three in a row.")
        .rules_text(RULES)
        .notation("A move is the square of the cross, as in b2.");
    Program::new().game(notakto).main()
}
