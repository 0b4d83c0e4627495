//! The search against that of the crate `minimax`: the same game, evaluation and size of table,
//! one thread each.
//!
//! `cargo bench -p fourfold --bench rivals` prints for each game how long either takes to a depth,
//! and to one ply less and one more (`--plies`), in 40 positions by the seeds 0, 1, 2 and so on, or from another
//! `--seed` on. Once without and once with the hooks of our evaluator: what it
//! sees a ply or two above the leaves ([`Evaluator::known`]), and the moves it knows to be worth a
//! look ([`Evaluator::candidate_moves`]). Both must find the same scores, so our search is the exact
//! one.
//!
//! The rival has those of its options that make it fastest on every third position, which are
//! sought first, for either column. Its move generator may sort moves by our evaluator. Where the
//! hooks are on it is told all that it has a place for: its evaluator may look as far ahead while
//! the search is as much shallower, by our hook or, where that does not answer, by trying every move;
//! and its move generator then lists the moves worth a look alone. That is left out in Collateral
//! Checkers, where captures are followed beyond the depth; so are null moves and singular extensions,
//! as they change scores.
//!
//! Everything takes hours. `--rounds 1 --plies=0` with the name of one game takes minutes, in Compass
//! most of them.
//!
//! Times are of the thread, not of the clock on the wall, and contestants take turns; the median of
//! the rounds counts. The rival begins every search with its moves in another random order, so its
//! figures change a little from run to run. Its nodes leave out those beyond the depth, ours do not.
//!
//! `cargo bench -p fourfold --bench rivals -- match` plays Collateral Checkers against the rival at
//! its fastest, 10 ms a move, 400 games: 200 openings of six random plies (`--opening-plies`), each played twice
//! with sides changed. Openings in which an exact search of 100,000 nodes finds a win or more than 100, a
//! piece, are passed over. With `--any-opening` none is.

#[path = "shared/args.rs"]
mod args;
#[path = "shared/clock.rs"]
mod clock;
#[path = "rivals/duel.rs"]
mod duel;
#[path = "shared/games.rs"]
#[allow(dead_code, reason = "the rival cannot play Rolling Mountains")]
mod games;
#[path = "shared/rival.rs"]
mod rival;
#[path = "rivals/told.rs"]
mod told;

use clap::{Parser, ValueEnum};
use engine::search::StandPat;
use engine::{Evaluator, Game, Limits, Score};
use serde::Serialize;

use clock::{median, seconds};
use games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant, exact};
use rival::Configuration;
use told::{Indexed, With};

/// How large either table of positions is in the match.
const TABLE_BYTES: usize = 16 << 20;

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// How often everything is measured
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How many positions of each game
    #[arg(long, default_value_t = 40)]
    positions: usize,
    /// To which depths, as plies more or fewer than meant
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, default_value = "0,-1,1")]
    plies: Vec<i32>,
    /// The first seed of positions and openings
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How large either table of positions is, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    memory: usize,
    /// How many random plies an opening of the match has
    #[arg(long, default_value_t = 6)]
    opening_plies: usize,
    /// How many games the match has
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Play the match from any opening, decided ones included
    #[arg(long)]
    any_opening: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only these parts; all by default, but for the match
    #[arg(value_enum)]
    parts: Vec<Part>,
}

