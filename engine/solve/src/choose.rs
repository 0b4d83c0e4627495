//! One call that finds out which solver fits.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::time::Duration;

use engine::{Analysis, Evaluator, Game, Keyed, Limits, Score, Search};
use system::clock::Instant;

use crate::tablebase::{BuildError, BuildOptions};
use crate::winner::{Enumerated, SolveError, Watching, Winner, enumerate_with};

/// Solves a position by the solver that fits: first by a search of some positions, as most small games are over
/// soon; then by a table of all positions that play leads to, if they are few; and if they are many, by the search
/// again, which goes on with what its table has learnt.
///
/// The limits bind the whole call. Those of depth and nodes, and a clock, are for searches: with one of
/// them only the search is asked. Where positions come again no search ends, so without a limit the call may
/// take for ever if there are too many positions to list; [`Solved::refused`] says that they were.
///
/// What is proven is exact, with its distance; that of a search but for the chance that [`Search`] names. A score that the
/// search proves for more than two players is one against all others together. A loss of that
/// kind does not say who wins, so the positions are listed then too.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::{Limits, NoEvaluation, Score, Search};
/// use solve::{SolveOptions, SolvedBy, solve};
///
/// let nim = Nim::new([1, 2, 4]);
/// let options = SolveOptions::new().first_nodes(10);
/// let solved = solve(&nim, &mut Search::new(NoEvaluation), &Limits::new(), &options)?;
/// assert_eq!((solved.by, solved.score()), (Some(SolvedBy::Enumeration), Some(Score::win_in(7))));
/// assert_eq!(solved.winner.to_string(), "0");
/// assert_eq!(solved.line().len(), 7);
/// # Ok::<_, solve::SolveError>(())
/// ```
///
/// # Errors
///
/// The position cannot be searched, or the game breaks its laws.
pub fn solve<G, E>(
    position: &G,
    search: &mut Search<G, E>,
    limits: &Limits,
    options: &SolveOptions<'_, G>,
) -> Result<Solved<G::Move>, SolveError>
where
    G: Keyed<Player: Display> + Eq + Hash + Debug + Send + Sync,
    E: Evaluator<G> + Sync,
{
    let only_searches = limits.depth.is_some() || limits.nodes.is_some() || limits.clock.is_some();
    let call = Call { position, limits, options, started: Instant::now() };
    let first = (!only_searches).then_some(options.first_nodes);
    let mut solved = call.solved(call.search(search, first)?);
    if solved.says_who_wins() || only_searches {
        return Ok(solved);
    }
    match call.enumerate() {
        Ok(found) => {
            solved.by = Some(SolvedBy::Enumeration);
            let nobody = || Winner::Nobody(position.players().len());
            solved.winner = found.winner.clone().map_or_else(nobody, Winner::Player);
            solved.enumerated = Some(found);
        }
        Err(SolveError::Build(BuildError::Stopped)) => {}
        Err(SolveError::Build(
            refused @ (BuildError::Positions { .. }
            | BuildError::Memory { .. }
            | BuildError::TooLarge { .. }),
        )) => {
            if !solved.search.proven {
                let more = call.search(search, None)?;
                solved = call.solved(longer(solved.search, more));
            }
            solved.refused = Some(refused);
        }
        Err(error) => return Err(error),
    }
    Ok(solved)
}

/// What a search and its continuation found together.
fn longer<M>(first: Analysis<M>, more: Analysis<M>) -> Analysis<M> {
    let (nodes, elapsed) = (first.nodes + more.nodes, first.elapsed + more.elapsed);
    let mut best = if more.proven || more.depth >= first.depth { more } else { first };
    (best.nodes, best.elapsed) = (nodes, elapsed);
    best
}

/// Told the result of every depth that is searched.
pub type Reporting<'r, M> = dyn Fn(&Analysis<M>) + Sync + 'r;

/// What a call of [`solve`] may do beside its limits.
pub struct SolveOptions<'o, G: Game> {
    first_nodes: u64,
    positions: u64,
    threads: NonZeroUsize,
    memory: u64,
    watching: Option<&'o Watching<'o>>,
    normal: Option<&'o (dyn Fn(&G) -> G + Sync)>,
    report: Option<&'o Reporting<'o, G::Move>>,
}

impl<'o, G: Game> SolveOptions<'o, G> {
    /// The usual bound of [`first_nodes`](Self::first_nodes).
    pub const FIRST_NODES: u64 = 100_000;

    /// The usual bound of [`positions`](Self::positions).
    pub const POSITIONS: u64 = 1_000_000;

    /// The usual bounds, a thread for each processor, and no limit of memory.
    pub fn new() -> Self {
        Self {
            first_nodes: Self::FIRST_NODES,
            positions: Self::POSITIONS,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory: u64::MAX,
            watching: None,
            normal: None,
            report: None,
        }
    }

    /// The most positions that are searched before any are listed.
    #[must_use]
    pub fn first_nodes(self, nodes: u64) -> Self {
        Self { first_nodes: nodes, ..self }
    }

    /// The most positions that are listed; a game that leads to more is left to the search.
    #[must_use]
    pub fn positions(self, most: u64) -> Self {
        Self { positions: most, ..self }
    }

