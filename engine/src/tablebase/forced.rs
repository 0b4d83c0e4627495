//! Forced wins, by a search that ends in a bitbase.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::answer::{Entry, Forced, combine, settles};
use super::bitbase::{Bitbase, zeros};
use super::error::BuildError;
use super::expand::over;
use super::options::BuildOptions;
use super::{Family, Rank};
use crate::game::Game;
use crate::key;
use crate::outcome::Wdl;
use crate::threads;

/// The words of a table come in blocks of so many.
pub(super) const BLOCK: usize = 1 << 10;

/// Finds out whether a player can force a win within some plies: to the end of the game, or to a position
/// that a [`Bitbase`] knows to be won.
///
/// Positions are told apart by their rank in a family that should hold more positions than the bitbase;
/// what has no rank there is searched each time it is met. What was found is kept for later questions, in
/// a table of fixed size.
///
/// No answer depends on how a position was reached, so repetitions need no care: a player who only
/// repeats positions has not won within so many plies. A rule that ends the game after a number of plies
/// counts as far as [`Game::outcome`] knows of it and ranks tell it apart.
pub struct ForcedWins<'b, F: Family> {
    pub(super) bitbase: &'b Bitbase<F>,
    pub(super) numbering: F,
    /// [`Entry`] words, by the hash of the position; whole blocks.
    pub(super) table: Vec<AtomicU64>,
    /// Where the attacker was shown never to win, by closed sets.
    pub(super) closed: Mutex<HashSet<Key>>,
    pub(super) positions: AtomicU64,
}

/// A position, and whether the attacker is to move.
pub(super) type Key = (Rank, bool);

/// A move of the game, and what it leads to.
struct Child<G> {
    order: (u32, u64),
    hash: Option<u64>,
    position: G,
}

