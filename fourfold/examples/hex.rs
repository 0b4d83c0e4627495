//! Hex, from 4x4 to 11x11, with the whole program, on a board of polygons:
//! `cargo run --release --example hex -- solve hex-4`, or `board`, or `play hex-5 mcts`.

use std::{fmt, process::ExitCode};

use engine::board::{read_ranks, write_ranks};
use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, Sign, disc};
use engine::{Game, Keyed, NoEvaluation, NotLegal, Notation, Outcome, ParseError, Start, key};
use fourfold::{Kit, Program};

engine::board! {
    /// A cell of the largest board.
    pub struct Cell(11 x 11);
    /// Cells.
    pub struct Cells(u128);
    /// The cells of a set, in order.
    pub struct EachCell;
}

engine::two_players! {
    /// A player. Red begins and joins the first rank with the last, blue the first file with the last.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}

/// The stones of red and of blue; as many have been placed as moves were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hex<const N: u8>([Cells; 2]);

impl<const N: u8> Hex<N> {
    fn cells() -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(|cell| cell.file() < N && cell.rank() < N)
    }

    fn owner(&self, cell: Cell) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.0[player as usize].contains(cell))
    }

    /// Whether the stones of a player join both sides.
    fn joins(&self, player: Player) -> bool {
        const BESIDE: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let along = |cell: Cell| [cell.rank(), cell.file()][player as usize];
        let mut own = self.0[player as usize];
        let mut open: Vec<Cell> = own.into_iter().filter(|&cell| along(cell) == 0).collect();
        while let Some(cell) = open.pop() {
            open.extend(BESIDE.into_iter().filter_map(|(files, ranks)| {
                let rank = cell.rank().checked_add_signed(ranks)?;
                let next = Cell::new(cell.file().checked_add_signed(files)?, rank)?;
                own.remove(next).then_some(next)
            }));
        }
        (self.0[player as usize] - own).into_iter().any(|cell| along(cell) == N - 1)
    }
}

impl<const N: u8> Game for Hex<N> {
    type Player = Player;
    type Move = Cell;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        Player::ALL[(self.0[0].len() + self.0[1].len()) % 2]
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        Player::ALL.into_iter().find(|&player| self.joins(player)).map(Outcome::Winner)
    }

    fn generate_moves(&self, moves: &mut Vec<Cell>) {
        let is_open = self.outcome().is_none();
        moves.extend(Self::cells().filter(|&cell| is_open && self.owner(cell).is_none()));
    }

    fn check(&self, cell: Cell) -> Result<(), NotLegal> {
        NotLegal::check(self, cell)
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.0[self.turn() as usize].insert(cell);
    }
}

impl<const N: u8> Keyed for Hex<N> {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above, as in `4/1r2/1b2/4`.
impl<const N: u8> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |file, rank| self.owner(Cell::new(file, rank)?).map(Player::to_char);
        f.write_str(&write_ranks(N, N, letter))
    }
}

impl<const N: u8> Notation for Hex<N> {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let pieces = read_ranks(text, N..=N, N..=N, "rb")?.pieces;
        Ok(Self(['r', 'b'].map(|letter| {
            let own = pieces.iter().filter(|piece| piece.2 == letter);
            own.filter_map(|piece| Cell::new(piece.0, piece.1)).collect()
        })))
    }
}

impl<const N: u8> Start for Hex<N> {
    fn start((): &(), _seed: u64) -> Self {
        Self::default()
    }
}

impl<const N: u8> Draw for Hex<N> {
    fn size(&self) -> (u8, u8) {
        (N, N)
    }

    fn draw(&self, canvas: &mut Canvas) {
        let tenths = |(file, rank): (i32, i32)| ((86 * file + 43 * rank) / 10, -75 * rank / 10);
        let end = 10 * i32::from(N) - 1;
        let [sw, se, ne, nw] = [(-9, -9), (end, -9), (end, end), (-9, end)].map(tenths);
        canvas.backdrop(&[sw, se, nw, ne], "red");
        canvas.backdrop(&[se, ne, sw, nw], "blue");
        for cell in Self::cells() {
            let (x, y) = tenths((10 * i32::from(cell.file()), 10 * i32::from(cell.rank())));
            let corners = [(0, -50), (43, -25), (43, 25), (0, 50), (-43, 25), (-43, -25)];
            let corners = corners.map(|(right, down)| (x + right, y + down));
            canvas.polygon(&cell.to_string(), &corners, "light");
            if let Some(p) = self.owner(cell) {
                let shapes = disc(31) + &[Sign::Ring, Sign::Lozenge][p as usize].at((50, 50), 12);
                canvas.piece_at(&cell.to_string(), &p.to_string(), p, shapes);
            }
        }
    }

    fn places(&self, cell: Cell) -> Vec<String> {
        vec![cell.to_string()]
    }
}

impl<const N: u8> Explain for Hex<N> {}

impl<const N: u8> Observe for Hex<N> {}

fn main() -> ExitCode {
    let program = Program::new().game(Kit::of::<Hex<4>>("hex-4", NoEvaluation));
    let program = program.game(Kit::of::<Hex<5>>("hex-5", NoEvaluation));
    program.game(Kit::of::<Hex<11>>("hex-11", NoEvaluation)).main()
}