    /// The number of threads; 0 counts as 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN), ..self }
    }

    /// The bytes that a list of positions and its table may take, beside the table of the search.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Calls this with what is being done about tables, and the share that is done.
    #[must_use]
    pub fn watching(self, watching: &'o Watching<'o>) -> Self {
        Self { watching: Some(watching), ..self }
    }

    /// A position without what makes no difference to its value, by the [laws](crate::tablebase::ReachablePositions)
    /// of listed positions.
    #[must_use]
    pub fn normal(self, normal: &'o (dyn Fn(&G) -> G + Sync)) -> Self {
        Self { normal: Some(normal), ..self }
    }

    /// Tells the result of every depth that is searched.
    #[must_use]
    pub fn report(self, report: &'o Reporting<'o, G::Move>) -> Self {
        Self { report: Some(report), ..self }
    }

    /// The same for another game, without what is of this one.
    pub fn of_game<H: Game>(&self) -> SolveOptions<'o, H> {
        let Self { first_nodes, positions, threads, memory, watching, .. } = *self;
        let (normal, report) = (None, None);
        SolveOptions { first_nodes, positions, threads, memory, watching, normal, report }
    }

    /// Who is told the result of every depth.
    pub fn reporter(&self) -> &'o Reporting<'o, G::Move> {
        self.report.unwrap_or(&|_| ())
    }
}

impl<G: Game> Default for SolveOptions<'_, G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Debug for SolveOptions<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("first_nodes", &self.first_nodes)
            .field("positions", &self.positions)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The solver that has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolvedBy {
    /// Alpha-beta.
    Search,
    /// A table of all positions that play leads to.
    Enumeration,
}

impl Display for SolvedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Search => "search",
            Self::Enumeration => "enumeration",
        })
    }
}

/// The answer of [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved<M> {
    /// Who has answered; `None` if a limit was reached before.
    pub by: Option<SolvedBy>,
    /// Who can force a win, as far as that is known.
    pub winner: Winner,
    /// What the search says: the answer if it is proven and nothing is enumerated.
    pub search: Analysis<M>,
    /// What a table of all positions says; `None` if there is none.
    pub enumerated: Option<Enumerated<M>>,
    /// Why there is no table, though one was begun.
    pub refused: Option<BuildError>,
}

impl<M: Clone> Solved<M> {
    /// The proven score for the player to move, with more than two players against all others together.
    pub fn score(&self) -> Option<Score> {
        let searched = || self.by.map(|_| self.search.score);
        self.enumerated.as_ref().map(|found| found.score).or_else(searched)
    }

    /// In how many plies it is won by best play, if somebody can force that.
    pub fn distance(&self) -> Option<u32> {
        match (&self.enumerated, &self.winner) {
            (Some(found), _) => found.distance,
            (None, Winner::Player(_)) => self.search.score.distance(),
            _ => None,
        }
    }

    /// A line of best play; of an unsolved position the best one so far. The line of a draw may be empty.
    pub fn line(&self) -> &[M] {
        self.enumerated.as_ref().map_or(&self.search.line, |found| &found.line)
    }

    /// The same with other moves: `other` reads a line.
    pub fn map<N>(self, other: impl Fn(&[M]) -> Vec<N>) -> Solved<N> {
        let search = self.search.map(&other);
        let enumerated = self.enumerated.map(|found| found.map(&other));
        let Self { by, winner, refused, .. } = self;
        Solved { by, winner, search, enumerated, refused }
    }

    /// Whether more would not be said by another solver.
    fn says_who_wins(&self) -> bool {
        !matches!(self.winner, Winner::Unknown | Winner::Not(_))
    }
}

/// A call of [`solve`].
struct Call<'c, 'o, G: Game> {
    position: &'c G,
    limits: &'c Limits,
    options: &'c SolveOptions<'o, G>,
    started: Instant,
}

impl<G> Call<'_, '_, G>
where
    G: Keyed<Player: Display> + Eq + Hash + Debug + Send + Sync,
{
    /// The time left.
    fn left(&self) -> Option<Duration> {
        Some(self.limits.time?.saturating_sub(self.started.elapsed()))
    }

    /// Searches in the time left.
    fn search<E: Evaluator<G> + Sync>(
        &self,
        search: &mut Search<G, E>,
        nodes: Option<u64>,
    ) -> Result<Analysis<G::Move>, SolveError> {
        let limits = self.left().into_iter().fold(self.limits.clone(), Limits::time);
        let limits = nodes.into_iter().fold(limits, Limits::nodes);
        let threads = self.options.threads.get();
        Ok(search.run_parallel(self.position, &limits, threads, self.options.reporter())?)
    }

    fn enumerate(&self) -> Result<Enumerated<G::Move>, SolveError> {
        let options = || {
            let SolveOptions { threads, memory, positions, .. } = *self.options;
            let options = BuildOptions::new().threads(threads).memory(memory).positions(positions);
            let options = self.left().into_iter().fold(options, BuildOptions::time);
            self.limits.stop.iter().cloned().fold(options, BuildOptions::stop)
        };
        let normal = self.options.normal.unwrap_or(&G::clone);
        let watching = self.options.watching.unwrap_or(&|_, _| ());
        enumerate_with(self.position, normal, (&options, watching), &mut |_| Ok(()))
    }

    /// What a search says. A margin that it has proven does not say who wins.
    fn solved(&self, search: Analysis<G::Move>) -> Solved<G::Move> {
        let is_answer =
            search.proven && (search.score.distance().is_some() || search.score == Score::DRAW);
        Solved {
            by: is_answer.then_some(SolvedBy::Search),
            winner: if is_answer {
                Winner::of(self.position, search.score)
            } else {
                Winner::Unknown
            },
            search,
            enumerated: None,
            refused: None,
        }
    }
}
