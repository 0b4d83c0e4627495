//! What the moves of players cost against perfect play: `regret collapsi level:3 greedy`.

use std::io::{self, Write};

use clap::Args;
use engine::regret::{GameRegret, Regret, best_play, examine};
use engine::{Bot, Interval, Limits, StopFlag, seeded};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arena::{interval, percent};
use crate::args::{JsonArgs, Style, number};
use crate::failure::Failure;
use crate::games::{AnyGame, Name};
use crate::journal::Format;
use crate::players::{self, Entrant};
use crate::truth::{Truth, TruthArgs, TruthTask, deal_seed};
use crate::work::{Work, WorkArgs};

/// Measure what the moves of players cost against perfect play
///
/// From every start a game of perfect play is taken, in which chance decides between best moves. All
/// players are asked what they would play in every position of it. Scores are exact: of Collapsi they
/// come from its solver, of endings of Collateral Checkers from a tablebase, and otherwise from a
/// search to the end, which needs positions near it: --openings.
#[derive(Args)]
#[command(after_help = HELP.to_owned() + players::HELP)]
pub(crate) struct RegretArgs {
    game: Name,

    /// Who is measured, as in `arena`
    #[arg(required = true)]
    players: Vec<Entrant>,

    /// How many games of perfect play
    #[arg(long, value_name = "N", default_value = "100", value_parser = number::<u64>)]
    deals: u64,

    /// Ask in so many positions of a game at most
    #[arg(long, value_name = "N", default_value = "40", value_parser = number::<u32>)]
    plies: u32,

    #[command(flatten)]
    truth: TruthArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const HELP: &str = "\
Value is kept by a move that wins if any move wins, and does not lose if any does not. It is counted
where some move would lose value; best moves, which also keep the number of plies, where not all moves
have the same score.

Examples:
  fourfold regret collapsi random level:1 level:8 --deals 1000
  fourfold regret connect-four greedy search:nodes=1000 --openings 24 --seed 3
  fourfold regret collateral-checkers greedy level:5 --endings six.endings --json

";

const FORMAT: Format = Format { name: "regret, version 1", work: "examination" };

/// What the results depend on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    game: String,
    truth: String,
    players: Vec<String>,
    seed: u64,
    plies: u32,
}

/// The fields of a [`GameRegret`], for files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRegret")]
struct GameRegretFields {
    critical: u32,
    kept: u32,
    half_points: u32,
    choices: u32,
    best: u32,
    sound: u32,
    plies: u32,
    counted: u32,
    nodes: u64,
}

/// What a player lost in a game.
#[derive(Serialize, Deserialize)]
struct Answers(#[serde(with = "GameRegretFields")] GameRegret);

/// By player; `None` if the game cannot be solved.
type Examined = Option<Vec<Answers>>;

impl RegretArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.truth.run(self.game, self)
    }
}

impl TruthTask for RegretArgs {
    fn run<G: AnyGame>(&self, truth: &dyn Truth<G>) -> Result<(), Failure> {
        Entrant::check_all::<G>(&self.players)?;
        let header = Header {
            game: self.game.to_string(),
            truth: truth.name(),
            players: self.players.iter().map(ToString::to_string).collect(),
            seed: self.truth.seed,
            plies: self.plies,
        };
        let work = Work { format: FORMAT, header, parts: self.deals };
        let mut results = vec![Regret::new(); self.players.len()];
        let mut passed_over = 0;
        let done = self.work.run(
            work,
            |stop| self.examiner(truth, stop),
            |games: Examined| {
                passed_over += u64::from(games.is_none());
                for (regret, Answers(game)) in results.iter_mut().zip(games.unwrap_or_default()) {
                    regret.add_game(&game);
                }
            },
        )?;
        let summary = Summary { args: self, truth: truth.name(), results: &results, passed_over };
        let out = &mut anstream::stdout().lock();
        match self.json.style() {
            Style::Json => writeln!(out, "{}", summary.json())?,
            Style::Text => summary.print(out)?,
        }
        self.work.finish(done, self.deals)
    }
}

impl RegretArgs {
    /// Asks all players about one game of perfect play after the other.
    fn examiner<G: AnyGame>(
        &self,
        truth: &dyn Truth<G>,
        stop: StopFlag,
    ) -> impl FnMut(u64) -> Option<Examined> {
        let player = |player: &Entrant| {
            let limits = player.limits_or_time::<G>(Entrant::MOVE_TIME);
            (player.bot::<G>(), limits.stop(stop.clone()))
        };
        let mut players: Vec<(Box<dyn Bot<G>>, Limits)> = self.players.iter().map(player).collect();
        let mut oracle = truth.oracle(stop);
        move |part| {
            let seed = deal_seed(self.truth.seed, part);
            let (start, plies) = (truth.start(seed), self.plies as usize);
            let questions = best_play(&start, plies, &mut oracle, &mut seeded(seed));
            let ask = |questions: Vec<_>| {
                let answer = |(bot, limits): &mut (Box<dyn Bot<G>>, Limits)| {
                    bot.new_game(&start, seed);
                    Answers(examine(&questions, bot, limits))
                };
                players.iter_mut().map(answer).collect()
            };
            Some(questions.map(ask))
        }
    }
}

/// What came of it, for printing.
struct Summary<'a> {
    args: &'a RegretArgs,
    truth: String,
    results: &'a [Regret],
    passed_over: u64,
}

impl Summary<'_> {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let RegretArgs { game, deals, players, truth, .. } = self.args;
        let Some(first) = self.results.first() else { return Ok(()) };
        writeln!(
            out,
            "{game}, {}, seed {}\n{} of {deals} games of perfect play, {} passed over as unsolved",
            self.truth,
            truth.seed,
            first.games(),
            self.passed_over,
        )?;
        writeln!(
            out,
            "{} choices between moves of different scores, {} of them critical for the value\n",
            first.choices(),
            first.critical()
        )?;
        writeln!(
            out,
            "{:30} {:23} {:23} {:18} {:>12}",
            "", "value kept", "best move", "plies lost", "nodes a move"
        )?;
        for (player, regret) in players.iter().zip(self.results) {
            let dash = || "-".to_owned();
            let [kept, best] =
                [regret.kept(), regret.best()].map(|share| share.map_or_else(dash, percent));
            let plies =
                regret.plies_lost().map_or_else(dash, |Interval { estimate, low, high }| {
                    format!("{estimate:.2} ({low:.2} to {high:.2})")
                });
            let nodes = regret.nodes().map_or_else(dash, |nodes| format!("{:.0}", nodes.estimate));
            writeln!(out, "{player:30} {kept:23} {best:23} {plies:18} {nodes:>12}")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let RegretArgs { game, deals, players, truth, .. } = self.args;
        let of = |(player, regret): (&Entrant, &Regret)| {
            json!({
                "player": player.to_string(),
                "choices": regret.choices(),
                "critical": regret.critical(),
                "kept": regret.kept().map(interval),
                "points_lost": regret.points_lost().map(interval),
                "best": regret.best().map(interval),
                "plies_lost": regret.plies_lost().map(interval),
                "nodes": regret.nodes().map(interval),
            })
        };
        json!({
            "game": game.to_string(),
            "truth": self.truth,
            "seed": truth.seed,
            "planned": deals,
            "games": self.results.first().map(Regret::games),
            "passed_over": self.passed_over,
            "players": players.iter().zip(self.results).map(of).collect::<Vec<_>>(),
        })
    }
}
