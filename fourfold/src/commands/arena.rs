//! Has players play each other: `arena connect-four search:nodes=1000 random --games 200`.

use std::io::{self, Write};

use arena::{
    EloModel, HeadToHead, Hypothesis, Interval, MatchEnd, Pairing, Report, Seating, Sprt,
    Standings, Tally,
};
use clap::Args;
use engine::board::counted;
use serde_json::{Value, json};

use crate::commands::matches::{MatchArgs, Plan, points};
use kit::{Failure, Kit, PlayerSpec};
use terminal::args::{JsonArgs, one_of, pair};

/// Find out which of several players plays a game best
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold arena connect-four search:nodes=1000 mcts:nodes=300 --games 20
  fourfold arena rolling-mountains search greedy greedy --set players=3 --games 3
  fourfold arena compass bold search --sprt 0,20 --games 10000 --out match.games
  fourfold arena compass \"ugi:clock=10+0.1,./engine --fast\" level:5 level:6 --gauntlet

")]
pub(crate) struct ArenaArgs {
    /// The players, at least as many as the game has, as described below
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<PlayerSpec>,

    /// The first player plays all others, who do not play each other
    #[arg(long)]
    gauntlet: bool,

    /// Stop by a sequential test (SPRT): is the first player better by ELO0 points or by ELO1?
    #[arg(long, value_name = "ELO0,ELO1", value_parser = pair::<f64, f64>)]
    #[arg(allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// The unit of ELO0 and ELO1; normalized points do not depend on how often games are drawn
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    #[arg(value_parser = one_of(EloModel::ALL))]
    elo_model: EloModel,

    /// The rate at which the test may accept ELO1 wrongly
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,

    /// The rate at which the test may accept ELO0 wrongly
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,

    #[command(flatten)]
    games: MatchArgs,

    #[command(flatten)]
    json: JsonArgs,
}

impl ArenaArgs {
    fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let sprt = Sprt::new(elo0, elo1).map_err(|error| Failure::usage("--sprt", error))?;
        let sprt = sprt.with_model(self.elo_model).with_error_rates(self.alpha, self.beta);
        Ok(Some(sprt.map_err(|error| Failure::usage("--alpha and --beta", error))?))
    }

    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let sprt = self.sprt()?;
        let plan = Plan {
            players: &self.players,
            pairing: if self.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin },
            seating: Seating::Rotated,
            sprt,
            random_plies: 2,
        };
        if sprt.is_some() && (self.players.len(), self.games.seats(kit)?) != (2, 2) {
            return Err(Failure::usage("--sprt", "expected two players of a game of two"));
        }
        let report = self.games.play(kit, &plan, |_| (), |()| ())?;
        let summary = Summary { game: kit.name(), arena: &self, plan: &plan, report: &report };
        self.json.print(|| summary.json(), |out| summary.print(out))?;
        self.games.finish(&report)
    }
}

struct Summary<'a> {
    game: &'a str,
    arena: &'a ArenaArgs,
    plan: &'a Plan<'a>,
    report: &'a Report,
}

