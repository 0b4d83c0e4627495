//! A position of any game as a [`Game`], so that whatever is written for one, such as matches, studies and
//! records, is compiled once for all games.

use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use engine::search::{Bot, BotError, Decided, Decision, Limits, Report, Thought};
use engine::{Game, Keyed, Outcome, Written};

use crate::AnyError;
use crate::position::{AnyPosition, Shown, of_players, texts};
use crate::text::{Move, Player};

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
        let names = position.players().iter().map(ToString::to_string).enumerate();
        let players = names.map(|(seat, name)| Player::new(seat, &name)).collect();
        Self { position: Box::new(position), players }
    }
}

impl Dynamic {
    /// The player of a seat; nobody where the game has no such seat.
    pub(crate) fn player(&self, seat: usize) -> Player {
        self.players.get(seat).copied().unwrap_or_else(|| Player::new(seat, ""))
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
        Some(of_players(self.position.outcome()?, |seat| self.player(seat)))
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

/// A bot of one game as a bot for [positions of any type](Dynamic). It refuses those of other games.
pub struct BotOf<G: Game>(Box<dyn Bot<G> + Send>);

impl<G: Shown> BotOf<G> {
    /// The bot for positions of any type.
    pub fn new(bot: impl Bot<G> + Send + 'static) -> Self {
        Self(Box::new(bot))
    }
}

impl<G: Shown> Bot<Dynamic> for BotOf<G> {
    fn decide(
        &mut self,
        position: &Dynamic,
        limits: &Limits,
        report: Report<'_, Move>,
    ) -> Decided<Dynamic> {
        let other = |error: AnyError| BotError::Failed { reason: error.to_string() };
        let report: Report<'_, G::Move> = &mut |thought| report(&in_words(thought));
        let position: &G = position.of_type().map_err(other)?;
        let Decision { m, score, nodes } = self.0.decide(position, limits, report)?;
        Ok(Decision { m: Move::of(m), score, nodes })
    }

    fn new_game(&mut self, start: &Dynamic, seed: u64) {
        // What is of another game is refused when a move is asked for.
        if let Ok(start) = start.of_type() {
            self.0.new_game(start, seed);
        }
    }
}

/// A bot for positions of any type.
pub(crate) fn any<G: Shown>(bot: impl Bot<G> + Send + 'static) -> Box<dyn Bot<Dynamic> + Send> {
    Box::new(BotOf::new(bot))
}

/// The same thought with moves as text.
fn in_words<M: Display>(thought: &Thought<M>) -> Thought<Move> {
    let &Thought { ref line, score, expected, proven, depth, nodes } = thought;
    Thought { line: texts(line), score, expected, proven, depth, nodes }
}
