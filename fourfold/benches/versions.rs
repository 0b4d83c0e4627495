//! A match of two versions of the search at equal time, in every game: programs that speak the
//! Universal Game Interface play each other.
//!
//! `cargo bench -p fourfold --bench versions` plays the present search against that of commit bd74eb4,
//! before the node loop was rewritten, which it builds first, in `target/before`. Any other programs:
//! `-- --before "target/before/target/release/examples/ugi" --now "target/release/fourfold ugi"`; each
//! command gets the name of the game behind it.
//!
//! By default 100 games of each game, 10 ms a move,
//! from openings of random plies by seeds, as many as the game's row says; each is played twice with
//! sides changed. None is passed over but those in which the game ends. Collapsi is played perfectly
//! by either, so that its result says nothing but that both work.

#[path = "shared/args.rs"]
mod args;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arena::{Contestant, Match, Openings, Pentanomial, Tally, UgiProgram};
use clap::{Parser, ValueEnum};
use engine::search::{BotError, Decision, Report};
use engine::{Bot, Game, Limits, Start};
use serde::Serialize;

/// What to do.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    extent: args::Extent,
    /// The program of the earlier version, with its arguments, instead of building one
    #[arg(long, value_name = "COMMAND")]
    before: Option<String>,
    /// The program of the present version, with its arguments
    #[arg(long, value_name = "COMMAND")]
    now: Option<String>,
    /// How many games of each game
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The time for each move, in milliseconds
    #[arg(long, default_value_t = 10, value_name = "MS")]
    movetime: u64,
    /// What the openings follow from
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Only these games; all by default
    #[arg(value_enum)]
    only: Vec<Name>,
}

/// A game, by its name on the command line of either program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    Collapsi,
    CollateralCheckers,
    Compass,
    ConnectFour,
    RollingMountains,
}

/// The games, and how many random plies an opening has.
const GAMES: [(Name, usize); 5] = [
    (Name::ConnectFour, 4),
    (Name::CollateralCheckers, 6),
    (Name::Compass, 8),
    (Name::Collapsi, 1),
    (Name::RollingMountains, 6),
];

fn main() -> ExitCode {
    let args: Args = args::parse();
    let now = args.now.clone().map_or_else(|| quoted(env!("CARGO_BIN_EXE_fourfold"), "ugi"), Ok);
    let before = match &args.before {
        Some(before) => Ok(before.clone()),
        // Nothing is built in tests.
        None if args.extent.of(true, false) => return ExitCode::SUCCESS,
        None => build_earlier(),
    };
    match before.and_then(|before| play_all(&args, &before, &now?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The program of the earlier commit, built in a work tree of its own unless it is there.
fn build_earlier() -> Result<String, String> {
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = house.join("target/before");
    if !tree.exists() {
        let mut git = Command::new("git");
        git.arg("-C").arg(house).args(["worktree", "add", "--detach"]).arg(&tree).arg("bd74eb4");
        run(git)?;
    }
    let target = tree.join("target");
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "-p", "examples", "--example", "ugi", "--manifest-path"]);
    cargo.arg(tree.join("Cargo.toml")).arg("--target-dir").arg(&target);
    run(cargo)?;
    quoted(&target.join("release/examples/ugi").to_string_lossy(), "")
}

/// The command that runs a program with some arguments, separated by spaces.
fn quoted(path: &str, arguments: &str) -> Result<String, String> {
    let path = shlex::try_quote(path).map_err(|error| error.to_string())?;
    Ok(format!("{path} {arguments}"))
}

fn run(mut command: Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        result => Err(format!("{command:?}: {result:?}")),
    }
}

/// What came of the match in one game; the present version is meant by `won`.
#[derive(Debug, Serialize)]
struct Row {
    game: String,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games lost because a program failed: of the present version, and of the earlier one.
    forfeited: [u64; 2],
    /// Pairs of games by their points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    /// Of the present version, and of the earlier one. Each searches the positions it comes to.
    nodes_per_second: Option<[f64; 2]>,
}

/// Plays and prints the matches in all chosen games.
fn play_all(args: &Args, before: &str, now: &str) -> Result<(), String> {
    let mut rows = Vec::new();
    let chosen = GAMES.iter().filter(|(name, _)| args.only.is_empty() || args.only.contains(name));
    for &(name, plies) in chosen {
        let row = Play { name, plies, args, before, now }.run()?;
        if !args.json {
            print(&row);
        }
        rows.push(row);
    }
    if args.json {
        println!("{}", serde_json::json!(rows));
        return Ok(());
    }
    let sum = |part: fn(&Row) -> u64| rows.iter().map(part).sum();
    let mut pairs = [0; 5];
    for row in &rows {
        pairs.iter_mut().zip(row.pairs).for_each(|(sum, count)| *sum += count);
    }
    let forfeited = [sum(|row| row.forfeited[0]), sum(|row| row.forfeited[1])];
    let (won, drawn, lost) = (sum(|row| row.won), sum(|row| row.drawn), sum(|row| row.lost));
    print(&Row { game: "all".into(), won, drawn, lost, forfeited, pairs, nodes_per_second: None });
    Ok(())
}

