//! The cost of players' moves against perfect play: `regret collapsi level:3 greedy`.

use std::io::{self, Write};

use arena::Interval;
use arena::study::regret::{GameRegret, Regret, best_play, examine};
use clap::Args;
use engine::board::counted;
use engine::game::seeded;
use engine::key::mix;
use engine::{Bot, Limits, StopFlag};
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::arena::percent;
use crate::commands::args::{JsonArgs, whole};
use crate::commands::tablebase;
use crate::commands::truth::{self, Truth, TruthArgs};
use crate::commands::work::WorkArgs;
use crate::failure::Failure;
use crate::games;
use crate::hooks::{BotOf, Hooks};
use crate::players::Entrant;

/// Measure the cost of players' moves against perfect play
///
/// Plays a game of perfect play from every start position, with random choices between best moves. In
/// every position of it each player chooses a move. The exact scores come from the solver of Collapsi,
/// from a tablebase of Collateral Checkers (--endings), or from a search to the end of the game, which
/// is possible only from positions near it (--openings).
#[derive(Args)]
#[command(after_help = "\
A move keeps the value if the result with best play stays the same: win, draw or loss. Positions
count where some move does not keep it. A best move also keeps the number of plies; positions
count where not all moves have the same score.

Examples:
  fourfold regret collapsi random level:1 level:8 --deals 1000
  fourfold regret connect-four greedy search:nodes=1000 --openings 24 --seed 3
  fourfold regret collateral-checkers greedy level:5 --endings six.endings --json

")]
pub(crate) struct RegretArgs {
    /// The players to measure, as in `arena`
    #[arg(required = true)]
    players: Vec<Entrant>,

    /// The number of games of perfect play
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1..=u64::MAX))]
    deals: u64,

    /// The most positions of a game to use
    #[arg(long, value_name = "N", default_value = "40", value_parser = whole(1..=u32::MAX))]
    plies: u32,

    #[command(flatten)]
    truth: TruthArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    json: JsonArgs,
}

/// Everything the results depend on.
#[derive(Serialize)]
struct Header {
    format: &'static str,
    game: String,
    truth: String,
    players: Vec<String>,
    seed: u64,
    plies: u32,
}

impl RegretArgs {
    pub(crate) fn run<H: Hooks>(self, hooks: &H) -> Result<(), Failure> {
        if let Some(file) = &self.truth.endings {
            let of_endings = games::CollateralCheckers;
            if hooks.name() != of_endings.name() {
                return Err(Failure::usage("--endings", "expected collateral-checkers"));
            }
            let table = tablebase::load(file)?;
            if table.built() == 0 {
                return Err(Failure::file(file, "no part of the tablebase is built"));
            }
            return self.measure(&of_endings, &truth::of_endings(&table));
        }
        self.measure(hooks, &self.truth.solved(hooks)?)
    }

    fn measure<H: Hooks>(&self, hooks: &H, truth: &Truth<'_, H::Game>) -> Result<(), Failure> {
        Entrant::check_all(&self.players, hooks)?;
        let header = Header {
            format: "regret, version 1",
            game: hooks.name().to_owned(),
            truth: truth.name.clone(),
            players: self.players.iter().map(ToString::to_string).collect(),
            seed: self.truth.seed,
            plies: self.plies,
        };
        let (mut results, mut skipped) = (vec![Regret::new(); self.players.len()], 0);
        let see = |games: Option<Vec<GameRegret>>| {
            skipped += u64::from(games.is_none());
            for (regret, game) in results.iter_mut().zip(games.into_iter().flatten()) {
                regret.add_game(&game);
            }
        };
        let done =
            self.work.run(&header, self.deals, |stop| self.examiner(hooks, truth, stop), see)?;
        let json = || {
            json!({
                "game": header.game,
                "truth": header.truth,
                "seed": header.seed,
                "planned": self.deals,
                "games": done - skipped,
                "skipped": skipped,
                "players": self.players.iter().zip(&results).map(to_json).collect::<Value>(),
            })
        };
        self.json.print(json, |out| self.print(out, &header, skipped, &results))?;
        self.work.finish(done, self.deals)
    }

    /// Returns a worker that measures all players in one game of perfect play.
    fn examiner<H: Hooks>(
        &self,
        hooks: &H,
        truth: &Truth<'_, H::Game>,
        stop: StopFlag,
    ) -> impl FnMut(u64) -> Option<Option<Vec<GameRegret>>> {
        let player = |player: &Entrant| {
            let limits = player.settings::<H>().limits_or_time(Entrant::MOVE_TIME);
            (player.bot(hooks), limits.stop(stop.clone()))
        };
        let mut players: Vec<(BotOf<H>, Limits)> = self.players.iter().map(player).collect();
        let mut oracle = (truth.oracle)(stop);
        move |part| {
            let seed = mix(mix(0, self.truth.seed), part);
            let (start, plies) = ((truth.start)(seed), self.plies as usize);
            let questions = best_play(&start, plies, &mut oracle, &mut seeded(seed));
            let ask = |questions: Vec<_>| {
                let answer = |(bot, limits): &mut (BotOf<H>, Limits)| {
                    bot.new_game(&start, seed);
                    examine(&questions, bot, limits)
                };
                players.iter_mut().map(answer).collect()
            };
            Some(questions.map(ask))
        }
    }

    fn print(
        &self,
        out: &mut impl Write,
        header: &Header,
        skipped: u64,
        results: &[Regret],
    ) -> io::Result<()> {
        let Header { game, truth, players, seed, .. } = header;
        let Some(first) = results.first() else { return Ok(()) };
        writeln!(
            out,
            "{game}, {truth}, seed {seed}\n\
             {} of {} of perfect play, {skipped} skipped as unsolved",
            first.games(),
            counted(self.deals, "game"),
        )?;
        writeln!(
            out,
            "{} between moves of different scores, {} of them critical for the value\n",
            counted(first.choices(), "choice"),
            first.critical()
        )?;
        writeln!(
            out,
            "{:30} {:23} {:23} {:18} {:>12}",
            "", "value kept", "best move", "plies lost", "nodes a move"
        )?;
        for (player, regret) in players.iter().zip(results) {
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
}

fn to_json((player, regret): (&Entrant, &Regret)) -> Value {
    json!({
        "player": player.to_string(),
        "choices": regret.choices(),
        "critical": regret.critical(),
        "kept": regret.kept(),
        "points_lost": regret.points_lost(),
        "best": regret.best(),
        "plies_lost": regret.plies_lost(),
        "nodes": regret.nodes(),
    })
}
