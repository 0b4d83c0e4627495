//! Length, choice and fairness of a game: `study collapsi --games 10000`.

mod against;
mod prove;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::study::{Facts, Study, games_for_difference, games_for_margin};
use arena::{Pairing, PlayedGame, Report, Seating};
use clap::Args;
use engine::board::counted;
use page::report::{
    About, Figure, Findings, Measuring, QUANTILES, REPEATED, ReportError, Sample, play_step,
};
use serde_json::json;

use crate::commands::matches::{MatchArgs, Plan};
use kit::{Builtin, Dynamic, Failure, Kind, Kit, PlayerSpec};
use terminal::args::{JsonArgs, whole};
use terminal::{files, progress, words};

/// Measure length, choice and fairness of a game from matches of one player against itself
///
/// --report writes a page: figures with intervals, plots, values of first moves, a skill ladder, use of
/// squares, puzzles. --against compares two sets of rules. --prove finds who wins with best play.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold study collapsi --games 10000
  fourfold study compass greedy --json
  fourfold study connect-four --report connect-four.html --out connect-four.games
  fourfold study collapsi --against --set rules=v1_3 --games 2000
  fourfold study collateral-checkers level:8 --against hold_turns=4 --set hold_turns=2
  fourfold study compass --prove --games 1000 --out proofs.jsonl
  fourfold study collapsi --plan 2

")]
pub(crate) struct StudyArgs {
    /// The player of all seats, as in `arena` [default: random; for a report search:nodes=1000,random=5]
    player: Option<PlayerSpec>,

    #[command(flatten)]
    games: MatchArgs,

    #[command(flatten)]
    json: JsonArgs,

    /// Write a report to this file, a page for the browser; with --out its games are kept if it is stopped
    #[arg(long, value_name = "PAGE")]
    report: Option<PathBuf>,

    /// For the report: nodes of the search that judges each position and each move of a puzzle; first
    /// moves get ten times as many
    #[arg(long, value_name = "NODES", default_value = "2000", value_parser = whole(0..=u64::MAX))]
    judge: u64,

    /// For the report: the matches of the skill ladder, the first with 128 nodes against 32; each takes four
    /// times as long as the one before
    #[arg(long, value_name = "MATCHES", default_value_t = 4, value_parser = whole(0..=32_usize))]
    ladder: usize,

    /// Compare the rules of --set (rules 2) with these options, as in hold_turns=2,quiet_limit=50, or
    /// with the default rules (rules 1); with --out the games by rules 1 are kept in FILE.against
    #[arg(long, value_name = "KEY=VALUE,...", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with = "report")]
    against: Option<String>,

    /// Play nothing; prove who wins each of --games deals with best play, beginning with that of --seed and each
    /// different one once, with at most so many nodes for each player's question; a thread takes 64 MiB to 1 GiB of memory, 4 bytes a node
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "20000000")]
    #[arg(value_parser = whole(1..=u64::MAX))]
    #[arg(conflicts_with_all = ["player", "report", "against", "plan", "openings", "even", "positions"])]
    prove: Option<u64>,

    /// Play nothing; print how many games it takes to show a difference of this many percent
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["report", "against"])]
    plan: Option<f64>,
}

const PLAN: Plan<'static> = Plan {
    players: &[],
    pairing: Pairing::RoundRobin,
    seating: Seating::Fixed,
    sprt: None,
    random_plies: 0,
};