impl Args {
    fn plies(&self) -> &[i32] {
        // To smaller depths the rival, which looks two plies ahead, searches nothing.
        self.extent.of(&[0], &self.plies)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    ConnectFour,
    CollateralCheckers,
    Compass,
    Collapsi,
    Match,
}

fn main() {
    let args: Args = args::parse();
    let chosen = |part| args.parts.is_empty() || args.parts.contains(&part);
    let is_quick = args.extent.of(true, false);
    let games = [
        chosen(Part::ConnectFour).then(|| compare::<ConnectFour>(&args)),
        chosen(Part::CollateralCheckers).then(|| compare::<CollateralCheckers>(&args)),
        chosen(Part::Compass).then(|| compare::<Compass>(&args)),
        chosen(Part::Collapsi).then(|| compare::<Collapsi>(&args)),
    ];
    let games: Vec<_> = games.into_iter().flatten().collect();
    let plays = args.parts.contains(&Part::Match) || args.parts.is_empty() && is_quick;
    let results = plays.then(|| duel::play(&args));
    if args.json {
        println!("{}", serde_json::json!({ "games": games, "match": results }));
        return;
    }
    if !games.is_empty() {
        print(&games, args.plies());
    }
    if let Some(results) = results {
        results.print();
    }
}

/// A position to search.
struct Task<P> {
    position: P,
    depth: u32,
    /// What is to be found.
    score: Score,
}

impl<P> Task<P> {
    fn new<S: Entrant<Position = P>>(position: P, depth: u32) -> Self {
        let score = ours::<S>(true, TABLE_BYTES, &position, depth).0;
        Self { position, depth, score }
    }
}

/// The figures of a game.
#[derive(Debug, Serialize)]
struct Figures {
    game: &'static str,
    positions: usize,
    /// The rival's options, without and with hooks.
    options: [String; 2],
    depths: Vec<AtDepth>,
}

#[derive(Debug, Serialize)]
struct AtDepth {
    depth: u32,
    without_hooks: Pair,
    with_hooks: Pair,
}

#[derive(Debug, Serialize)]
struct Pair {
    ours: Cost,
    rival: Cost,
    /// How many times as long the rival takes in all, in the geometric mean of the positions, and
    /// at least.
    ratio: f64,
    mean: f64,
    least: f64,
}

/// What it takes to search all positions.
#[derive(Debug, Default, Serialize)]
struct Cost {
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    each: Vec<f64>,
}

/// Measures a game.
fn compare<S: Indexed>(args: &Args) -> Figures {
    let extent = args.extent;
    let (depth, count) = extent.of((3, 2), (S::DEPTH, args.positions));
    let positions = S::positions(args.seed.., count, depth);
    let task = |position: &S::Position, depth| Task::new::<S>(position.clone(), depth);
    let few: Vec<_> = positions.iter().step_by(3).map(|position| task(position, depth)).collect();
    let bytes = args.memory << 20;
    let configurations = [fastest::<S, false>(&few, bytes), fastest::<S, true>(&few, bytes)];
    let at_depths = args.plies().iter().map(|&plies| {
        let depth = depth.saturating_add_signed(plies).max(1);
        eprintln!("{}, {count} positions to depth {depth}", S::NAME);
        let tasks: Vec<_> = positions.iter().map(|position| task(position, depth)).collect();
        measure::<S>(&tasks, bytes, extent.of(1, args.rounds.max(1)), &configurations)
    });
    let depths = at_depths.collect();
    let options = configurations.map(|configuration| configuration.to_string());
    Figures { game: S::NAME, positions: count, options, depths }
}

/// The rival's options that make it fastest.
fn fastest<S: Indexed, const HOOKS: bool>(
    tasks: &[Task<S::Position>],
    table_bytes: usize,
) -> Configuration {
    let knowledge = if HOOKS { "with" } else { "without" };
    eprintln!("{}, the rival's options, {knowledge} hooks:", S::NAME);
    Configuration::fastest::<With<S, HOOKS>>(table_bytes, |new, most| {
        let mut sum = 0.0;
        for task in tasks {
            let mut rival = new();
            let (found, time) = seconds(|| rival.search(&task.position, task.depth));
            sum += found.is(task.score, task.depth).then_some(time)?;
            if sum > most {
                break;
            }
        }
        Some(sum)
    })
}

/// The figures of all contestants, who take turns.
fn measure<S: Indexed>(
    tasks: &[Task<S::Position>],
    table_bytes: usize,
    rounds: usize,
    configurations: &[Configuration; 2],
) -> AtDepth {
    let mut costs = <[Cost; 4]>::default();
    for task in tasks {
        let mut times = <[Vec<f64>; 4]>::default();
        for round in 0..rounds {
            let found = [
                find::<S>(false, table_bytes, task),
                theirs::<S, false>(&configurations[0], task),
                find::<S>(true, table_bytes, task),
                theirs::<S, true>(&configurations[1], task),
            ];
            for ((cost, times), (nodes, time)) in costs.iter_mut().zip(&mut times).zip(found) {
                cost.nodes += if round == 0 { nodes } else { 0 };
                times.push(time);
            }
        }
        for (cost, times) in costs.iter_mut().zip(&mut times) {
            let time = median(times);
            cost.seconds += time;
            cost.each.push(time);
        }
    }
    let [ours, rival, ours_hooked, rival_hooked] = costs;
    AtDepth {
        depth: tasks.first().map_or(0, |task| task.depth),
        without_hooks: Pair::new(ours, rival),
        with_hooks: Pair::new(ours_hooked, rival_hooked),
    }
}

impl Pair {
    fn new(ours: Cost, rival: Cost) -> Self {
        let each: Vec<f64> = rival.each.iter().zip(&ours.each).map(|(a, b)| a / b).collect();
        Self {
            ratio: rival.seconds / ours.seconds,
            mean: geometric_mean(each.iter().copied()),
            least: each.iter().copied().fold(f64::INFINITY, f64::min),
            ours,
            rival,
        }
    }
}

fn geometric_mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    (values.map(f64::ln).sum::<f64>() / count).exp()
}

