//! English Checkers on small boards: captures are compulsory, and a jump that can go on is a ply more of the same player.
//! Kings go back, so positions come again; in the usual game that ends in a draw after a while.

use std::fmt;

use engine::board::{read_number, read_ranks, write_ranks};
use engine::game::Values;
use engine::observe::Observe;
use engine::svg::{Canvas, Colour, Draw, Explain, Sign, Task, disc};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Start, key};

use crate::board::{Board, Square, Squares, Step, refuse, split_turn};

engine::two_players! {
    /// A player. Black begins and moves up.
    pub enum Player { Black: 'b' "black", White: 'w' "white" }
}

/// When it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// After so many moves of each player without a jump or a step of a man: 40 by the *Rules of Draughts* of the World
    /// Checkers Draughts Federation.
    pub quiet_moves: Option<u16>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { quiet_moves: Some(40) }
    }
}

engine::options! {
    Rules {
        quiet_moves or "none": "moves of each player without a jump or a step of a man that make a draw",
            Values::number_or(1, 999, &["none"])
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers {
    board: Board,
    kings: Squares,
    turn: Player,
    /// The piece that has jumped and must go on.
    jumping: Option<Square>,
    /// The plies since the last jump or step of a man; 0 where they are not counted.
    quiet: u16,
    rules: Rules,
}

impl Checkers {
    /// The beginning on a board of 3 to 8 files and ranks with so many rows of men, of which two ranks stay free,
    /// without draws by quiet moves.
    pub fn new(files: u8, ranks: u8, rows: u8) -> Self {
        let mut board = Board::new(files.max(3), ranks.max(4));
        let rows = rows.clamp(1, board.ranks / 2 - 1);
        for square in board.squares() {
            if (square.file() + square.rank()).is_multiple_of(2) {
                let is_black = square.rank() < rows;
                if is_black || square.rank() >= board.ranks - rows {
                    board.stones[usize::from(!is_black)].insert(square);
                }
            }
        }
        let rules = Rules { quiet_moves: None };
        Self { board, kings: Squares::EMPTY, turn: Player::Black, jumping: None, quiet: 0, rules }
    }

    /// A simple evaluation: a man counts 100, a king 150.
    pub fn value(&self, player: Player) -> i32 {
        let of = |player: Player| {
            let own = self.board.stones[player as usize];
            100 * own.len() as i32 + 50 * (own & self.kings).len() as i32
        };
        of(player) - of(!player)
    }

    /// Where a piece can go: by jumps over a piece of the other player, or by steps.
    fn steps(&self, from: Square, length: i8) -> impl Iterator<Item = Step> {
        const WAYS: [(i8, i8); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
        let up = if self.turn == Player::Black { 1 } else { -1 };
        let ways = WAYS.into_iter().filter(move |way| way.1 == up || self.kings.contains(from));
        let (free, others) = (self.board.free(), self.board.stones[!self.turn as usize]);
        ways.filter_map(move |(files, ranks)| {
            let over = self.board.offset(from, (files, ranks))?;
            let to = self.board.offset(from, (length * files, length * ranks))?;
            let is_open = free.contains(to) && (length == 1 || others.contains(over));
            is_open.then_some(Step { from, to })
        })
    }

    fn is_drawn(&self) -> bool {
        self.rules.quiet_moves.is_some_and(|most| self.quiet / 2 >= most)
    }

    /// All jumps, or where there is none all steps.
    fn moves(&self, moves: &mut Vec<Step>) {
        let own = self.jumping.map_or(self.board.stones[self.turn as usize], Squares::of);
        let before = moves.len();
        moves.extend(own.into_iter().flat_map(|from| self.steps(from, 2)));
        if moves.len() == before && self.jumping.is_none() {
            moves.extend(own.into_iter().flat_map(|from| self.steps(from, 1)));
        }
    }
}

impl Game for Checkers {
    type Player = Player;
    type Move = Step;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who cannot move has lost, before it is a draw.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let own = self.board.stones[self.turn as usize];
        let can_go =
            |from| self.steps(from, 1).next().is_some() || self.steps(from, 2).next().is_some();
        let is_drawn = self.is_drawn().then_some(Outcome::Draw);
        if own.into_iter().any(can_go) { is_drawn } else { Some(Outcome::Winner(!self.turn)) }
    }

    fn generate_moves(&self, moves: &mut Vec<Step>) {
        if !self.is_drawn() {
            self.moves(moves);
        }
    }

    fn check(&self, step: Step) -> Result<(), NotLegal> {
        NotLegal::check(self, step)
    }

    fn play_unchecked(&mut self, Step { from, to }: Step) {
        let own = &mut self.board.stones[self.turn as usize];
        *own = own.without(from).with(to);
        let was_king = self.kings.remove(from);
        let is_last =
            to.rank() == if self.turn == Player::Black { self.board.ranks - 1 } else { 0 };
        if was_king || is_last {
            self.kings.insert(to);
        }
        let over = Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()));
        let is_jump = from.file().abs_diff(to.file()) == 2;
        if let Some(over) = over.filter(|_| is_jump) {
            self.board.stones[!self.turn as usize].remove(over);
            self.kings.remove(over);
        }
        let is_quiet = was_king && !is_jump && self.rules.quiet_moves.is_some();
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
        // A man that has just been crowned stops.
        let goes_on = is_jump && (was_king || !is_last) && self.steps(to, 2).next().is_some();
        self.jumping = goes_on.then_some(to);
        if !goes_on {
            self.turn = !self.turn;
        }
    }
}

