//! Positions whose exact score is known, or found by a search to the end.

use std::path::{Path, PathBuf};

use clap::Args;
use collateral_checkers::{Endings, Position, Rules};
use engine::key::mix;
use engine::tablebase::{Family, Rank, Tablebase};
use engine::{Evaluator, Limits, Options, Score, Search, StopFlag, Techniques, playout, seeded};
use rand::RngExt;

use crate::args::{RuleArgs, number};
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::tablebase;

/// Where games begin, and how their exact scores are found.
#[derive(Clone, Debug, Args)]
pub(crate) struct TruthArgs {
    /// What deals, openings and chance follow from
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>)]
    pub(crate) seed: u64,

    /// How many random plies are played before
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = number::<u32>)]
    openings: u32,

    /// Pass over positions that a search of so many positions does not solve
    #[arg(long, value_name = "N", default_value = "2000000", value_parser = number::<u64>)]
    solve_nodes: u64,

    /// Collateral Checkers: begin from positions of this tablebase, any as likely as any other
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "openings", "solve_nodes"])]
    endings: Option<PathBuf>,

    #[command(flatten)]
    rules: RuleArgs,
}

/// Positions to begin from, and their exact scores.
pub(crate) trait Truth<G>: Sync {
    /// What it is, for the results that depend on it.
    fn name(&self) -> String;

    /// A position to begin from.
    fn start(&self, seed: u64) -> G;

    /// An oracle. It gives up when the flag is raised.
    fn oracle(&self, stop: StopFlag) -> Oracle<'_, G>;
}

/// Says the exact score of a position for the player to move, if it is known.
pub(crate) type Oracle<'t, G> = Box<dyn FnMut(&G) -> Option<Score> + 't>;

/// Something to do with positions whose exact score is known.
pub(crate) trait TruthTask {
    /// Does it. `seeds` are those of the positions to begin from.
    ///
    /// # Errors
    ///
    /// It cannot be done.
    fn run<G: AnyGame>(&self, truth: &dyn Truth<G>) -> Result<(), Failure>;
}

impl TruthArgs {
    /// Does something with the positions that were asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage, a file that cannot be read, or what comes of the task.
    pub(crate) fn run(&self, game: Name, task: &impl TruthTask) -> Result<(), Failure> {
        match &self.endings {
            None => game.run(Searched { args: self, task }),
            Some(_) if game != Name::CollateralCheckers => {
                Err(Failure::usage("--endings", "expected collateral-checkers"))
            }
            Some(file) => task.run(&Table::load(file)?),
        }
    }
}

/// The seed of one of many positions, the same however many there are.
pub(crate) fn deal_seed(seed: u64, number: u64) -> u64 {
    mix(mix(0, seed), number)
}

struct Searched<'a, T> {
    args: &'a TruthArgs,
    task: &'a T,
}

impl<T: TruthTask> Task for Searched<'_, T> {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let TruthArgs { openings, solve_nodes, .. } = *self.args;
        let rules: G::Rules = self.args.rules.rules()?;
        if G::start(&rules, 0).players().len() != 2 {
            return Err(Failure::Usage("expected a game for two players".to_owned()));
        }
        self.task.run::<G>(&Solved { rules, openings, nodes: solve_nodes })
    }
}

/// Deals, some plies later, solved by a search to the end, or by what the evaluator knows.
struct Solved<R> {
    rules: R,
    openings: u32,
    nodes: u64,
}

impl<G: AnyGame> Truth<G> for Solved<G::Rules> {
    fn name(&self) -> String {
        let (openings, nodes) = (self.openings, self.nodes);
        let rules = self.rules.settings();
        let comma = if rules.is_empty() { "" } else { ", " };
        format!("{rules}{comma}{openings} random plies, {nodes} nodes")
    }

    /// A position that is not over, if there is one among 10,000.
    fn start(&self, seed: u64) -> G {
        let start = G::start(&self.rules, seed);
        let plies = self.openings as usize;
        let mut tries =
            (0..10_000).map(|i| playout(&start, plies, &mut seeded(mix(seed, i))).position);
        let found = tries.find(|position| position.outcome().is_none());
        found.unwrap_or(start)
    }

    fn oracle(&self, stop: StopFlag) -> Oracle<'_, G> {
        let judge = G::Judge::default();
        let search = Search::with_table_bytes(G::Judge::default(), 16 << 20);
        let mut search = search.with_techniques(Techniques::exact());
        let limits = Limits::new().nodes(self.nodes).stop(stop);
        Box::new(move |position| {
            judge.probe(position).or_else(|| {
                let analysis = search.run(position, &limits).ok()?;
                analysis.proven.then_some(analysis.score)
            })
        })
    }
}

/// Endings of Collateral Checkers.
struct Table(Tablebase<Endings>);

impl Table {
    fn load(file: &Path) -> Result<Self, Failure> {
        let table = tablebase::load(file)?;
        if table.built() == 0 {
            return Err(Failure::file(file, "no part of the tablebase is built"));
        }
        Ok(Self(table))
    }
}

impl Truth<Position> for Table {
    fn name(&self) -> String {
        self.0.family().to_string()
    }

    /// Any number of the largest class, with the usual quiet limit.
    fn start(&self, seed: u64) -> Position {
        let class = self.0.built() - 1;
        let (family, mut rng) = (self.0.family(), seeded(seed));
        let usual = Rules { quiet_limit: Rules::default().quiet_limit, ..family.rules() };
        loop {
            let index = rng.random_range(0..self.0.size(class));
            if let Some(position) = family.unrank(Rank { class, index }) {
                return position.with_rules(usual);
            }
        }
    }

    fn oracle(&self, _stop: StopFlag) -> Oracle<'_, Position> {
        Box::new(|position| self.0.probe(position))
    }
}
