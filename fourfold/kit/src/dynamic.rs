//! A position of any game as a [`Game`], so that whatever is written for one, such as matches, studies and
//! records, is compiled once for all games.

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use engine::game::PlayTextError;
use engine::search::{Bot, BotError, Decided, Decision, Limits, Report, Thought};
use engine::{Game, Keyed, Outcome, Points, Written};

use crate::AnyError;
use crate::position::{AnyPosition, Shown};

/// A position of any game: a [`Game`] whose players are seats and whose moves are texts. It is what it holds,
/// an [`AnyPosition`], too.
///
/// Every move is read and written as text. That is of no matter beside a search, but random play is several
/// times slower than by the game's own type.
#[derive(Clone, Debug)]
pub struct Dynamic {
    position: Box<dyn AnyPosition>,
    players: Arc<[Player]>,
}

impl<G: Shown> From<G> for Dynamic {
    fn from(position: G) -> Self {
        Self { players: Player::all(&position).collect(), position: Box::new(position) }
    }
}

impl Dynamic {
    /// The position as one of this game.
    ///
    /// # Errors
    ///
    /// It is of another game.
    pub fn of_type<G: Shown>(&self) -> Result<&G, AnyError> {
        self.position.of_type()
    }

    /// The player of a seat; nobody where the game has no such seat.
    fn player(&self, seat: usize) -> Player {
        self.players.get(seat).copied().unwrap_or_else(|| Player::nobody(seat))
    }

    /// Plays moves separated by single spaces, and returns them, also those that the game
    /// [writes](engine::Notation::parse_word) as one word. If one cannot be played, the position is the one
    /// before it.
    ///
    /// # Errors
    ///
    /// Names the first move that cannot be read or played.
    pub fn play_text(&mut self, moves: &str) -> Result<Vec<Move>, PlayTextError> {
        self.position.play_text(moves)
    }
}

impl Deref for Dynamic {
    type Target = dyn AnyPosition;

    fn deref(&self) -> &Self::Target {
        &*self.position
    }
}

impl DerefMut for Dynamic {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.position
    }
}

impl Game for Dynamic {
    type Player = Player;
    type Move = Move;
    type IllegalMove = AnyError;

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn turn(&self) -> Player {
        self.player(self.position.seat_to_move())
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        Some(match self.position.outcome()? {
            Outcome::Winner(seat) => Outcome::Winner(self.player(seat)),
            Outcome::Draw => Outcome::Draw,
            Outcome::Points(points) => {
                Outcome::Points(Points::new(points.iter().map(|(seat, n)| (self.player(seat), n))))
            }
        })
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.position.list());
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.position.list_distinct());
    }

    fn count_moves(&self, _buffer: &mut Vec<Move>) -> u64 {
        self.position.count_moves() as u64
    }

    fn check(&self, m: Move) -> Result<(), AnyError> {
        self.position.check(m.as_str())
    }

    fn play(&mut self, m: Move) -> Result<(), AnyError> {
        self.position.play(m.as_str())
    }

    /// An illegal move changes nothing.
    fn play_unchecked(&mut self, m: Move) {
        let _ = self.position.play(m.as_str());
    }

    fn seat(&self, player: Player) -> Option<usize> {
        Some(player.seat).filter(|&seat| seat < self.players.len())
    }

    fn seat_to_move(&self) -> usize {
        self.position.seat_to_move()
    }
}

impl Keyed for Dynamic {
    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl Written for Dynamic {
    fn settings(&self) -> String {
        self.position.rule_settings()
    }
}

impl Display for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.position, f)
    }
}

impl PartialEq for Dynamic {
    fn eq(&self, other: &Self) -> bool {
        self.position.is_same(&*other.position)
    }
}

impl Eq for Dynamic {}

impl Hash for Dynamic {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.key().hash(state);
    }
}

/// A player of any game: a seat and its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// From 0.
    pub seat: usize,
    name: Text,
}

/// A move of any game: its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Text);

impl Player {
    /// The players of a position, by seat.
    pub(crate) fn all<G: Shown>(position: &G) -> impl Iterator<Item = Self> {
        let seats = position.players().iter().enumerate();
        seats.map(|(seat, player)| Self { seat, name: Text::new(&player.to_string()) })
    }

    /// A seat that the game does not have.
    pub(crate) fn nobody(seat: usize) -> Self {
        Self { seat, name: Text::new("") }
    }
}

impl Move {
    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(crate) fn of(m: impl Display) -> Self {
        Self(Text::new(&m.to_string()))
    }
}

impl Deref for Move {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl From<&str> for Move {
    fn from(text: &str) -> Self {
        Self(Text::new(text))
    }
}

/// Every text may be a move of some game.
impl FromStr for Move {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name.as_str())
    }
}

impl Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())
    }
}

/// A text that is copied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Text {
    Short {
        length: u8,
        bytes: [u8; Text::SHORT],
    },
    /// Kept for the rest of the process, each different text once.
    Long(&'static str),
}

impl Text {
    const SHORT: usize = 63;

    fn new(text: &str) -> Self {
        static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut bytes = [0; Self::SHORT];
        if let Some(room) = bytes.get_mut(..text.len()) {
            room.copy_from_slice(text.as_bytes());
            return Self::Short { length: text.len() as u8, bytes };
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(text) {
            return Self::Long(known);
        }
        let new: &'static str = Box::leak(text.into());
        kept.insert(new);
        Self::Long(new)
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Self::Long(text) => text,
        }
    }
}

/// A bot of one game as a bot for [positions of any type](Dynamic). It refuses those of other games.
#[derive(Clone, Debug)]
pub struct BotOf<G, B> {
    bot: B,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Shown, B: Bot<G>> BotOf<G, B> {
    /// The bot for positions of any type.
    pub fn new(bot: B) -> Self {
        Self { bot, game: std::marker::PhantomData }
    }
}

impl<G: Shown, B: Bot<G>> Bot<Dynamic> for BotOf<G, B> {
    fn decide(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
        report: Report<'_, Move>,
    ) -> Decided<Dynamic> {
        let other = |error: AnyError| BotError::Failed { reason: error.to_string() };
        let report: Report<'_, G::Move> = &mut |thought| report(&in_words(thought));
        let position: &G = position.of_type().map_err(other)?;
        let Decision { m, score, nodes } = self.bot.decide(position, limits, report)?;
        Ok(Decision { m: Move::of(m), score, nodes })
    }

    fn new_game(&mut self, start: &Dynamic, seed: u64) {
        // What is of another game is refused when a move is asked for.
        if let Ok(start) = start.of_type() {
            self.bot.new_game(start, seed);
        }
    }
}

/// The same thought with moves as text.
fn in_words<M: Display>(thought: &Thought<M>) -> Thought<Move> {
    Thought {
        line: thought.line.iter().map(Move::of).collect(),
        score: thought.score,
        expected: thought.expected,
        proven: thought.proven,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}
