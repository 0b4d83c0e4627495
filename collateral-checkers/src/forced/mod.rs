//! Forced wins, by a search that ends in a bitbase.

mod answer;
mod file;
mod settle;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use answer::{Entry, Role, combine, settles};
use engine::solve::tablebase::{Bitbase, BuildError, BuildOptions, Family, Rank, filled};
use engine::system::threads;
use engine::{Game, Wdl, key};

pub use answer::Forced;
pub use file::StateError;

type Move<F> = <<F as Family>::Game as Game>::Move;
type Player<F> = <<F as Family>::Game as Game>::Player;

/// The fewest words of the table.
const FEWEST: u64 = 1 << 10;

/// Decides whether a player can force a win within some plies: to the end of the game, or to a position
/// that is won by a [`Bitbase`].
///
/// Positions are identified by their rank in a second family, which should have more positions than the
/// bitbase; a position without a rank there is searched again every time. Answers are kept in a table
/// of fixed size, by hash keys of up to 64 bits that are taken to differ.
///
/// Answers do not depend on how a position was reached: repeating positions uses up plies without
/// winning. A rule that ends the game after a number of plies counts as far as [`Game::outcome`]
/// applies it and ranks include the number.
pub struct ForcedWins<'b, F: Family> {
    bitbase: &'b Bitbase<F>,
    numbering: F,
    /// [`Entry`] words, by the hash of the position.
    table: Vec<AtomicU64>,
    /// Positions that the attacker never wins, as shown by closed sets.
    closed: Mutex<HashSet<Key>>,
    positions: AtomicU64,
}

/// The identity of a position for an attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    rank: Rank,
    mover: Role,
}

/// The position after a move.
struct Child<G> {
    order: (u32, u64),
    hash: Option<u64>,
    position: G,
}

impl<'b, F: Family> ForcedWins<'b, F> {
    /// A search with a table of this many bytes.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(bitbase: &'b Bitbase<F>, numbering: F, bytes: u64) -> Result<Self, BuildError> {
        let table = filled((bytes / 8).max(FEWEST), AtomicU64::default)?;
        let (closed, positions) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { bitbase, numbering, table, closed, positions })
    }

    /// The bitbase.
    pub fn bitbase(&self) -> &'b Bitbase<F> {
        self.bitbase
    }

    /// The number of positions visited by all searches so far.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
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

    /// The answer of the table for a position.
    fn recall(&self, position: &F::Game, player: Player<F>) -> Option<Forced> {
        self.look_up(self.hash(position, player))
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

    fn slot(&self, key: u64) -> &AtomicU64 {
        // The low bits are not part of an entry.
        let place = (u128::from(key.rotate_right(16)) * self.table.len() as u128) >> 64;
        &self.table[place as usize]
    }

    fn look_up(&self, key: Option<u64>) -> Option<Forced> {
        let key = key?;
        Entry(self.slot(key).load(Ordering::Relaxed)).get(key)
    }

    fn keep(&self, key: Option<u64>, forced: Forced) {
        if let Some(key) = key {
            self.slot(key).store(Entry::new(key, forced).0, Ordering::Relaxed);
        }
    }
}

impl<F: Family + Sync> ForcedWins<'_, F>
where
    F::Game: Sync,
    Player<F>: Sync,
{
    /// Whether `player` can force a win from an unfinished position within this many plies, at most
    /// [`MAX_PLIES`](Forced::MAX_PLIES); `None` if it was stopped. From a position of the bitbase, a
    /// win leads to the end of the game or to a won position of another class.
    pub fn within(
        &self,
        position: &F::Game,
        player: Player<F>,
        plies: u32,
        options: &BuildOptions<'_>,
    ) -> Option<Forced> {
        let (done, numbers) = (AtomicBool::new(false), AtomicU64::new(0));
        let found = threads::run(options.thread_count(), || {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let searcher = Searcher { search: self, player, options, done: &done, number };
            let plies = plies.min(Forced::MAX_PLIES);
            let found =
                searcher.visit(position, self.hash(position, player), plies, &mut Vec::new());
            done.store(true, Ordering::Relaxed);
            found
        });
        found.into_iter().flatten().min_by_key(|forced| forced.attacker_rank())
    }

    /// The moves that win soonest for the player to move: in the fewest plies to the end of the game,
    /// or to another class of the bitbase. Empty if there is no win within
    /// [`MAX_PLIES`](Forced::MAX_PLIES), `None` if it was stopped.
    ///
    /// A player who plays such moves wins, as each brings the end or an earlier class nearer.
    pub fn winning_moves(
        &self,
        position: &F::Game,
        options: &BuildOptions<'_>,
    ) -> Option<Vec<Move<F>>> {
        let (player, class) = (position.turn(), self.class(position));
        let mut plies = 0;
        while let Forced::NotWithin(_) = self.within(position, player, plies, options)? {
            if plies == Forced::MAX_PLIES {
                return Some(Vec::new());
            }
            plies += 1;
        }
        let mut winning = Vec::new();
        for m in position.distinct_moves() {
            let child = position.after(m);
            let found = match self.exit(&child, player, class) {
                Some(found) => found,
                None => self.within(&child, player, plies.saturating_sub(1), options)?,
            };
            if matches!(found, Forced::Within(_)) {
                winning.push(m);
            }
        }
        Some(winning)
    }
}

