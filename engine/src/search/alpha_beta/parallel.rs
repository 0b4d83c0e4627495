//! Several threads search the same position, and share their results through the table.

use std::collections::HashSet;
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::marks::Marks;
use super::negamax::Negamax;
use super::order::Buffers;
use super::{Analysis, Search, SearchError};
use crate::game::Keyed;
use crate::search::{Evaluator, Limits, Team, Watch};
use system::threads::{MAX_THREADS, OnDrop};

impl<G: Keyed + Send + Sync, E: Evaluator<G> + Sync> Search<G, E> {
    /// Like [`run_with`](Search::run_with), by several threads that share one table. One thread is the
    /// same as `run_with`, and 0 counts as 1. If the system grants fewer threads, those do the work.
    ///
    /// Every thread searches the whole tree, but defers moves that another is searching, whose results it
    /// then finds in the table (a simple form of ABDADA: Weill, *The ABDADA distributed minimax-search
    /// algorithm*, ICCA Journal, 1996). The first to finish a depth reports it, from its own thread. What is
    /// proven is as true as with one thread, but the choice among equally good moves and the number of
    /// positions visited differ every time. A limit of nodes is for all threads together; each may leave a
    /// few hundred of its share unused. More than 1,024 threads count as that.
    ///
    /// If the game, the evaluator or `report` panics, in whichever thread, all threads stop and the panic
    /// is passed on to the caller.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run_parallel(
        &mut self,
        position: &G,
        limits: &Limits,
        threads: usize,
        mut report: impl FnMut(&Analysis<G::Move>) + Send,
    ) -> Result<Analysis<G::Move>, SearchError> {
        self.run_threads(position, None, limits, threads, &mut report)
    }

    /// Like [`run_parallel`](Search::run_parallel), but of the moves of this position only these are searched, as far as
    /// they are legal, and all moves of the positions after it. The result is that of the best of them: what is proven
    /// is proven of these moves alone. At depth 0 the score is the evaluation of the position.
    ///
    /// # Errors
    ///
    /// See [`SearchError`].
    pub fn run_among(
        &mut self,
        position: &G,
        moves: &[G::Move],
        limits: &Limits,
        threads: usize,
        mut report: impl FnMut(&Analysis<G::Move>) + Send,
    ) -> Result<Analysis<G::Move>, SearchError> {
        let mut seen = HashSet::new();
        let is_one = |m: &G::Move| position.check(*m).is_ok() && seen.insert(*m);
        let legal: Vec<G::Move> = moves.iter().copied().filter(is_one).collect();
        self.run_threads(position, Some(&legal), limits, threads, &mut report)
    }

    fn run_threads(
        &mut self,
        position: &G,
        only: Option<&[G::Move]>,
        limits: &Limits,
        threads: usize,
        report: &mut (dyn FnMut(&Analysis<G::Move>) + Send),
    ) -> Result<Analysis<G::Move>, SearchError> {
        let threads = threads.min(MAX_THREADS);
        // There are no threads in WebAssembly without WASI, so that nothing is built for them.
        if threads < 2 || cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return self.run_alone(position, only, limits, report);
        }
        self.begin(position)?;
        let (team, marks) = (Team::default(), Marks::new());
        let watch = Watch::new(limits).of(&team);
        let (tools, settings) = ((&self.evaluator, &self.table), self.settings);
        let asked = (settings, only);
        let mut negamax = Negamax::new(position, tools, &mut self.buffers, asked, watch.clone());
        negamax.marks = Some(&marks);
        let before_search = negamax.before_search(position)?;
        let progress = Mutex::new(Progress { best: None, report });
        let share = |found| progress.lock().unwrap_or_else(PoisonError::into_inner).share(found);
        let search = |mut negamax: Negamax<'_, G, E>| {
            // The first that is done, has reached a limit or panics stops the others.
            let _stop = OnDrop(|| team.halt());
            negamax.deepen(position, limits, before_search.clone(), &mut |found| share(found))
        };
        let helper = || {
            let mut buffers = Buffers::default();
            let mut negamax = Negamax::new(position, tools, &mut buffers, asked, watch.clone());
            negamax.marks = Some(&marks);
            search(negamax)
        };
        // The deepest line there is, each ply with a copy or two of the position; unoptimised code takes most.
        let plies = (Limits::MAX_DEPTH + Limits::QUIESCENCE_PLIES) as usize;
        let stack = plies.saturating_mul(size_of::<G>().saturating_mul(4).saturating_add(4096));
        // The caller's own stack may be too small for large positions.
        let caller_helps = size_of::<G>() <= Limits::POSITION_BYTES;
        let results: Vec<_> = thread::scope(|scope| {
            let helper = &helper;
            let spawn = |_| {
                let thread = thread::Builder::new().stack_size(stack);
                thread.spawn_scoped(scope, helper).ok()
            };
            let helpers: Vec<_> = (usize::from(caller_helps)..threads).map_while(spawn).collect();
            let caller_helps = caller_helps || helpers.is_empty();
            let own = caller_helps.then(|| search(negamax));
            let others = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
            own.into_iter().chain(others).collect()
        });
        let merit = |(done, found): &(Option<u32>, Analysis<_>)| {
            (found.is_settled(settings.lines), found.proven, *done)
        };
        let best = results.into_iter().rev().max_by_key(merit);
        let mut analysis = best.map_or(before_search, |(_, analysis)| analysis);
        (analysis.nodes, analysis.elapsed) = (watch.nodes(), watch.elapsed());
        Ok(analysis)
    }
}

/// The deepest result so far, and the receiver of reports.
struct Progress<'r, M> {
    best: Option<Analysis<M>>,
    report: &'r mut (dyn FnMut(&Analysis<M>) + Send),
}

impl<M: Clone> Progress<'_, M> {
    /// Reports a result unless another thread has a deeper one, and returns the deepest.
    fn share(&mut self, found: Analysis<M>) -> Analysis<M> {
        match &self.best {
            Some(best) if (best.proven, best.depth) >= (found.proven, found.depth) => best.clone(),
            _ => {
                (self.report)(&found);
                self.best.insert(found).clone()
            }
        }
    }
}
