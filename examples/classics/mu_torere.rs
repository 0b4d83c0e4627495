//! Mū Tōrere: eight points in a ring and one in the middle; who cannot move has lost. Positions come again.

use std::fmt;
use std::str::FromStr;

use engine::observe::Observe;
use engine::svg::{Canvas, Colour, Draw, Explain, Task, disc};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Start, key};

use crate::board::{refuse, split_turn};

engine::two_players! {
    /// A player. Black begins.
    pub enum Player { Black: 'x' "black", White: 'o' "white" }
}

/// A point: `a` to `h` in the ring, `i` in the middle. A move goes from there to the empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point(u8);

const MIDDLE: u8 = 8;

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'a' + self.0), f)
    }
}

impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [letter @ b'a'..=b'i'] => Ok(Self(letter - b'a')),
            _ => Err(refuse(text, "a point, a to i")),
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MuTorere {
    /// The player whose piece is on each point; one is empty.
    points: [Option<Player>; 9],
    turn: Player,
}

impl MuTorere {
    fn empty(&self) -> u8 {
        self.points.iter().position(Option::is_none).unwrap_or_default() as u8
    }

    /// Whether the player to move can move from a point of the ring or the middle to the empty point.
    fn can_move(&self, from: u8) -> bool {
        let (own, empty) = (Some(self.turn), self.empty());
        let beside = [(from + 1) % 8, (from + 7) % 8];
        // Only who stands beside the other player may go to the middle.
        let meets =
            || beside.iter().any(|&next| self.points[usize::from(next)] == Some(!self.turn));
        let is_beside = from < MIDDLE && beside.contains(&empty);
        let is_near = from == MIDDLE || is_beside || empty == MIDDLE && meets();
        self.points[usize::from(from)] == own && is_near
    }
}

impl Game for MuTorere {
    type Player = Player;
    type Move = Point;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let can_move = (0..=MIDDLE).any(|from| self.can_move(from));
        (!can_move).then_some(Outcome::Winner(!self.turn))
    }

    fn generate_moves(&self, moves: &mut Vec<Point>) {
        moves.extend((0..=MIDDLE).filter(|&from| self.can_move(from)).map(Point));
    }

    fn check(&self, from: Point) -> Result<(), NotLegal> {
        NotLegal::check(self, from)
    }

    fn play_unchecked(&mut self, Point(from): Point) {
        let to = self.empty();
        self.points.swap(usize::from(from), usize::from(to));
        self.turn = !self.turn;
    }
}

impl Keyed for MuTorere {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The points in order and the player to move: `xxxxoooo. x`.
impl fmt::Display for MuTorere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: String =
            self.points.map(|piece| piece.map_or('.', Player::to_char)).iter().collect();
        write!(f, "{points} {}", self.turn.to_char())
    }
}

impl Notation for MuTorere {
    type Rules = ();

    fn rules(&self) {}

    fn parse(text: &str, (): &()) -> Result<Self, ParseError> {
        let (letters, turn) = split_turn(text, Player::from_char)?;
        let points: Vec<_> = letters.chars().map(Player::from_char).collect();
        let is_read = letters.matches('.').count() == 1
            && points.iter().filter(|point| point.is_none()).count() == 1;
        let points = points.try_into().ok().filter(|_| is_read);
        let points =
            points.ok_or_else(|| refuse(letters, "nine points, x, o, and one that is empty"))?;
        Ok(Self { points, turn })
    }
}

impl Start for MuTorere {
    fn start((): &(), _seed: u64) -> Self {
        let [x, o] = Player::ALL.map(Some);
        Self { points: [x, x, x, x, o, o, o, o, None], turn: Player::Black }
    }
}

impl Draw for MuTorere {
    fn size(&self) -> (u8, u8) {
        (4, 4)
    }

    /// The points of the ring clockwise from the top.
    fn draw(&self, canvas: &mut Canvas) {
        const CENTRES: [(i32, i32); 9] = [
            (0, -170),
            (120, -120),
            (170, 0),
            (120, 120),
            (0, 170),
            (-120, 120),
            (-170, 0),
            (-120, -120),
            (0, 0),
        ];
        const CORNERS: [(i32, i32); 8] = [
            (-20, -48),
            (20, -48),
            (48, -20),
            (48, 20),
            (20, 48),
            (-20, 48),
            (-48, 20),
            (-48, -20),
        ];
        for (point, ((x, y), piece)) in (0..).zip(CENTRES.into_iter().zip(self.points)) {
            let name = Point(point).to_string();
            canvas.polygon(&name, &CORNERS.map(|(right, down)| (x + right, y + down)), "light");
            if let Some(player) = piece {
                canvas.piece_at(&name, &player.to_string(), player, disc(34));
            }
        }
    }

    fn places(&self, from: Point) -> Vec<String> {
        vec![from.to_string()]
    }

    fn route(&self, from: Point) -> Vec<String> {
        vec![from.to_string(), Point(self.empty()).to_string()]
    }
}

impl Explain for MuTorere {
    fn colour(&self, player: Player) -> Colour {
        if player == Player::Black { Colour::Black } else { Colour::White }
    }

    fn task(&self) -> Task {
        Task::new("choose a piece that goes to the empty point")
    }
}

impl Observe for MuTorere {}
