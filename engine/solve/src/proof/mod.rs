//! Proof-number search, and proofs that can be checked.

mod check;
mod children;
mod extract;
mod numbers;
mod search;
mod table;

use std::hash::Hash;
use std::time::Duration;

use engine::Outcome;
use engine::Score;
use engine::game::{Game, Keyed};
use engine::search::Limits;
use engine::search::SearchError;

pub use check::{Proof, ProofError, ProofFlaw, ProofStats};

use search::{Buffers, Solver};
use table::ProofTable;

/// A search that answers one question: can this player force a win, or a [margin in
/// points](ProofSearch::with_margin)?
///
/// It is depth-first proof-number search (df-pn; Nagai, *Df-pn algorithm for searching AND/OR trees and
/// its applications*, 2002) with the 1+ε trick (Pawlewicz and Lew, *Improving depth-first pn-search:
/// 1+ε trick*, 2007) and a table of bounded size, in which the entry that took the least work is
/// replaced. The survey is Kishimoto, Winands, Müller and Saito, *Game-tree search using proof numbers:
/// the first twenty years*, 2012. The search needs no evaluation and no depth limit, and goes first
/// where the fewest replies are left: a new position counts as many as it has moves, if there is no
/// [estimate of the game's own](ProofSearch::with_estimate), and one that was searched at least one for every 4,096 nodes
/// of its search. [Which solver when](crate::solvers) states what it is good for.
///
/// The players may move in any order, several plies in a row included. With more than two players, the
/// question is whether one can win against all opponents together. Neither a draw nor endless play is a
/// win: if neither of two players can force one, the game is a draw.
///
/// Positions that repeat on a path are compared in full. A disproof that depends on a repetition is remembered for
/// its path only (the graph history interaction problem), so the answer is right in games with cycles, too. The table
/// identifies positions by their 64-bit [keys](Keyed::key); a [`Proof`] does not depend on keys. The same runs in the
/// same order give the same results, unless time or a stop flag ends them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::Limits;
/// use solve::{ProofSearch, Verdict};
///
/// let nim = Nim::new([3, 4, 5]);
/// let mut search = ProofSearch::new();
/// assert_eq!(search.run(&nim, 0, &Limits::new())?.verdict, Verdict::Proven);
/// assert_eq!(search.run(&nim, 1, &Limits::new())?.verdict, Verdict::Disproven);
///
/// let proof = search.prove(&nim, 0, &Limits::new())?.expect("there is no limit");
/// let stats = proof.check(&nim)?;
/// assert_eq!(proof.choice(&nim), Some(Take { heap: 0, stones: 2 }));
/// assert_eq!(stats.longest, Some(11));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct ProofSearch<G: Game> {
    margin: i32,
    /// Verdicts on unfinished positions that need no search.
    known: Box<Knowledge<G>>,
    /// What a new position counts, if not its moves.
    estimate: Option<Box<Estimator<G>>>,
    /// The size of the table in bytes, until it is allocated.
    memory: Option<usize>,
    table: ProofTable,
    buffers: Buffers<G>,
}

type Knowledge<G> = dyn Fn(&G, <G as Game>::Player) -> Verdict + Send + Sync;
type Estimator<G> = dyn Fn(&G, <G as Game>::Player) -> Estimate + Send + Sync;

impl<G: Keyed + Eq + Hash> ProofSearch<G> {
    /// A search for a win, with a table of 16 MiB and without knowledge of the game.
    pub fn new() -> Self {
        Self {
            margin: Claim::<G::Player>::WIN,
            known: Box::new(|_: &G, _| Verdict::Unknown),
            estimate: None,
            memory: Some(16 << 20),
            table: ProofTable::EMPTY,
            buffers: Buffers::default(),
        }
    }