impl Summary<'_> {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let args = &self.arena.games;
        let standings = &self.report.standings;
        let Standings { games, planned, .. } = *standings;
        let (plies, seed) = (args.random_plies(self.plan), args.seed);
        writeln!(
            out,
            "{}: {games} of {}, openings of {}, seed {seed}\n{} of {} are different",
            self.game,
            counted(planned, "game"),
            counted(plies, "random ply"),
            standings.different(),
            counted(games, "game"),
        )?;
        if !standings.is_varied() {
            writeln!(
                out,
                "Estimates rest on those alone, each different pair counted once. More random plies \
                 (--openings) or players who leave something to chance give more."
            )?;
        }
        let names = self.plan.names();
        let widest = names.iter().map(|name| name.chars().count()).chain(["player".len()]).max();
        let widest = widest.unwrap_or_default();
        writeln!(
            out,
            "\n{:widest$}  {:>6} {:>6} {:>6} {:>8}  {:22} ms a ply",
            "player", "won", "drawn", "lost", "forfeits", "points a game"
        )?;
        for (name, tally) in names.iter().zip(&self.report.standings.tallies) {
            let Tally { won, drawn, lost, forfeited, time_used, .. } = tally;
            write!(out, "{name:widest$}  {won:6} {drawn:6} {lost:6} {forfeited:8}  ")?;
            let score = tally.score().map_or_else(|| "-".to_owned(), percent);
            let millis = 1000.0 * time_used.time.as_secs_f64() / time_used.plies.max(1) as f64;
            writeln!(out, "{score:22} {millis:8.2}")?;
        }
        for duel in &self.report.standings.head_to_head {
            print_duel(out, &names, duel)?;
        }
        self.print_test(out)
    }

    fn print_test(&self, out: &mut impl Write) -> io::Result<()> {
        let (Some(sprt), [duel]) = (self.plan.sprt, &self.report.standings.head_to_head[..]) else {
            return Ok(());
        };
        let ([elo0, elo1], [lower, upper]) = (sprt.elo(), sprt.bounds());
        let ratio = sprt.log_likelihood_ratio(&duel.pairs);
        let points = match sprt.model() {
            EloModel::Normalized => "normalized Elo",
            EloModel::Logistic => "Elo",
        };
        let verdict = match self.accepted(sprt) {
            Some(elo) => format!("{elo} accepted"),
            None if self.arena.games.shard.part().is_some() => {
                "a shard decides nothing, the merged games of all shards do".to_owned()
            }
            None => "undecided".to_owned(),
        };
        writeln!(
            out,
            "\nSPRT of {elo0} against {elo1} {points}: {verdict}; \
             log-likelihood ratio {ratio:+.2} ({lower:.2} to {upper:.2})"
        )
    }

    fn accepted(&self, sprt: Sprt) -> Option<f64> {
        match self.report.ended {
            MatchEnd::Decided(Hypothesis::H0) => Some(sprt.elo()[0]),
            MatchEnd::Decided(Hypothesis::H1) => Some(sprt.elo()[1]),
            MatchEnd::Complete | MatchEnd::Stopped => None,
        }
    }

    fn json(&self) -> Value {
        let args = &self.arena.games;
        let Standings { tallies, head_to_head, games, planned, .. } = &self.report.standings;
        let tally = |((player, name), tally): ((&PlayerSpec, String), &Tally)| {
            json!({
                "player": player.to_string(),
                "name": name,
                "games": tally.games(),
                "won": tally.won,
                "drawn": tally.drawn,
                "lost": tally.lost,
                "forfeited": tally.forfeited,
                "points": tally.points(),
                "score": tally.score(),
                "wins": tally.wins(),
                "plies": tally.time_used.plies,
                "seconds": tally.time_used.time.as_secs_f64(),
            })
        };
        let duel = |duel: &HeadToHead| {
            json!({
                "players": duel.contestants,
                "won": duel.won,
                "drawn": duel.drawn,
                "lost": duel.lost,
                "pairs": duel.pairs.counts(),
                "elo": duel.pairs.elo(),
                "normalized_elo": duel.pairs.normalized_elo(),
                "superiority": duel.pairs.superiority(),
            })
        };
        let players = self.plan.players.iter().zip(self.plan.names());
        json!({
            "game": self.game,
            "seed": args.seed,
            "random_plies": args.random_plies(self.plan),
            "games": games,
            "different": self.report.standings.different(),
            "planned": planned,
            "ended": match self.report.ended {
                MatchEnd::Complete => "complete",
                MatchEnd::Stopped => "stopped",
                MatchEnd::Decided(_) => "decided",
            },
            "players": players.zip(tallies).map(tally).collect::<Vec<_>>(),
            "duels": head_to_head.iter().map(duel).collect::<Vec<_>>(),
            "sprt": self.plan.sprt.zip(head_to_head.first()).map(|(sprt, duel)| json!({
                "elo": sprt.elo(),
                "model": sprt.model().to_string(),
                "bounds": sprt.bounds(),
                "log_likelihood_ratio": sprt.log_likelihood_ratio(&duel.pairs),
                "accepted": self.accepted(sprt),
            })),
        })
    }
}

fn print_duel(out: &mut impl Write, names: &[String], duel: &HeadToHead) -> io::Result<()> {
    let [a, b] = duel.contestants.map(|contestant| &names[contestant]);
    writeln!(out, "\n{a} against {b}: +{} ={} -{}", duel.won, duel.drawn, duel.lost)?;
    let pairs = &duel.pairs;
    let Some((elo, superiority)) = pairs.elo().zip(pairs.superiority()) else { return Ok(()) };
    let kinds = pairs.counts().map(|count| count.to_string()).join(" ");
    let unknown = || "unknown, as all pairs have the same result".to_owned();
    let (elo, normalized) = (points(elo), pairs.normalized_elo().map_or_else(unknown, points));
    writeln!(out, "  pairs by points, 0 to 2: {kinds}")?;
    writeln!(out, "  Elo {elo}, likelihood of superiority {:.1} %", 100.0 * superiority)?;
    writeln!(out, "  normalized Elo {normalized}")
}

fn percent(share: Interval) -> String {
    let Interval { estimate, low, high } = share.map(|part| 100.0 * part);
    format!("{estimate:.1} % ({low:.1} to {high:.1})")
}
