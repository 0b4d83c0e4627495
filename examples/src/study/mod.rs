//! How long is a game, how much choice is there, is it fair: `study collapsi --games 10000`.

mod against;
mod exact;
mod figures;
mod measure;
mod page;
mod pieces;
mod report;
mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::arena::{Pairing, PlayedGame, Report, Seating};
use engine::study::{Facts, Study, games_for_difference, games_for_margin};
use serde_json::{Value, json};

use crate::args::{JsonArgs, number};
use crate::failure::Failure;
use crate::files;
use crate::games::{AnyGame, Name, Task};
use crate::matches::{MatchArgs, Plan};
use crate::players::{self, Entrant, Player};
use figures::Figure;

/// Measure how a game is played by players of one kind, and whether it is a good game
///
/// --report writes a page with everything that is known: figures with their intervals, plots, what
/// first moves are worth, how much skill there is, squares, puzzles. --against tells two rules apart.
#[derive(Args)]
#[command(after_help = HELP.to_owned() + players::HELP)]
pub(crate) struct StudyArgs {
    pub(crate) game: Name,

    /// Who plays all seats, as in `arena` [default: random; for a report
    /// search:nodes=1000,random=5]
    player: Option<Entrant>,

    #[command(flatten)]
    games: MatchArgs,

    #[command(flatten)]
    json: JsonArgs,

    /// Write a report to this file, a page for the browser; with --out the work can be stopped and
    /// gone on with, and what is known beside the games is kept in FILE.study
    #[arg(long, value_name = "PAGE")]
    report: Option<PathBuf>,

    /// For the report: judge each position, and each move of a puzzle, by a search of so many nodes, and
    /// each first move by ten times as many
    #[arg(long, value_name = "NODES", default_value = "2000", value_parser = number::<u64>)]
    judge: u64,

    /// For the report: take so many steps on the skill ladder at most, from 64 nodes against 32 on
    #[arg(long, value_name = "STEPS", default_value_t = 8, value_parser = steps)]
    ladder: usize,

    /// Compare the rules that --set describes with the default rules; with --out the games by these are
    /// kept in FILE.default
    #[arg(long, conflicts_with = "report")]
    against: bool,

    /// Play nothing, but say how many games show a difference of so many percent
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["report", "against"])]
    plan: Option<f64>,
}

const HELP: &str = "\
Examples:
  fourfold study collapsi --games 10000
  fourfold study compass greedy --json
  fourfold study connect-four --report connect-four.html --out connect-four.games
  fourfold study collapsi --against --set rules=v1_3 --games 2000
  fourfold study collapsi --plan 2

";

fn steps(text: &str) -> Result<usize, String> {
    let steps = text.parse().ok().filter(|steps| *steps <= 32);
    steps.ok_or_else(|| "expected a whole number from 0 to 32".to_owned())
}

impl Task for StudyArgs {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        if let Some(percent) = self.plan {
            return self.print_plan(percent);
        }
        if self.against {
            return against::run::<G>(&self);
        }
        if let Some(path) = &self.report {
            files::check(path)?;
        }
        let sample = Sample::<G>::play(&self, &self.games)?;
        let mut json = sample.json(&self);
        let whole = self.games.finish(&sample.report);
        let whole = whole.and_then(|()| self.write_report(&sample, &mut json));
        self.json.print(|| json, |out| text::print(out, &self, &sample))?;
        whole
    }
}

impl StudyArgs {
    /// Who plays.
    fn player(&self) -> Entrant {
        let search = || "search:nodes=1000,random=5".parse().ok().filter(|_| self.report.is_some());
        let player = self.player.clone().or_else(search);
        player.unwrap_or_else(|| Entrant::Player(Player::random()))
    }

    /// What is played, but for the players.
    fn plan(&self) -> Plan<'static> {
        Plan {
            game: self.game.to_string(),
            players: &[],
            pairing: Pairing::RoundRobin,
            seating: Seating::Fixed,
            sprt: None,
            random_plies: 0,
        }
    }

    /// Writes the report, if one is asked for, and adds its figures to those of the games.
    fn write_report<G: AnyGame>(
        &self,
        sample: &Sample<G>,
        json: &mut Value,
    ) -> Result<(), Failure> {
        let Some(path) = &self.report else { return Ok(()) };
        let report = report::Report::new(self, sample)?;
        report.add_to(json);
        let page = page::html(self, sample, &report, json)?;
        files::save(path, page)
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
            "To see that two rules differ by {percent} %: {difference} games by each of them.\n\
             To know a share within {percent} % to either side: {margin} games.\n\
             The games are independent, the shares about one half; nearer to 0 or 1 fewer are enough.\n\
             A difference of this size is then seen in 80 of 100 studies, and one that is not there in 5."
        ))
    }
}

/// Games that were played, and what they say.
struct Sample<G: AnyGame> {
    rules: G::Rules,
    player: Entrant,
    random_plies: u32,
    study: Study,
    /// Only for a report.
    games: Vec<PlayedGame<G>>,
    /// The names of the seats.
    names: Vec<String>,
    figures: Vec<Figure>,
    report: Report,
}

impl<G: AnyGame> Sample<G> {
    fn play(args: &StudyArgs, games: &MatchArgs) -> Result<Self, Failure> {
        let (rules, seats) = (games.rules.rules::<G::Rules>()?, games.seats::<G>()?);
        let player = args.player();
        let players = vec![player.clone(); seats.len()];
        let plan = Plan { players: &players, ..args.plan() };
        let (mut study, mut kept) = (Study::new(), Vec::new());
        let digest =
            |game: &PlayedGame<G>| (Facts::of(game), args.report.as_ref().map(|_| game.clone()));
        let report = games.play(&plan, digest, |(facts, game)| {
            study.add(&facts);
            kept.extend(game);
        })?;
        kept.sort_by_key(|game: &PlayedGame<G>| game.number);
        let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
        let figures = figures::of_games(&study, &names);
        let random_plies = games.random_plies(&plan);
        Ok(Self { rules, player, random_plies, study, games: kept, names, figures, report })
    }

    fn json(&self, args: &StudyArgs) -> Value {
        let (study, ends) = (&self.study, self.study.ends());
        json!({
            "game": args.game.to_string(),
            "rules": engine::Options::changes_from(&self.rules, &G::Rules::default()),
            "player": self.player.to_string(),
            "seed": args.games.seed(),
            "random_plies": self.random_plies,
            "games": study.games(),
            "planned": self.report.standings.planned(),
            "distinct": study.distinct(),
            "seats": self.names,
            "figures": self.figures.iter().map(Figure::json).collect::<Vec<_>>(),
            "ends": {
                "won": ends.won,
                "drawn": ends.drawn,
                "ply_limit": ends.ply_limit,
                "forfeited": ends.forfeited,
            },
            "plies": text::distribution(study.lengths()),
            "turns": text::distribution(study.turns()),
            "choices": text::distribution(study.choices()),
            "spread": text::distribution(study.spread()),
            "choices_by_ply": study
                .plies()
                .iter()
                .map(|ply| json!({ "games": ply.games, "mean": ply.mean_choices() }))
                .collect::<Vec<_>>(),
        })
    }
}