fn print(row: &Row) {
    let Row { game, won, drawn, lost, forfeited: [ours, theirs], pairs, nodes_per_second } = row;
    let pairs = Pentanomial::from(*pairs);
    print!("{game:20} won {won:4}, drawn {drawn:4}, lost {lost:4}");
    if let (Some(score), Some(elo)) = (pairs.score_interval(), pairs.elo()) {
        let [score, low, high] = [score.estimate, score.low, score.high].map(|x| 100.0 * x);
        print!("; {score:5.1} % ({low:.1} to {high:.1})");
        print!("; Elo {:+.0} ({:+.0} to {:+.0})", elo.estimate, elo.low, elo.high);
    }
    if let Some([now, before]) = nodes_per_second
        && *before > 0.0
    {
        print!("; {:.2} times the nodes a second", now / before);
    }
    if ours + theirs > 0 {
        print!("; forfeited by the present version {ours}, by the earlier one {theirs}");
    }
    println!();
}

/// A match in one game.
struct Play<'a> {
    name: Name,
    plies: usize,
    args: &'a Args,
    before: &'a str,
    now: &'a str,
}

impl Play<'_> {
    fn run(self) -> Result<Row, String> {
        match self.name {
            Name::Collapsi => self.play::<collapsi::Position>(),
            Name::CollateralCheckers => self.play::<collateral_checkers::Position>(),
            Name::Compass => self.play::<compass::Position>(),
            Name::ConnectFour => self.play::<connect_four::Position>(),
            Name::RollingMountains => self.play::<rolling_mountains::Position>(),
        }
    }

    fn play<G>(self) -> Result<Row, String>
    where
        G: Start + std::hash::Hash + Send + Sync + 'static,
    {
        let value = self.name.to_possible_value();
        let game = value.map_or_else(String::new, |value| value.get_name().to_owned());
        let time = Duration::from_millis(self.args.movetime);
        let contestant = |name, command, nodes| {
            let words = shlex::split(command).unwrap_or_default();
            let (path, arguments) = words.split_first().ok_or("expected a program")?;
            let program = UgiProgram::new(path).arguments(arguments.iter().chain([&game]));
            program.name().map_err(|error| format!("{command}: {error}"))?;
            let bot = move || Counted { bot: program.bot(), nodes };
            let contestant = Contestant::new(name, bot);
            Ok::<_, String>(contestant.limits(Limits::new().time(time)))
        };
        let nodes = [const { AtomicU64::new(0) }; 2];
        let contestants = vec![
            contestant("now", self.now, &nodes[0])?,
            contestant("before", self.before, &nodes[1])?,
        ];
        let deals = Openings::dealt(|seed| G::start(&G::Rules::default(), seed));
        let report = Match::new(contestants, deals.random_plies(self.plies))
            .games(self.args.games)
            .seed(self.args.seed)
            .run(|played, standings| {
                eprint!("\r{game}: {} of {}", played.number + 1, standings.planned);
            })
            .map_err(|error| error.to_string())?;
        eprintln!();
        let [now, before] = &report.standings.tallies[..] else { unreachable!("two contestants") };
        let pairs =
            report.standings.head_to_head.first().map_or([0; 5], |duel| duel.pairs.counts());
        let per_second = |nodes: &AtomicU64, tally: &Tally| {
            nodes.load(Ordering::Relaxed) as f64 / tally.time_used.time.as_secs_f64().max(1e-9)
        };
        Ok(Row {
            game,
            won: now.won,
            drawn: now.drawn,
            lost: now.lost,
            forfeited: [now.forfeited, before.forfeited],
            pairs,
            nodes_per_second: Some([per_second(&nodes[0], now), per_second(&nodes[1], before)]),
        })
    }
}

/// A program whose nodes are added up.
struct Counted<'a, B> {
    bot: B,
    nodes: &'a AtomicU64,
}

impl<G: Game, B: Bot<G>> Bot<G> for Counted<'_, B> {
    fn decide(
        &mut self,
        position: &G,
        limits: &Limits,
        report: Report<'_, G::Move>,
    ) -> Result<Decision<G::Move>, BotError> {
        let decision = self.bot.decide(position, limits, report)?;
        self.nodes.fetch_add(decision.nodes.unwrap_or_default(), Ordering::Relaxed);
        Ok(decision)
    }

    fn new_game(&mut self, start: &G, seed: u64) {
        self.bot.new_game(start, seed);
    }
}
