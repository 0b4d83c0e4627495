//! The options of the crate `minimax`, and which of them make it fastest in a game.

use std::fmt;

use engine::{Score, ScoreKind};
use minimax::{BEST_EVAL, Evaluation, IterativeOptions, Replacement, WORST_EVAL};

use crate::clock::seconds;
use crate::rival::{Found, Indexed, Listed, Listing, Sorted, rival, search};
use crate::subject::{Position, Subject};

/// How large either table of positions is. The rival's is never smaller: it makes the number of
/// entries a power of two, the next larger one.
pub(crate) const TABLE_BYTES: usize = 16 << 20;

/// How far the rival follows noisy moves: as far as we do.
const QUIESCENCE_PLIES: u8 = engine::Limits::QUIESCENCE_PLIES as u8;

/// How the rival is told the moves, and its options.
#[derive(Clone)]
pub(crate) struct Configuration {
    pub(crate) order: Order,
    pub(crate) options: IterativeOptions,
    names: Vec<&'static str>,
}

/// In which order the rival is told the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Listed,
    Sorted,
}

/// Methods of the rival's options, by their names; of each group one is chosen at most.
type Group = &'static [(&'static str, fn(IterativeOptions) -> IterativeOptions)];

/// Without null moves and singular extensions, which change the scores.
const GROUPS: [Group; 3] = [
    &[
        ("without null windows", |options| options.with_null_window_search(false)),
        ("aspiration window 5", |options| options.with_aspiration_window(5)),
        ("aspiration window 50", |options| options.with_aspiration_window(50)),
        ("MTD(f)", IterativeOptions::with_mtdf),
    ],
    &[("double steps", IterativeOptions::with_double_step_increment)],
    &[
        ("depth preferred", |options| {
            options.with_replacement_strategy(Replacement::DepthPreferred)
        }),
        ("always replaced", |options| options.with_replacement_strategy(Replacement::Always)),
    ],
];

/// Its tables of moves, to be tried with either order.
const MOVE_TABLES: Group = &[
    ("countermoves", IterativeOptions::with_countermoves),
    ("history", IterativeOptions::with_countermove_history),
    ("countermoves and history", |options| options.with_countermoves().with_countermove_history()),
];

/// The rival's own defaults: principal variation search, two-tier replacement.
impl Default for Configuration {
    fn default() -> Self {
        let options = IterativeOptions::new()
            .with_table_byte_size(TABLE_BYTES)
            .with_quiescence_search_depth(QUIESCENCE_PLIES);
        Self { order: Order::Listed, options, names: Vec::new() }
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.order {
            Order::Listed => "moves as listed",
            Order::Sorted => "moves sorted",
        })?;
        self.names.iter().try_for_each(|name| write!(f, ", {name}"))
    }
}

impl Configuration {
    fn with(&self, group: Group) -> impl Iterator<Item = Self> {
        group.iter().map(|(name, set)| {
            let names = self.names.iter().copied().chain([*name]).collect();
            Self { order: self.order, options: set(self.options), names }
        })
    }

    /// What a new search finds, and the seconds it takes.
    pub(crate) fn search<S: Indexed>(&self, position: &Position<S>, depth: u32) -> (Found, f64) {
        match self.order {
            Order::Listed => self.search_listed::<S, Listed>(position, depth),
            Order::Sorted => self.search_listed::<S, Sorted>(position, depth),
        }
    }

    fn search_listed<S: Indexed, L: Listing<S>>(
        &self,
        position: &Position<S>,
        depth: u32,
    ) -> (Found, f64) {
        let mut rival = rival::<S, L>(self.options);
        seconds(|| search(&mut rival, position, depth))
    }

    /// The fastest of many configurations in these tasks.
    ///
    /// Orders and tables of moves are tried in all combinations, then the other groups of options
    /// in turn, keeping what was best.
    pub(crate) fn fastest<S: Indexed>(tasks: &[Task<S>]) -> Self {
        let time = |configuration: Self| {
            let time = configuration.time(tasks);
            let shown = time.map_or("wrong".to_owned(), |time| format!("{time:.3} s"));
            println!("  {shown:>10}  {configuration}");
            (configuration, time.unwrap_or(f64::INFINITY))
        };
        let faster = |a: (Self, f64), b: (Self, f64)| if b.1 < a.1 { b } else { a };
        let base = Self::default();
        let sorted = Self { order: Order::Sorted, ..base.clone() };
        let others = base.with(MOVE_TABLES).chain(sorted.with(MOVE_TABLES)).chain([sorted.clone()]);
        let mut best = others.map(time).fold(time(base.clone()), faster);
        for group in GROUPS {
            let others: Vec<Self> = best.0.with(group).collect();
            best = others.into_iter().map(time).fold(best, faster);
        }
        best.0
    }

    /// The seconds all tasks take, of two measurements the less; `None` if anything found is wrong.
    fn time<S: Indexed>(&self, tasks: &[Task<S>]) -> Option<f64> {
        let round = || {
            let times = tasks.iter().map(|task| {
                let (found, time) = self.search::<S>(&task.position, task.depth);
                task.is_done_by(&found).then_some(time)
            });
            times.sum::<Option<f64>>()
        };
        Some(round()?.min(round()?))
    }
}

/// A position to search.
#[derive(Debug)]
pub(crate) struct Task<S: Subject> {
    pub(crate) position: Position<S>,
    pub(crate) depth: u32,
    /// What is to be found.
    pub(crate) score: Score,
}

impl<S: Subject> Clone for Task<S> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), ..*self }
    }
}

impl<S: Subject> Task<S> {
    /// Whether the rival found it. Wins and losses it tells without their distances; but as it ends
    /// at the first depth that shows one, the distance is that.
    pub(crate) fn is_done_by(&self, found: &Found) -> bool {
        found.score == in_its_terms(self.score)
            && found.depth == self.score.distance().unwrap_or(self.depth)
    }
}

/// A score as the rival tells it.
fn in_its_terms(score: Score) -> Evaluation {
    match score.kind() {
        ScoreKind::Win(_) => BEST_EVAL,
        ScoreKind::Loss(_) => WORST_EVAL,
        ScoreKind::Value(value) => value as Evaluation,
    }
}