impl<'b, F: Family + Sync> ForcedWins<'b, F>
where
    F::Game: Sync,
    <F::Game as Game>::Player: Sync,
{
    /// A search with a table of so many bytes.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(bitbase: &'b Bitbase<F>, numbering: F, bytes: u64) -> Result<Self, BuildError> {
        let blocks = (bytes / 8).div_ceil(BLOCK as u64).max(1);
        let table = zeros(blocks.saturating_mul(BLOCK as u64))?;
        let (closed, positions) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { bitbase, numbering, table, closed, positions })
    }

    /// The bitbase.
    pub fn bitbase(&self) -> &'b Bitbase<F> {
        self.bitbase
    }

    /// How many positions were looked at, in all questions together.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Whether `player` can force a win from a running game within so many plies,
    /// [`MAX_PLIES`](Forced::MAX_PLIES) at most; `None` if it was stopped. From a position of the bitbase a
    /// win is one to the end of the game, or to a won position of another class.
    pub fn within(
        &self,
        position: &F::Game,
        player: <F::Game as Game>::Player,
        plies: u32,
        options: &BuildOptions<'_>,
    ) -> Option<Forced> {
        let (done, numbers) = (AtomicBool::new(false), AtomicU64::new(0));
        let found = threads::run(options.thread_count(), || {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let worker = Worker { search: self, player, options, done: &done, number };
            let plies = plies.min(Forced::MAX_PLIES);
            let found = worker.ask(position, self.hash(position, player), plies, &mut Vec::new());
            done.store(true, Ordering::Relaxed);
            found
        });
        found.into_iter().flatten().min_by_key(|forced| forced.hope())
    }

    /// Whether it is known, without a search and for certain, that `player` cannot force a win: by the end
    /// of the game, the bitbase, or what was [settled](ForcedWins::settle).
    pub fn is_never(&self, position: &F::Game, player: <F::Game as Game>::Player) -> bool {
        self.settled(position, player, None) == Some(Forced::Never)
    }

    /// The moves of a running game that win soonest for the player to move: in the fewest plies to the
    /// end of the game, or to another class of the bitbase. Empty if there is no win within
    /// [`MAX_PLIES`](Forced::MAX_PLIES), `None` if it was stopped.
    ///
    /// Who keeps to such moves wins, as every ply brings the end or a class before nearer.
    pub fn winning_moves(
        &self,
        position: &F::Game,
        options: &BuildOptions<'_>,
    ) -> Option<Vec<<F::Game as Game>::Move>> {
        let (player, class) = (position.turn(), self.class(position));
        let mut plies = 0;
        while let Forced::NotWithin(_) = self.within(position, player, plies, options)? {
            plies += 1;
            if plies > Forced::MAX_PLIES {
                break;
            }
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

    /// The class of a position in the bitbase.
    pub(super) fn class(&self, position: &F::Game) -> Option<usize> {
        Some(self.bitbase.family().rank(position)?.class)
    }

    /// What is known of a position after a move from one of this class, without a search: the game is
    /// over, or the bitbase has it and it is not won, or it is won and of another class.
    pub(super) fn exit(
        &self,
        child: &F::Game,
        player: <F::Game as Game>::Player,
        class: Option<usize>,
    ) -> Option<Forced> {
        let wins = if child.turn() == player { Wdl::Win } else { Wdl::Loss };
        if let Some(result) = over(child) {
            return Some(if result == wins { Forced::Within(0) } else { Forced::Never });
        }
        let rank = self.bitbase.family().rank(child)?;
        match self.bitbase.result(rank)? {
            result if result != wins => Some(Forced::Never),
            _ => (Some(rank.class) != class).then_some(Forced::Within(0)),
        }
    }

    /// What is known of a position after a move from one of this class, without a search and for certain.
    pub(super) fn settled(
        &self,
        child: &F::Game,
        player: <F::Game as Game>::Player,
        class: Option<usize>,
    ) -> Option<Forced> {
        let closed = || self.key(child, player).is_some_and(|key| self.never().contains(&key));
        self.exit(child, player, class).or_else(|| closed().then_some(Forced::Never))
    }

    /// What the table knows of a position.
    pub(super) fn recall(
        &self,
        position: &F::Game,
        player: <F::Game as Game>::Player,
    ) -> Option<Forced> {
        self.look_up(self.hash(position, player))
    }

    /// What tells a position apart, together with whose win is asked for.
    pub(super) fn key(&self, position: &F::Game, player: <F::Game as Game>::Player) -> Option<Key> {
        Some((self.numbering.rank(position)?, position.turn() == player))
    }

    fn hash(&self, position: &F::Game, player: <F::Game as Game>::Player) -> Option<u64> {
        let (Rank { class, index }, attacks) = self.key(position, player)?;
        Some(key::mix(key::mix(u64::from(attacks), class as u64), index))
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

/// One thread at a question.
struct Worker<'w, 'b, F: Family> {
    search: &'w ForcedWins<'b, F>,
    player: <F::Game as Game>::Player,
    options: &'w BuildOptions<'w>,
    done: &'w AtomicBool,
    /// Threads look at equally good moves in different orders, and share what they find.
    number: u64,
}

impl<F: Family + Sync> Worker<'_, '_, F>
where
    F::Game: Sync,
    <F::Game as Game>::Player: Sync,
{
    /// `buffers` are free lists, one for each ply below.
    fn ask(
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
            && (self.options.check().is_err() || self.done.load(Ordering::Relaxed))
        {
            return None;
        }
        let mut own = buffers.pop().unwrap_or_default();
        let mut found = self.children(position, plies, &mut own);
        let Buffers { children, .. } = &mut own;
        let attacks = position.turn() == self.player;
        if !settles(found, attacks, plies) {
            children.sort_unstable_by_key(|child| child.order);
            for child in children.iter() {
                let below =
                    self.ask(&child.position, child.hash, plies - 1, buffers)?.seen_earlier();
                found = Some(combine(found, below, attacks));
                if settles(found, attacks, plies) {
                    break;
                }
            }
        }
        buffers.push(own);
        let found = found.unwrap_or(Forced::Never);
        self.search.keep(hash, found);
        Some(found)
    }

    /// Lists the children that are to be searched, and returns what the others say together.
    fn children(
        &self,
        position: &F::Game,
        plies: u32,
        Buffers { children, moves, replies }: &mut Buffers<F::Game>,
    ) -> Option<Forced> {
        children.clear();
        moves.clear();
        position.generate_distinct_moves(moves);
        let attacks = position.turn() == self.player;
        let class = self.search.class(position);
        let mut found = None;
        for &m in &*moves {
            let child = position.after(m);
            let hash = self.search.hash(&child, self.player);
            let known = self.search.exit(&child, self.player, class);
            let known = known.or_else(|| self.search.look_up(hash));
            let before = known.unwrap_or(Forced::NotWithin(0));
            if before.answers(plies - 1) {
                found = Some(combine(found, before.seen_earlier(), attacks));
                if settles(found, attacks, plies) {
                    break;
                }
            } else {
                // The attacker tries first what is least refuted, the defender what holds longest;
                // both prefer to leave few moves.
                let held = if attacks { before.plies() } else { u32::MAX - before.plies() };
                let few = child.count_moves(replies) << 8;
                let random = hash.unwrap_or(0).rotate_left(self.number as u32 * 8) & 0xff;
                children.push(Child { order: (held, few | random), hash, position: child });
            }
        }
        found
    }
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
