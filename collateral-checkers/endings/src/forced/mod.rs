//! Forced wins, by a search that ends in a bitbase.

mod answer;
mod entries;
mod file;
mod run;
mod settle;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::available_parallelism;

use answer::Role;
use engine::{Game, Limits, SearchError, Wdl, key};
use entries::Entries;
use run::Watch;
use solve::tablebase::{Bitbase, Family, Rank, filled};

pub use answer::Forced;
pub use file::StateError;
pub(crate) use run::Run;

type Move<F> = <<F as Family>::Game as Game>::Move;
type Player<F> = <<F as Family>::Game as Game>::Player;

/// The fewest bytes of the table.
const FEWEST: usize = 1 << 13;

/// Decides whether a player can force a win within some plies: to the end of the game, or to a position
/// that is won by a [`Bitbase`].
///
/// Positions are identified by their rank in a second family, which should have more positions than the
/// bitbase; a position without a rank there is searched again every time. Answers are kept in a table, of
/// 16 MiB or of [another size](ForcedWins::with_memory), by hash keys of up to 64 bits that are taken to differ.
///
/// Answers do not depend on how a position was reached: repeating positions uses up plies without
/// winning. A rule that ends the game after a number of plies counts as far as [`Game::outcome`]
/// applies it and ranks include the number.
///
/// The [limits](Limits) of a run are nodes, time and a stop flag; a depth or a clock does not limit it. A run that
/// reaches a limit has no answer, but the next one profits from the table.
pub struct ForcedWins<'b, F: Family> {
    bitbase: &'b Bitbase<F>,
    numbering: F,
    threads: usize,
    /// The size of the table in bytes.
    memory: usize,
    /// The words of [`Entries`], once they are allocated.
    table: OnceLock<Vec<AtomicU64>>,
    /// Positions that the attacker never wins, as shown by closed sets.
    closed: Mutex<HashSet<Key>>,
    nodes: AtomicU64,
}

/// The identity of a position for an attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    rank: Rank,
    mover: Role,
}

impl<'b, F: Family> ForcedWins<'b, F> {
    /// A search with a thread for each processor.
    pub fn new(bitbase: &'b Bitbase<F>, numbering: F) -> Self {
        Self {
            bitbase,
            numbering,
            threads: available_parallelism().map_or(1, usize::from),
            memory: 16 << 20,
            table: OnceLock::new(),
            closed: Mutex::default(),
            nodes: AtomicU64::new(0),
        }
    }