/// The score a new search of ours finds, its nodes and seconds.
fn ours<S: Entrant>(
    hooks: bool,
    table_bytes: usize,
    position: &S::Position,
    depth: u32,
) -> (Score, u64, f64) {
    fn run<S: Entrant>(
        evaluator: impl Evaluator<S::Position>,
        table_bytes: usize,
        position: &S::Position,
        depth: u32,
    ) -> (Score, u64, f64) {
        let mut search = exact(evaluator, table_bytes);
        // The rival's table is in memory before time is taken, so ours has to be.
        let first = search.run(position, &Limits::new().depth(1));
        assert!(first.is_ok());
        search.clear();
        let (analysis, time) = seconds(|| search.run(position, &Limits::new().depth(depth)));
        let analysis = analysis.expect("a game of two players");
        (analysis.score, analysis.nodes, time)
    }
    if hooks {
        run::<S>(S::judge(), table_bytes, position, depth)
    } else {
        run::<S>(Unhooked(S::judge()), table_bytes, position, depth)
    }
}

/// Our nodes and seconds.
fn find<S: Entrant>(hooks: bool, table_bytes: usize, task: &Task<S::Position>) -> (u64, f64) {
    let (score, nodes, time) = ours::<S>(hooks, table_bytes, &task.position, task.depth);
    assert_eq!(score, task.score, "{:?}", task.position);
    (nodes, time)
}

/// The rival's nodes and seconds.
fn theirs<S: Indexed, const HOOKS: bool>(
    configuration: &Configuration,
    task: &Task<S::Position>,
) -> (u64, f64) {
    let mut rival = configuration.rival::<With<S, HOOKS>>();
    let (found, time) = seconds(|| rival.search(&task.position, task.depth));
    assert!(found.is(task.score, task.depth), "{:?}: {found:?}", task.position);
    (found.nodes, time)
}

/// An evaluator without its hooks.
struct Unhooked<'a, E>(&'a E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Unhooked<'_, E> {
    fn evaluate(&self, position: &G, player: G::Player) -> i32 {
        self.0.evaluate(position, player)
    }

    fn order(&self, position: &G, m: G::Move) -> i32 {
        self.0.order(position, m)
    }

    fn min_sort_depth(&self) -> u32 {
        self.0.min_sort_depth()
    }

    fn noisy_moves(&self, position: &G, moves: &mut Vec<G::Move>) -> StandPat {
        self.0.noisy_moves(position, moves)
    }

    /// What is true two plies above the leaves is so of the leaves if nothing is seen at a glance.
    fn min_table_depth(&self) -> u32 {
        self.0.min_table_depth().saturating_sub(2)
    }
}

fn print(games: &[Figures], plies: &[i32]) {
    for Figures { game, positions, options: [without, with], depths } in games {
        println!("\n{game}, {positions} positions");
        println!("  minimax without hooks: {without}\n  minimax with hooks:    {with}");
        for AtDepth { depth, without_hooks, with_hooks } in depths {
            for (name, pair) in [("without", without_hooks), ("with", with_hooks)] {
                let Pair { ours, rival, ratio, mean, least } = pair;
                println!(
                    "  depth {depth:2} {name:>7} hooks: ours {:12} nodes {:8.3} s, minimax {:12} \
                     nodes {:8.3} s; ratio {ratio:6.2}, mean {mean:6.2}, least {least:5.2}",
                    ours.nodes, ours.seconds, rival.nodes, rival.seconds
                );
            }
        }
    }
    println!("\n{:30} {:>14} {:>14}", "times faster than minimax", "without hooks", "with hooks");
    let ratios = |at: &AtDepth| [at.without_hooks.ratio, at.with_hooks.ratio];
    let all: Vec<Vec<_>> =
        games.iter().map(|figures| figures.depths.iter().map(ratios).collect()).collect();
    for (figures, ratios) in games.iter().zip(&all) {
        for (at, [without, with]) in figures.depths.iter().zip(ratios) {
            let name = format!("{}, {}", figures.game, at.depth);
            println!("{name:30} {without:14.2} {with:14.2}");
        }
    }
    for (i, plies) in plies.iter().enumerate() {
        let mean = |column: usize| geometric_mean(all.iter().map(|ratios| ratios[i][column]));
        println!(
            "{:30} {:14.2} {:14.2}",
            format!("geometric mean, plies {plies:+}"),
            mean(0),
            mean(1)
        );
    }
}
