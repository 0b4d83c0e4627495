//! How long is a game, how much choice is there, is it fair: `study collapsi --games 10000`.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use engine::Interval;
use engine::arena::{Pairing, Seating};
use engine::study::{Distribution, Facts, Study};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::matches::{MatchArgs, Plan};
use crate::players::{self, Entrant};

/// Measure how a game is played by players of one kind
#[derive(Args)]
#[command(after_help = HELP.to_owned() + players::HELP)]
pub(crate) struct StudyArgs {
    pub(crate) game: Name,

    /// Who plays all seats, as in `arena`
    #[arg(default_value = "random")]
    player: Entrant,

    #[command(flatten)]
    games: MatchArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  fourfold study collapsi --games 10000
  fourfold study compass greedy --json

";

impl Task for StudyArgs {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let seats = self.games.seats::<G>()?;
        let plan = Plan {
            game: self.game.to_string(),
            players: &vec![self.player.clone(); seats.len()],
            pairing: Pairing::RoundRobin,
            seating: Seating::Fixed,
            sprt: None,
            random_plies: 0,
        };
        let mut study = Study::new();
        let report = self.games.play::<G, Facts>(&plan, Facts::of, |facts| study.add(&facts))?;
        let names = seats.iter().map(ToString::to_string).collect();
        let planned = report.standings.planned();
        let summary = Summary { args: &self, plan: &plan, study: &study, names, planned };
        let out = &mut anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", summary.json())?;
        } else {
            summary.print(out)?;
        }
        self.games.finish(&report)
    }
}

/// What came of a study, for printing.
struct Summary<'a> {
    args: &'a StudyArgs,
    plan: &'a Plan<'a>,
    study: &'a Study,
    /// Of the seats.
    names: Vec<String>,
    planned: u64,
}

impl Summary<'_> {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let (study, args) = (self.study, &self.args.games);
        let (games, planned) = (study.games(), self.planned);
        writeln!(
            out,
            "{}, played by {}: {games} of {planned} games, {} different\n\
             openings of {} random plies, seed {}\n",
            self.args.game,
            self.args.player,
            study.distinct(),
            args.random_plies(self.plan),
            args.seed()
        )?;
        writeln!(out, "{:28} {:>8}  {:22} {:>10}", "", "", "95 % interval", "of")?;
        self.print_lengths(out)?;
        self.print_choices(out)?;
        self.print_results(out)
    }

    fn print_lengths(&self, out: &mut impl Write) -> io::Result<()> {
        let (lengths, games) = (self.study.lengths(), self.study.games());
        let cut_off = if self.study.ends().ply_limit > 0 { ", at least" } else { "" };
        if let Some(Interval { estimate, low, high }) = lengths.mean_interval() {
            let interval = format!("{low:.2} to {high:.2}");
            row(
                out,
                &format!("plies, mean{cut_off}"),
                &format!("{estimate:.2}"),
                &interval,
                games,
            )?;
        }
        for (name, part) in QUANTILES {
            row(out, &format!("  {name}"), &number(lengths.quantile(part)), "", games)?;
        }
        Ok(())
    }

    fn print_choices(&self, out: &mut impl Write) -> io::Result<()> {
        let choices = self.study.choices();
        let mean = choices.mean().map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        row(out, "moves to choose from, mean", &mean, "", choices.count())?;
        for (name, part) in QUANTILES {
            row(out, &format!("  {name}"), &number(choices.quantile(part)), "", choices.count())?;
        }
        let forced = Interval::wilson(choices.count_of(1), choices.count());
        let forced = forced.map_or_else(|| "-".to_owned(), |forced| percent(forced.estimate));
        row(out, "  only one", &forced, "", choices.count())?;
        for (ply, figures) in landmarks(self.study) {
            let mean = format!("{:.2}", figures.mean_choices());
            row(out, &format!("  at ply {ply}, mean"), &mean, "", figures.games)?;
        }
        Ok(())
    }

    fn print_results(&self, out: &mut impl Write) -> io::Result<()> {
        let (study, games) = (self.study, self.study.games());
        share(out, "somebody won", study.decisive(), games)?;
        let ends = study.ends();
        for (name, count) in [
            ("  drawn", ends.drawn),
            ("  cut off at the most plies", ends.ply_limit),
            ("  forfeited", ends.forfeited),
        ] {
            share(out, name, Interval::wilson(count, games), games)?;
        }
        share(out, "points of who moves first", study.first_player(), games)?;
        share(out, "  more than an equal share", study.advantage(), games)?;
        for (name, seat) in self.names.iter().zip(study.seats()) {
            share(out, &format!("won by {name}"), seat.wins(), games)?;
            if let Some(mean) = seat.mean_points() {
                row(
                    out,
                    "  points by the rules, mean",
                    &format!("{mean:.2}"),
                    "",
                    study.spread().count(),
                )?;
            }
        }
        let spread = study.spread();
        if spread.count() > 0 {
            for (name, part) in QUANTILES {
                let value = number(spread.quantile(part));
                row(out, &format!("ahead by points, {name}"), &value, "", spread.count())?;
            }
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let (study, args) = (self.study, &self.args.games);
        let ends = study.ends();
        let seat = |(name, seat): (&String, &engine::study::SeatStudy)| {
            json!({
                "player": name,
                "wins": seat.wins().map(interval),
                "score": seat.score().map(interval),
                "mean_points": seat.mean_points(),
            })
        };
        json!({
            "game": self.plan.game,
            "player": self.args.player.to_string(),
            "seed": args.seed(),
            "random_plies": args.random_plies(self.plan),
            "games": study.games(),
            "planned": self.planned,
            "distinct": study.distinct(),
            "plies": distribution(study.lengths()),
            "mean_plies": study.lengths().mean_interval().map(interval),
            "choices": distribution(study.choices()),
            "choices_by_ply": study
                .plies()
                .iter()
                .map(|ply| json!({ "games": ply.games, "mean": ply.mean_choices() }))
                .collect::<Vec<_>>(),
            "ends": {
                "won": ends.won,
                "drawn": ends.drawn,
                "ply_limit": ends.ply_limit,
                "forfeited": ends.forfeited,
            },
            "decisive": study.decisive().map(interval),
            "first_player": study.first_player().map(interval),
            "advantage": study.advantage().map(interval),
            "seats": self.names.iter().zip(study.seats()).map(seat).collect::<Vec<_>>(),
            "spread": distribution(study.spread()),
        })
    }
}

