//! The error of a fairness figure measured by imperfect play: `estimates collapsi`.

use std::io::{self, Write};
use std::path::PathBuf;

use arena::Interval;
use arena::study::Bias;
use arena::{Match, MatchEnd, Openings, Seating};
use board::plot::{self, Series, Titles};
use clap::Args;
use engine::{StopFlag, Wdl, counted};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arena::percent;
use crate::args::{Out, positive};
use crate::failure::Failure;
use crate::files;
use crate::games::{AnyGame, Name};
use crate::journal::Format;
use crate::players::{self, Entrant};
use crate::truth::{Measured, Plan, Setting, Truth, TruthArgs, TruthTask, deal_seed};

/// Measure how far imperfect players misjudge the balance of a game
///
/// Each player plays both sides from positions whose exact result is known. The share of the points
/// that the first player gets is compared with the exact share of the same positions. The exact results
/// come from the solver of Collapsi, from a tablebase of Collateral Checkers (--endings), or from a
/// search to the end of the game, which is possible only from positions near it (--openings).
#[derive(Args)]
#[command(after_help = HELP.to_owned() + players::HELP)]
pub(crate) struct EstimatesArgs {
    /// The game
    game: Name,

    /// The players, as in `arena` [default: random, greedy, searches of 10^2 to 10^6 positions a move,
    /// Monte Carlo tree searches of 10^2 to 10^5 playouts]
    players: Vec<Entrant>,

    /// The number of positions to play from; a player with more than 1,000 nodes a move plays from
    /// proportionally fewer, at least 200
    #[arg(long, value_name = "N", default_value = "2000", value_parser = positive::<u64>)]
    deals: u64,

    #[command(flatten)]
    truth: TruthArgs,

    /// Draw the differences as an SVG image
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

const HELP: &str = "\
Examples:
  fourfold estimates collapsi --out collapsi.estimates --plot bias.svg
  fourfold estimates connect-four random search:nodes=100 --openings 20 --deals 300

";

/// The default players.
const LADDER: [&str; 15] = [
    "random",
    "greedy",
    "search:nodes=100,table=1",
    "search:nodes=1000,table=1",
    "search:nodes=3000,table=1",
    "search:nodes=10000,table=1",
    "search:nodes=30000",
    "search:nodes=100000",
    "search:nodes=1000000",
    "mcts:nodes=100,table=1",
    "mcts:nodes=1000,table=1",
    "mcts:nodes=3000,table=4",
    "mcts:nodes=10000,table=16",
    "mcts:nodes=30000,table=64",
    "mcts:nodes=100000,table=64",
];

const FORMAT: Format = Format { name: "estimates, version 1", work: "comparison" };

/// The results from one position, in half points of the first player.
#[derive(Serialize, Deserialize)]
struct Games {
    exact: u8,
    /// By player; `None` for a player who does not play from this position.
    found: Vec<Option<u8>>,
}

impl EstimatesArgs {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if self.players.is_empty() {
            let ladder: Result<_, _> = LADDER.iter().map(|player| player.parse()).collect();
            self.players = ladder.map_err(Failure::run)?;
        }
        if let Some(path) = &self.plot {
            files::check(path)?;
        }
        self.truth.run(self.game, &self)
    }

    /// The number of positions that a player plays from.
    fn deals_of<G: AnyGame>(&self, player: &Entrant) -> u64 {
        const NODES: u64 = 1000;
        const LEAST: u64 = 200;
        let nodes = player.settings::<G>().limits.nodes.unwrap_or(NODES).max(NODES);
        let deals = u128::from(self.deals) * u128::from(NODES) / u128::from(nodes);
        (deals as u64).max(LEAST).min(self.deals)
    }

    /// Returns a worker that plays the games from one position.
    fn comparer<'t, G: AnyGame>(
        &'t self,
        truth: &'t dyn Truth<G>,
        stop: StopFlag,
    ) -> impl FnMut(u64) -> Option<Option<Games>> + 't {
        let mut oracle = truth.oracle(stop.clone());
        move |part| {
            let seed = deal_seed(self.truth.seed, part);
            let start = truth.start(seed);
            let Some(score) = oracle(&start) else { return Some(None) };
            let exact = score.result() as u8;
            let play = |player: &Entrant| {
                (part < self.deals_of::<G>(player)).then(|| play_alone(player, &start, seed, &stop))
            };
            // An aborted game ends the work too.
            let found =
                self.players.iter().map(|player| play(player).map_or(Some(None), |f| f.map(Some)));
            Some(Some(Games { exact, found: found.collect::<Option<_>>()? }))
        }
    }
}