/// One thread of a search.
struct Searcher<'w, 'b, F: Family> {
    search: &'w ForcedWins<'b, F>,
    player: Player<F>,
    options: &'w BuildOptions<'w>,
    done: &'w AtomicBool,
    /// Varies the order of equally good moves, so that threads differ; they share the table.
    number: u64,
}

impl<F: Family> Searcher<'_, '_, F> {
    /// Searches a position. `buffers` are free buffers, one for each ply below.
    fn visit(
        &self,
        position: &F::Game,
        hash: Option<u64>,
        plies: u32,
        buffers: &mut Vec<Buffers<F::Game>>,
    ) -> Option<Forced> {
        if plies == 0 {
            return Some(Forced::NotWithin(0));
        }
        let count = self.search.positions.fetch_add(1, Ordering::Relaxed);
        if count.is_multiple_of(1024)
            && (self.options.is_stopped() || self.done.load(Ordering::Relaxed))
        {
            return None;
        }
        let mut own = buffers.pop().unwrap_or_default();
        let mut found = self.children(position, plies, &mut own);
        let Buffers { children, .. } = &mut own;
        let mover = role(position, self.player);
        if !settles(found, mover, plies) {
            children.sort_unstable_by_key(|child| child.order);
            for child in children.iter() {
                let below =
                    self.visit(&child.position, child.hash, plies - 1, buffers)?.seen_earlier();
                found = Some(combine(found, below, mover));
                if settles(found, mover, plies) {
                    break;
                }
            }
        }
        buffers.push(own);
        let found = found.unwrap_or(Forced::Never);
        self.search.keep(hash, found);
        Some(found)
    }

    /// Lists the children that have to be searched, and returns the answer of the other children.
    fn children(
        &self,
        position: &F::Game,
        plies: u32,
        Buffers { children, moves, replies }: &mut Buffers<F::Game>,
    ) -> Option<Forced> {
        children.clear();
        moves.clear();
        position.generate_distinct_moves(moves);
        let mover = role(position, self.player);
        let class = self.search.class(position);
        let mut found = None;
        for &m in &*moves {
            let child = position.after(m);
            let hash = self.search.hash(&child, self.player);
            let known = self.search.exit(&child, self.player, class);
            let known = known.or_else(|| self.search.look_up(hash));
            let before = known.unwrap_or(Forced::NotWithin(0));
            if before.answers(plies - 1) {
                found = Some(combine(found, before.seen_earlier(), mover));
                if settles(found, mover, plies) {
                    break;
                }
            } else {
                // The attacker tries the move that is refuted for the fewest plies first, the defender
                // that which holds for the most; then the move that leaves the fewest replies.
                let held = match mover {
                    Role::Attacker => before.plies(),
                    Role::Defender => u32::MAX - before.plies(),
                };
                let few = child.count_moves(replies) << 8;
                let random = hash.unwrap_or(0).rotate_left(self.number as u32 * 8) & 0xff;
                children.push(Child { order: (held, few | random), hash, position: child });
            }
        }
        found
    }
}

fn role<G: Game>(position: &G, attacker: G::Player) -> Role {
    if position.turn() == attacker { Role::Attacker } else { Role::Defender }
}

struct Buffers<G: Game> {
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Self { children: Vec::new(), moves: Vec::new(), replies: Vec::new() }
    }
}
