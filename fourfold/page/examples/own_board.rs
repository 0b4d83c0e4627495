//! A game of your own on the page of `fourfold board`: Chomp, drawn and played by pointing. With the name
//! of a file, a report on it instead.

use std::fmt;

use engine::board::read_number;
use engine::observe::Observe;
use engine::svg::{Canvas, Class, Draw, Explain};
use engine::{Game, Keyed, NoEvaluation, NotLegal, Notation, Outcome, ParseError, Start, key};
use page::report::Report;
use page::{Board, Kit};

engine::board! {
    /// A piece of a bar of chocolate.
    pub struct Piece(5 x 4);
    /// Pieces.
    pub struct Pieces(u32);
    /// The pieces of a set, in order.
    pub struct EachPiece;
}

engine::two_players! {
    /// A player.
    pub enum Player { First: '1' "first", Second: '2' "second" }
}

/// The bar of Chomp. Who takes a piece takes all above and to the right of it too; the piece a1 is
/// poisoned, and who takes it has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    left: Pieces,
    turn: Player,
}

impl Game for Chomp {
    type Player = Player;
    type Move = Piece;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.left.is_empty().then_some(Outcome::Winner(self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Piece>) {
        moves.extend(self.left);
    }

    fn check(&self, piece: Piece) -> Result<(), NotLegal> {
        NotLegal::check(self, piece)
    }

    fn play_unchecked(&mut self, piece: Piece) {
        let stays = |other: &Piece| other.file() < piece.file() || other.rank() < piece.rank();
        self.left = self.left.into_iter().filter(stays).collect();
        self.turn = !self.turn;
    }
}

impl Keyed for Chomp {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The pieces left as bits, and the player to move: `1048575 1`.
impl fmt::Display for Chomp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left.bits(), self.turn.to_char())
    }
}

impl Notation for Chomp {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let refuse = || {
            let expected = "the pieces left as a number, a space, and the player to move, 1 or 2";
            ParseError::new(format_args!("{text:?} is not a bar"), expected)
        };
        let (left, turn) = text.split_once(' ').ok_or_else(refuse)?;
        let left =
            read_number(left).filter(|&bits| bits <= Pieces::ALL.bits()).ok_or_else(refuse)?;
        let left = Piece::ALL.into_iter().filter(|piece| left >> piece.index() & 1 == 1).collect();
        let turn = turn.parse().ok().and_then(Player::from_char).ok_or_else(refuse)?;
        Ok(Self { left, turn })
    }
}

impl Start for Chomp {
    fn start((): &(), _seed: u64) -> Self {
        Self { left: Pieces::ALL, turn: Player::First }
    }
}

impl Draw for Chomp {
    const CLASSES: &'static [Class] =
        &[Class { name: "chocolate", styles: ["fill:#c98f4e;stroke:#7a4f1d"; 3] }];

    fn size(&self) -> (u8, u8) {
        (Piece::FILES, Piece::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        const BLOCK: &str =
            r#"<rect x="8" y="8" width="84" height="84" rx="12" stroke-width="3"/>"#;
        for piece in Piece::ALL {
            let cell = (piece.file() as i8, piece.rank() as i8);
            canvas.square(cell, "light");
            if self.left.contains(piece) {
                let class = if piece == Piece::A1 { "red" } else { "chocolate" };
                canvas.piece(cell, class, piece, BLOCK);
            }
        }
    }

    fn places(&self, piece: Piece) -> Vec<String> {
        vec![piece.to_string()]
    }
}

impl Explain for Chomp {}

impl Observe for Chomp {
    fn all_pieces(&self) -> Vec<String> {
        Piece::ALL.map(|piece| piece.to_string()).into()
    }
}

/// The game, and all that is said of it.
pub fn chomp() -> Kit {
    Kit::of::<Chomp>("chomp", NoEvaluation).build()
}

/// The page, with this game alone.
pub fn board() -> Board {
    Board::new().game(chomp())
}

/// A report on this game.
pub fn report() -> Report {
    Report::new(chomp()).games(200)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(path) = std::env::args_os().nth(1) {
        return Ok(std::fs::write(path, report().page()?.html)?);
    }
    let server = board().listen(0)?;
    println!("Chomp is at http://{}/ until Ctrl-C.", server.address());
    Ok(server.run_until(std::future::pending())?)
}
