//! Positions with exact scores, known or found by a search to the end.

use std::path::{Path, PathBuf};

use clap::Args;
use collateral_checkers::{Endings, Position, Rules};
use engine::board::counted;
use engine::game::seeded;
use engine::key::mix;
use engine::search::{Known, Techniques, Window};
use engine::solve::tablebase::{Family, Rank, Tablebase};
use engine::{Evaluator, Game, Limits, Options, Score, Start, StopFlag, playout};
use rand::RngExt;

use crate::args::{RuleArgs, whole};
use crate::failure::Failure;
use crate::hooks::{Hooks, RulesOf};
use crate::tablebase;
use crate::think::thinker;

/// Options: the start positions and the source of exact scores.
#[derive(Clone, Debug, Args)]
pub(crate) struct TruthArgs {
    /// The seed of deals, openings and random moves
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: u64,

    /// Random plies before each start
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = whole(0..=u32::MAX))]
    openings: u32,

    /// Skip positions that a search of this many positions does not solve
    #[arg(long, value_name = "N", default_value = "2000000", value_parser = whole(0..=u64::MAX))]
    solve_nodes: u64,

    /// Collateral Checkers: start from random positions of this tablebase
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "openings", "solve_nodes"])]
    endings: Option<PathBuf>,

    #[command(flatten)]
    rules: RuleArgs,
}

impl TruthArgs {
    /// The file of endings of Collateral Checkers, if they are chosen.
    pub(crate) fn endings(&self) -> Option<&Path> {
        self.endings.as_deref()
    }

    /// Starts of a game for two players, solved by a search to the end.
    pub(crate) fn solved<'h, H: Hooks>(&self, hooks: &'h H) -> Result<Solved<'h, H>, Failure> {
        let Self { openings, solve_nodes: nodes, .. } = *self;
        let rules: RulesOf<H> = self.rules.rules()?;
        if H::Game::start(&rules, 0).players().len() != 2 {
            return Err(Failure::Usage("expected a game for two players".to_owned()));
        }
        Ok(Solved { hooks, rules, openings, nodes })
    }
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

/// Starts after random plies, solved by the evaluator or by a search to the end.
pub(crate) struct Solved<'h, H: Hooks> {
    hooks: &'h H,
    rules: RulesOf<H>,
    openings: u32,
    nodes: u64,
}

impl<H: Hooks> Truth<H::Game> for Solved<'_, H> {
    fn name(&self) -> String {
        let (openings, nodes) = (self.openings, self.nodes);
        let rules = self.rules.settings();
        let comma = if rules.is_empty() { "" } else { ", " };
        let (plies, nodes) = (counted(openings, "random ply"), counted(nodes, "node"));
        format!("{rules}{comma}{plies}, {nodes}")
    }

    /// A position that is not over, unless 10,000 in a row are.
    fn start(&self, seed: u64) -> H::Game {
        let start = H::Game::start(&self.rules, seed);
        let plies = self.openings as usize;
        let mut tries =
            (0..10_000).map(|i| playout(&start, plies, &mut seeded(mix(seed, i))).position);
        let found = tries.find(|position| position.outcome().is_none());
        found.unwrap_or(start)
    }

    fn oracle(&self, stop: StopFlag) -> Oracle<'_, H::Game> {
        let judge = self.hooks.judge();
        let mut search = thinker(self.hooks, 16 << 20).with_techniques(Techniques::EXACT);
        let limits = Limits::new().nodes(self.nodes).stop(stop);
        Box::new(move |position| {
            let known = judge.known(position, 0, Window::FULL).and_then(Known::proven);
            known.or_else(|| {
                let analysis = search.run(position, &limits).ok()?;
                analysis.proven.then_some(analysis.score)
            })
        })
    }
}

/// Endings of Collateral Checkers.
pub(crate) struct EndingsTruth(Tablebase<Endings>);

impl EndingsTruth {
    pub(crate) fn load(file: &Path) -> Result<Self, Failure> {
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
