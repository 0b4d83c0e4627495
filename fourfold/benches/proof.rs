//! Who can force a win: proof-number search against alpha-beta, nodes and time over sets of positions.

#[path = "shared/args.rs"]
mod args;

use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use args::Extent;
use clap::Parser;
use connect_four::{self, OpenLines};
use engine::game::seeded;
use engine::{Evaluator, Game, Keyed, Limits, NoEvaluation, Search, Start};
use rand::seq::IndexedRandom;
use solve::{ProofSearch, Verdict};

/// How many positions of each kind.
const COUNT: u64 = 20;
const TABLE_BYTES: usize = 64 << 20;
/// For each position and search.
const NODES: u64 = 4_000_000;

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: Extent,
}

fn main() {
    let Args { extent } = args::parse();
    println!("{:29} {:^28}  {:^28}", "", "df-pn", "alpha-beta");
    let columns = "solved        nodes  seconds";
    println!("{:29} {columns}  {columns}", "positions");
    for stones in [24, 20, 16, 12] {
        let position = |seed| {
            random_position(&connect_four::Position::default(), seed, |_, ply| ply == stones)
        };
        compare(extent, &format!("Connect Four, {stones} stones"), position, plain(OpenLines));
    }
    let rules = collapsi::Rules::default();
    compare(
        extent,
        "Collapsi, whole deals",
        |seed| collapsi::Position::start(&rules, seed),
        plain(NoEvaluation),
    );
    let rules = compass::Rules::default();
    let deal = |seed| compass::Position::start(&rules, seed);
    let proofs = ProofSearch::new().with_estimate(compass::estimate);
    compare(extent, "Compass, whole deals", deal, (proofs, compass::Evaluation::default()));
    let checkers: collateral_checkers::Position =
        Start::start(&collateral_checkers::Rules::default(), 0);
    for plies in [6, 12] {
        let position = |seed| before_the_end(&checkers, seed, plies);
        let name = format!("Collateral Checkers, {plies} to go");
        compare(extent, &name, position, plain(collateral_checkers::Evaluation::default()));
    }
}

/// So many plies before the end of a random game.
fn before_the_end<G: Game>(start: &G, seed: u64, plies: usize) -> G {
    let mut rng = seeded(seed);
    let mut game = vec![start.clone()];
    while let Some(position) = game.last()
        && let Some(&m) = position.legal_moves().choose(&mut rng)
    {
        game.push(position.after(m));
    }
    game.swap_remove(game.len().saturating_sub(plies + 1))
}

/// Plays at random until `stop` says so, over and over until a game goes on that long.
fn random_position<G: Game>(start: &G, seed: u64, stop: impl Fn(&G, usize) -> bool) -> G {
    let mut rng = seeded(seed);
    loop {
        let mut position = start.clone();
        for ply in 0.. {
            let Some(&m) = position.legal_moves().choose(&mut rng) else { break };
            if stop(&position, ply) {
                return position;
            }
            position.play_unchecked(m);
        }
    }
}

/// An evaluator, and a search for proofs without an estimate.
fn plain<G: Keyed + Eq + Hash, E>(evaluator: E) -> (ProofSearch<G>, E) {
    (ProofSearch::new(), evaluator)
}

fn compare<G: Keyed + Eq + Hash, E: Evaluator<G>>(
    extent: Extent,
    name: &str,
    position: impl Fn(u64) -> G,
    (proofs, evaluator): (ProofSearch<G>, E),
) {
    let (count, nodes) = extent.of((2, 10_000), (COUNT, NODES));
    let positions: Vec<G> = (0..count).map(position).collect();
    let limits = Limits::new().nodes(nodes);
    let mut proofs = proofs.with_memory(TABLE_BYTES);
    let mut sum = Sum::default();
    let mut verdicts = Vec::new();
    for position in &positions {
        proofs.clear();
        let answer = proofs.run(position, position.turn(), &limits);
        let answer = answer.expect("memory for the table");
        sum.add(answer.verdict != Verdict::Unknown, answer.nodes, answer.elapsed);
        verdicts.push(answer.verdict);
    }
    print!("{name:29} {sum}");
    let mut search = Search::new(evaluator).with_memory(TABLE_BYTES);
    let mut sum = Sum::default();
    for (position, verdict) in positions.iter().zip(verdicts) {
        search.clear();
        let Ok(analysis) = search.run(position, &limits) else { continue };
        sum.add(analysis.proven, analysis.nodes, analysis.elapsed);
        if analysis.proven && verdict != Verdict::Unknown {
            assert_eq!(analysis.score.is_win(), verdict == Verdict::Proven, "{name}");
        }
    }
    println!("  {sum}");
}

/// What a search did over a set of positions.
#[derive(Default)]
struct Sum {
    solved: u32,
    nodes: u64,
    time: Duration,
}

impl Sum {
    fn add(&mut self, is_solved: bool, nodes: u64, time: Duration) {
        self.solved += u32::from(is_solved);
        self.nodes += nodes;
        self.time += time;
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:6} {:12} {:8.2}", self.solved, self.nodes, self.time.as_secs_f64())
    }
}