impl Keyed for Checkers {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from above with kings in capitals, the piece that goes on jumping, the quiet plies, and the player to move:
/// `1w1w/4/4/b1b1 - 0 b`.
impl fmt::Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = write_ranks(self.board.files, self.board.ranks, |file, rank| {
            let square = Square::new(file, rank)?;
            let letter = ['b', 'w'][self.board.owner(square)?];
            let is_king = self.kings.contains(square);
            Some(if is_king { letter.to_ascii_uppercase() } else { letter })
        });
        let jumping = self.jumping.map_or_else(|| "-".to_owned(), |square| square.to_string());
        write!(f, "{ranks} {jumping} {} {}", self.quiet, self.turn.to_char())
    }
}

impl Notation for Checkers {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn parse(text: &str, &rules: &Rules) -> Result<Self, ParseError> {
        let (rest, turn) = split_turn(text, Player::from_char)?;
        let [ranks, jumping, quiet] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err(refuse(text, "four words"));
        };
        let most = 2 * rules.quiet_moves.unwrap_or(0);
        let quiet = read_number(quiet).and_then(|quiet| u16::try_from(quiet).ok());
        let quiet = quiet.filter(|&quiet| quiet <= most);
        let quiet = quiet.ok_or_else(|| refuse(text, &format!("0 to {most} quiet plies")))?;
        let read = read_ranks(ranks, 3..=8, 4..=8, "bwBW")?;
        let (mut board, mut kings) = (Board::new(read.files, read.ranks), Squares::EMPTY);
        for (file, rank, letter) in read.pieces {
            let Some(square) = Square::new(file, rank) else { continue };
            board.stones[usize::from(letter.eq_ignore_ascii_case(&'w'))].insert(square);
            if letter.is_uppercase() {
                kings.insert(square);
            }
        }
        let jumping = if jumping == "-" { None } else { Some(jumping.parse()?) };
        let position = Self { board, kings, turn, jumping, quiet, rules };
        let jumps =
            |at| board.stones[turn as usize].contains(at) && position.steps(at, 2).next().is_some();
        if jumping.is_some_and(|at| !jumps(at)) {
            return Err(ParseError::because("the piece that goes on jumping has no jump"));
        }
        Ok(position)
    }
}

/// The usual game: eight by eight, with three rows of men.
impl Start for Checkers {
    fn start(&rules: &Rules, _seed: u64) -> Self {
        Self { rules, ..Self::new(8, 8, 3) }
    }
}

impl Draw for Checkers {
    fn size(&self) -> (u8, u8) {
        (self.board.files, self.board.ranks)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in self.board.squares() {
            let cell = (square.file() as i8, square.rank() as i8);
            let is_dark = (square.file() + square.rank()).is_multiple_of(2);
            canvas.square(cell, if is_dark { "dark" } else { "light" });
            if let Some(player) = self.board.owner(square).map(|player| Player::ALL[player]) {
                let is_king = self.kings.contains(square);
                let rank = if is_king { "king" } else { "man" };
                let sign = if is_king { Sign::Ring.at((50, 50), 22) } else { String::new() };
                canvas.piece(
                    cell,
                    &player.to_string(),
                    format!("{player} {rank}"),
                    &(disc(38) + &sign),
                );
            }
        }
    }

    fn places(&self, Step { from, to }: Step) -> Vec<String> {
        vec![from.to_string(), to.to_string()]
    }
}

impl Explain for Checkers {
    fn colour(&self, player: Player) -> Colour {
        if player == Player::Black { Colour::Black } else { Colour::White }
    }

    fn task(&self) -> Task {
        Task::new("move a piece slantwise, or jump if one of yours can")
    }
}

impl Observe for Checkers {
    fn all_pieces(&self) -> Vec<String> {
        ["black man", "black king", "white man", "white king"].map(str::to_owned).into()
    }
}