/// By which parts of all values a distribution is described.
const QUANTILES: [(&str, f64); 7] = [
    ("least", 0.0),
    ("5 %", 0.05),
    ("25 %", 0.25),
    ("median", 0.5),
    ("75 %", 0.75),
    ("95 %", 0.95),
    ("most", 1.0),
];

/// Some plies, counted from 1: of those that half of the games reach, five, evenly spread.
fn landmarks(study: &Study) -> Vec<(usize, engine::study::Ply)> {
    let half = study.lengths().median().unwrap_or_default() as usize;
    let mut plies: Vec<usize> = (0..5).map(|i| 1 + i * half.saturating_sub(1) / 4).collect();
    plies.dedup();
    plies.into_iter().filter_map(|ply| Some((ply, *study.plies().get(ply - 1)?))).collect()
}

fn row(
    out: &mut impl Write,
    name: &str,
    value: &str,
    interval: &str,
    count: impl Display,
) -> io::Result<()> {
    writeln!(out, "{name:28} {value:>8}  {interval:22} {count:>10}")
}

fn share(
    out: &mut impl Write,
    name: &str,
    interval: Option<Interval>,
    count: u64,
) -> io::Result<()> {
    let Some(Interval { estimate, low, high }) = interval else { return Ok(()) };
    let interval = format!("{} to {}", percent(low), percent(high));
    row(out, name, &percent(estimate), &interval, count)
}

fn percent(part: f64) -> String {
    format!("{:.2} %", 100.0 * part)
}

fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn interval(interval: Interval) -> Value {
    json!({ "estimate": interval.estimate, "low": interval.low, "high": interval.high })
}

fn distribution(values: &Distribution) -> Value {
    let quantiles = QUANTILES.map(|(name, part)| (name.to_owned(), json!(values.quantile(part))));
    json!({
        "count": values.count(),
        "mean": values.mean(),
        "quantiles": quantiles.into_iter().collect::<serde_json::Map<_, _>>(),
        "counts": values.iter().collect::<Vec<_>>(),
    })
}