impl TruthTask for EstimatesArgs {
    fn run<G: AnyGame>(&self, truth: &dyn Truth<G>) -> Result<(), Failure> {
        let plan = Plan {
            format: FORMAT,
            players: &self.players,
            deals: self.deals,
            // Stronger players play from the first of these.
            setting: Setting::Deals(self.deals),
        };
        let mut results = vec![Bias::new(); self.players.len()];
        let see = |Games { exact, found }| {
            for (bias, found) in results.iter_mut().zip(found) {
                if let Some(found) = found {
                    bias.add(wdl(exact), wdl(found));
                }
            }
        };
        let measured = self.truth.measure(&plan, truth, |stop| self.comparer(truth, stop), see)?;
        if let Some(path) = &self.plot {
            files::save(path, self.plotted::<G>(&results)?)?;
        }
        let json = || self.players.iter().zip(&results).map(to_json).collect();
        self.truth.show::<G>(&plan, &measured, json, |out| self.print(out, &measured, &results))
    }
}

fn wdl(half_points: u8) -> Wdl {
    match half_points {
        0 => Wdl::Loss,
        1 => Wdl::Draw,
        _ => Wdl::Win,
    }
}

/// The half points of the first player when `player` plays both sides; `None` if stopped.
fn play_alone<G: AnyGame>(player: &Entrant, start: &G, seed: u64, stop: &StopFlag) -> Option<u8> {
    let first = start.players().iter().position(|&seat| seat == start.turn())?;
    let contestants = vec![player.contestant(), player.contestant()];
    let game = Match::new(contestants, Openings::listed(vec![start.clone()]));
    let game = game.seating(Seating::Fixed).seed(seed).abort(stop.clone());
    let mut score = None;
    let report = game.run(|game, _| score = game.score(first)).ok()?;
    let complete = report.ended == MatchEnd::Complete;
    score.filter(|_| complete).map(|score| (2.0 * score) as u8)
}

/// The size of the study that the printed error is for.
const STUDY: u64 = 1000;

impl EstimatesArgs {
    fn print(&self, out: &mut Out, measured: &Measured, results: &[Bias]) -> io::Result<()> {
        let Self { game, deals, players, truth, .. } = self;
        let Measured { truth: name, skipped, .. } = measured;
        writeln!(
            out,
            "{game}, {name}, seed {}: {}, {skipped} skipped as unsolved\n\
             share: the first player's share of the points. error: typical distance between the share\n\
             of {STUDY} games and the exact one.\n",
            truth.seed,
            counted(*deals, "position"),
        )?;
        writeln!(
            out,
            "{:27} {:>6} {:>8} {:>8}  {:22} {:22} {:>6}",
            "", "games", "share", "exact", "difference, points", "won by the right side", "error"
        )?;
        for (player, bias) in players.iter().zip(results) {
            let part = |part: Option<f64>| {
                part.map_or_else(|| "-".to_owned(), |part| format!("{:.1} %", 100.0 * part))
            };
            let share = part(bias.share().map(|share| share.estimate));
            let (exact, error) = (part(bias.exact()), part(bias.error_of(STUDY)));
            let difference = bias.bias().map_or_else(String::new, points);
            let right = bias.right().map_or_else(String::new, percent);
            let games = bias.games();
            writeln!(
                out,
                "{player:27} {games:>6} {share:>8} {exact:>8}  {difference:22} {right:22} {error:>6}"
            )?;
        }
        Ok(())
    }

    /// The differences by nodes a move as an image, a line for each kind of player.
    fn plotted<G: AnyGame>(&self, results: &[Bias]) -> Result<String, Failure> {
        /// Where players that do not count nodes are drawn.
        const NO_NODES: u64 = 30;
        let mut lines: Vec<Series<Interval>> = Vec::new();
        for (player, bias) in self.players.iter().zip(results) {
            let text = player.to_string();
            let name = text.split(':').next().unwrap_or_default();
            let nodes =
                player.settings::<G>().limits.nodes.unwrap_or(NO_NODES).max(NO_NODES) as f64;
            let point = bias.bias().map(|bias| (nodes.log10(), bias.map(|share| 100.0 * share)));
            if let Some(line) = lines.iter_mut().find(|line| line.name == name) {
                line.values.extend(point);
            } else {
                lines.push(Series { name: name.to_owned(), values: Vec::from_iter(point) });
            }
        }
        let titles = Titles {
            title: &format!("{}: the first player's share minus the exact one", self.game),
            x: "nodes or playouts a move; leftmost, players without a count",
            y: "hundredths of the points, with 95 % intervals",
            label: |power| match power.fract() {
                0.0 => format!("{:.0}", 10_f64.powf(power)),
                _ => String::new(),
            },
        };
        plot::lines(&titles, &lines).map_err(Failure::run)
    }
}

fn to_json((player, bias): (&Entrant, &Bias)) -> Value {
    json!({
        "player": player.to_string(),
        "games": bias.games(),
        "share": bias.share(),
        "exact": bias.exact(),
        "difference": bias.bias(),
        "right": bias.right(),
        "error": { "games": STUDY, "points": bias.error_of(STUDY) },
    })
}

/// In hundredths: `+3.1 (+1.2 to +5.0)`.
fn points(Interval { estimate, low, high }: Interval) -> String {
    let [estimate, low, high] = [estimate, low, high].map(|part| 100.0 * part);
    format!("{estimate:+.1} ({low:+.1} to {high:+.1})")
}
