//! Positions with exact scores, known or found by a search to the end.

use std::path::PathBuf;

use clap::Args;
use collateral_checkers::{Endings, Position, Rules};
use engine::board::counted;
use engine::game::seeded;
use engine::key::mix;
use engine::search::{Known, Techniques, Window};
use engine::solve::tablebase::{Family, Rank, Tablebase};
use engine::{Evaluator, Game, Limits, Options, Score, Start, StopFlag, playout};
use rand::RngExt;

use crate::commands::args::{RuleArgs, whole};
use crate::commands::think::thinker;
use crate::failure::Failure;
use crate::hooks::{Hooks, RulesOf};

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
    pub(crate) endings: Option<PathBuf>,

    #[command(flatten)]
    rules: RuleArgs,
}

/// A source of start positions and exact scores.
pub(crate) struct Truth<'t, G> {
    /// Its description, part of the identity of results.
    pub(crate) name: String,
    /// Returns the start position of a seed.
    pub(crate) start: Box<dyn Fn(u64) -> G + Sync + 't>,
    /// Returns an oracle, which gives up when the flag is raised.
    pub(crate) oracle: Box<dyn Fn(StopFlag) -> Oracle<'t, G> + Sync + 't>,
}

/// Returns the exact score for the player to move, if it is known.
pub(crate) type Oracle<'t, G> = Box<dyn FnMut(&G) -> Option<Score> + 't>;

impl TruthArgs {
    /// Starts of a game for two players, after random plies, solved by the evaluator or by a search to the end.
    pub(crate) fn solved<'h, H: Hooks>(&self, hooks: &'h H) -> Result<Truth<'h, H::Game>, Failure> {
        let Self { openings, solve_nodes, .. } = *self;
        let rules: RulesOf<H> = self.rules.rules()?;
        if H::Game::start(&rules, 0).players().len() != 2 {
            return Err(Failure::Usage("expected a game for two players".to_owned()));
        }
        let settings = rules.settings();
        let comma = if settings.is_empty() { "" } else { ", " };
        let (plies, nodes) = (counted(openings, "random ply"), counted(solve_nodes, "node"));
        // A position that is not over, unless 10,000 in a row are.
        let start = move |seed| {
            let start = H::Game::start(&rules, seed);
            let plies = openings as usize;
            let mut tries =
                (0..10_000).map(|i| playout(&start, plies, &mut seeded(mix(seed, i))).position);
            let found = tries.find(|position| position.outcome().is_none());
            found.unwrap_or(start)
        };
        let oracle = move |stop| -> Oracle<'h, H::Game> {
            let judge = hooks.judge();
            let mut search = thinker(hooks, 16 << 20).with_techniques(Techniques::EXACT);
            let limits = Limits::new().nodes(solve_nodes).stop(stop);
            Box::new(move |position| {
                let known = judge.known(position, 0, Window::FULL).and_then(Known::proven);
                known.or_else(|| {
                    let analysis = search.run(position, &limits).ok()?;
                    analysis.proven.then_some(analysis.score)
                })
            })
        };
        let name = format!("{settings}{comma}{plies}, {nodes}");
        Ok(Truth { name, start: Box::new(start), oracle: Box::new(oracle) })
    }
}

/// Random positions of the largest class of a tablebase, with the usual quiet limit.
pub(crate) fn of_endings(table: &Tablebase<Endings>) -> Truth<'_, Position> {
    let (family, class) = (table.family(), table.built() - 1);
    let usual = Rules { quiet_limit: Rules::default().quiet_limit, ..family.rules() };
    let start = move |seed| {
        let mut rng = seeded(seed);
        loop {
            let index = rng.random_range(0..table.size(class));
            if let Some(position) = family.unrank(Rank { class, index }) {
                return position.with_rules(usual);
            }
        }
    };
    let oracle = |_| -> Oracle<'_, Position> { Box::new(|position| table.probe(position)) };
    Truth { name: family.to_string(), start: Box::new(start), oracle: Box::new(oracle) }
}
