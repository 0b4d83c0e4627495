//! The search for a win within some plies, by several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use engine::{Game, Limits, StopFlag};
use solve::tablebase::Family;
use system::threads;

use super::answer::{Forced, Role, combine, settles};
use super::entries::Entries;
use super::{ForcedWins, Move, Player, role};

/// Counts the nodes of a run and watches its limits.
pub(crate) struct Watch<'l> {
    stop: Option<&'l StopFlag>,
    deadline: Option<Instant>,
    most: u64,
    nodes: AtomicU64,
}

impl<'l> Watch<'l> {
    const NODES_BETWEEN_LOOKS: u64 = 1024;

    pub(super) fn new(limits: &'l Limits) -> Self {
        Self {
            stop: limits.stop.as_ref(),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            most: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        }
    }

    /// The number of nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed).min(self.most)
    }

    /// Whether time is up or the flag is raised.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopFlag::is_raised)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts one node; `None` if that is one too many, or if it is time to stop.
    fn count_node(&self, done: &AtomicBool) -> Option<()> {
        let count = self.nodes.fetch_add(1, Ordering::Relaxed);
        let looks = count.is_multiple_of(Self::NODES_BETWEEN_LOOKS);
        let is_over = looks && (self.is_stopped() || done.load(Ordering::Relaxed));
        (count < self.most && !is_over).then_some(())
    }
}

/// A run of [`ForcedWins`].
pub(crate) struct Run<'w, 'b, F: Family> {
    pub(super) wins: &'w ForcedWins<'b, F>,
    pub(super) table: Entries<'w>,
    pub(crate) watch: &'w Watch<'w>,
    pub(super) threads: usize,
}

impl<F: Family> Clone for Run<'_, '_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Family> Copy for Run<'_, '_, F> {}

impl<'w, 'b, F: Family> Run<'w, 'b, F> {
    pub(crate) fn wins(&self) -> &'w ForcedWins<'b, F> {
        self.wins
    }

    /// The same by one thread, for short searches.
    pub(crate) fn alone(self) -> Self {
        Self { threads: 1, ..self }
    }

    /// What the table says of a position.
    pub(super) fn recall(&self, position: &F::Game, player: Player<F>) -> Option<Forced> {
        self.table.look_up(self.wins.hash(position, player))
    }
}

impl<F: Family + Sync> Run<'_, '_, F>
where
    F::Game: Sync,
    Player<F>: Sync,
{
    /// [`ForcedWins::within`].
    pub(super) fn within(
        &self,
        position: &F::Game,
        player: Player<F>,
        plies: u32,
    ) -> Option<Forced> {
        let (done, numbers) = (AtomicBool::new(false), AtomicU64::new(0));
        let found = threads::run(self.threads, || {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let searcher = Searcher { run: *self, player, done: &done, number };
            let plies = plies.min(Forced::MAX_PLIES);
            let hash = self.wins.hash(position, player);
            let found = searcher.visit(position, hash, plies, &mut Vec::new());
            done.store(true, Ordering::Relaxed);
            found
        });
        found.into_iter().flatten().min_by_key(|forced| forced.attacker_rank())
    }

    /// [`ForcedWins::winning_moves`].
    pub(crate) fn winning_moves(&self, position: &F::Game) -> Option<Vec<Move<F>>> {
        let (player, class) = (position.turn(), self.wins.class(position));
        let mut plies = 0;
        while let Forced::NotWithin(_) = self.within(position, player, plies)? {
            if plies == Forced::MAX_PLIES {
                return Some(Vec::new());
            }
            plies += 1;
        }
        let mut winning = Vec::new();
        for m in position.distinct_moves() {
            let child = position.after(m);
            let found = match self.wins.exit(&child, player, class) {
                Some(found) => found,
                None => self.within(&child, player, plies.saturating_sub(1))?,
            };
            if matches!(found, Forced::Within(_)) {
                winning.push(m);
            }
        }
        Some(winning)
    }
}

/// The position after a move.
struct Child<G> {
    order: (u32, u64),
    hash: Option<u64>,
    position: G,
}

/// One thread of a search.
struct Searcher<'w, 'b, F: Family> {
    run: Run<'w, 'b, F>,
    player: Player<F>,
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
        self.run.watch.count_node(self.done)?;
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
        self.run.table.keep(hash, found);
        Some(found)
    }

    /// Lists the children that have to be searched, and returns the answer of the others.
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
        let class = self.run.wins.class(position);
        let mut found = None;
        for &m in &*moves {
            let child = position.after(m);
            let hash = self.run.wins.hash(&child, self.player);
            let known = self.run.wins.exit(&child, self.player, class);
            let known = known.or_else(|| self.run.table.look_up(hash));
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