    /// The same search with a table of at most this many bytes, 16 MiB by default. It works with any size, 0
    /// included, but repeats its work if the table is much too small. The table is allocated by the first run.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), table: ProofTable::EMPTY, ..self }
    }

    /// The same search with another goal: a [margin](Outcome::margin) of at least `least` points.
    ///
    /// 1, the default, is a win, 0 a draw or better, and a negative number a loss by no more. Without points
    /// a win is more than any margin, a loss less, and a draw is 0. Endless play reaches no margin.
    #[must_use]
    pub fn with_margin(self, least: i32) -> Self {
        Self { margin: least, ..self }
    }

    /// The same search with knowledge of its own: `known` is called with every unfinished position and the
    /// player of the run. It may know the verdict from a tablebase or from the points that are left.
    ///
    /// Its verdicts must be right. [`prove`](ProofSearch::prove) does not use them, as a proof continues to
    /// the end of the game.
    #[must_use]
    pub fn with_knowledge(
        self,
        known: impl Fn(&G, G::Player) -> Verdict + Send + Sync + 'static,
    ) -> Self {
        Self { known: Box::new(known), ..self }
    }

    /// The same search with an estimate of the game's own: `estimate` is called with unfinished positions that are not in
    /// the table, and the player of the run. These are the initial numbers of df-pn+, without its costs of moves (Nagai and
    /// Imai, *Application of df-pn+ to Othello endgames*, 1999).
    ///
    /// It changes how soon a question is answered, not the answer. By default the goal of the player to move counts 1
    /// and that of the others as many as there are moves. Numbers add up over the moves that must all be answered, so
    /// they are to be in proportion to the work that is left.
    #[must_use]
    pub fn with_estimate(
        self,
        estimate: impl Fn(&G, G::Player) -> Estimate + Send + Sync + 'static,
    ) -> Self {
        Self { estimate: Some(Box::new(estimate)), ..self }
    }

    /// Forgets the results of earlier runs.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches until it is known whether `player` can force a win, or a limit is reached.
    ///
    /// A [depth](Limits::depth) does not limit this search.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn run(
        &mut self,
        position: &G,
        player: G::Player,
        limits: &Limits,
    ) -> Result<Answer, SearchError> {
        self.run_with(position, player, limits, |_| {})
    }

    /// Like [`run`](ProofSearch::run), and calls `report` about every 65,536 nodes.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn run_with(
        &mut self,
        position: &G,
        player: G::Player,
        limits: &Limits,
        mut report: impl FnMut(&Answer),
    ) -> Result<Answer, SearchError> {
        self.allocate()?;
        let claim = Claim { player, margin: self.margin };
        let known = (&*self.known, self.estimate.as_deref());
        let memory = (&mut self.table, &mut self.buffers);
        Ok(Solver::new(claim, known, memory, limits, &mut report).run(position))
    }

    /// Finds a strategy that can be checked: a win of the player, or a defence of the opponents. `None` if
    /// a limit is reached first, or if two positions with the same key misled the search. It takes memory
    /// for all positions of the proof, and for those of lines that failed.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoMemory`].
    pub fn prove(
        &mut self,
        position: &G,
        player: G::Player,
        limits: &Limits,
    ) -> Result<Option<Proof<G>>, SearchError> {
        self.allocate()?;
        let mut report = |_: &Answer| {};
        let claim = Claim { player, margin: self.margin };
        let memory = (&mut self.table, &mut self.buffers);
        let unknown: &Knowledge<G> = &|_, _| Verdict::Unknown;
        let known = (unknown, self.estimate.as_deref());
        let mut solver = Solver::new(claim, known, memory, limits, &mut report);
        Ok(match solver.run(position).verdict {
            Verdict::Proven => solver.extract_win(position),
            Verdict::Disproven => solver.extract_defence(position),
            Verdict::Unknown => None,
        })
    }

    fn allocate(&mut self) -> Result<(), SearchError> {
        if let Some(bytes) = self.memory {
            let table = ProofTable::with_bytes(bytes);
            self.table = table.map_err(|_| SearchError::NoMemory { bytes })?;
            self.memory = None;
        }
        Ok(())
    }
}

impl<G: Keyed + Eq + Hash> Default for ProofSearch<G> {
    fn default() -> Self {
        Self::new()
    }
}

system::debug_some!([G: Game] ProofSearch<G>);

/// The claim to be proven: that the player can force this margin, in points.
#[derive(Clone, Copy)]
struct Claim<P> {
    player: P,
    margin: i32,
}

impl<P: Copy + Eq> Claim<P> {
    /// The least margin of a win.
    const WIN: i32 = 1;

    fn is_reached(&self, outcome: &Outcome<P>) -> bool {
        Score::by_margin(outcome, self.player) >= Score::value(self.margin)
    }
}

/// Whether a player can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player can.
    Proven,
    /// The opponents can prevent it.
    Disproven,
    /// The search was interrupted.
    Unknown,
}

/// How much work is left to prove and to disprove: see [`ProofSearch::with_estimate`].
///
/// The unit is 4,096 searched nodes that solved nothing. Numbers are from 1 to 2^20, and larger ones count as
/// 2^20. They should be far smaller: sums of them end at 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// To prove that the player can.
    pub proof: u32,
    /// To prove that the opponents can prevent it.
    pub disproof: u32,
}

/// The result of a proof-number search, or its state.
///
/// It has neither a line nor a best move, unlike the analyses of other searches: one reply to each move is no
/// proof, and a win is not compared with others. The moves are those of a [`Proof`], by [`Proof::choice`];
/// whether the answer is final says the [`verdict`](Answer::verdict).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Whether the player can force a win.
    pub verdict: Verdict,
    /// An estimate of how many positions must be proven to prove the win, where a position counts once for
    /// each way to it: 0 if the win is proven, [`INFINITE`](Answer::INFINITE) if it is disproven.
    pub proof_number: u32,
    /// An estimate of how many positions must be disproven to disprove the win.
    pub disproof_number: u32,
    /// The number of visits of positions.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
    /// The share of the table that is used, in parts per thousand.
    pub table_per_mille: u32,
}

impl Answer {
    /// The number of a goal that cannot be reached.
    pub const INFINITE: u32 = numbers::INFINITE;
}