    /// The same search with a table of this many bytes, 16 MiB by default, at least 8 KiB. It is allocated by the
    /// first run, which returns [`SearchError::NoMemory`] if the system does not grant it. What an earlier
    /// table has is forgotten.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: bytes.max(FEWEST), table: OnceLock::new(), ..self }
    }

    /// The same search by this many threads; 0 counts as 1. One thread visits the same positions every time.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The bitbase.
    pub fn bitbase(&self) -> &'b Bitbase<F> {
        self.bitbase
    }

    /// The number of visits of positions by all runs that have ended.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether it is proven, without a search, that `player` cannot force a win: by the outcome, the
    /// bitbase, or an earlier [`settle`](ForcedWins::settle).
    pub fn is_never(&self, position: &F::Game, player: Player<F>) -> bool {
        self.settled(position, player, None) == Some(Forced::Never)
    }

    /// The class of a position in the bitbase.
    fn class(&self, position: &F::Game) -> Option<usize> {
        Some(self.bitbase.family().rank(position)?.class)
    }

    /// The answer of the rules or the bitbase for a child. A win inside the same class counts only by search,
    /// so that winning play makes progress.
    fn exit(&self, child: &F::Game, player: Player<F>, class: Option<usize>) -> Option<Forced> {
        let wins = if child.turn() == player { Wdl::Win } else { Wdl::Loss };
        if let Some(outcome) = child.outcome() {
            let is_won = outcome.wdl(player) == Wdl::Win;
            return Some(if is_won { Forced::Within(0) } else { Forced::Never });
        }
        let rank = self.bitbase.family().rank(child)?;
        match self.bitbase.get(rank)? {
            result if result != wins => Some(Forced::Never),
            _ => (Some(rank.class) != class).then_some(Forced::Within(0)),
        }
    }

    /// The answer proven without a search for a position after a move from one of this class.
    fn settled(&self, child: &F::Game, player: Player<F>, class: Option<usize>) -> Option<Forced> {
        let closed = || self.key(child, player).is_some_and(|key| self.closed().contains(&key));
        self.exit(child, player, class).or_else(|| closed().then_some(Forced::Never))
    }

    fn closed(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key of a position, or `None` without a rank.
    fn key(&self, position: &F::Game, player: Player<F>) -> Option<Key> {
        let rank = self.numbering.rank(position)?;
        Some(Key { rank, mover: role(position, player) })
    }

    fn hash(&self, position: &F::Game, player: Player<F>) -> Option<u64> {
        let Key { rank: Rank { class, index }, mover } = self.key(position, player)?;
        Some(key::mix(key::mix(mover as u64, class as u64), index))
    }

    /// The table, which the first run allocates.
    fn table(&self) -> Result<Entries<'_>, SearchError> {
        if let Some(words) = self.table.get() {
            return Ok(Entries(words));
        }
        let bytes = self.memory;
        let words = filled(bytes as u64 / 8, AtomicU64::default)
            .map_err(|_| SearchError::NoMemory { bytes })?;
        Ok(Entries(self.table.get_or_init(|| words)))
    }

    /// Does some work within limits, and counts its nodes.
    pub(crate) fn watched<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(Run<'_, 'b, F>) -> T,
    ) -> Result<T, SearchError> {
        let (table, watch) = (self.table()?, Watch::new(limits));
        let done = work(Run { wins: self, table, watch: &watch, threads: self.threads });
        self.nodes.fetch_add(watch.nodes(), Ordering::Relaxed);
        Ok(done)
    }
}

impl<F: Family + Sync> ForcedWins<'_, F>
where
    F::Game: Sync,
    Player<F>: Sync,
{
    /// Whether `player` can force a win from an unfinished position within this many plies, at most
    /// [`MAX_PLIES`](Forced::MAX_PLIES); `None` if a limit is reached first. From a position of the bitbase, a
    /// win leads to the end of the game or to a won position of another class.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn within(
        &self,
        position: &F::Game,
        player: Player<F>,
        plies: u32,
        limits: &Limits,
    ) -> Result<Option<Forced>, SearchError> {
        self.watched(limits, |run| run.within(position, player, plies))
    }

    /// The moves that win soonest for the player to move: in the fewest plies to the end of the game,
    /// or to another class of the bitbase. Empty if there is no win within
    /// [`MAX_PLIES`](Forced::MAX_PLIES), `None` if a limit is reached first.
    ///
    /// A player who plays such moves wins, as each brings the end or an earlier class nearer.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn winning_moves(
        &self,
        position: &F::Game,
        limits: &Limits,
    ) -> Result<Option<Vec<Move<F>>>, SearchError> {
        self.watched(limits, |run| run.winning_moves(position))
    }

    /// Whether `player` can force a win from an unfinished position in any number of plies, as far as
    /// searches to this many plies show; `None` if a limit is reached first.
    ///
    /// It searches for a win within 1, 2, 3 ... plies, and then for a closed set: positions without a win in which
    /// the other player can stay forever. A set proves [`Forced::Never`] by the bitbase and exact ranks, not by hash
    /// keys, and is kept. The attempt ends when the set has more positions than the cube of the plies, at most 8
    /// million, which take a few GiB. The answer is [`Forced::NotWithin`] if there is neither a win nor a set.
    ///
    /// If `player` can never force a win, the other player has at least a draw, as an endless game has no winner.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn settle(
        &self,
        position: &F::Game,
        player: Player<F>,
        plies: u32,
        limits: &Limits,
    ) -> Result<Option<Forced>, SearchError> {
        self.watched(limits, |run| run.settle(position, player, plies))
    }
}

fn role<G: Game>(position: &G, attacker: G::Player) -> Role {
    if position.turn() == attacker { Role::Attacker } else { Role::Defender }
}
