//! Positions with exact scores, known or found by a search to the end.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use collateral_checkers::{Endings, Position, Rules};
use engine::key::mix;
use engine::tablebase::{Family, Rank, Tablebase};
use engine::{
    Evaluator, Limits, Options, Score, Search, StopFlag, Techniques, counted, playout, seeded,
};
use rand::RngExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::args::{JsonArgs, Out, RuleArgs, number};
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::journal::Format;
use crate::players::Entrant;
use crate::tablebase;
use crate::work::{Work, WorkArgs};

/// Options: the start positions and the source of exact scores.
#[derive(Clone, Debug, Args)]
pub(crate) struct TruthArgs {
    /// The seed of deals, openings and random moves
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>)]
    pub(crate) seed: u64,

    /// Random plies before each start
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = number::<u32>)]
    openings: u32,

    /// Skip positions that a search of this many positions does not solve
    #[arg(long, value_name = "N", default_value = "2000000", value_parser = number::<u64>)]
    solve_nodes: u64,

    /// Collateral Checkers: start from random positions of this tablebase
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "openings", "solve_nodes"])]
    endings: Option<PathBuf>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// A source of start positions and exact scores.
pub(crate) trait Truth<G>: Sync {
    /// Its description, part of the identity of results.
    fn name(&self) -> String;

    /// A start position.
    fn start(&self, seed: u64) -> G;

    /// An oracle, which gives up when the flag is raised.
    fn oracle(&self, stop: StopFlag) -> Oracle<'_, G>;
}

/// Returns the exact score for the player to move, if it is known.
pub(crate) type Oracle<'t, G> = Box<dyn FnMut(&G) -> Option<Score> + 't>;

/// A function over positions with exact scores, generic over the game.
pub(crate) trait TruthTask {
    /// Runs it.
    fn run<G: AnyGame>(&self, truth: &dyn Truth<G>) -> Result<(), Failure>;
}

impl TruthArgs {
    /// Runs a task with the positions that the options choose.
    pub(crate) fn run(&self, game: Name, task: &impl TruthTask) -> Result<(), Failure> {
        match &self.endings {
            None => game.run(Searched { args: self, task }),
            Some(_) if game != Name::CollateralCheckers => {
                Err(Failure::usage("--endings", "expected collateral-checkers"))
            }
            Some(file) => task.run(&EndingsTruth::load(file)?),
        }
    }
}

/// A measurement of players.
pub(crate) struct Plan<'a> {
    pub(crate) format: Format,
    pub(crate) players: &'a [Entrant],
    /// The number of start positions.
    pub(crate) deals: u64,
    pub(crate) setting: Setting,
}

/// A further option that the results depend on.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Setting {
    /// The most plies of a game to measure.
    Plies(u32),
    /// The number of start positions.
    Deals(u64),
}

/// Everything the results depend on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    game: String,
    truth: String,
    players: Vec<String>,
    seed: u64,
    #[serde(flatten)]
    setting: Setting,
}

/// The results so far.
pub(crate) struct Measured {
    pub(crate) truth: String,
    /// The number of finished positions.
    done: u64,
    /// How many of them were not solved.
    pub(crate) skipped: u64,
}

impl TruthArgs {
    /// Measures players position by position. A worker returns the results from the position with a
    /// number, or `None` if it is not solved.
    pub(crate) fn measure<G: AnyGame, T, W>(
        &self,
        plan: &Plan<'_>,
        truth: &dyn Truth<G>,
        worker: impl Fn(StopFlag) -> W + Sync,
        mut see: impl FnMut(T) + Send,
    ) -> Result<Measured, Failure>
    where
        T: Serialize + DeserializeOwned + Send,
        W: FnMut(u64) -> Option<Option<T>>,
    {
        let Plan { format, players, deals, setting } = *plan;
        Entrant::check_all::<G>(players)?;
        let header = Header {
            game: G::NAME.to_string(),
            truth: truth.name(),
            players: players.iter().map(ToString::to_string).collect(),
            seed: self.seed,
            setting,
        };
        let work = Work { format, header, parts: deals };
        let mut skipped = 0;
        let done = self.work.run(work, worker, |result: Option<T>| {
            skipped += u64::from(result.is_none());
            result.map(&mut see);
        })?;
        Ok(Measured { truth: truth.name(), done, skipped })
    }

    /// Prints the results, then fails if not all positions are done.
    pub(crate) fn show<G: AnyGame>(
        &self,
        plan: &Plan<'_>,
        measured: &Measured,
        results: impl FnOnce() -> Value,
        text: impl FnOnce(&mut Out) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let json = || {
            json!({
                "game": G::NAME.to_string(),
                "truth": measured.truth,
                "seed": self.seed,
                "planned": plan.deals,
                "games": measured.done - measured.skipped,
                "skipped": measured.skipped,
                "players": results(),
            })
        };
        self.json.print(json, text)?;
        self.work.finish(measured.done, plan.deals)
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

/// Starts after random plies, solved by the evaluator or by a search to the end.
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
        let (plies, nodes) = (counted(openings, "random ply"), counted(nodes, "node"));
        format!("{rules}{comma}{plies}, {nodes}")
    }

    /// A position that is not over, unless 10,000 in a row are.
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
struct EndingsTruth(Tablebase<Endings>);

impl EndingsTruth {
    fn load(file: &Path) -> Result<Self, Failure> {
        let table = tablebase::load(file)?;
        if table.built() == 0 {
            return Err(Failure::file(file, "no part of the tablebase is built"));
        }
        Ok(Self(table))
    }
}

impl Truth<Position> for EndingsTruth {
    fn name(&self) -> String {
        self.0.family().to_string()
    }

    /// A random position of the largest class, with the usual quiet limit.
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