impl StudyArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        if let Some(percent) = self.plan {
            return self.print_plan(percent);
        }
        if let Some(nodes) = self.prove {
            return prove::run(kit, &self, nodes);
        }
        if let Some(settings) = &self.against {
            return against::run(kit, &self, settings);
        }
        if let Some(path) = &self.report {
            files::check(path)?;
            if self.games.shard.part().is_some() {
                let error = "expected all games: merge the shards, and write it without --shard";
                return Err(Failure::usage("--report", error));
            }
        }
        let (sample, report) = self.play(kit, &self.games)?;
        let mut json = sample.json();
        let mut whole = self.games.finish(&report);
        if let (Ok(()), Some(path)) = (&whole, &self.report) {
            whole = self.write_report(kit, &sample, path).map(|figures| json = figures);
        }
        self.json.print(|| json, |out| print(out, &sample))?;
        whole
    }

    fn player(&self) -> PlayerSpec {
        let search = || "search:nodes=1000,random=5".parse().ok().filter(|_| self.report.is_some());
        let player = self.player.clone().or_else(search);
        player.unwrap_or_else(|| PlayerSpec::plain(Kind::Builtin(Builtin::Random)))
    }

    fn write_report(
        &self,
        kit: &Kit,
        sample: &Sample,
        path: &Path,
    ) -> Result<serde_json::Value, Failure> {
        let rules = &sample.about.rules;
        let positions = self.games.read_positions(kit, rules)?;
        let deals = kit.deals(rules).map_err(Failure::run)?;
        let bar = progress::bar("{msg} {wide_bar} {pos}/{len}  {elapsed}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let contest = |players: &[PlayerSpec], random_plies| {
            let plan = Plan { players, random_plies, ..PLAN };
            let games = self.games.contest(kit, &plan, deals.clone(), positions.clone());
            games.stop(stop.clone()).abort(stop.clone())
        };
        let measuring = Measuring {
            kit,
            nodes: self.judge,
            steps: self.ladder,
            play: &|climber, strengths| play_step(climber, strengths, &deals, contest),
            threads: self.games.threads.count(),
            stop: stop.clone(),
            progress: &|name, done, all| {
                bar.set_message(name.to_owned());
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            },
        };
        let findings = Findings::measure(sample, &measuring);
        bar.finish_and_clear();
        let findings = findings.map_err(|error| match error {
            ReportError::Stopped => Failure::stopped("before the report", self.games.out.as_ref()),
            error => Failure::run(error),
        })?;
        let json = findings.json();
        files::save(path, findings.html(&json))?;
        Ok(json)
    }

    fn print_plan(&self, percent: f64) -> Result<(), Failure> {
        let part = percent / 100.0;
        let counts = games_for_difference(0.5, part).zip(games_for_margin(0.5, part));
        let Some((difference, margin)) = counts else {
            return Err(Failure::usage("--plan", "expected a number above 0 and up to 50"));
        };
        let json = || json!({ "percent": percent, "games_each": difference, "games": margin });
        self.json.print(json, |out| writeln!(
            out,
            "To show that two rules differ by {percent} %: {} by each of them.\n\
             To know a share within {percent} % to either side: {}.\n\
             This is for independent games and shares near one half; nearer to 0 or 1 fewer are enough.\n\
             A difference of this size is then found in 80 of 100 studies, a false one in 5.",
            counted(difference, "game"),
            counted(margin, "game")
        ))
    }

    fn play(&self, kit: &Kit, games: &MatchArgs) -> Result<(Sample, Report), Failure> {
        let player = self.player();
        let players = vec![player.clone(); games.seats(kit)?];
        let plan = Plan { players: &players, ..PLAN };
        let (mut study, mut kept) = (Study::default(), Vec::new());
        let digest = |game: &PlayedGame<Dynamic>| {
            (Facts::of(game), self.report.as_ref().map(|_| game.clone()))
        };
        let report = games.play(kit, &plan, digest, |(facts, game)| {
            study.add(&facts);
            kept.extend(game);
        })?;
        let rules = games.rules.settings(kit)?;
        let start = kit.start(&rules, games.seed).map_err(Failure::run)?;
        let about = About {
            kit: kit.clone(),
            command: Some(words::running()),
            rules: start.rule_changes(),
            player: player.to_string(),
            seed: games.seed,
            random_plies: games.random_plies(&plan),
            planned: report.standings.planned,
        };
        Ok((Sample::new(about, start, study, kept), report))
    }
}

fn print(out: &mut impl Write, sample: &Sample) -> io::Result<()> {
    let (study, About { kit, player, planned, random_plies, seed, .. }) =
        (&sample.study, &sample.about);
    let (games, distinct) = (study.games(), study.distinct());
    writeln!(
        out,
        "{}, played by {player}: {games} of {}, {distinct} different\n\
         openings of {}, seed {seed}\n",
        kit.name(),
        counted(*planned, "game"),
        counted(*random_plies, "random ply")
    )?;
    if !study.is_varied() {
        writeln!(out, "{REPEATED}\n")?;
    }
    writeln!(out, "{:28} {:>8}  {:22} {:>10}", "", "", "95 % interval", "games")?;
    for figure in &sample.figures {
        let Figure { title, sample, .. } = figure;
        let (estimate, interval) = (figure.estimate(), figure.interval());
        writeln!(out, "{title:28} {estimate:>8}  {interval:22} {sample:>10}")?;
    }
    let names = QUANTILES.map(|(name, _)| format!("{name:>7}")).concat();
    writeln!(out, "\n{:28} {names}", "")?;
    for (name, values) in [
        ("plies", &study.lengths),
        ("turns", &study.turns),
        ("moves to choose from", &study.choices),
        ("ahead by points", &study.spread),
    ] {
        if values.count() > 0 {
            let value = |(_, part)| values.quantile(part).unwrap_or_default();
            let row = QUANTILES.map(|quantile| format!("{:>7}", value(quantile))).concat();
            writeln!(out, "{name:28} {row}")?;
        }
    }
    Ok(())
}
